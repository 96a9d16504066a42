import { Menu, X } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { PAGE } from '#shared/messages.ts';
import { classNames } from '../../lib/class-names.ts';
import { goToSection } from '../../lib/focus.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Brand } from './brand.tsx';
import { useInView, useSectionInView } from './section-in-view.ts';
import styles from './site-header.module.css';
import { ThemeToggle } from './theme-toggle.tsx';

/** A link of the header; `section` is the id it leads to. */
export interface NavLink {
  readonly label: string;
  readonly section: string;
}

const MENU_ID = 'site-menu';
const SCROLLED_FROM_PX = 8;

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => setScrolled(scrollY > SCROLLED_FROM_PX);
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  return scrolled;
}

/** Escape and a press outside close the menu; the page behind it must not scroll. */
function useOpenMenu(open: boolean, close: () => void) {
  const header = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      close();
    };
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !header.current?.contains(event.target)) close();
    };
    document.documentElement.dataset['locked'] = '';
    // Capture: the menu's Escape comes before that of the notices.
    document.addEventListener('keydown', onKeyDown, true);
    document.addEventListener('pointerdown', onPress);
    return () => {
      delete document.documentElement.dataset['locked'];
      document.removeEventListener('keydown', onKeyDown, true);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [open, close]);
  return header;
}

function NavList({
  links,
  current,
  onFollow,
}: {
  links: readonly NavLink[];
  current: string | undefined;
  onFollow?: (event: MouseEvent, section: string) => void;
}) {
  return (
    <ul>
      {links.map(({ label, section }) => (
        <li key={section}>
          <a
            href={`#${section}`}
            aria-current={section === current ? 'true' : undefined}
            onClick={(event) => onFollow?.(event, section)}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The bar at the top: brand, links, theme, Download and, on phones, the menu. */
export function SiteHeader({
  title,
  links,
  sections,
  formId,
  quiet,
  menuOpen,
  onMenu,
  onDownload,
}: {
  title: string;
  links: readonly NavLink[];
  /** Ids of the links' sections, one array for the page's life. */
  sections: readonly string[];
  /** While this form is on the screen it holds the one primary button. */
  formId: string;
  /** Another primary button is on the page. */
  quiet: boolean;
  menuOpen: boolean;
  onMenu: (open: boolean) => void;
  onDownload: () => void;
}) {
  const scrolled = useScrolled();
  const formInView = useInView(formId);
  const current = useSectionInView(sections);
  const menuButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    onMenu(false);
    menuButton.current?.focus();
  };
  const header = useOpenMenu(menuOpen, close);
  const follow = (_: MouseEvent, section: string) => {
    onMenu(false);
    // After the page behind the menu is no longer inert.
    setTimeout(() => goToSection(section));
  };
  return (
    <header ref={header} className={classNames(styles.header, (scrolled || menuOpen) && styles.scrolled)}>
      <div className={classNames('wrap', styles.bar)}>
        <Brand title={title} href={`#${sections[0] ?? ''}`} />
        <nav aria-label={PAGE.navigation} className={styles.nav}>
          <NavList links={links} current={current} />
        </nav>
        <div className={styles.actions}>
          <ThemeToggle />
          <Button
            size="small"
            className={styles.download}
            look={formInView || quiet ? 'secondary' : 'primary'}
            onClick={onDownload}
          >
            {PAGE.download}
          </Button>
          <IconButton
            ref={menuButton}
            className={styles.menuButton}
            label={menuOpen ? PAGE.closeMenu : PAGE.openMenu}
            aria-expanded={menuOpen}
            aria-controls={MENU_ID}
            onClick={() => onMenu(!menuOpen)}
          >
            {menuOpen ? <X aria-hidden className="ic-l" /> : <Menu aria-hidden className="ic-l" />}
          </IconButton>
        </div>
      </div>
      <nav id={MENU_ID} aria-label={PAGE.navigation} className={styles.menu} hidden={!menuOpen}>
        <NavList links={links} current={current} onFollow={follow} />
      </nav>
    </header>
  );
}
