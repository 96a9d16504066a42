import { Menu, X } from 'lucide-react';
import { type Ref, useEffect, useMemo, useRef, useState } from 'react';
import type { Site } from '#shared/contract/site.ts';
import { PAGE } from '#shared/messages.ts';
import { classNames } from '../../lib/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Brand } from './brand.tsx';
import { HeaderButton } from './header-button.tsx';
import { NavList, sectionOf } from './nav-list.tsx';
import { useSectionInView } from './section-in-view.ts';
import styles from './site-header.module.css';
import { ThemeToggle } from './theme-toggle.tsx';
import { useCrowded } from './use-crowded.ts';
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

/** Returns the visible links, and the ids of the sections they lead to, starting with `top`. */
function useVisibleLinks(navbar: SiteHeaderProps['site']['navbar'], top: string) {
  const links = useMemo(() => navbar.links.filter(({ visible }) => visible), [navbar]);
  const sections = useMemo(
    () => [top, ...links.flatMap(({ target }) => sectionOf(target) ?? [])],
    [top, links],
  );
  return { links, sections };
}

interface SiteHeaderProps {
  site: Pick<Site, 'title' | 'logo' | 'navbar'>;
  /** The id of the page's first section, which contains the link form. */
  top: string;
  /** The id of the link form. While it is in view, it contains the only primary button. */
  formId: string;
  /** True when the page shows a primary button already; the header's Download button is then secondary. */
  hasOtherPrimary: boolean;
  menuOpen: boolean;
  onMenu: (open: boolean) => void;
  /** Moves the visitor to the link form and closes the menu. */
  onForm: () => void;
  /** Whether the header is only a preview: its open menu neither locks scrolling nor handles keys. */
  isStatic?: boolean;
}

/**
 * Renders the header as the owner configured it: brand, links, theme switch, button and, if the links do not fit, the
 * menu.
 */
export function SiteHeader({
  site,
  top,
  formId,
  hasOtherPrimary,
  menuOpen,
  onMenu,
  onForm,
  isStatic = false,
}: SiteHeaderProps) {
  const { navbar } = site;
  const { links, sections } = useVisibleLinks(navbar, top);
  const current = useSectionInView(sections);
  const scrolled = useScrolled();
  const bar = useRef<HTMLElement>(null);
  const crowded = useCrowded(bar, links.length > 0);
  const menuButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    onMenu(false);
    menuButton.current?.focus();
  };
  const header = useOpenMenu(menuOpen && !isStatic, close, onForm);
  const shutMenu = () => onMenu(false);
  const look = [
    styles.header,
    navbar.sticky && styles.sticky,
    crowded && styles.crowded,
    (scrolled || menuOpen) && styles.scrolled,
  ];
  return (
    <header ref={header} className={classNames(...look)}>
      <div className={classNames('wrap', styles.bar)}>
        <Brand title={site.title} logo={site.logo} href={`#${top}`} onFollow={shutMenu} />
        {links.length > 0 && (
          <nav ref={bar} aria-label={PAGE.navigation} className={styles.nav}>
            <NavList links={links} current={current} />
          </nav>
        )}
        <div className={styles.actions}>
          {navbar.themeSwitch && <ThemeToggle />}
          {navbar.button.visible && (
            <HeaderButton
              settings={navbar.button}
              {...{ top, formId, hasOtherPrimary, onForm }}
              onFollow={shutMenu}
            />
          )}
          {links.length > 0 && (
            <MenuButton ref={menuButton} open={menuOpen} onPress={() => onMenu(!menuOpen)} />
          )}
        </div>
      </div>
      {links.length > 0 && (
        <nav id={MENU_ID} aria-label={PAGE.navigation} className={styles.menu} hidden={!menuOpen}>
          <NavList links={links} current={current} onFollow={shutMenu} />
        </nav>
      )}
    </header>
  );
}
