import type { Quality } from '#shared/contract/preview.ts';
import { SAVE_MESSAGES } from '#shared/result-messages.ts';
import { DOWNLOADS_PER_PRESS } from '../../lib/download-throttle.ts';
import type { PartialDownload } from '../../lib/partial-download.ts';
import type { SaveDependencies } from '../../lib/save-file.ts';
import { type SaveFolder, writeToFolder } from '../../lib/save-folder.ts';
import {
  type PlacementResult,
  type SaveProgress,
  type SetOutcome,
  type SetRequest,
  saveFiles,
} from '../../lib/save-set.ts';
import { saveZips } from '../../lib/save-zip.ts';
import { planZip } from '../../lib/zip-plan.ts';
import type { EndState, Saved, SetTally } from './download-state.ts';
import { tallyOf } from './set-tally.ts';

/** Files the visitor ordered and how to save them. */
export interface DownloadOrder {
  readonly files: readonly Quality[];
  readonly saveAs: 'separate' | 'zip' | 'folder';
  /** Name of the ZIP if all files fit into one. */
  readonly zipName: string;
  /**
   * Fetches the same files with fresh links. Resolves with null if the post cannot be read again or the signal
   * aborts.
   */
  readonly refresh: (signal: AbortSignal) => Promise<readonly Quality[] | null>;
}

/** An order with everything an attempt needs to run it. */
export interface DownloadRun extends Omit<SaveDependencies, 'output'> {
  readonly order: DownloadOrder;
  /** Target folder; null if files go to the browser. */
  readonly folder: SaveFolder | null;
  /** What earlier attempts delivered and which files failed. */
  readonly partialDownload: PartialDownload;
  readonly onProgress: (progress: SaveProgress) => void;
  /**
   * Returns true where a download link would leave the visitor on a page without a way back, so only the share sheet
   * can be used.
   */
  readonly mustShare: (file: File) => boolean;
}

/** The one file or ZIP that an attempt produced. */
interface Result {
  saved: Saved | null;
}

/** Passes the bytes to the browser, or retains them for the share sheet where that is the only way. */
async function placeInBrowser(
  run: DownloadRun,
  result: Result,
  blob: Blob,
  filename: string,
  files: number,
): Promise<PlacementResult> {
  const { sinks, control, mustShare } = run;
  const whole = files === run.order.files.length;
  if (whole && mustShare(new File([blob], filename, { type: blob.type }))) {
    result.saved = { phase: 'done', filename, blob, place: 'page' };
    return { kind: 'placed' };
  }
  await sinks.waitForSlot(control.signal);
  if (control.signal.aborted) return { kind: 'cancelled' };
  sinks.saveBlob(blob, filename);
  if (whole) result.saved = { phase: 'done', filename, blob, place: 'device' };
  return { kind: 'placed' };
}

function requestOf(run: DownloadRun, result: Result): SetRequest {
  const { order, folder, control } = run;
  return {
    ...run,
    sources: order.files,
    refresh: order.refresh,
    downloadsPerPress: folder === null ? DOWNLOADS_PER_PRESS : Number.POSITIVE_INFINITY,
    destination: folder === null ? 'browser' : 'folder',
    place: (blob, filename, files) =>
      folder === null
        ? placeInBrowser(run, result, blob, filename, files)
        : writeToFolder(folder, blob, filename, control.signal),
  };
}

/** Returns how many downloads are still to be started. */
function downloadsLeft({ order, partialDownload, maxBytes }: DownloadRun): number {
  const left = order.files.filter(
    (_, index) => !partialDownload.delivered.has(index) && !partialDownload.failed.has(index),
  );
  if (order.saveAs !== 'zip') return left.length;
  const { parts, separate } = planZip(left, maxBytes);
  return parts + separate;
}

/**
 * Returns the end state of a delivered order. A single file or single ZIP may be `done`; a set is reported only by
 * its counts.
 */
function deliveredState(tally: SetTally | null, saved: Saved | null): EndState {
  if (tally === null) return saved ?? { phase: 'handed-over', tally, zip: null };
  if (saved?.place === 'page') return saved;
  if (tally.written > 0 && tally.handed === 0) return { phase: 'stored', tally };
  return { phase: 'handed-over', tally, zip: saved };
}

function endOf(run: DownloadRun, outcome: SetOutcome, saved: Saved | null): EndState {
  const tally = tallyOf(run.order, run.partialDownload, run.folder?.name ?? null);
  switch (outcome.kind) {
    case 'delivered':
      return deliveredState(tally, saved);
    case 'press-needed':
      return tally === null
        ? failure(run)
        : { phase: 'next', tally, count: Math.min(DOWNLOADS_PER_PRESS, downloadsLeft(run)) };
    case 'opened':
      return { phase: 'opened' };
    case 'blocked':
      return { phase: 'blocked', url: outcome.url };
    case 'cancelled':
      return { phase: 'cancelled' };
    case 'failed': {
      const { message, received, total } = outcome;
      return { phase: 'failed', message, received, total, tally };
    }
  }
}

const failure = ({ order, partialDownload, folder }: DownloadRun): EndState => ({
  phase: 'failed',
  message: SAVE_MESSAGES.downloadFailed,
  received: 0,
  total: null,
  tally: tallyOf(order, partialDownload, folder?.name ?? null),
});

/**
 * Runs an order, or its next part, and resolves with the state it ended in. Never throws: an exception in the browser
 * is a failure.
 */
export async function runDownload(run: DownloadRun): Promise<EndState> {
  const result: Result = { saved: null };
  try {
    const request = requestOf(run, result);
    const { saveAs, zipName } = run.order;
    const outcome = saveAs === 'zip' ? await saveZips({ ...request, zipName }) : await saveFiles(request);
    return endOf(run, outcome, result.saved);
  } catch {
    return run.control.signal.aborted ? { phase: 'cancelled' } : failure(run);
  }
}
