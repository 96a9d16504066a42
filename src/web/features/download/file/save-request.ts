import { downloadPanel } from '#messages/download-panel.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { text } from '#shared/messages/text.ts';
import type { Job, JobOutcome } from '../../../workbench/job.ts';
import type { OfferedFile } from '../../../workbench/offers.ts';
import type { KeepFile } from '../transfer/bytes-place.ts';
import type { Connectivity } from '../transfer/page-network.ts';
import type { PartialFile } from '../transfer/partial-file.ts';
import { probeLink, type TransferRequest } from '../transfer/transfer.ts';
import type { TransferControl } from '../transfer/transfer-control.ts';
import type { SaveSinks } from './browser-sinks.ts';

/** Fields of an offered file that downloading needs. */
export interface SaveSource
  extends Pick<OfferedFile, 'url' | 'filename' | 'size' | 'sizeKnown' | 'direct' | 'making' | 'content'> {
  /** Whether `filename` is another name than that in the link. */
  readonly isRenamed?: boolean;
  /** Name of the file on the disk that an earlier page began. */
  readonly keptId?: string;
}

/** Runs a job that makes a file named `filename`. `received` and `total` count the bytes that the job reads. Never rejects. */
type RunJob = (
  job: Job,
  filename: string,
  options: {
    readonly signal: AbortSignal;
    readonly onProgress: (received: number, total: number | null) => void;
  },
) => Promise<JobOutcome>;

/**
 * One step of a direct download. The progress is simulated, because the page sees none of the bytes. `tabUrl` is the link that was opened
 * in a new tab; null before that.
 */
export interface SimulatedStep {
  /** Whole percent. */
  readonly percent: number;
  readonly tabUrl: string | null;
}

/** Dependencies and limits that all files of one download share. */
export interface SaveDependencies {
  readonly fetch: TransferRequest['fetch'];
  readonly connectivity: Connectivity;
  readonly sinks: SaveSinks;
  /** Maximum number of bytes held in memory. */
  readonly maxBytes: number;
  /**
   * Form of the result. A single `file` may fall back to the browser's own download or to a new tab; several `files` never open a tab; a
   * `zip` has no fallback, because the page needs all of its bytes.
   */
  readonly output: 'file' | 'files' | 'zip';
  readonly control: TransferControl;
  readonly onHold: TransferRequest['onHold'];
  /** Called with each step of a direct download, and with null when this site sends the file after all. */
  readonly onSimulated: (step: SimulatedStep | null) => void;
  /** Whether the browser downloads every file from its link. True inside apps, whose browsers cannot save a file that a page makes. */
  readonly prefersLink: boolean;
  readonly runJob: RunJob;
  readonly keep: KeepFile;
  /** Called with the sentence that says what is saved instead of a clip that this device could not make, or that the browser saves what the disk has no room for. */
  readonly onFallback: (notice: string) => void;
}

export interface SaveFileRequest extends SaveDependencies {
  readonly source: SaveSource;
  /** Bytes of this file from earlier attempts; new bytes are appended to it. */
  readonly partialFile: PartialFile;
  /**
   * Returns whether bytes of the set have arrived, or one of its files was handed to the browser. The server lets a set that has begun
   * finish even during maintenance.
   */
  readonly hasBegun: () => boolean;
  readonly isContinuation: TransferRequest['isContinuation'];
  readonly yieldsWhenBusy?: TransferRequest['yieldsWhenBusy'];
  readonly onProgress: TransferRequest['onProgress'];
  /** Resolves with the source of the file with a fresh link; null when the file no longer exists or the signal aborts. */
  readonly refresh: (signal: AbortSignal) => Promise<SaveSource | null>;
}

/**
 * Failed download of one file. `message` is the sentence to show. `reason` is a second sentence, which says why the download failed if
 * `message` does not. `received` and `total` are bytes.
 */
export type SaveFailure = {
  readonly kind: 'failed';
  readonly message: string;
  readonly reason?: string | undefined;
  readonly received: number;
  readonly total: number | null;
};

/**
 * Outcome of fetching one file. `collected`: the page holds every byte, and the caller decides where to save them. `handed-over`: the
 * browser downloads the file itself. `opened`: the link was opened in a new tab. `blocked`: the browser did not open the tab.
 */
export type FileOutcome =
  | { readonly kind: 'collected'; readonly blob: Blob; readonly filename: string }
  | { readonly kind: 'handed-over' }
  /** The file is larger than `maxBytes`. Only for `output: 'zip'`. */
  | { readonly kind: 'too-large' }
  /** `isDirect`: whether direct delivery opened the link; false if it was opened because this site could not reach the file. */
  | { readonly kind: 'opened'; readonly url: string; readonly isDirect: boolean }
  | { readonly kind: 'blocked'; readonly url: string }
  | { readonly kind: 'cancelled' }
  | SaveFailure;

/**
 * Outcome of fetching one file of a set. `busy`: the server sends this visitor no further file before other files of the set have ended.
 */
export type FetchOutcome = FileOutcome | { readonly kind: 'busy' };

/** Result of delivering a complete file or ZIP to the browser or a folder. A failure ends the attempt. */
export type PlacementResult = { readonly kind: 'placed' } | { readonly kind: 'cancelled' } | SaveFailure;

type LinkFlag = 'download' | 'download=next' | 'tunnel' | 'unnamed' | 'redirect';

export const withFlag = (url: string, flag: LinkFlag): string =>
  `${url}${url.includes('?') ? '&' : '?'}${flag}`;

/** Returns the link with which this site itself sends a file, even a file that the platform could send. */
export const downloadLink = (
  { hasBegun }: Pick<SaveFileRequest, 'hasBegun'>,
  { url, direct, keptId }: Pick<SaveSource, 'url' | 'direct' | 'keptId'>,
): string => {
  const link = withFlag(url, hasBegun() ? 'download=next' : 'download');
  // The rest of kept bytes may come only from where they came from.
  return direct === true || keptId !== undefined ? withFlag(link, 'tunnel') : link;
};

/** Why a download failed. Used if the server sent no sentence that says it, and after the server's sentence about a rate limit. */
export type SaveFailureReason =
  | 'limit'
  | 'gone'
  | 'changed'
  | 'noAnswer'
  | 'brokeOff'
  | 'platform'
  | 'refused'
  | 'incomplete'
  | 'noTrack'
  | 'unsupported'
  | 'full'
  | 'elsewhere';

const reasonText = (reason: SaveFailureReason): string => text(downloadPanel, `reasons.${reason}`);

export const createFailure = (message: string, received = 0, total: number | null = null): SaveFailure => ({
  kind: 'failed',
  message,
  received,
  total,
});

/** Creates a failure with the general sentence and, as a second sentence, the reason. */
export const createFailureFor = (
  reason: SaveFailureReason,
  received = 0,
  total: number | null = null,
): SaveFailure => ({
  ...createFailure(text(downloadPanel, 'downloadFailed'), received, total),
  reason: reasonText(reason),
});

/** Creates the failure for a download whose last fallback failed. One sentence contains the reason. */
export const createFinalFailure = (reason: SaveFailureReason, total: number | null): SaveFailure =>
  createFailure(text(downloadPanel, 'failedBecause', { reason: reasonText(reason) }), 0, total);

/** Returns the reason for an HTTP status that came without a readable problem. */
export const reasonOfStatus = (status: number): SaveFailureReason => {
  if (status === 429) return 'limit';
  return status === 410 ? 'gone' : 'refused';
};

/**
 * Creates the failure of a download that the server refused. Its message contains the sentence of `problem`. If `problem` is null or has
 * only the general sentence, or if the link has expired (410), the failure has the general sentence and a reason instead. A `rate_limited`
 * problem adds a reason to its sentence.
 */
export function createRefusalFailure(
  status: number,
  problem: Problem | null,
  received = 0,
  total: number | null = null,
): SaveFailure {
  // The expired link was already refreshed once. The visitor cannot act on a second expiry.
  if (problem === null || status === 410) return createFailureFor(reasonOfStatus(status), received, total);
  if (problem.detail === text(downloadPanel, 'downloadFailed'))
    return createFailureFor('platform', received, total);
  const message = problem.detail.startsWith(text(downloadPanel, 'failedBecause', { reason: '' }))
    ? problem.detail
    : text(downloadPanel, 'failedBecause', { reason: problem.detail });
  const failure = createFailure(message, received, total);
  return problem.code === 'rate_limited' ? { ...failure, reason: reasonText('limit') } : failure;
}

/**
 * Returns `source` with a fresh link and its old file name. Returns null when the post no longer has the file, when the size shows that it
 * is a different file, or when the signal aborts.
 */
export async function refreshSource(
  { source, refresh }: Pick<SaveFileRequest, 'source' | 'refresh'>,
  signal: AbortSignal,
): Promise<SaveSource | null> {
  const fresh = await refresh(signal);
  if (fresh === null || (source.sizeKnown && fresh.sizeKnown && fresh.size !== source.size)) return null;
  const { url, making } = fresh;
  return { ...source, url, ...(making === undefined ? {} : { making }) };
}

/**
 * Requests the headers of a file, and once more with a fresh link if the first one has expired. `linkOf` returns the link to request.
 * Returns the last answer and its link. Rejects when nothing responds or the download is cancelled.
 */
export async function probeSource(
  request: SaveFileRequest,
  linkOf: (source: SaveSource) => string,
  fetch: SaveFileRequest['fetch'] = request.fetch,
): Promise<{ readonly answer: Response; readonly url: string }> {
  const probe = async (source: SaveSource) => {
    const url = linkOf(source);
    return { answer: await probeLink(url, { ...request, fetch }), url };
  };
  const first = await probe(request.source);
  const fresh = first.answer.status === 410 ? await refreshSource(request, request.control.signal) : null;
  return fresh === null ? first : probe(fresh);
}
