import type { Site } from '#shared/contract/site.ts';
import { SiteHeader } from '../../features/site-layout/site-header.tsx';

const nothing = (): void => undefined;

/**
 * Renders the public page's header for previews, without behaviour. The header looks as it does at the top of the page, where the link form
 * has the primary button.
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
    topSectionId="hero"
    formId="link-form"
    hasOtherPrimary
    menuOpen={menuOpen}
    onMenu={nothing}
    onForm={nothing}
    isStatic
  />
);
