import type { NavbarSettings } from '#shared/contract/site.ts';
import { SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import type { PreviewWidth } from '../../features/admin/live-preview.tsx';
import { NavbarSection } from '../../features/admin/sections/navbar/navbar-section.tsx';
import { SiteHeader } from '../../features/site-layout/site-header.tsx';
import { useShownSite } from '../../state/panel/shown-site.ts';

const nothing = (): void => undefined;

/**
 * Preview of the public header at the top of the page. At phone width the menu is open, because it contains the links.
 */
function HeaderPreview({ navbar, width }: { navbar: NavbarSettings; width: PreviewWidth }) {
  const site = useShownSite();
  return (
    <SiteHeader
      site={{ title: site?.title ?? SITE_SETTINGS.title.default, logo: site?.logo ?? null, navbar }}
      top="hero"
      formId="link-form"
      hasOtherPrimary
      menuOpen={width === 'phone'}
      onMenu={nothing}
      onForm={nothing}
      isStatic
    />
  );
}

/** Page of Navbar Management. */
export const NavbarPage = () => (
  <NavbarSection preview={(navbar, width) => <HeaderPreview navbar={navbar} width={width} />} />
);
