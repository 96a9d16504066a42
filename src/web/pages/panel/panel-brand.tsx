import { DEFAULT_SITE_TITLE } from '#shared/contract/site-defaults.ts';
import { Brand } from '../../features/site-layout/brand.tsx';
import { useShownSite } from '../../state/panel/shown-site.ts';

/** The site's own logo and title, as its visitors see them; leads to the site. */
export function PanelBrand() {
  const site = useShownSite();
  return <Brand title={site?.title ?? DEFAULT_SITE_TITLE} logo={site?.logo ?? null} href="/" />;
}
