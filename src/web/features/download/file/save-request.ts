import { downloadPanel } from '#messages/download-panel.ts';
import type { Quality } from '#shared/contract/preview.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { text } from '#shared/messages/text.ts';
import type { Connectivity } from '../transfer/page-network.ts';
import type { PartialFile } from '../transfer/partial-file.ts';
import { probeLink, type TransferRequest } from '../transfer/transfer.ts';
import type { TransferControl } from '../transfer/transfer-control.ts';
import type { SaveSinks } from './browser-sinks.ts';

/** Fields of a quality that downloading needs. */
export type SaveSource = Pick<Quality, 'url' | 'filename' | 'size' | 'sizeKnown' | 'direct'>;

/**
 * One step of a direct download, whose progress is simulated: the page sees none of its bytes. `tab` is the link that was opened in a
 * new tab; null before that.
 */
export interface SimulatedStep {
  /** Whole percent. */
  readonly percent: number;
  readonly tab: string | null;
}

/** Dependencies and limits that all files of one download share. */
export interface SaveDependencies {
  readonly fetch: TransferRequest['fetch'];
  readonly connectivity: Connectivity;
  readonly sinks: SaveSinks;
  /** Maximum number of bytes held in memory. */
  readonly maxBytes: number;
  /**
   * Form of the result. A single `file` may fall back to the browser's own download or to a new tab; several `files`
   * never open a tab; a `zip` needs all bytes in this page, so it has no fallback.
   */
  readonly output: 'file' | 'files' | 'zip';
  readonly control: TransferControl;
  readonly onHold: TransferRequest['onHold'];
  /** Called with each step of a direct download, and with null when the file comes through this site after all. */
  readonly onSimulated: (step: SimulatedStep | null) => void;
  /** Whether the browser downloads every file from its link: the browsers inside apps cannot save a file that a page makes. */
  readonly prefersLink: boolean;
}

export interface SaveFileRequest extends SaveDependencies {
  readonly source: SaveSource;
  /** Bytes of this file from earlier attempts; new bytes are appended to it. */
  readonly partialFile: PartialFile;
  /** True for every file of a set but the first: the server lets a started set finish even during maintenance. */
  readonly isContinuation: boolean;
  readonly yieldsWhenBusy?: TransferRequest['yieldsWhenBusy'];
  readonly onProgress: TransferRequest['onProgress'];
  /** Fetches a fresh link to the same file; null when the file no longer exists or the signal aborts. */
  readonly refresh: (signal: AbortSignal) => Promise<SaveSource | null>;
}

/**
 * Failed download of one file. `message` is the sentence to show, `reason` says why where the sentence does not;
 * `received` and `total` are bytes.
 */
export type SaveFailure = {
  readonly kind: 'failed';
  readonly message: string;
  readonly reason?: string | undefined;
  readonly received: number;
  readonly total: number | null;
};

/**
 * Outcome of fetching one file. `collected` holds every byte but is not saved yet: the caller decides where to save it.
 */
export type FileOutcome =
  | { readonly kind: 'collected'; readonly blob: Blob; readonly filename: string }
  | { readonly kind: 'handed-over' }
  /** The file is larger than `maxBytes`. Only for `output: 'zip'`. */
  | { readonly kind: 'too-large' }
  /** `isDirect`: by direct delivery, not because this site could not reach the file. */
  | { readonly kind: 'opened'; readonly url: string; readonly isDirect: boolean }
  | { readonly kind: 'blocked'; readonly url: string }
  | { readonly kind: 'cancelled' }
  | SaveFailure;

/**
 * Outcome of fetching one of several files at once. `busy`: the server sends no further file to this visitor while it sends others of the
 * set.
 */
export type FetchOutcome = FileOutcome | { readonly kind: 'busy' };

/** Result of delivering complete bytes. A failure ends the download of the set. */
export type PlacementResult = { readonly kind: 'placed' } | { readonly kind: 'cancelled' } | SaveFailure;

type LinkFlag = 'download' | 'download=next' | 'tunnel' | 'redirect';

export const withFlag = (url: string, flag: LinkFlag): string =>
  `${url}${url.includes('?') ? '&' : '?'}${flag}`;

/** Why a download failed, where the server's sentence does not say it. */
type FailureReason = 'limit' | 'gone' | 'changed' | 'noAnswer' | 'brokeOff' | 'platform' | 'refused';

const reasonText = (reason: FailureReason): string => text(downloadPanel, `reasons.${reason}`);

export const failedSave = (message: string, received = 0, total: number | null = null): SaveFailure => ({
  kind: 'failed',
  message,
  received,
  total,
});

/** Creates a failure with the general sentence and its reason. */
export const failedFor = (reason: FailureReason, received = 0, total: number | null = null): SaveFailure => ({
  ...failedSave(text(downloadPanel, 'downloadFailed'), received, total),
  reason: reasonText(reason),
});

/** Creates the failure of the last fallback, whose sentence contains the reason. */
export const failedFinally = (reason: FailureReason, total: number | null): SaveFailure =>
  failedSave(text(downloadPanel, 'failedBecause', { reason: reasonText(reason) }), 0, total);

/** Returns the reason for an HTTP status without a readable problem. */
export const reasonOfStatus = (status: number): FailureReason => {
  if (status === 429) return 'limit';
  return status === 410 ? 'gone' : 'refused';
};

/**
 * Creates the failure of a download that the server refused. It has the server's sentence; without a readable problem, or for an expired
 * link (410), the general sentence and a reason.
 */
export function refusal(
  status: number,
  problem: Problem | null,
  received = 0,
  total: number | null = null,
): SaveFailure {
  // The expired link was already refreshed once. The visitor cannot act on a second expiry.
  if (problem === null || status === 410) return failedFor(reasonOfStatus(status), received, total);
  if (problem.detail === text(downloadPanel, 'downloadFailed')) return failedFor('platform', received, total);
  const message = problem.detail.startsWith(text(downloadPanel, 'failedBecause', { reason: '' }))
    ? problem.detail
    : text(downloadPanel, 'failedBecause', { reason: problem.detail });
  const failure = failedSave(message, received, total);
  return problem.code === 'rate_limited' ? { ...failure, reason: reasonText('limit') } : failure;
}

/**
 * Refreshes the link but keeps the file name. Returns null when the post no longer has the file or has a different one.
 */
export async function refreshSource(
  { source, refresh }: Pick<SaveFileRequest, 'source' | 'refresh'>,
  signal: AbortSignal,
): Promise<SaveSource | null> {
  const fresh = await refresh(signal);
  if (fresh === null || (source.sizeKnown && fresh.sizeKnown && fresh.size !== source.size)) return null;
  return { ...source, url: fresh.url };
}

/**
 * Asks whether a file's link works, with a fresh link if it has expired. `linkOf` makes the link to ask for. Returns the answer and the
 * link that it is for. Rejects when nothing responds or the download is cancelled.
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
