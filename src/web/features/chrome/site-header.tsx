import { Menu, X } from 'lucide-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import { PAGE } from '#shared/messages.ts';
import { classNames } from '../../lib/class-names.ts';
import { goToSection } from '../../lib/focus.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Brand } from './brand.tsx';
import { type NavLink, NavList } from './nav-list.tsx';
import { useInView, useSectionInView } from './section-in-view.ts';
import styles from './site-header.module.css';
import { ThemeToggle } from './theme-toggle.tsx';
import { useOpenMenu } from './use-open-menu.ts';

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

interface SiteHeaderProps {
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
}

/** The way back to the form: primary only while no other primary button is in view (brief section 0). */
function DownloadButton({ formId, quiet, onPress }: { formId: string; quiet: boolean; onPress: () => void }) {
  const formInView = useInView(formId);
  return (
    <Button
      size="small"
      className={styles.download}
      look={formInView || quiet ? 'secondary' : 'primary'}
      onClick={onPress}
    >
      {PAGE.download}
    </Button>
  );
}

function MenuButton({
  ref,
  open,
  onPress,
}: {
  ref: Ref<HTMLButtonElement>;
  open: boolean;
  onPress: () => void;
}) {
  return (
    <IconButton
      ref={ref}
      className={styles.menuButton}
      label={open ? PAGE.closeMenu : PAGE.openMenu}
      aria-expanded={open}
      aria-controls={MENU_ID}
      onClick={onPress}
    >
      {open ? <X aria-hidden className="ic-l" /> : <Menu aria-hidden className="ic-l" />}
    </IconButton>
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
}: SiteHeaderProps) {
  const scrolled = useScrolled();
  const current = useSectionInView(sections);
  const menuButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    onMenu(false);
    menuButton.current?.focus();
  };
  const header = useOpenMenu(menuOpen, close);
  const follow = (section: string) => {
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
          <DownloadButton formId={formId} quiet={quiet} onPress={onDownload} />
          <MenuButton ref={menuButton} open={menuOpen} onPress={() => onMenu(!menuOpen)} />
        </div>
      </div>
      <nav id={MENU_ID} aria-label={PAGE.navigation} className={styles.menu} hidden={!menuOpen}>
        <NavList links={links} current={current} onFollow={follow} />
      </nav>
    </header>
  );
}
