import { OBJECT_URL_RELEASE_MS } from '#shared/limits.ts';
import { createDownloadThrottle, type DownloadThrottle } from './download-throttle.ts';
import { pageConnectivity } from './page-connectivity.ts';

/** Where a file leaves the page. Injected, so that the order of saving can be tested without a browser. */
export interface SaveSinks {
  /** Saves finished bytes under `filename`. */
  readonly saveBlob: (blob: Blob, filename: string) => void;
  /** Starts the browser's own download of `url`. */
  readonly saveLink: (url: string, filename: string) => void;
  /** Opens `url` in a new tab; false when the browser blocked it. */
  readonly openTab: (url: string) => boolean;
  /** Resolves when the browser takes another download of this page, or the signal aborts. */
  readonly untilFree: DownloadThrottle['untilFree'];
}

/** The browser counts per page, so there is one for all downloads. */
const throttle = createDownloadThrottle({ now: () => performance.now(), sleep: pageConnectivity.sleep });

function pressAnchor(href: string, filename: string): void {
  const anchor = document.createElement('a');
  anchor.href = href;
  anchor.download = filename;
  anchor.hidden = true;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  throttle.started();
}

function saveBlob(blob: Blob, filename: string): void {
  const href = URL.createObjectURL(blob);
  pressAnchor(href, filename);
  setTimeout(() => URL.revokeObjectURL(href), OBJECT_URL_RELEASE_MS);
}

/**
 * Asked for with `noopener`, `window.open` gives null whether or not the tab opened. So an empty tab is opened
 * first, cut off from this page, and only then sent on: null now means blocked, and the platform gets no opener.
 */
function openTab(url: string): boolean {
  const tab = window.open('', '_blank');
  if (tab === null) return false;
  tab.opener = null;
  tab.location.replace(new URL(url, window.location.href).href);
  return true;
}

/** The real ways out of this page. */
export const browserSinks: SaveSinks = {
  saveBlob,
  saveLink: pressAnchor,
  openTab,
  untilFree: throttle.untilFree,
};

/** The page's own fetch, called as a plain function so that it may be handed about. */
export const pageFetch: typeof fetch = (input, init) => fetch(input, init);
