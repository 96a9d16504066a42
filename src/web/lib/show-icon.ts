import { faviconPath } from '#shared/sharing.ts';

/** Shows the owner's logo, or the built-in mark, as the icon of the browser's tab. */
export function showIcon(logoPath: string | null): void {
  const link = document.querySelector('link[rel="icon"]');
  const path = faviconPath(logoPath);
  // Setting the same address again would load the icon again.
  if (link?.getAttribute('href') !== path) link?.setAttribute('href', path);
}
