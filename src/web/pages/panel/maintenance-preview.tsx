import { useEffect } from 'react';
import { MaintenanceOverlay } from '../../features/maintenance/maintenance-overlay.tsx';
import { Brand } from '../../features/site-layout/brand.tsx';
import { announce } from '../../state/announcer.ts';
import { useShownSite } from '../../state/panel/shown-site.ts';

const nothing = (): void => undefined;

/** Renders the public page's maintenance notice with the saved title and logo for the preview; renders nothing without settings. */
export function MaintenancePreview() {
  const site = useShownSite();
  // The notice announces the end of maintenance when it is unmounted. In this preview no maintenance has ended, so the announcement is
  // removed before a screen reader reads it.
  useEffect(() => () => queueMicrotask(() => announce('', 'polite')), []);
  return (
    site && <MaintenanceOverlay brand={<Brand title={site.title} logo={site.logo} />} focusField={nothing} />
  );
}
