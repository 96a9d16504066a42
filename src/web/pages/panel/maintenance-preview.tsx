import { useEffect } from 'react';
import { MaintenanceOverlay } from '../../features/maintenance/maintenance-overlay.tsx';
import { Brand } from '../../features/site-layout/brand.tsx';
import { announce } from '../../state/announcer.ts';
import { useShownSite } from '../../state/panel/shown-site.ts';

const nothing = (): void => undefined;

/** Previews the public page's maintenance notice with the saved title and logo; renders nothing without settings. */
export function MaintenancePreview() {
  const site = useShownSite();
  // The notice announces the end of maintenance when it goes. Here nothing has ended: the text is taken back before a
  // screen reader can find it.
  useEffect(() => () => queueMicrotask(() => announce('', 'polite')), []);
  return (
    site && <MaintenanceOverlay brand={<Brand title={site.title} logo={site.logo} />} toField={nothing} />
  );
}
