import type { NavbarSettings } from '#shared/contract/site.ts';
import { DEFAULT_SITE_TITLE } from '#shared/contract/site-defaults.ts';
import type { PreviewWidth } from '../../features/admin/live-preview.tsx';
import { NavbarSection } from '../../features/admin/sections/navbar/navbar-section.tsx';
import { SiteHeader } from '../../features/site-layout/site-header.tsx';
import { useShownSite } from '../../state/panel/shown-site.ts';

const nothing = (): void => undefined;

/** The public header as it stands at the top of the page, with the phone's menu open: there the links are. */
function HeaderPicture({ navbar, width }: { navbar: NavbarSettings; width: PreviewWidth }) {
  const site = useShownSite();
  return (
    <SiteHeader
      site={{ title: site?.title ?? DEFAULT_SITE_TITLE, logo: site?.logo ?? null, navbar }}
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

/** Navbar Management. */
export const NavbarPage = () => (
  <NavbarSection preview={(navbar, width) => <HeaderPicture navbar={navbar} width={width} />} />
);
