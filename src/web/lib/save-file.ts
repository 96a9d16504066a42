import type { Quality } from '#shared/contract/preview.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { DOWNLOAD_ASKED_WAIT_MAX_MS } from '#shared/limits.ts';
import { downloadFailedBecause, SAVE_MESSAGES } from '#shared/result-messages.ts';
import type { Connectivity } from './page-connectivity.ts';
import type { PartialFile } from './partial-file.ts';
import type { SaveSinks } from './save-sinks.ts';
import { type TransferOutcome, type TransferRequest, transfer } from './save-transfer.ts';
import type { TransferControl } from './transfer-control.ts';

/** What saving needs from a quality. */
export type SaveSource = Pick<Quality, 'url' | 'filename' | 'size' | 'sizeKnown'>;

export interface SaveTools {
  readonly fetch: typeof fetch;
  readonly connectivity: Connectivity;
  readonly sinks: SaveSinks;
  /** More than this many bytes are never held in memory. */
  readonly maxBytes: number;
  /**
   * What is being made. One `file` may take every way out; of several `files` none opens a tab; a `zip` needs all
   * bytes in this page, so nothing is handed over.
   */
  readonly into: 'file' | 'files' | 'zip';
  readonly control: TransferControl;
  readonly onHold: TransferRequest['onHold'];
}

export interface SaveRequest extends SaveTools {
  readonly source: SaveSource;
  /** What earlier tries left of this file; gets what comes. */
  readonly partialFile: PartialFile;
  /** Not the first file of its set: the server lets a set that has begun come to its end, also during maintenance. */
  readonly following?: boolean;
  readonly onProgress: TransferRequest['onProgress'];
  /** Gives the same file with a fresh link, or null when it is gone, or the signal aborts. */
  readonly refresh: (signal: AbortSignal) => Promise<SaveSource | null>;
}

export type SaveFailure = {
  readonly kind: 'failed';
  readonly message: string;
  readonly received: number;
  readonly total: number | null;
};

/** How saving one file ended. `collected` holds every byte but is not saved yet: the caller decides where it goes. */
export type SaveOutcome =
  | { readonly kind: 'collected'; readonly blob: Blob; readonly filename: string }
  | { readonly kind: 'handed-over' }
  /** Only of a file for a ZIP: it has more than `maxBytes`. */
  | { readonly kind: 'too-large' }
  | { readonly kind: 'opened'; readonly url: string }
  | { readonly kind: 'blocked'; readonly url: string }
  | { readonly kind: 'cancelled' }
  | SaveFailure;

const withFlag = (url: string, flag: 'download' | 'download=next' | 'redirect'): string =>
  `${url}${url.includes('?') ? '&' : '?'}${flag}`;

const downloadLink = ({ following }: SaveRequest, { url }: SaveSource): string =>
  withFlag(url, following === true ? 'download=next' : 'download');

const failed = (message: string, received = 0, total: number | null = null): SaveFailure => ({
  kind: 'failed',
  message,
  received,
  total,
});

const promisedSize = (source: SaveSource): number | null => (source.sizeKnown ? source.size : null);

/** The sentence for a refusal: the service's own reason where it gave one, else the general one. */
export function refusalMessage(problem: Problem | null): string {
  // A link that has run out was renewed before; that it ran out again is nothing the visitor can act on.
  if (problem === null || problem.code === 'ticket_expired') return SAVE_MESSAGES.downloadFailed;
  if (problem.detail === SAVE_MESSAGES.downloadFailed) return SAVE_MESSAGES.downloadFailed;
  return problem.detail.startsWith('Download failed')
    ? problem.detail
    : downloadFailedBecause(problem.detail);
}

/** Gives the file under a fresh link and its own name; null when the post has it no more, or has another in its place. */
async function refreshed({ source, refresh }: SaveRequest, signal: AbortSignal): Promise<SaveSource | null> {
  const fresh = await refresh(signal);
  if (fresh === null || (source.sizeKnown && fresh.sizeKnown && fresh.size !== source.size)) return null;
  return { ...source, url: fresh.url };
}

const SECOND_MS = 1_000;

/** How long a server without a free place asks to wait, in milliseconds; null when it has not asked, or for too long. */
function busyWaitOf({ status, headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const waitMs = seconds * SECOND_MS;
  return status === 429 && waitMs <= DOWNLOAD_ASKED_WAIT_MAX_MS ? waitMs : null;
}

/**
 * Starts the browser's own download. Nothing is heard of it any more, so the link is tried first: a refusal would be
 * saved in the file's place, or come to nothing behind a page that says it is being saved.
 */
async function deliverBlob(request: SaveRequest, source: SaveSource): Promise<SaveOutcome> {
  const { fetch, sinks, control } = request;
  // Not from what the link itself knows: whether the file is still there is the question.
  const askOnce = (url: string): Promise<Response> =>
    fetch(url, { method: 'HEAD', cache: 'no-store', signal: control.signal });
  const tryLink = async (url: string): Promise<Response> => {
    const answer = await askOnce(url);
    const wait = busyWaitOf(answer);
    if (wait === null) return answer;
    await request.connectivity.sleep(wait, control.signal);
    return askOnce(url);
  };
  try {
    let url = downloadLink(request, source);
    let answer = await tryLink(url);
    const fresh = answer.status === 410 ? await refreshed(request, control.signal) : null;
    if (fresh !== null) {
      url = downloadLink(request, fresh);
      answer = await tryLink(url);
    }
    if (answer.ok) await sinks.untilFree(control.signal);
    if (answer.ok && !control.signal.aborted) {
      sinks.saveLink(url, source.filename);
      return { kind: 'handed-over' };
    }
  } catch {
    // Told below, as a refusal is.
  }
  if (control.signal.aborted) return { kind: 'cancelled' };
  return failed(SAVE_MESSAGES.downloadFailed, 0, promisedSize(source));
}

/** Our server could not reach the file; the platform's own link may still work from the visitor's network. */
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
  return failed(refusalMessage(problem), 0, promisedSize(source));
}

async function settle(
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
      return request.into === 'zip' ? outcome : deliverBlob(request, source);
    case 'unanswered':
      // The script's own fetch got no answer: an extension or a broken worker may stop it while plain downloads work.
      return request.into === 'zip'
        ? failed(SAVE_MESSAGES.downloadFailed, 0, promisedSize(source))
        : deliverBlob(request, source);
    case 'broken':
      // Bytes had begun to arrive: starting over elsewhere would hide an incomplete file (product rule 3).
      return failed(SAVE_MESSAGES.downloadFailed, outcome.received, outcome.total);
    case 'refused':
      return outcome.received === 0 && outcome.problem?.code === 'network' && request.into === 'file'
        ? openOnPlatform(request, source, outcome.problem)
        : failed(refusalMessage(outcome.problem), outcome.received, outcome.total);
  }
}

/**
 * Fetches one file in the order of specification section 7: streamed with true progress, else the browser's own
 * download, else the platform's link in a new tab, else a failure with the sentence to show. How a dropped connection
 * and an expired link are met is told at `transfer`. Never throws.
 */
export async function fetchFile(request: SaveRequest): Promise<SaveOutcome> {
  let { source } = request;
  if (source.url === '') return failed(SAVE_MESSAGES.noDownloadUrl);
  const {
    partialFile,
    maxBytes,
    fetch,
    connectivity,
    control,
    following = false,
    onProgress,
    onHold,
  } = request;
  const outcome = await transfer({
    ...{ partialFile, maxBytes, fetch, connectivity, control, following, onProgress, onHold },
    url: downloadLink(request, source),
    promised: promisedSize(source),
    refresh: async (signal) => {
      const fresh = await refreshed(request, signal);
      if (fresh === null) return null;
      source = fresh;
      return downloadLink(request, fresh);
    },
  });
  return settle(request, source, outcome);
}
