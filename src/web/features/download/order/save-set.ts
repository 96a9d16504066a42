import { fetchFile } from '../file/save-file.ts';
import type {
  FetchOutcome,
  FileOutcome,
  PlacementResult,
  SaveDependencies,
  SaveSource,
} from '../file/save-request.ts';
import type { FileDelivery, PartialDownload } from './partial-download.ts';

/** A set stops after this many failed files in a row: the network or the server is then the likely cause, not one file. */
const CONSECUTIVE_FAILED_FILES_MAX = 2;
/** Maximum number of files that are fetched at the same time; fewer after the server has answered that it is busy. */
const FILES_AT_ONCE = 3;

/** Progress of a download of one or several files, in bytes. `total` is null while any size is only estimated. */
export interface SaveProgress {
  readonly received: number;
  readonly total: number | null;
  /** Number of the file that is done next, starting at 1. */
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
  readonly destination: FileDelivery['destination'];
  /** Delivers one complete file, or one ZIP that holds `files` files of the set. */
  readonly place: (blob: Blob, filename: string, files: number) => Promise<PlacementResult>;
  /** Returns whether the share sheet takes these files at once; null if the files do not go there. */
  readonly sheetTakes: ((files: readonly File[]) => boolean) | null;
}

/** Outcome of an attempt to save a set. `partialDownload` records which files were delivered and which failed. */
export type SetOutcome =
  | { readonly kind: 'delivered' }
  /** The browser accepts no more downloads until the visitor clicks again. */
  | { readonly kind: 'press-needed' }
  | Extract<FileOutcome, { kind: 'opened' | 'blocked' | 'cancelled' | 'failed' }>;

const sum = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>(
    (total, value) => (total === null || value === null ? null : total + value),
    0,
  );

/** Manages the links of a set. Refreshes them once for all files, because the links of a post expire together. */
function createSourceList({ partialDownload, sources, refresh }: SetRequest) {
  const currentSources = (): readonly SaveSource[] => partialDownload.links ?? sources;
  let pendingRefresh: ReturnType<SetRequest['refresh']> | null = null;
  return {
    at: (index: number): SaveSource | undefined => currentSources()[index],
    sizes: (): (number | null)[] => currentSources().map((source) => (source.sizeKnown ? source.size : null)),
    /**
     * Returns the file with a newer link than `used`: one that a refresh for another file has brought, or else that of a new refresh. Null
     * if the refresh fails.
     */
    async refreshAt(index: number, used: string, signal: AbortSignal): Promise<SaveSource | null> {
      const current = currentSources()[index];
      if (current !== undefined && current.url !== used) return current;
      pendingRefresh ??= refresh(signal).finally(() => {
        pendingRefresh = null;
      });
      const fresh = await pendingRefresh;
      if (fresh?.length !== sources.length) return null;
      partialDownload.links = fresh;
      return fresh[index] ?? null;
    },
  };
}

interface FetchOptions {
  readonly output: SaveDependencies['output'];
  /** Maximum size of a file, in bytes. */
  readonly maxBytes: number;
  /** Maximum total size, in bytes, of the files that are fetched at the same time. */
  readonly roomBytes: number;
  /** Maximum number of files that may be fetched now. */
  readonly atMost: number;
}

/** Creates a queue that fetches at most FILES_AT_ONCE files at once, fewer after the server has answered that it is busy. */
function createFetchQueue(fetchAt: (index: number, options: FetchOptions) => Promise<FetchOutcome>) {
  const active = new Map<number, Promise<void>>();
  const ready = new Map<number, FileOutcome>();
  let maxActive = FILES_AT_ONCE;
  const start = async (index: number, options: FetchOptions): Promise<void> => {
    const outcome = await fetchAt(index, options);
    active.delete(index);
    if (outcome.kind === 'busy') maxActive = Math.max(1, active.size);
    else ready.set(index, outcome);
  };
  return {
    hasOthers: () => active.size > 1,
    settle: async () => void (await Promise.all(active.values())),
    /** Resolves with the outcome of the file at the first of `indexes`; meanwhile fetches the files at the others. */
    async take(indexes: readonly number[], options: FetchOptions): Promise<FileOutcome> {
      for (;;) {
        const [first = 0] = indexes;
        const outcome = ready.get(first);
        if (outcome !== undefined) {
          ready.delete(first);
          return outcome;
        }
        for (const index of indexes)
          if (active.size < maxActive && !active.has(index) && !ready.has(index))
            active.set(index, start(index, options));
        await Promise.race(active.values());
      }
    },
  };
}

/** Creates a reader that fetches the files of a set, a few at once. The reported progress includes the files of earlier attempts. */
export function createSetReader(request: SetRequest) {
  const { partialDownload, sources } = request;
  const sourceList = createSourceList(request);
  const sizes = sourceList.sizes();
  const receivedBytes = sources.map(() => 0);
  for (const [index, { bytes }] of partialDownload.delivered) {
    // Files that the browser downloads itself do not count towards this page's progress.
    sizes[index] = bytes ?? 0;
    receivedBytes[index] = bytes ?? 0;
  }
  for (const [index, { size }] of partialDownload.held) {
    sizes[index] = size;
    receivedBytes[index] = size;
  }
  let hasBegun = partialDownload.delivered.size > 0;
  const progress = () => ({ received: sum(receivedBytes) ?? 0, total: sum(sizes) });
  const collected = new Set(partialDownload.held.keys());
  const report = (): void => {
    const done = new Set([
      ...partialDownload.delivered.keys(),
      ...partialDownload.failed.keys(),
      ...collected,
    ]);
    const file = Math.min(done.size + 1, sources.length);
    request.onProgress({ ...progress(), file, files: sources.length });
  };
  const queue: ReturnType<typeof createFetchQueue> = createFetchQueue(async (index, { output, maxBytes }) => {
    const source = sourceList.at(index) ?? { url: '', filename: '', size: 0, sizeKnown: false };
    const isContinuation = hasBegun;
    hasBegun = true;
    let used = source.url;
    const outcome = await fetchFile({
      ...request,
      source,
      output,
      maxBytes,
      isContinuation,
      yieldsWhenBusy: queue.hasOthers,
      partialFile: partialDownload.fileAt(index),
      refresh: async (signal) => {
        const fresh = await sourceList.refreshAt(index, used, signal);
        used = fresh?.url ?? used;
        return fresh;
      },
      onProgress: (received, total) => {
        receivedBytes[index] = received;
        sizes[index] = total;
        report();
      },
    });
    if (outcome.kind === 'handed-over' || outcome.kind === 'too-large') receivedBytes[index] = 0;
    if (outcome.kind === 'handed-over') {
      sizes[index] = 0;
      partialDownload.recordDelivery(index, { destination: 'browser', bytes: null });
    }
    if (outcome.kind === 'collected') {
      sizes[index] = outcome.blob.size;
      collected.add(index);
      report();
    }
    return outcome;
  });
  return {
    /** Returns the received bytes and the total bytes of all files. */
    progress,
    /** Resolves when no file is being fetched. What has arrived by then stays in `partialDownload`. */
    settle: queue.settle,
    /** Returns the size of the file at this index in bytes; null while it is only estimated. */
    sizeOf: (index: number): number | null => sizes[index] ?? null,
    /** Resolves with the outcome of the file at the first of `indexes`; meanwhile fetches the following ones that fit `options`. */
    take(indexes: readonly number[], options: FetchOptions): Promise<FileOutcome> {
      let room = options.roomBytes;
      const fits = (index: number, position: number): boolean => {
        room -= sizes[index] ?? sourceList.at(index)?.size ?? 0;
        return position === 0 || room >= 0;
      };
      return queue.take(indexes.slice(0, Math.min(FILES_AT_ONCE, options.atMost)).filter(fits), options);
    },
  };
}

export type SetReader = ReturnType<typeof createSetReader>;

/**
 * Result of fetching and delivering one file. `held`: the file waits for the share sheet. `press-needed`: the share sheet takes no more
 * files at once, so a click must first open it for those that wait.
 */
type FileResult = FileOutcome | PlacementResult | { readonly kind: 'held' | 'press-needed' };

/** Delivers a fetched file, or keeps it for the share sheet. */
async function deliver(request: SetRequest, index: number, outcome: FileOutcome): Promise<FileResult> {
  const { partialDownload, place, destination, sheetTakes } = request;
  if (outcome.kind !== 'collected') return outcome;
  const { blob, filename } = outcome;
  const file = sheetTakes && new File([blob], filename, { type: blob.type });
  if (file && sheetTakes?.([file])) {
    if (!sheetTakes([...partialDownload.held.values(), file])) return { kind: 'press-needed' };
    partialDownload.held.set(index, file);
    return { kind: 'held' };
  }
  const placed = await place(blob, filename, 1);
  if (placed.kind === 'placed') partialDownload.recordDelivery(index, { destination, bytes: blob.size });
  return placed;
}

const ENDING_KINDS: readonly string[] = ['opened', 'blocked', 'cancelled', 'press-needed'];
const endsAttempt = (result: FileResult): result is Extract<FileResult, SetOutcome> =>
  ENDING_KINDS.includes(result.kind);

/** Fetches and delivers the files in their order. Returns what ended the attempt; null after the last file or too many failures. */
async function deliverAll(request: SetRequest, reader: SetReader): Promise<SetOutcome | null> {
  const { partialDownload, sources, maxBytes, downloadsPerPress, destination } = request;
  const { delivered, failed, held } = partialDownload;
  const deliveredBefore = delivered.size;
  // Only this page can write into a folder.
  const output = sources.length === 1 && destination === 'browser' ? 'file' : 'files';
  const left = [...sources.keys()].filter((at) => !delivered.has(at) && !failed.has(at) && !held.has(at));
  let consecutiveFailures = 0;
  for (const [position, index] of left.entries()) {
    // While an earlier file was fetched, the browser took over the download of this one.
    if (delivered.has(index)) continue;
    const atMost = downloadsPerPress - (delivered.size - deliveredBefore);
    if (atMost === 0) return { kind: 'press-needed' };
    const options = { output, maxBytes, roomBytes: maxBytes, atMost } as const;
    const outcome = await deliver(request, index, await reader.take(left.slice(position), options));
    if (outcome.kind === 'failed') {
      failed.set(index, outcome);
      consecutiveFailures += 1;
      // A complete file that could not be written means the folder is at fault, so the next file would fail too.
      if (partialDownload.fileAt(index).isComplete || consecutiveFailures === CONSECUTIVE_FAILED_FILES_MAX)
        return null;
    } else if (endsAttempt(outcome)) return outcome;
    else consecutiveFailures = 0;
  }
  return null;
}

/**
 * Downloads the files of a set that are neither delivered nor held nor recorded as failed, a few at once, and delivers them in their
 * order. Skips a failed file, unless two in a row fail or a complete file cannot be delivered; the outcome is then the last failure. Ends
 * when all files are processed, when the browser accepts no more downloads until the next click, or when the share sheet needs a click.
 * Rethrows errors of `place`.
 */
export async function saveFiles(request: SetRequest): Promise<SetOutcome> {
  const { failed, held } = request.partialDownload;
  const reader = createSetReader(request);
  let end: SetOutcome | null;
  try {
    end = await deliverAll(request, reader);
  } finally {
    // Another attempt must not receive a file that this one still receives.
    await reader.settle();
  }
  if (end !== null) return end;
  if (held.size > 0) return { kind: 'press-needed' };
  return [...failed.values()].at(-1) ?? { kind: 'delivered' };
}
