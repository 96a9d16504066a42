import { DOWNLOADS_PER_PRESS } from '../../../lib/set-plan.ts';
import { pageConnectivity } from '../transfer/page-network.ts';

/**
 * Time that ten downloads take at least. Blink's LocalFrame allows ten downloads per second and drops further ones without an
 * error, so the page could not detect the missing file.
 */
export const DOWNLOAD_BURST_WINDOW_MS = 1_200;
const SPACING_MS = DOWNLOAD_BURST_WINDOW_MS / DOWNLOADS_PER_PRESS;
const OBJECT_URL_RELEASE_MS = 1_000;

/** Earliest start of the next download (ms of `performance.now`). One value for all, because the browser limits downloads per page. */
let freeAt = Number.NEGATIVE_INFINITY;

/** Resolves when the browser accepts another download of this page or the signal aborts. */
async function waitForSlot(signal: AbortSignal): Promise<void> {
  const now = performance.now();
  const startsAt = Math.max(now, freeAt);
  // Taken at once, because several downloads may wait at the same time.
  freeAt = startsAt + SPACING_MS;
  if (startsAt > now) await pageConnectivity.sleep(startsAt - now, signal);
}

/**
 * Starts the browser's own download of `href`. With null as `filename` the link has no `download` attribute, which the browsers inside
 * apps do not know.
 */
function saveLink(href: string, filename: string | null): void {
  const anchor = document.createElement('a');
  anchor.href = href;
  if (filename !== null) anchor.download = filename;
  anchor.hidden = true;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  freeAt = Math.max(freeAt, performance.now() + SPACING_MS);
}

/** Saves finished bytes under `filename`. */
function saveBlob(blob: Blob, filename: string): void {
  const href = URL.createObjectURL(blob);
  saveLink(href, filename);
  setTimeout(() => URL.revokeObjectURL(href), OBJECT_URL_RELEASE_MS);
}

/**
 * Follows a link in a new tab. Returns false if the browser blocks that because the visitor's last click is too long ago, or if the click
 * throws; a browser without `userActivation` does not tell, so true is returned. The link has no `download` attribute: with one, Chromium
 * would open the site to which the link redirects in this tab.
 */
function saveInTab(url: string): boolean {
  if ((navigator.userActivation as UserActivation | undefined)?.isActive === false) return false;
  const anchor = document.createElement('a');
  Object.assign(anchor, { href: url, target: '_blank', rel: 'noopener noreferrer', hidden: true });
  anchor.referrerPolicy = 'no-referrer';
  document.body.append(anchor);
  try {
    anchor.click();
    return true;
  } catch {
    return false;
  } finally {
    anchor.remove();
  }
}

/**
 * Opens a URL in a new tab; returns false when the browser blocked it. `window.open` with `noopener` always returns null,
 * so this opens an empty tab first, clears its `opener` and only then navigates it.
 */
function openTab(url: string): boolean {
  const tab = window.open('', '_blank');
  if (tab === null) return false;
  tab.opener = null;
  tab.location.replace(new URL(url, window.location.href).href);
  return true;
}

/** Functions of the browser by which a file leaves the page. Injected so that tests need no browser. */
export const browserSinks = { saveBlob, saveLink, saveInTab, openTab, waitForSlot };

export type SaveSinks = Readonly<typeof browserSinks>;

/** Passes finished bytes to the browser once it accepts another download; returns false when the signal aborts before. */
export async function passToBrowser(
  sinks: SaveSinks,
  blob: Blob,
  filename: string,
  signal: AbortSignal,
): Promise<boolean> {
  await sinks.waitForSlot(signal);
  if (signal.aborted) return false;
  sinks.saveBlob(blob, filename);
  return true;
}
