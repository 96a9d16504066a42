import { Menu, X } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { publicPage } from '#messages/public-page.ts';
import { ownerAddress } from '#shared/base-path.ts';
import type { NavbarSettings, NavLink, Site } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useOverflow } from '../../ui/use-overflow.ts';
import { Brand } from './brand.tsx';
import { useInView, useSectionInView } from './section-in-view.ts';
import styles from './site-header.module.css';
import menuStyles from './site-menu.module.css';
import { ThemeToggle } from './theme-toggle.tsx';

/** The id of the first section of the page, which contains the link form. */
export const HERO_ID = 'hero';
/** The id of the link form. While the link form is in view, it contains the only primary button. */
export const FORM_ID = 'link-form';

/** Returns the id of the section that a header target leads to; undefined for a target that is no anchor. */
const sectionOf = (target: string): string | undefined =>
  target.startsWith('#') ? target.slice(1) : undefined;

/** Returns the attributes with which a link opens in a new tab whose page gets no reference to this page; no attributes unless `newTab`. */
const opensIn = (newTab: boolean) =>
  newTab ? ({ target: '_blank', rel: 'noopener noreferrer' } as const) : {};

/** Renders the links of the header, for both the bar and the menu. `current` is the id of the section in view. */
function NavList({
  links,
  home,
  current,
  onFollow,
}: {
  links: readonly NavLink[];
  /** URL of the page with the sections; empty for this page. */
  home: string;
  current: string | undefined;
  onFollow?: () => void;
}) {
  return (
    <ul>
      {links.map(({ id, label, target, newTab }) => {
        const section = sectionOf(target);
        return (
          <li key={id}>
            <a
              href={section === undefined ? ownerAddress(target) : home + target}
              aria-current={section !== undefined && section === current ? 'true' : undefined}
              onClick={onFollow}
              {...opensIn(newTab && section === undefined)}
            >
              {label}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

interface HeaderButtonProps extends Pick<SiteHeaderProps, 'hasOtherPrimary' | 'onForm'> {
  settings: NavbarSettings['button'];
  home: string;
  onFollow: () => void;
}

/**
 * Renders the button that leads to the link form or to the target that the owner chose. It has the primary look only while no other primary
 * button is in view.
 */
function HeaderButton({ settings, home, hasOtherPrimary, onForm, onFollow }: HeaderButtonProps) {
  const formInView = useInView(FORM_ID);
  const { label, target } = settings;
  const look = formInView || hasOtherPrimary ? 'secondary' : 'primary';
  const common = { size: 'small', look, className: styles.download } as const;
  if (sectionOf(target) === HERO_ID)
    return (
      <Button {...common} onClick={onForm}>
        {label}
      </Button>
    );
  return (
    <ButtonLink
      {...common}
      href={target.startsWith('#') ? home + target : ownerAddress(target)}
      onClick={onFollow}
    >
      {label}
    </ButtonLink>
  );
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

/**
 * Makes an open menu close on Escape, a click outside or a change of the window's width, makes `/` call `focusField`, and stops the page
 * behind the menu from scrolling. Returns the ref of the element inside which clicks do not close the menu. The callbacks may change
 * between renders.
 */
function useOpenMenu(isOpen: boolean, close: () => void, focusField: () => void) {
  const inside = useRef<HTMLElement>(null);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const chord = event.ctrlKey || event.metaKey || event.altKey;
    const act = event.key === 'Escape' ? close : event.key === '/' && !chord ? focusField : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  const onPress = useEffectEvent((event: PointerEvent) => {
    // Deferred until the click has moved the focus, because closing the menu restores the focus.
    if (event.target instanceof Node && !inside.current?.contains(event.target)) setTimeout(close);
  });
  // At another width the links may be in the bar and the menu could not be closed. A phone's hiding address bar changes
  // only the height.
  const onResize = useEffectEvent((width: number) => {
    if (innerWidth !== width) close();
  });
  // A layout effect that runs once per opening, because the page may render after a change of the width and before
  // the event that reports it: `width` would then be the new one.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const width = innerWidth;
    const resize = () => onResize(width);
    document.documentElement.dataset['locked'] = '';
    // Capture phase: the menu handles Escape before the toasts do.
    document.addEventListener('keydown', onKeyDown, true);
    document.addEventListener('pointerdown', onPress);
    addEventListener('resize', resize);
    return () => {
      delete document.documentElement.dataset['locked'];
      document.removeEventListener('keydown', onKeyDown, true);
      document.removeEventListener('pointerdown', onPress);
      removeEventListener('resize', resize);
    };
  }, [isOpen]);
  return inside;
}

interface SiteHeaderProps {
  site: Pick<Site, 'title' | 'logo' | 'navbar'>;
  /** URL of the page with the sections, if it is another page. */
  home?: string | undefined;
  /**
   * Whether the page shows a result with a Download button. The button of the header is then secondary, and has another label if it leads
   * to the link form.
   */
  hasOtherPrimary: boolean;
  isMenuOpen: boolean;
  onMenu: (open: boolean) => void;
  /** Moves the visitor to the link form and closes the menu. */
  onForm: () => void;
  /** What the button does instead of `onForm` if it leads to the link form. */
  onButton?: () => void;
  /** Whether the header is only a preview. Its open menu then neither locks scrolling nor handles keys. */
  isStatic?: boolean;
}

/** Renders the header as the owner configured it: logo and title, links, theme switch, button and, if the links do not fit, the menu. */
export function SiteHeader({
  site,
  home = '',
  hasOtherPrimary,
  isMenuOpen,
  onMenu,
  onForm,
  onButton = onForm,
  isStatic = false,
}: SiteHeaderProps) {
  const { navbar } = site;
  const links = useMemo(() => navbar.links.filter(({ visible }) => visible), [navbar]);
  const sections = useMemo(
    () => [HERO_ID, ...links.flatMap(({ target }) => sectionOf(target) ?? [])],
    [links],
  );
  const current = useSectionInView(sections);
  const scrolled = useScrolled();
  const bar = useRef<HTMLElement>(null);
  const crowded = useOverflow(bar, 'Width', links.length > 0);
  const menuButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    onMenu(false);
    menuButton.current?.focus();
  };
  const MenuIcon = isMenuOpen ? X : Menu;
  const header = useOpenMenu(isMenuOpen && !isStatic, close, onForm);
  const shutMenu = () => onMenu(false);
  // While a result is shown, "Download" would be the name of two buttons.
  const isRenamed = hasOtherPrimary && !isStatic && sectionOf(navbar.button.target) === HERO_ID;
  const button = isRenamed ? { ...navbar.button, label: text(publicPage, 'newLink') } : navbar.button;
  const look = [
    styles.header,
    navbar.sticky && styles.sticky,
    crowded && styles.crowded,
    (scrolled || isMenuOpen) && styles.scrolled,
  ];
  return (
    <header ref={header} className={classNames(...look)}>
      <div className={classNames('wrap', styles.bar)}>
        <Brand title={site.title} logo={site.logo} href={home || `#${HERO_ID}`} onFollow={shutMenu} />
        {links.length > 0 && (
          <nav ref={bar} aria-label={text(publicPage, 'navigation')} className={styles.nav}>
            <NavList {...{ links, home, current }} />
          </nav>
        )}
        <div className={styles.actions}>
          {navbar.themeSwitch && <ThemeToggle />}
          {navbar.button.visible && (
            <HeaderButton
              settings={button}
              {...{ home, hasOtherPrimary }}
              onForm={onButton}
              onFollow={shutMenu}
            />
          )}
          {links.length > 0 && (
            <IconButton
              ref={menuButton}
              className={styles.menuButton}
              label={text(publicPage, isMenuOpen ? 'closeMenu' : 'openMenu')}
              aria-expanded={isMenuOpen}
              aria-controls={MENU_ID}
              onClick={() => onMenu(!isMenuOpen)}
            >
              <MenuIcon aria-hidden className="ic-l" />
            </IconButton>
          )}
        </div>
      </div>
      {links.length > 0 && (
        <nav
          id={MENU_ID}
          aria-label={text(publicPage, 'navigation')}
          className={menuStyles.menu}
          hidden={!isMenuOpen}
        >
          <NavList {...{ links, home, current }} onFollow={shutMenu} />
        </nav>
      )}
    </header>
  );
}
