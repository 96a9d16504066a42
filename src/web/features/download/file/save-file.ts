import { downloadPanel } from '#messages/download-panel.ts';
import type { Quality } from '#shared/contract/preview.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { text } from '#shared/messages/text.ts';
import type { Connectivity } from '../transfer/page-network.ts';
import type { PartialFile } from '../transfer/partial-file.ts';
import { probeLink, type TransferOutcome, type TransferRequest, transfer } from '../transfer/transfer.ts';
import type { TransferControl } from '../transfer/transfer-control.ts';
import type { SaveSinks } from './browser-sinks.ts';

/** Fields of a quality that downloading needs. */
export type SaveSource = Pick<Quality, 'url' | 'filename' | 'size' | 'sizeKnown'>;

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
}

export interface SaveRequest extends SaveDependencies {
  readonly source: SaveSource;
  /** Bytes of this file from earlier attempts; new bytes are appended to it. */
  readonly partialFile: PartialFile;
  /** True for every file of a set but the first: the server lets a started set finish even during maintenance. */
  readonly isContinuation: boolean;
  readonly onProgress: TransferRequest['onProgress'];
  /** Fetches a fresh link to the same file; null when the file no longer exists or the signal aborts. */
  readonly refresh: (signal: AbortSignal) => Promise<SaveSource | null>;
}

/** Failed download of one file. `message` is the sentence to show; `received` and `total` are bytes. */
export type SaveFailure = {
  readonly kind: 'failed';
  readonly message: string;
  readonly received: number;
  readonly total: number | null;
};

/**
 * Outcome of fetching one file. `collected` holds every byte but is not saved yet: the caller decides where to save it.
 */
export type SaveOutcome =
  | { readonly kind: 'collected'; readonly blob: Blob; readonly filename: string }
  | { readonly kind: 'handed-over' }
  /** The file is larger than `maxBytes`. Only for `output: 'zip'`. */
  | { readonly kind: 'too-large' }
  | { readonly kind: 'opened'; readonly url: string }
  | { readonly kind: 'blocked'; readonly url: string }
  | { readonly kind: 'cancelled' }
  | SaveFailure;

/** Result of delivering complete bytes. A failure ends the download of the set. */
export type PlacementResult = { readonly kind: 'placed' } | { readonly kind: 'cancelled' } | SaveFailure;

const withFlag = (url: string, flag: 'download' | 'download=next' | 'redirect'): string =>
  `${url}${url.includes('?') ? '&' : '?'}${flag}`;

const downloadLink = ({ isContinuation }: SaveRequest, { url }: SaveSource): string =>
  withFlag(url, isContinuation ? 'download=next' : 'download');

const failed = (message: string, received = 0, total: number | null = null): SaveFailure => ({
  kind: 'failed',
  message,
  received,
  total,
});

const knownSize = (source: SaveSource): number | null => (source.sizeKnown ? source.size : null);

/** Returns the sentence for a refused download: the server's reason if it states one, else the general sentence. */
export function refusalMessage(problem: Problem | null): string {
  // The expired link was already refreshed once. The visitor cannot act on a second expiry.
  if (problem === null || problem.code === 'ticket_expired') return text(downloadPanel, 'downloadFailed');
  if (problem.detail === text(downloadPanel, 'downloadFailed')) return text(downloadPanel, 'downloadFailed');
  return problem.detail.startsWith(text(downloadPanel, 'failedBecause', { reason: '' }))
    ? problem.detail
    : text(downloadPanel, 'failedBecause', { reason: problem.detail });
}

/**
 * Refreshes the link but keeps the file name. Returns null when the post no longer has the file or has a different one.
 */
async function refreshSource(
  { source, refresh }: SaveRequest,
  signal: AbortSignal,
): Promise<SaveSource | null> {
  const fresh = await refresh(signal);
  if (fresh === null || (source.sizeKnown && fresh.sizeKnown && fresh.size !== source.size)) return null;
  return { ...source, url: fresh.url };
}

/**
 * Starts the browser's own download. Its outcome cannot be observed, so the link is checked with HEAD first: otherwise
 * the browser might save an error response in place of the file, or save nothing while the page reports success.
 */
async function handOverToBrowser(request: SaveRequest, source: SaveSource): Promise<SaveOutcome> {
  const { sinks, control } = request;
  try {
    let url = downloadLink(request, source);
    let answer = await probeLink(url, request);
    const fresh = answer.status === 410 ? await refreshSource(request, control.signal) : null;
    if (fresh !== null) {
      url = downloadLink(request, fresh);
      answer = await probeLink(url, request);
    }
    if (answer.ok) await sinks.waitForSlot(control.signal);
    if (answer.ok && !control.signal.aborted) {
      sinks.saveLink(url, source.filename);
      return { kind: 'handed-over' };
    }
  } catch {
    // Reported below like a refusal.
  }
  if (control.signal.aborted) return { kind: 'cancelled' };
  return failed(text(downloadPanel, 'downloadFailed'), 0, knownSize(source));
}

/**
 * Opens the platform's own link in a new tab. Used when our server could not reach the file: the link may still work from
 * the visitor's network.
 */
async function openOnPlatform(
  request: SaveRequest,
  source: SaveSource,
  problem: Problem | null,
): Promise<SaveOutcome> {
  const url = withFlag(source.url, 'redirect');
  try {
    const answer = await request.fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: request.control.signal,
    });
    if (answer.type === 'opaqueredirect') {
      return { kind: request.sinks.openTab(url) ? 'opened' : 'blocked', url };
    }
  } catch {
    if (request.control.signal.aborted) return { kind: 'cancelled' };
  }
  return failed(refusalMessage(problem), 0, knownSize(source));
}

/** Turns the outcome of a transfer into the outcome of the download, and starts the fallbacks. */
async function toSaveOutcome(
  request: SaveRequest,
  source: SaveSource,
  outcome: TransferOutcome,
): Promise<SaveOutcome> {
  switch (outcome.kind) {
    case 'complete':
      return { kind: 'collected', blob: outcome.blob, filename: source.filename };
    case 'cancelled':
      return outcome;
    case 'too-large':
      return request.output === 'zip' ? outcome : handOverToBrowser(request, source);
    case 'unanswered':
      // The fetch got no response: an extension or a broken worker may block it while plain downloads work.
      return request.output === 'zip'
        ? failed(text(downloadPanel, 'downloadFailed'), 0, knownSize(source))
        : handOverToBrowser(request, source);
    case 'broken':
      // Bytes had begun to arrive: a fallback would hide an incomplete file.
      return failed(text(downloadPanel, 'downloadFailed'), outcome.received, outcome.total);
    case 'refused':
      return outcome.received === 0 && outcome.problem?.code === 'network' && request.output === 'file'
        ? openOnPlatform(request, source, outcome.problem)
        : failed(refusalMessage(outcome.problem), outcome.received, outcome.total);
  }
}

/**
 * Downloads one file. Streams it with exact progress; falls back to the browser's own download, then to the platform's
 * link in a new tab, then to a failure with the sentence to show. `transfer` handles dropped connections and expired
 * links. Never throws.
 */
export async function fetchFile(request: SaveRequest): Promise<SaveOutcome> {
  let { source } = request;
  if (source.url === '') return failed(text(downloadPanel, 'noDownloadUrl'));
  const outcome = await transfer({
    ...request,
    url: downloadLink(request, source),
    expectedSize: knownSize(source),
    refresh: async (signal) => {
      const fresh = await refreshSource(request, signal);
      if (fresh === null) return null;
      source = fresh;
      return downloadLink(request, fresh);
    },
  });
  return toSaveOutcome(request, source, outcome);
}
