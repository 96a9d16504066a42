import type { Site } from '#shared/contract/site.ts';
import { SiteHeader } from '../../features/site-layout/site-header.tsx';

const nothing = (): void => undefined;

/**
 * Renders the public page's header for previews, without behaviour. The header looks as it does at the top of the page, where the link form
 * has the primary button.
 */
export const HeaderPreview = ({
  site,
  isMenuOpen,
}: {
  site: Pick<Site, 'title' | 'logo' | 'navbar'>;
  isMenuOpen: boolean;
}) => (
  <SiteHeader
    site={site}
    hasOtherPrimary
    isMenuOpen={isMenuOpen}
    onMenu={nothing}
    onForm={nothing}
    isStatic
  />
);
