import { MANIFEST_PATH } from '#shared/sharing.ts';

/**
 * Links the web app manifest, which makes the page installable. Call after the first paint: the browser loads the manifest and its
 * largest icon at once (docs/adr/0050).
 */
export function linkManifest(): void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = MANIFEST_PATH;
  document.head.append(link);
}
