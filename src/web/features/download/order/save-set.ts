import { fetchFile } from '../file/save-file.ts';
import type { PlacementResult, SaveDependencies, SaveOutcome, SaveSource } from '../file/save-request.ts';
import type { Delivery, PartialDownload } from './partial-download.ts';

/** A set stops after this many failed files in a row: the network or the server is then the likely cause, not one file. */
const CONSECUTIVE_FAILED_FILES_MAX = 2;

/** Progress of a download of one or several files, in bytes. `total` is null while any size is only estimated. */
export interface SaveProgress {
  readonly received: number;
  readonly total: number | null;
  /** Number of the current file, starting at 1. */
  readonly file: number;
  readonly files: number;
}

export interface SetRequest extends Omit<SaveDependencies, 'output'> {
  readonly sources: readonly SaveSource[];
  /** State of earlier attempts, which this attempt continues and updates. */
  readonly partialDownload: PartialDownload;
  /** Number of downloads the browser accepts per click of the visitor. */
  readonly downloadsPerPress: number;
  readonly onProgress: (progress: SaveProgress) => void;
  /** Fetches fresh links for all files, in the same order; null when that fails or the signal aborts. */
  readonly refresh: (signal: AbortSignal) => Promise<readonly SaveSource[] | null>;
  /** Destination of complete files. */
  readonly destination: Delivery['destination'];
  /** Delivers one complete file, or one ZIP that holds `files` files of the set. */
  readonly place: (blob: Blob, filename: string, files: number) => Promise<PlacementResult>;
}

/** Outcome of an attempt. `partialDownload` records which files were delivered and which failed. */
export type SetOutcome =
  | { readonly kind: 'delivered' }
  /** The browser accepts no more downloads until the visitor clicks again. */
  | { readonly kind: 'press-needed' }
  | Extract<SaveOutcome, { kind: 'opened' | 'blocked' | 'cancelled' | 'failed' }>;

const sum = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>(
    (total, value) => (total === null || value === null ? null : total + value),
    0,
  );

/** Manages the links of a set. Refreshes them once for all files, because the links of a post expire together. */
function createSourceList({ partialDownload, sources, refresh }: SetRequest) {
  const currentSources = (): readonly SaveSource[] => partialDownload.links ?? sources;
  return {
    at: (index: number): SaveSource | undefined => currentSources()[index],
    sizes: (): (number | null)[] => currentSources().map((source) => (source.sizeKnown ? source.size : null)),
    async refreshAt(index: number, signal: AbortSignal): Promise<SaveSource | null> {
      const fresh = await refresh(signal);
      if (fresh?.length !== sources.length) return null;
      partialDownload.links = fresh;
      return fresh[index] ?? null;
    },
  };
}

interface FetchOptions {
  readonly output: SaveDependencies['output'];
  readonly maxBytes: number;
  /** Number of files of the set before this one, for the progress. */
  readonly before: number;
}

/** Fetches files of a set and tracks their total progress. */
export interface SetReader {
  /** Fetches the file at this index of the set. */
  readonly fetch: (index: number, options: FetchOptions) => Promise<SaveOutcome>;
  /** Returns the size of the file at this index in bytes; null while it is only estimated. */
  readonly sizeOf: (index: number) => number | null;
  /** Returns the received bytes and the total bytes of all files. */
  readonly progress: () => Pick<SaveProgress, 'received' | 'total'>;
}

/** Creates a reader for the files of a set. Its progress covers all attempts and clicks so far. */
export function createSetReader(request: SetRequest): SetReader {
  const { partialDownload, sources } = request;
  const sourceList = createSourceList(request);
  const sizes = sourceList.sizes();
  const receivedBytes = sources.map(() => 0);
  for (const [index, { bytes }] of partialDownload.delivered) {
    // Files that the browser downloads itself do not count towards this page's progress.
    sizes[index] = bytes ?? 0;
    receivedBytes[index] = bytes ?? 0;
  }
  let hasBegun = partialDownload.delivered.size > 0;
  const progress = () => ({ received: sum(receivedBytes) ?? 0, total: sum(sizes) });
  return {
    progress,
    sizeOf: (index) => sizes[index] ?? null,
    async fetch(index, { output, maxBytes, before }) {
      const source = sourceList.at(index) ?? { url: '', filename: '', size: 0, sizeKnown: false };
      const isContinuation = hasBegun;
      hasBegun = true;
      const outcome = await fetchFile({
        ...request,
        source,
        output,
        maxBytes,
        isContinuation,
        partialFile: partialDownload.fileAt(index),
        refresh: (signal) => sourceList.refreshAt(index, signal),
        onProgress: (received, total) => {
          receivedBytes[index] = received;
          sizes[index] = total;
          request.onProgress({ ...progress(), file: before + 1, files: sources.length });
        },
      });
      if (outcome.kind === 'handed-over' || outcome.kind === 'too-large') receivedBytes[index] = 0;
      if (outcome.kind === 'handed-over') sizes[index] = 0;
      if (outcome.kind === 'collected') sizes[index] = outcome.blob.size;
      return outcome;
    },
  };
}

/** Fetches one file and delivers it. */
async function deliver(
  request: SetRequest,
  reader: SetReader,
  index: number,
): Promise<SaveOutcome | PlacementResult> {
  const { partialDownload, sources, maxBytes, place, destination } = request;
  // Only this page can write into a folder.
  const output = sources.length === 1 && destination === 'browser' ? 'file' : 'files';
  const before = partialDownload.delivered.size + partialDownload.failed.size;
  const outcome = await reader.fetch(index, { output, maxBytes, before });
  if (outcome.kind === 'handed-over')
    partialDownload.recordDelivery(index, { destination: 'browser', bytes: null });
  if (outcome.kind !== 'collected') return outcome;
  const placed = await place(outcome.blob, outcome.filename, 1);
  if (placed.kind === 'placed')
    partialDownload.recordDelivery(index, { destination, bytes: outcome.blob.size });
  return placed;
}

/**
 * Downloads the undelivered files of a set one after another. A failed file is skipped and the others continue, unless
 * several in a row fail. Ends when all files are processed or when the browser accepts no more downloads until the next
 * click. Rethrows errors of `place`.
 */
export async function saveFiles(request: SetRequest): Promise<SetOutcome> {
  const { partialDownload, sources, downloadsPerPress } = request;
  const reader = createSetReader(request);
  const deliveredBefore = partialDownload.delivered.size;
  let consecutiveFailures = 0;
  for (const index of sources.keys()) {
    if (partialDownload.delivered.has(index) || partialDownload.failed.has(index)) continue;
    if (partialDownload.delivered.size - deliveredBefore === downloadsPerPress)
      return { kind: 'press-needed' };
    const outcome = await deliver(request, reader, index);
    if (outcome.kind === 'failed') {
      partialDownload.failed.set(index, outcome);
      consecutiveFailures += 1;
      // A complete file that could not be written means the folder is at fault, so the next file would fail too.
      if (partialDownload.fileAt(index).isComplete || consecutiveFailures === CONSECUTIVE_FAILED_FILES_MAX)
        break;
    } else if (outcome.kind === 'opened' || outcome.kind === 'blocked' || outcome.kind === 'cancelled') {
      return outcome;
    } else consecutiveFailures = 0;
  }
  const last = [...partialDownload.failed.values()].at(-1);
  return last ?? { kind: 'delivered' };
}
