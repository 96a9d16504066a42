import type { Site } from '#shared/contract/site.ts';
import { SiteHeader } from '../../features/site-layout/site-header.tsx';

const nothing = (): void => undefined;

/**
 * Preview of the public header at the top of the page. The link form is in view there, so the header's button is not the
 * primary one.
 */
export const HeaderPreview = ({
  site,
  menuOpen,
}: {
  site: Pick<Site, 'title' | 'logo' | 'navbar'>;
  menuOpen: boolean;
}) => (
  <SiteHeader
    site={site}
    top="hero"
    formId="link-form"
    hasOtherPrimary
    menuOpen={menuOpen}
    onMenu={nothing}
    onForm={nothing}
    isStatic
  />
);
