import { sitePath } from '#shared/base-path.ts';
import { SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { Brand } from '../../features/site-layout/brand.tsx';
import { useShownSite } from '../../state/panel/shown-site.ts';

/** Renders the logo and title of the site as a link to the public page. */
export function PanelBrand() {
  const site = useShownSite();
  return (
    <Brand
      title={site?.title ?? SITE_SETTINGS.title.default}
      logo={site?.logo ?? null}
      href={sitePath('/')}
    />
  );
}
