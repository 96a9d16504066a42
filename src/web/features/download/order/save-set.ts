import { fetchFile } from '../file/save-file.ts';
import type {
  FetchOutcome,
  FileOutcome,
  PlacementResult,
  SaveDependencies,
  SaveSource,
} from '../file/save-request.ts';
import type { FileDelivery, PartialDownload } from './partial-download.ts';

/** Number of failed files in a row that ends the attempt. The likely cause is then the network or the server, not one file. */
const CONSECUTIVE_FAILED_FILES_MAX = 2;
/** Maximum number of files that are fetched at the same time. After the server has answered that it is busy, fewer files are fetched. */
const FILES_AT_ONCE = 3;

/**
 * Progress of a download of one or several files. `received` and `total` are bytes; `total` is null while the size of any file is only
 * estimated.
 */
export interface SaveProgress {
  readonly received: number;
  readonly total: number | null;
  /** Number of finished files plus 1, at most `files`. */
  readonly file: number;
  /** Number of files of the set. */
  readonly files: number;
}

export interface SetRequest extends Omit<SaveDependencies, 'output'> {
  readonly sources: readonly SaveSource[];
  /** State of earlier attempts, which this attempt continues and updates. */
  readonly partialDownload: PartialDownload;
  /** Number of downloads the browser accepts per click of the visitor. */
  readonly downloadsPerPress: number;
  readonly onProgress: (progress: SaveProgress) => void;
  /** See DownloadOrder. */
  readonly posts?: readonly string[];
  /** Resolves with all files, in the same order, with fresh links; null when that fails or the signal aborts. */
  readonly refresh: (signal: AbortSignal, index: number) => Promise<readonly SaveSource[] | null>;
  readonly destination: FileDelivery['destination'];
  /** Delivers one complete file, or one ZIP that contains `fileCount` files of the set. */
  readonly place: (blob: Blob, filename: string, fileCount: number) => Promise<PlacementResult>;
  /** Returns whether the share sheet takes these files at once; null if the files are not meant for the share sheet. */
  readonly sheetTakes: ((files: readonly File[]) => boolean) | null;
}

/** Outcome of an attempt to save a set. `partialDownload` records which files were delivered and which files failed. */
export type SetOutcome =
  | { readonly kind: 'delivered' }
  /** The browser accepts no more downloads, or the share sheet cannot open, until the visitor clicks again. */
  | { readonly kind: 'press-needed' }
  | Extract<FileOutcome, { kind: 'opened' | 'blocked' | 'cancelled' | 'failed' }>;

const sum = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>(
    (total, value) => (total === null || value === null ? null : total + value),
    0,
  );

/**
 * Creates the list of a set's files with their current links. One refresh renews the links of all files of a post, because they expire
 * together.
 */
function createSourceList({ partialDownload, sources, refresh, posts }: SetRequest) {
  const currentSources = (): readonly SaveSource[] => partialDownload.refreshedSources ?? sources;
  const postAt = (index: number): string => posts?.[index] ?? '';
  const pendingRefreshes = new Map<string, ReturnType<SetRequest['refresh']>>();
  return {
    at: (index: number): SaveSource | undefined => currentSources()[index],
    sizes: (): (number | null)[] => currentSources().map((source) => (source.sizeKnown ? source.size : null)),
    /**
     * Resolves with the file with a newer link than `usedUrl`: from an earlier refresh for another file, else from a new refresh. Null if
     * the refresh fails or the signal aborts.
     */
    async refreshAt(index: number, usedUrl: string, signal: AbortSignal): Promise<SaveSource | null> {
      const current = currentSources()[index];
      if (current !== undefined && current.url !== usedUrl) return current;
      const post = postAt(index);
      const pending =
        pendingRefreshes.get(post) ?? refresh(signal, index).finally(() => pendingRefreshes.delete(post));
      pendingRefreshes.set(post, pending);
      const fresh = await pending;
      if (fresh?.length !== sources.length) return null;
      partialDownload.refreshedSources = currentSources().map((source, at) =>
        postAt(at) === post ? (fresh[at] ?? source) : source,
      );
      return fresh[index] ?? null;
    },
  };
}

interface FetchOptions {
  readonly output: SaveDependencies['output'];
  /** Maximum size of a file, in bytes. */
  readonly maxBytes: number;
  /** Maximum total size, in bytes, of the files that are fetched at the same time. The first file is fetched even if it is larger. */
  readonly roomBytes: number;
  /** Maximum number of files that may be fetched at the same time now. */
  readonly maxFiles: number;
}

/** Creates a queue that fetches at most FILES_AT_ONCE files at the same time, and fewer after the server has answered that it is busy. */
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
    hasOtherFetches: () => active.size > 1,
    settle: async () => void (await Promise.all(active.values())),
    /** Resolves with the outcome of the file at the first of `indexes`. Meanwhile fetches the files at the other indexes. */
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

/**
 * Creates a reader that fetches the files of a set, several at a time. The progress that it reports includes the files of earlier attempts.
 */
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
  for (const [index, { size }] of partialDownload.waitingFiles) {
    sizes[index] = size;
    receivedBytes[index] = size;
  }
  let hasBegun = partialDownload.delivered.size > 0;
  const progress = () => ({ received: sum(receivedBytes) ?? 0, total: sum(sizes) });
  const collected = new Set(partialDownload.waitingFiles.keys());
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
    let usedUrl = source.url;
    const outcome = await fetchFile({
      ...request,
      source,
      output,
      maxBytes,
      isContinuation: index > 0 || hasBegun,
      hasBegun: () => hasBegun,
      yieldsWhenBusy: queue.hasOtherFetches,
      partialFile: partialDownload.fileAt(index),
      refresh: async (signal) => {
        const fresh = await sourceList.refreshAt(index, usedUrl, signal);
        usedUrl = fresh?.url ?? usedUrl;
        return fresh;
      },
      onProgress: (received, total) => {
        hasBegun ||= received > 0;
        receivedBytes[index] = received;
        sizes[index] = total;
        report();
      },
    });
    hasBegun ||= outcome.kind === 'handed-over';
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
    /** Returns the received and the total bytes of all files; `total` is null while the size of any file is only estimated. */
    progress,
    /** Resolves when no file is being fetched any more. The bytes that have arrived by then stay in `partialDownload`. */
    settle: queue.settle,
    /** Returns the size of the file at this index in bytes; null while it is only estimated. */
    sizeOf: (index: number): number | null => sizes[index] ?? null,
    /**
     * Resolves with the outcome of the file at the first of `indexes`. Meanwhile fetches the files at the following indexes, as far as
     * `options` allow.
     */
    take(indexes: readonly number[], options: FetchOptions): Promise<FileOutcome> {
      let room = options.roomBytes;
      const fits = (index: number, position: number): boolean => {
        room -= sizes[index] ?? sourceList.at(index)?.size ?? 0;
        return position === 0 || room >= 0;
      };
      return queue.take(indexes.slice(0, Math.min(FILES_AT_ONCE, options.maxFiles)).filter(fits), options);
    },
  };
}

export type SetReader = ReturnType<typeof createSetReader>;

/**
 * Result of fetching and delivering one file. `held`: the file waits for the share sheet. `press-needed`: the share sheet takes no more
 * files at once, so a click must first open it for the waiting files.
 */
type FileResult = FileOutcome | PlacementResult | { readonly kind: 'held' | 'press-needed' };

/** Delivers a fetched file, or keeps it for the share sheet. Returns an outcome without a fetched file unchanged. */
async function deliver(request: SetRequest, index: number, outcome: FileOutcome): Promise<FileResult> {
  const { partialDownload, place, destination, sheetTakes } = request;
  if (outcome.kind !== 'collected') return outcome;
  const { blob, filename } = outcome;
  const file = sheetTakes && new File([blob], filename, { type: blob.type });
  if (file && sheetTakes?.([file])) {
    if (!sheetTakes([...partialDownload.waitingFiles.values(), file])) return { kind: 'press-needed' };
    partialDownload.waitingFiles.set(index, file);
    return { kind: 'held' };
  }
  const placed = await place(blob, filename, 1);
  if (placed.kind === 'placed') partialDownload.recordDelivery(index, { destination, bytes: blob.size });
  return placed;
}

const ENDING_KINDS: readonly string[] = ['opened', 'blocked', 'cancelled', 'press-needed'];
const endsAttempt = (result: FileResult): result is Extract<FileResult, SetOutcome> =>
  ENDING_KINDS.includes(result.kind);

/** Returns the form of the files: only this page can write into a folder, and only the file of a single link may open a tab. */
const outputOf = ({ sources, destination, posts }: SetRequest): SaveDependencies['output'] =>
  sources.length === 1 && destination === 'browser' && posts === undefined ? 'file' : 'files';

/**
 * Fetches and delivers the files in their order. Returns the outcome that ended the attempt; null after the last file or when failures
 * ended the attempt.
 */
async function deliverAll(request: SetRequest, reader: SetReader): Promise<SetOutcome | null> {
  const { partialDownload, sources, maxBytes, downloadsPerPress, posts } = request;
  const { delivered, failed, waitingFiles } = partialDownload;
  const deliveredBefore = delivered.size;
  const left = [...sources.keys()].filter(
    (at) => !delivered.has(at) && !failed.has(at) && !waitingFiles.has(at),
  );
  let consecutiveFailures = 0;
  for (const [position, index] of left.entries()) {
    // While an earlier file was fetched, the browser took over the download of this one.
    if (delivered.has(index)) continue;
    const maxFiles = downloadsPerPress - (delivered.size - deliveredBefore);
    if (maxFiles === 0) return { kind: 'press-needed' };
    const options = { output: outputOf(request), maxBytes, roomBytes: maxBytes, maxFiles };
    const outcome = await deliver(request, index, await reader.take(left.slice(position), options));
    if (outcome.kind === 'failed') {
      partialDownload.recordFailure(index, outcome);
      if (posts === undefined) consecutiveFailures += 1;
      // If a complete file could not be written, the cause is the folder, so the next file would fail too.
      if (partialDownload.fileAt(index).isComplete || consecutiveFailures === CONSECUTIVE_FAILED_FILES_MAX)
        return null;
    } else if (endsAttempt(outcome)) return outcome;
    else consecutiveFailures = 0;
  }
  return null;
}

/**
 * Downloads the files of a set that are not delivered, do not wait for the share sheet and are not recorded as failed, several at a time,
 * and delivers them in their order. Skips a failed file, but ends after two failures in a row of one post's files, or when a complete file cannot be delivered.
 * Also ends when the browser accepts no more downloads without a click, or when the share sheet needs a click. If any file failed and none
 * waits for the share sheet, the outcome is the last failure. Rethrows errors of `place`.
 */
export async function saveFiles(request: SetRequest): Promise<SetOutcome> {
  const { failed, waitingFiles } = request.partialDownload;
  const reader = createSetReader(request);
  let end: SetOutcome | null;
  try {
    end = await deliverAll(request, reader);
  } finally {
    // The next attempt must not fetch a file that this one still fetches.
    await reader.settle();
  }
  if (end !== null) return end;
  if (waitingFiles.size > 0) return { kind: 'press-needed' };
  return [...failed.values()].at(-1) ?? { kind: 'delivered' };
}
