import type { Problem } from '#shared/contract/problem.ts';
import { DOWNLOAD_ASKED_WAIT_MAX_MS, DOWNLOAD_RETRY_DELAYS_MS } from '#shared/limits.ts';
import type { Connectivity } from './page-connectivity.ts';
import { type AttemptEnd, type AttemptRequest, attemptTransfer } from './transfer-attempt.ts';
import type { TransferControl } from './transfer-control.ts';

/** Why no byte is expected now. `lost` tries again after so many milliseconds; `busy`: because the server asked for that. */
export type Hold =
  | { readonly kind: 'paused' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'lost'; readonly inMs: number; readonly busy?: boolean };

export interface TransferRequest
  extends Pick<AttemptRequest, 'promised' | 'maxBytes' | 'partialFile' | 'fetch' | 'onProgress'> {
  readonly url: string;
  readonly control: TransferControl;
  readonly connectivity: Connectivity;
  /** A set that has begun: already the first request of this file that gets no answer is made again. */
  readonly following: boolean;
  /** Hears why the transfer waits, and null when it no longer does. */
  readonly onHold: (hold: Hold | null) => void;
  /** Gives a fresh link to the same file, or null when there is none, or the signal aborts. */
  readonly refresh: (signal: AbortSignal) => Promise<string | null>;
}

/** How fetching one file's bytes ended. Only `complete` holds every promised byte. */
export type TransferOutcome =
  | { readonly kind: 'complete'; readonly blob: Blob }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'unanswered' }
  | ({
      readonly kind: 'refused';
      readonly status: number;
      readonly problem: Problem | null;
    } & TransferPosition)
  | ({ readonly kind: 'broken' } & TransferPosition)
  | { readonly kind: 'cancelled' };

/** How far a file had come when it failed. */
interface TransferPosition {
  readonly received: number;
  readonly total: number | null;
}

/** A refusal that may pass by itself. */
const PASSING = new Set([408, 429, 500, 502, 503, 504]);
const SECOND_MS = 1_000;

/** The server has no place for a further stream now: also the first request of a file is made again. */
const isBusy = (end: AttemptEnd): boolean =>
  end.kind === 'refused' && (end.status === 429 || end.problem?.code === 'overloaded');

type Failure = Extract<AttemptEnd, { kind: 'unanswered' | 'refused' | 'dropped' | 'changed' }>;

const outcomeOf = (end: Failure, { partialFile, promised }: TransferRequest): TransferOutcome => {
  const { mark, size } = partialFile;
  if (end.kind === 'refused') return { ...end, received: size, total: mark?.total ?? promised };
  if (end.kind === 'unanswered' && mark === null) return end;
  return { kind: 'broken', received: size, total: mark?.total ?? promised };
};

/** One file on its way: what has been tried for it since its last new byte, and what may still be tried. */
class Transfer {
  readonly #request: TransferRequest;
  #url: string;
  /** Waits begun since the last new byte. */
  #waits = 0;
  /** A fresh link has been asked for since the last new byte. */
  #refreshed = false;
  /** All bytes have been given up once. */
  #startedAnew = false;

  constructor(request: TransferRequest) {
    this.#request = request;
    this.#url = request.url;
  }

  async run(): Promise<TransferOutcome> {
    const { partialFile, control, onProgress } = this.#request;
    if (partialFile.size > 0) onProgress(partialFile.size, partialFile.mark?.total ?? null);
    for (;;) {
      if (control.signal.aborted) return { kind: 'cancelled' };
      if (partialFile.isWhole) return { kind: 'complete', blob: partialFile.blob() };
      if (control.paused) await this.#untilResumed();
      else {
        const outcome = await this.#tryOnce();
        if (outcome !== null && !control.signal.aborted) return outcome;
      }
    }
  }

  async #untilResumed(): Promise<void> {
    const { control, onHold } = this.#request;
    onHold({ kind: 'paused' });
    await control.untilGoing();
    onHold(null);
  }

  /** Null when the file is whole, or there is a reason to try again. */
  async #tryOnce(): Promise<TransferOutcome | null> {
    const { partialFile, control, connectivity, onHold } = this.#request;
    const { taken } = partialFile;
    const end = await attemptTransfer({
      ...this.#request,
      url: this.#url,
      signal: control.attemptSignal,
      mayStartAnew: this.#mayStartAnew,
    });
    // Bytes of another file are no way forward: with them the same fresh link would be asked for without an end.
    if (partialFile.taken > taken && end.kind !== 'changed') {
      this.#waits = 0;
      this.#refreshed = false;
    }
    switch (end.kind) {
      case 'whole':
        return null;
      case 'too-large':
        partialFile.clear();
        return end;
      case 'stopped':
        if (!control.paused) onHold({ kind: 'lost', inMs: 0 });
        return null;
      case 'refused':
        return this.#afterRefusal(end);
      case 'changed':
        return this.#afterChange(end);
      case 'unanswered':
        return this.#hasBegun() || !connectivity.isOnline() ? this.#wait(end) : end;
      case 'dropped':
        return this.#wait(end);
    }
  }

  readonly #mayStartAnew = (): boolean => {
    if (this.#startedAnew) return false;
    this.#startedAnew = true;
    return true;
  };

  #hasBegun(): boolean {
    return this.#request.following || this.#request.partialFile.mark !== null;
  }

  async #afterRefusal(end: Extract<Failure, { kind: 'refused' }>): Promise<TransferOutcome | null> {
    if (end.status === 410) return this.#refresh(end);
    if (this.#request.partialFile.mark === null && !isBusy(end)) return outcomeOf(end, this.#request);
    if (end.status === 416) return this.#afterChange(end);
    // The server itself gets no more of this file: waiting would not help, a fresh link may.
    if (end.problem?.code === 'media_failed') return this.#refresh(end);
    return PASSING.has(end.status) ? this.#wait(end) : outcomeOf(end, this.#request);
  }

  /** Another file came. A fresh link may lead to the right one; else what is there is given up, once. */
  async #afterChange(end: Failure): Promise<TransferOutcome | null> {
    const failure = await this.#refresh(end);
    const { partialFile } = this.#request;
    if (failure === null || partialFile.size === 0 || !this.#mayStartAnew()) return failure;
    partialFile.clear();
    return null;
  }

  /** Asks for a fresh link, once between two new bytes; the outcome when that is no way out. */
  async #refresh(end: Failure): Promise<TransferOutcome | null> {
    if (this.#refreshed) return outcomeOf(end, this.#request);
    const { attemptSignal: turn } = this.#request.control;
    const url = await this.#request.refresh(turn);
    if (url === null) return turn.aborted ? null : outcomeOf(end, this.#request);
    this.#refreshed = true;
    this.#url = url;
    return null;
  }

  /** Waits before the next try: for the network when there is none, else longer each time; the outcome after the last. */
  async #wait(end: Failure): Promise<TransferOutcome | null> {
    const { connectivity, control, onHold } = this.#request;
    if (!connectivity.isOnline()) {
      onHold({ kind: 'offline' });
      await connectivity.untilOnline(control.attemptSignal);
      this.#waits = 0;
      onHold({ kind: 'lost', inMs: 0 });
      return null;
    }
    const delay = DOWNLOAD_RETRY_DELAYS_MS[this.#waits];
    const asked = end.kind === 'refused' ? (end.problem?.retryAfter ?? 0) * SECOND_MS : 0;
    if (delay === undefined && end.kind === 'dropped') return this.#refresh(end);
    if (delay === undefined || asked > DOWNLOAD_ASKED_WAIT_MAX_MS) return outcomeOf(end, this.#request);
    this.#waits += 1;
    const inMs = Math.max(delay, asked);
    onHold({ kind: 'lost', inMs, busy: isBusy(end) });
    await connectivity.sleep(inMs, control.attemptSignal);
    return null;
  }
}

/**
 * Fetches one file's bytes into a Blob typed as the answer says (else video/mp4) and checks their count against what was
 * announced and promised. A dropped connection is taken up again at the next byte: with waits that grow and end, for as
 * long as it takes while the browser is offline or the visitor pauses, and with one fresh link where the old one has run
 * out or gives another file. What has arrived stays in `kept` however it ends, so that a later try goes on from there.
 * Every way of failing is a value; nothing is thrown.
 */
export const transfer = async (request: TransferRequest): Promise<TransferOutcome> =>
  request.promised !== null && request.promised > request.maxBytes
    ? { kind: 'too-large' }
    : new Transfer(request).run();
