import { downloadPanel } from '#messages/download-panel.ts';
import { text } from '#shared/messages/text.ts';
import { DOWNLOADS_PER_PRESS, planZip } from '../../../lib/set-plan.ts';
import { passToBrowser } from '../file/browser-sinks.ts';
import { type SaveFolder, writeToFolder } from '../file/save-folder.ts';
import type { PlacementResult, SaveDependencies, SaveSource } from '../file/save-request.ts';
import type { FileListener, PartialDownload } from './partial-download.ts';
import { type SaveProgress, type SetOutcome, type SetRequest, saveFiles } from './save-set.ts';
import { saveZips } from './save-zip.ts';
import { type SetTally, tallyOf } from './set-tally.ts';

/** An order: the files that the visitor wants from one press of a button, and how to save them. */
export interface DownloadOrder {
  readonly files: readonly SaveSource[];
  readonly saveAs: 'separate' | 'zip' | 'folder' | 'sheet';
  /** Name of the platform that the files are from; empty for a built-in sample, which this site always sends itself. */
  readonly platform: string;
  /** Name of the ZIP if all files fit into one. */
  readonly zipName: string;
  /**
   * Fetches the same files with fresh links. Resolves with null if the post cannot be read again or the signal
   * aborts. `index` is that of the file whose link has expired; of several posts, only the files of its post need fresh links.
   */
  readonly refresh: (signal: AbortSignal, index: number) => Promise<readonly SaveSource[] | null>;
  /**
   * Identifies the post of each file. Set for files of several links: one that fails does not stop the others, and none opens a tab.
   */
  readonly posts?: readonly string[];
  readonly onFile?: FileListener;
}

/** An order with everything that an attempt needs. */
export interface OrderRun extends Omit<SaveDependencies, 'output'> {
  readonly order: DownloadOrder;
  /** Target folder; null if the files go to the browser or the share sheet. */
  readonly folder: SaveFolder | null;
  /** State of earlier attempts, which this attempt continues and updates. */
  readonly partialDownload: PartialDownload;
  readonly onProgress: (progress: SaveProgress) => void;
  /** Maximum size of a ZIP in bytes. */
  readonly zipBytes: number;
  /**
   * Returns whether only the share sheet can save the file, because a download link would leave the visitor on a page without a way back.
   */
  readonly mustShare: (file: File) => boolean;
  /** Returns whether the share sheet takes these files at once. */
  readonly canShare: (files: readonly File[]) => boolean;
}

/** End of an order with one complete file or ZIP, which was saved or is kept in the page for the share sheet. */
export interface SavedEnd {
  readonly phase: 'done';
  readonly filename: string;
  /** The bytes of the file, kept for the share sheet. */
  readonly blob: Blob;
  /** Where the bytes are: `device` if the file was saved; `page` if only this page has them and the visitor must share them. */
  readonly location: 'device' | 'page';
}

/** End of an order whose files were written to the visitor's folder. */
export interface StoredEnd {
  readonly phase: 'stored';
  readonly tally: SetTally;
}

/** End of an order whose files were passed to the browser, which does not tell the page when it has saved them, or to the share sheet. */
export interface HandedOverEnd {
  readonly phase: 'handed-over';
  /** Null for a single file. */
  readonly tally: SetTally | null;
  /** The ZIP or only file that contains the whole order, for the share sheet; null if there is none. */
  readonly zip: { readonly filename: string; readonly blob: Blob } | null;
}

/** End of an order whose file was opened in a new tab. */
export interface OpenedEnd {
  readonly phase: 'opened';
  /**
   * With direct delivery: the sender of the file (`senderOf`), its name, and the link that was opened. Null if the tab was opened because
   * the transfer through this site failed.
   */
  readonly directDelivery: {
    readonly sender: string | null;
    readonly filename: string;
    readonly url: string;
  } | null;
}

/**
 * State of an order that waits for a click, because the browser accepts no more downloads without one, or because only a click can open the
 * share sheet.
 */
export interface AwaitingClick {
  readonly phase: 'next';
  readonly tally: SetTally;
  /** Number of downloads that the click starts, or of files that it passes to the share sheet. */
  readonly count: number;
  /** State of the share sheet: `ready` if the click opens it, `open` while it is open. Null if the click starts downloads. */
  readonly sheet: 'ready' | 'open' | null;
}

/**
 * End of a failed order. `received` and `total` are bytes of the file that failed, or of the whole set if it is saved as ZIP files; `total`
 * is null if it is unknown.
 */
export interface FailedEnd {
  readonly phase: 'failed';
  readonly message: string;
  /** Why the download failed, if `message` does not say it. */
  readonly reason?: string | undefined;
  readonly received: number;
  readonly total: number | null;
  /** Null for a single file. */
  readonly tally: SetTally | null;
}

/** State in which an attempt at an order ends. */
export type OrderEnd =
  | SavedEnd
  | StoredEnd
  | HandedOverEnd
  | AwaitingClick
  | FailedEnd
  | { readonly phase: 'cancelled' }
  | OpenedEnd
  | { readonly phase: 'blocked'; readonly url: string };

/** Returns the name of the platform if its own servers send the first file of the order; otherwise null. */
export const senderOf = ({ files, platform }: DownloadOrder): string | null =>
  files[0]?.direct === true ? platform : null;

/** Creates the end of an order whose first file was opened in a new tab by direct delivery. `url` is the opened link. */
export const createOpenedEnd = (order: DownloadOrder, url: string): OpenedEnd => ({
  phase: 'opened',
  directDelivery: { sender: senderOf(order), filename: order.files[0]?.filename ?? '', url },
});

/** Result of an attempt: the file or ZIP that contains the whole order; null if there is none. */
interface Result {
  saved: SavedEnd | null;
}

/**
 * Passes the bytes to the browser. If they contain the whole order, stores them in `result`, and keeps them for the share sheet instead if
 * `mustShare` returns true. `fileCount` is the number of files of the order that the bytes contain.
 */
async function placeInBrowser(
  { order, sinks, control, mustShare }: OrderRun,
  result: Result,
  blob: Blob,
  filename: string,
  fileCount: number,
): Promise<PlacementResult> {
  const isWhole = fileCount === order.files.length;
  const location = isWhole && mustShare(new File([blob], filename, { type: blob.type })) ? 'page' : 'device';
  if (location === 'device' && !(await passToBrowser(sinks, blob, filename, control.signal)))
    return { kind: 'cancelled' };
  if (isWhole) result.saved = { phase: 'done', filename, blob, location };
  return { kind: 'placed' };
}

/** Returns how many downloads one click may start; Infinity for a folder. */
function downloadsPerPress({ order: { saveAs }, prefersLink }: OrderRun): number {
  if (saveAs === 'folder') return Number.POSITIVE_INFINITY;
  // A link that is followed before the server has answered the previous one would cancel the previous one.
  return prefersLink && saveAs === 'separate' ? 1 : DOWNLOADS_PER_PRESS;
}

function requestOf(run: OrderRun, result: Result): SetRequest {
  const { order, folder, control } = run;
  return {
    ...run,
    // The share sheet needs the bytes.
    prefersLink: run.prefersLink && order.saveAs === 'separate',
    sheetTakes: order.saveAs === 'sheet' ? run.canShare : null,
    sources: order.files,
    ...(order.posts !== undefined && { posts: order.posts }),
    refresh: order.refresh,
    downloadsPerPress: downloadsPerPress(run),
    destination: folder === null ? 'browser' : 'folder',
    place: (blob, filename, fileCount) =>
      folder === null
        ? placeInBrowser(run, result, blob, filename, fileCount)
        : writeToFolder(folder, blob, filename, control.signal),
  };
}

/** Returns how many downloads are still to be started: files, or ZIP files and the files that are too large for a ZIP. */
function downloadsLeft({ order, partialDownload, zipBytes }: OrderRun): number {
  const left = order.files.filter(
    (_, index) => !partialDownload.delivered.has(index) && !partialDownload.failed.has(index),
  );
  if (order.saveAs !== 'zip') return left.length;
  const { parts, separate } = planZip(left, zipBytes);
  return parts + separate;
}

/**
 * Returns the end state of an order without failed files: `done` for a single file that this page has received, and for a ZIP that the
 * visitor must share; `stored` if all files were written to a folder; else `handed-over`.
 */
function deliveredState(tally: SetTally | null, saved: SavedEnd | null): OrderEnd {
  if (tally === null) return saved ?? { phase: 'handed-over', tally, zip: null };
  if (saved?.location === 'page') return saved;
  if (tally.written > 0 && tally.handed === 0) return { phase: 'stored', tally };
  return { phase: 'handed-over', tally, zip: saved };
}

function endOf(run: OrderRun, outcome: SetOutcome, saved: SavedEnd | null): OrderEnd {
  const tally = tallyOf(run.order, run.partialDownload, run.folder?.name ?? null);
  switch (outcome.kind) {
    case 'delivered':
      return deliveredState(tally, saved);
    case 'press-needed': {
      if (tally === null) return failure(run);
      const { size } = run.partialDownload.waitingFiles;
      const count = size > 0 ? size : Math.min(downloadsPerPress(run), downloadsLeft(run));
      return { phase: 'next', tally, count, sheet: size > 0 ? 'ready' : null };
    }
    case 'opened':
      return outcome.isDirect
        ? createOpenedEnd(run.order, outcome.url)
        : { phase: 'opened', directDelivery: null };
    case 'blocked':
      return { phase: 'blocked', url: outcome.url };
    case 'cancelled':
      return { phase: 'cancelled' };
    case 'failed': {
      const { message, reason, received, total } = outcome;
      return { phase: 'failed', message, reason, received, total, tally };
    }
  }
}

const failure = ({ order, partialDownload, folder }: OrderRun): OrderEnd => ({
  phase: 'failed',
  message: text(downloadPanel, 'downloadFailed'),
  received: 0,
  total: null,
  tally: tallyOf(order, partialDownload, folder?.name ?? null),
});

/**
 * Runs one attempt at an order, and resolves with the state in which the attempt ended. Never throws: an exception is returned as a
 * failure.
 */
export async function runOrder(run: OrderRun): Promise<OrderEnd> {
  const result: Result = { saved: null };
  try {
    const request = requestOf(run, result);
    const { saveAs, zipName } = run.order;
    const outcome =
      saveAs === 'zip'
        ? await saveZips({ ...request, maxBytes: run.zipBytes, zipName })
        : await saveFiles(request);
    return endOf(run, outcome, result.saved);
  } catch {
    return run.control.signal.aborted ? { phase: 'cancelled' } : failure(run);
  }
}
