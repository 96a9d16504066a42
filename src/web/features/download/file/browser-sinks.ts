import { DOWNLOADS_PER_PRESS } from '../../../lib/set-plan.ts';
import { pageConnectivity } from '../transfer/page-network.ts';

/**
 * Shortest time in which the page starts ten downloads. Blink's LocalFrame allows ten downloads per second and drops further ones without
 * an error, so the page could not detect the missing file.
 */
export const DOWNLOAD_BURST_WINDOW_MS = 1_200;
const SPACING_MS = DOWNLOAD_BURST_WINDOW_MS / DOWNLOADS_PER_PRESS;
const OBJECT_URL_RELEASE_MS = 1_000;

/** Earliest start of the next download (ms of `performance.now`). All downloads share it, because the browser limits downloads per page. */
let nextStartAt = Number.NEGATIVE_INFINITY;

/** Reserves the next time at which the browser accepts a download of this page. Resolves at that time, or when the signal aborts. */
async function waitForSlot(signal: AbortSignal): Promise<void> {
  const now = performance.now();
  const startsAt = Math.max(now, nextStartAt);
  // Reserved before the wait, because several downloads may wait at the same time.
  nextStartAt = startsAt + SPACING_MS;
  if (startsAt > now) await pageConnectivity.sleep(startsAt - now, signal);
}

/**
 * Starts the browser's own download of `href`, and delays the next download. If `filename` is null, the link gets no `download` attribute,
 * because the browsers inside apps do not know that attribute.
 */
function saveLink(href: string, filename: string | null): void {
  const anchor = document.createElement('a');
  anchor.href = href;
  if (filename !== null) anchor.download = filename;
  anchor.hidden = true;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  nextStartAt = Math.max(nextStartAt, performance.now() + SPACING_MS);
}

/** Starts the browser's download of complete bytes under `filename`. */
function saveBlob(blob: Blob, filename: string): void {
  const href = URL.createObjectURL(blob);
  saveLink(href, filename);
  setTimeout(() => URL.revokeObjectURL(href), OBJECT_URL_RELEASE_MS);
}

/**
 * Opens a link in a new tab. Returns false if the visitor's last click is too long ago, so that the browser would block the tab, or if the
 * click throws. Returns true in a browser without `userActivation`, which does not say whether it blocks the tab. The link has no
 * `download` attribute: with one, Chromium would open the site to which the link redirects in this tab.
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
 * Opens a URL in an empty new tab. Returns false when the browser blocks the tab. `window.open` with `noopener` always returns null, so
 * this opens the tab first, clears its `opener` and only then navigates it.
 */
function openTab(url: string): boolean {
  const tab = window.open('', '_blank');
  if (tab === null) return false;
  tab.opener = null;
  tab.location.replace(new URL(url, window.location.href).href);
  return true;
}

/** Functions with which the page passes a file to the browser. Injected so that tests need no browser. */
export const browserSinks = { saveBlob, saveLink, saveInTab, openTab, waitForSlot };

export type SaveSinks = Readonly<typeof browserSinks>;

/** Passes complete bytes to the browser, as soon as it accepts another download. Returns false if the signal aborts before that. */
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
