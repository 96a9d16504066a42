import type { NavbarSettings } from '#shared/contract/site.ts';
import { SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import type { PreviewWidth } from '../../features/admin/preview-head.tsx';
import { NavbarSection } from '../../features/admin/sections/navbar/navbar-section.tsx';
import { useShownSite } from '../../state/panel/shown-site.ts';
import { HeaderPreview } from './header-preview.tsx';

/** Renders the public page's header with these settings for the preview. At phone width the menu is open, because it contains the links. */
function NavbarPreview({ navbar, width }: { navbar: NavbarSettings; width: PreviewWidth }) {
  const site = useShownSite();
  const { title, logo } = site ?? { title: SITE_SETTINGS.title.default, logo: null };
  return <HeaderPreview site={{ title, logo, navbar }} isMenuOpen={width === 'phone'} />;
}

export const NavbarPage = () => (
  <NavbarSection preview={(navbar, width) => <NavbarPreview navbar={navbar} width={width} />} />
);
