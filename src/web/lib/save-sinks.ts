import { createDownloadThrottle, type DownloadThrottle } from './download-throttle.ts';
import { pageConnectivity } from './page-connectivity.ts';

const OBJECT_URL_RELEASE_MS = 1_000;

/** Browser functions by which a file leaves the page. Injected so that tests need no browser. */
export interface SaveSinks {
  /** Saves finished bytes under `filename`. */
  readonly saveBlob: (blob: Blob, filename: string) => void;
  /** Starts the browser's own download of `url`. */
  readonly saveLink: (url: string, filename: string) => void;
  /** Opens `url` in a new tab; false when the browser blocked it. */
  readonly openTab: (url: string) => boolean;
  /** Resolves when the browser accepts another download of this page or the signal aborts. */
  readonly waitForSlot: DownloadThrottle['waitForSlot'];
}

/** Shared by all downloads, because the browser applies its limit per page. */
const throttle = createDownloadThrottle({ now: () => performance.now(), sleep: pageConnectivity.sleep });

function clickDownloadLink(href: string, filename: string): void {
  const anchor = document.createElement('a');
  anchor.href = href;
  anchor.download = filename;
  anchor.hidden = true;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  throttle.recordStart();
}

function saveBlob(blob: Blob, filename: string): void {
  const href = URL.createObjectURL(blob);
  clickDownloadLink(href, filename);
  setTimeout(() => URL.revokeObjectURL(href), OBJECT_URL_RELEASE_MS);
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

/** Implementation that saves files and opens tabs in the real browser. */
export const browserSinks: SaveSinks = {
  saveBlob,
  saveLink: clickDownloadLink,
  openTab,
  waitForSlot: throttle.waitForSlot,
};

/** The page's `fetch` as a plain function, so that it can be passed as an argument. */
export const pageFetch: typeof fetch = (input, init) => fetch(input, init);
