import { FAILED_FILES_IN_A_ROW_MAX } from '#shared/limits.ts';
import type { Delivery, PartialDownload } from './partial-download.ts';
import {
  fetchFile,
  type SaveFailure,
  type SaveOutcome,
  type SaveSource,
  type SaveTools,
} from './save-file.ts';

/** Where a save of one or several files stands. `total` is null while one size is only estimated. */
export interface SaveProgress {
  readonly received: number;
  readonly total: number | null;
  /** 1 for the first file. */
  readonly file: number;
  readonly files: number;
}

/** Whether a complete file went where it should; a failure ends the set. */
export type Placed = { readonly kind: 'placed' } | { readonly kind: 'cancelled' } | SaveFailure;

export interface SetRequest extends Omit<SaveTools, 'into'> {
  readonly sources: readonly SaveSource[];
  /** What earlier tries delivered and left, and what the next would need. */
  readonly partialDownload: PartialDownload;
  /** Downloads the browser takes until the visitor presses again. */
  readonly perPress: number;
  readonly onProgress: (progress: SaveProgress) => void;
  /** Gives all files again with fresh links, in the same order, or null; null, too, when the signal aborts. */
  readonly refresh: (signal: AbortSignal) => Promise<readonly SaveSource[] | null>;
  /** Where complete files go. */
  readonly to: Delivery['to'];
  /** Takes one complete file, or one ZIP that holds this many `files` of the set. */
  readonly place: (blob: Blob, filename: string, files: number) => Promise<Placed>;
}

/** How a try ended. What it delivered, and which files failed, is in `keep`. */
export type SetOutcome =
  | { readonly kind: 'delivered' }
  /** The browser takes no more files before the visitor's next press. */
  | { readonly kind: 'press-needed' }
  | Extract<SaveOutcome, { kind: 'opened' | 'blocked' | 'cancelled' | 'failed' }>;

const sum = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>(
    (total, value) => (total === null || value === null ? null : total + value),
    0,
  );

/** Makes fresh links once for the whole set and remembers them: the other links of a post expire together. */
function createSourceList({ partialDownload, sources, refresh }: SetRequest) {
  const now = (): readonly SaveSource[] => partialDownload.links ?? sources;
  return {
    at: (index: number): SaveSource | undefined => now()[index],
    sizes: (): (number | null)[] => now().map((source) => (source.sizeKnown ? source.size : null)),
    async refreshed(index: number, signal: AbortSignal): Promise<SaveSource | null> {
      const fresh = await refresh(signal);
      if (fresh?.length !== sources.length) return null;
      partialDownload.links = fresh;
      return fresh[index] ?? null;
    },
  };
}

interface FetchOptions {
  readonly into: SaveTools['into'];
  readonly maxBytes: number;
  /** Files of the set before this one, delivered or not; for the progress. */
  readonly before: number;
}

export interface SetReader {
  /** Fetches the file at this index of the set. */
  readonly fetch: (index: number, options: FetchOptions) => Promise<SaveOutcome>;
  /** Size of the file at this index; null while it is only estimated. */
  readonly sizeOf: (index: number) => number | null;
  /** Bytes of all files so far, and of all that are to come. */
  readonly progress: () => Pick<SaveProgress, 'received' | 'total'>;
}

/** Creates a reader that fetches the files of a set and adds their progress up, over all tries and presses. */
export function createSetReader(request: SetRequest): SetReader {
  const { partialDownload, sources } = request;
  const sourceList = createSourceList(request);
  const sizes = sourceList.sizes();
  const arrived = sources.map(() => 0);
  for (const [index, { bytes }] of partialDownload.delivered) {
    // What the browser fetches by itself is no progress of this page.
    sizes[index] = bytes ?? 0;
    arrived[index] = bytes ?? 0;
  }
  let begun = partialDownload.delivered.size > 0;
  const progress = () => ({ received: sum(arrived) ?? 0, total: sum(sizes) });
  return {
    progress,
    sizeOf: (index) => sizes[index] ?? null,
    async fetch(index, { into, maxBytes, before }) {
      const source = sourceList.at(index) ?? { url: '', filename: '', size: 0, sizeKnown: false };
      const following = begun;
      begun = true;
      const outcome = await fetchFile({
        ...request,
        source,
        into,
        maxBytes,
        following,
        partialFile: partialDownload.file(index),
        refresh: (signal) => sourceList.refreshed(index, signal),
        onProgress: (received, total) => {
          arrived[index] = received;
          sizes[index] = total;
          request.onProgress({ ...progress(), file: before + 1, files: sources.length });
        },
      });
      if (outcome.kind === 'handed-over' || outcome.kind === 'too-large') arrived[index] = 0;
      if (outcome.kind === 'handed-over') sizes[index] = 0;
      if (outcome.kind === 'collected') sizes[index] = outcome.blob.size;
      return outcome;
    },
  };
}

/** Fetches one file and delivers it. */
async function deliver(request: SetRequest, reader: SetReader, index: number): Promise<SaveOutcome | Placed> {
  const { partialDownload, sources, maxBytes, place, to } = request;
  const into = sources.length === 1 ? 'file' : 'files';
  const before = partialDownload.delivered.size + partialDownload.failed.size;
  const outcome = await reader.fetch(index, { into, maxBytes, before });
  if (outcome.kind === 'handed-over') partialDownload.deliver(index, { to: 'browser', bytes: null });
  if (outcome.kind !== 'collected') return outcome;
  const placed = await place(outcome.blob, outcome.filename, 1);
  if (placed.kind === 'placed') partialDownload.deliver(index, { to, bytes: outcome.blob.size });
  return placed;
}

/**
 * Delivers the files of a set that were not delivered yet, one after the other. A file that fails is left out, and the
 * others are fetched all the same, unless several fail in a row. Ends when all are through, or when the browser takes no
 * more before the visitor's next press. Faults of `place` are thrown.
 */
export async function saveFiles(request: SetRequest): Promise<SetOutcome> {
  const { partialDownload, sources, perPress } = request;
  const reader = createSetReader(request);
  const deliveredBefore = partialDownload.delivered.size;
  let inARow = 0;
  for (const index of sources.keys()) {
    if (partialDownload.delivered.has(index) || partialDownload.failed.has(index)) continue;
    if (partialDownload.delivered.size - deliveredBefore === perPress) return { kind: 'press-needed' };
    const outcome = await deliver(request, reader, index);
    if (outcome.kind === 'failed') {
      partialDownload.failed.set(index, outcome);
      inARow += 1;
      // What could not be written was whole: the folder is at fault, and the next file would not fare better.
      if (partialDownload.file(index).isWhole || inARow === FAILED_FILES_IN_A_ROW_MAX) break;
    } else if (outcome.kind === 'opened' || outcome.kind === 'blocked' || outcome.kind === 'cancelled') {
      return outcome;
    } else inARow = 0;
  }
  const last = [...partialDownload.failed.values()].at(-1);
  return last ?? { kind: 'delivered' };
}
