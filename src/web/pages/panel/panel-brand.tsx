import { DEFAULT_SITE_TITLE } from '#shared/contract/site-defaults.ts';
import { Brand } from '../../features/site-layout/brand.tsx';
import { useShownSite } from '../../state/panel/shown-site.ts';

/** Logo and title of the site, linked to the public page. */
export function PanelBrand() {
  const site = useShownSite();
  return <Brand title={site?.title ?? DEFAULT_SITE_TITLE} logo={site?.logo ?? null} href="/" />;
}
