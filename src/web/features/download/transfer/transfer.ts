import type { Problem } from '#shared/contract/problem.ts';
import type { Connectivity } from './page-network.ts';
import { type AttemptEnd, type AttemptRequest, attemptTransfer } from './transfer-attempt.ts';
import type { TransferControl } from './transfer-control.ts';

/**
 * Delays before the retries, in milliseconds, after a dropped connection or a refusal that may be temporary (TRANSIENT_STATUSES). Each new
 * byte, and each wait for an offline browser, starts the sequence over. A longer `retryAfter` of the server's problem replaces the delay;
 * one above DOWNLOAD_RETRY_AFTER_MAX_MS ends the download.
 */
export const DOWNLOAD_RETRY_DELAYS_MS: readonly number[] = [500, 1_000, 3_000, 5_000, 10_000];
const DOWNLOAD_RETRY_AFTER_MAX_MS = 60_000;

/**
 * Reason why a transfer is waiting. `lost`: the connection was lost, or the server is overloaded (`busy`); the transfer retries after
 * `delayMs` milliseconds.
 */
export type Hold =
  | { readonly kind: 'paused' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'lost'; readonly delayMs: number; readonly busy?: boolean };

export interface TransferRequest
  extends Pick<AttemptRequest, 'expectedSize' | 'maxBytes' | 'partialFile' | 'fetch' | 'onProgress'> {
  readonly url: string;
  readonly control: TransferControl;
  readonly connectivity: Connectivity;
  /**
   * Whether the file is not the first one of a set, or the set has begun. Then even the first request of this file is retried when it gets
   * no response.
   */
  readonly isContinuation: boolean;
  /**
   * Returns whether other files of the set are being fetched. If they are, a busy server ends this transfer with `busy` instead of a wait.
   */
  readonly yieldsWhenBusy?: (() => boolean) | undefined;
  /** Called with the reason when the transfer starts waiting, and with null when it continues. */
  readonly onHold: (hold: Hold | null) => void;
  /** Resolves with a fresh link to the same file; null when there is none or the signal aborts. */
  readonly refresh: (signal: AbortSignal) => Promise<string | null>;
}

/** Outcome of a transfer. Only `complete` holds every expected byte. */
export type TransferOutcome =
  | { readonly kind: 'complete'; readonly blob: Blob }
  /** Also if the disk has no room for the file. */
  | { readonly kind: 'too-large' }
  | { readonly kind: 'unanswered' }
  /** The server is busy, and other files of the set are being fetched. */
  | { readonly kind: 'busy' }
  | ({
      readonly kind: 'refused';
      readonly status: number;
      readonly problem: Problem | null;
    } & TransferPosition)
  | ({ readonly kind: 'broken'; readonly cause: 'unanswered' | 'dropped' | 'changed' } & TransferPosition)
  | { readonly kind: 'cancelled' };

/** Received and total bytes of a transfer that failed; `total` is null when the size is unknown. */
interface TransferPosition {
  readonly received: number;
  readonly total: number | null;
}

/** Status codes of refusals that may succeed on retry. */
const TRANSIENT_STATUSES = new Set([408, 429, 500, 502, 503, 504]);
const SECOND_MS = 1_000;

/** Returns whether the server refused because it is too busy (429 or `overloaded`). Even the first request of a file is then retried. */
const isBusy = (end: AttemptEnd): boolean =>
  end.kind === 'refused' && (end.status === 429 || end.problem?.code === 'overloaded');

type Failure = Extract<AttemptEnd, { kind: 'unanswered' | 'refused' | 'dropped' | 'changed' }>;

const toOutcome = (end: Failure, { partialFile, expectedSize }: TransferRequest): TransferOutcome => {
  const { identity, size } = partialFile;
  if (end.kind === 'refused') return { ...end, received: size, total: identity?.total ?? expectedSize };
  if (end.kind === 'unanswered' && identity === null) return end;
  return { kind: 'broken', cause: end.kind, received: size, total: identity?.total ?? expectedSize };
};

/** State machine that downloads one file: counts the retries since the last new byte and decides the next step. */
class Transfer {
  readonly #request: TransferRequest;
  #url: string;
  /** Number of waits since the last new byte or the last wait for an offline browser. */
  #waits = 0;
  /** Whether the link has been refreshed since the last new byte. */
  #refreshed = false;
  /** Whether all bytes have been discarded once. */
  #restarted = false;

  constructor(request: TransferRequest) {
    this.#request = request;
    this.#url = request.url;
  }

  async run(): Promise<TransferOutcome> {
    const { partialFile, control, onProgress } = this.#request;
    if (partialFile.size > 0) onProgress(partialFile.size, partialFile.identity?.total ?? null);
    for (;;) {
      if (control.signal.aborted) return { kind: 'cancelled' };
      if (partialFile.isComplete) return this.#complete();
      if (control.isPaused) await this.#waitForResume();
      else {
        const outcome = await this.#attempt();
        if (outcome !== null && !control.signal.aborted) return outcome;
      }
    }
  }

  /** Returns the complete file, or `too-large` if the disk had no room for its end or has lost it. */
  async #complete(): Promise<TransferOutcome> {
    const { partialFile } = this.#request;
    try {
      return { kind: 'complete', blob: await partialFile.blob() };
    } catch {
      partialFile.clear('discard');
      return { kind: 'too-large' };
    }
  }

  async #waitForResume(): Promise<void> {
    const { control, onHold } = this.#request;
    onHold({ kind: 'paused' });
    await control.waitUntilResumed();
    onHold(null);
  }

  /** Makes one attempt. Returns null when the loop should continue, because the file is complete or another attempt makes sense. */
  async #attempt(): Promise<TransferOutcome | null> {
    const { partialFile, control, connectivity, onHold } = this.#request;
    const { bytesReceived } = partialFile;
    const end = await attemptTransfer({
      ...this.#request,
      url: this.#url,
      signal: control.attemptSignal,
      claimRestart: this.#claimRestart,
    });
    // Bytes of a different file are no progress: counting them would allow endless link refreshes.
    if (partialFile.bytesReceived > bytesReceived && end.kind !== 'changed') {
      this.#waits = 0;
      this.#refreshed = false;
    }
    switch (end.kind) {
      case 'complete':
        return null;
      case 'too-large':
        partialFile.clear('discard');
        return end;
      case 'stopped':
        if (!control.isPaused) onHold({ kind: 'lost', delayMs: 0 });
        return null;
      case 'refused':
        return this.#handleRefusal(end);
      case 'changed':
        return this.#handleChange(end);
      case 'unanswered':
        return this.#hasBegun() || !connectivity.isOnline() ? this.#wait(end) : end;
      case 'dropped':
        return this.#wait(end);
    }
  }

  readonly #claimRestart = (): boolean => {
    if (this.#restarted) return false;
    this.#restarted = true;
    return true;
  };

  #hasBegun(): boolean {
    return this.#request.isContinuation || this.#request.partialFile.identity !== null;
  }

  async #handleRefusal(end: Extract<Failure, { kind: 'refused' }>): Promise<TransferOutcome | null> {
    if (end.status === 410) return this.#refresh(end);
    if (isBusy(end) && this.#request.yieldsWhenBusy?.() === true) return { kind: 'busy' };
    if (this.#request.partialFile.identity === null && !isBusy(end)) return toOutcome(end, this.#request);
    if (end.status === 416) return this.#handleChange(end);
    // The server cannot fetch more of this file: waiting does not help, but a fresh link may.
    if (end.problem?.code === 'media_failed') return this.#refresh(end);
    return TRANSIENT_STATUSES.has(end.status) ? this.#wait(end) : toOutcome(end, this.#request);
  }

  /**
   * Handles a response with a different file: refreshes the link, or, if that fails, discards the received bytes once and starts over.
   * Returns null to continue, else the outcome.
   */
  async #handleChange(end: Failure): Promise<TransferOutcome | null> {
    const failure = await this.#refresh(end);
    const { partialFile } = this.#request;
    if (failure === null || partialFile.size === 0 || !this.#claimRestart()) return failure;
    partialFile.clear();
    return null;
  }

  /** Refreshes the link, at most once since the last new byte. Returns null on success or if the attempt was aborted, else the outcome. */
  async #refresh(end: Failure): Promise<TransferOutcome | null> {
    if (this.#refreshed) return toOutcome(end, this.#request);
    const { attemptSignal: signal } = this.#request.control;
    const url = await this.#request.refresh(signal);
    if (url === null) return signal.aborted ? null : toOutcome(end, this.#request);
    this.#refreshed = true;
    this.#url = url;
    return null;
  }

  /**
   * Waits before the next attempt: while the browser is offline, until it is online; otherwise for an increasing delay. After the last
   * delay, refreshes the link if the connection was dropped. Returns null to continue, else the outcome.
   */
  async #wait(end: Failure): Promise<TransferOutcome | null> {
    const { connectivity, control, onHold } = this.#request;
    if (!connectivity.isOnline()) {
      onHold({ kind: 'offline' });
      await connectivity.waitUntilOnline(control.attemptSignal);
      this.#waits = 0;
      onHold({ kind: 'lost', delayMs: 0 });
      return null;
    }
    const delay = DOWNLOAD_RETRY_DELAYS_MS[this.#waits];
    const requestedMs = end.kind === 'refused' ? (end.problem?.retryAfter ?? 0) * SECOND_MS : 0;
    if (delay === undefined && end.kind === 'dropped') return this.#refresh(end);
    if (delay === undefined || requestedMs > DOWNLOAD_RETRY_AFTER_MAX_MS)
      return toOutcome(end, this.#request);
    this.#waits += 1;
    const delayMs = Math.max(delay, requestedMs);
    onHold({ kind: 'lost', delayMs, busy: isBusy(end) });
    await connectivity.sleep(delayMs, control.attemptSignal);
    return null;
  }
}

/**
 * Downloads one file into a Blob with the response's content type (default video/mp4), and checks the Blob's size against Content-Length
 * and the preview's size. Resumes a dropped connection at the next byte, with a limited number of growing delays. Waits without limit while
 * the browser is offline or the visitor has paused. Refreshes the link when it has expired, returns a different file or keeps breaking off,
 * at most once between two new bytes. Received bytes stay in `partialFile` for a later attempt, unless the file is too large or has
 * changed. Never throws: every failure is returned as a value.
 */
export const transfer = async (request: TransferRequest): Promise<TransferOutcome> =>
  request.expectedSize !== null && request.expectedSize > request.maxBytes
    ? { kind: 'too-large' }
    : new Transfer(request).run();

/**
 * Returns the milliseconds that a busy server (429) asks to wait; null for any other status, without a Retry-After in seconds, and for a
 * wait above DOWNLOAD_RETRY_AFTER_MAX_MS.
 */
function busyWaitMs({ status, headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const waitMs = seconds * SECOND_MS;
  return status === 429 && waitMs <= DOWNLOAD_RETRY_AFTER_MAX_MS ? waitMs : null;
}

/**
 * Requests only the headers of a file. If the server is busy and asks for a short wait, waits and requests them once more. Rejects when
 * nothing responds or the download is cancelled.
 */
export async function probeLink(
  url: string,
  { fetch, connectivity, control: { signal } }: Pick<TransferRequest, 'fetch' | 'connectivity' | 'control'>,
): Promise<Response> {
  // Bypasses the HTTP cache: the question is whether the file still exists.
  const requestHead = () => fetch(url, { method: 'HEAD', cache: 'no-store', signal });
  const answer = await requestHead();
  const wait = busyWaitMs(answer);
  if (wait === null) return answer;
  await connectivity.sleep(wait, signal);
  return requestHead();
}
