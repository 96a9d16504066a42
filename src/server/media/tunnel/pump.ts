import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SNIFFED_BYTES } from '../../outbound/media-type.ts';
import type { MediaBody } from '../../outbound/outbound-client.ts';
import type { Continuation, OpenedBody, Opening, ResumeCause } from './opened-file.ts';
import { TICKS_OF_WAIT, WaitingReader } from './waiting-reader.ts';

/** Limits of a transfer: when it ends, when its body is replaced, and when its upstream connection is freed. */
export interface PumpLimits {
  readonly maxBytes: number;
  readonly maxDurationMs: number;
  /** A reader that receives fewer than `slowReaderBytes` in this many milliseconds is disconnected. */
  readonly slowReaderWindowMs: number;
  readonly slowReaderBytes: number;
  /**
   * A body that delivers fewer bytes than this in `slowReaderWindowMs`, while its reader takes all of them, is replaced, or ends the
   * transfer.
   */
  readonly slowBodyBytes: number;
  /**
   * When more than `waitingReadersMax` readers wait with an open upstream connection, the connection of a reader that takes no bytes for
   * `waitingReaderMs` milliseconds is freed until that reader continues.
   */
  readonly waitingReadersMax: number;
  readonly waitingReaderMs: number;
}

/**
 * Result of a transfer: all bytes sent (`bytes` is their number); connection `destroyed` because of the upstream; `let_go` because the
 * reader was too slow or took too long; or `aborted` by the visitor.
 */
export type PumpOutcome =
  | { readonly ok: true; readonly bytes: number }
  | { readonly ok: false; readonly code: 'destroyed' | 'let_go' | 'aborted' };

/** Number of last bytes by which a further body is recognised as the same file. Every opening has at least as many. */
const TAIL_BYTES = SNIFFED_BYTES;

/** Number of checks of the speeds of reader and body in `slowReaderWindowMs`. */
const CHECKS_PER_WINDOW = 6;

/** Detects when one side of a transfer moves fewer than `minBytes` bytes within CHECKS_PER_WINDOW checks. */
class TransferRate {
  /** Numbers of bytes moved in total at the latest checks, oldest first. */
  #samples: number[] = [];
  readonly #minBytes: number;

  constructor(minBytes: number) {
    this.#minBytes = minBytes;
  }

  /**
   * Adds a check; `bytes` is the number of bytes moved in total. Returns whether too few bytes were moved since the check CHECKS_PER_WINDOW
   * checks ago.
   */
  isSlow(bytes: number): boolean {
    const before = this.#samples.length === CHECKS_PER_WINDOW ? this.#samples.shift() : undefined;
    this.#samples.push(bytes);
    return before !== undefined && bytes - before < this.#minBytes;
  }

  /** Begins a new window. */
  restart(): void {
    this.#samples = [];
  }
}

/** Callback of a write. It receives an error when the write failed. */
type OnWritten = (error?: Error | null) => void;
const NOT_SENT = new Error('the bytes were not sent');

/**
 * Copies a body into a response whose headers are sent, and replaces the body when it breaks. If the length is known, withholds the last
 * chunk until the upstream has ended, so that a visitor never receives a complete-looking file whose upstream then sent too much or broke.
 */
class Pump {
  #body: MediaBody;
  readonly #response: ServerResponse;
  readonly #length: number | null;
  readonly #limits: PumpLimits;
  readonly #continuation: Continuation | null;
  readonly #settled = Promise.withResolvers<PumpOutcome>();
  readonly #started = performance.now();
  #received = 0;
  /** Number of bytes that the reader has taken, without the withheld chunk at the end of a file. */
  #taken = 0;
  readonly #onSent: (bytes: number) => void;
  #reported = 0;
  /** Chunks that were written to the response and have not been released, each with its body. */
  readonly #unreleased = new Map<Buffer, MediaBody>();
  /**
   * The last bytes that were written to the response. They are copied, because the memory of a chunk is read into again once the reader has
   * taken the chunk.
   */
  readonly #tail = Buffer.allocUnsafeSlow(TAIL_BYTES);
  #tailLength = 0;
  #heldBack: { readonly chunk: Buffer; readonly onWritten: OnWritten } | null = null;
  #isBodyComplete = false;
  /** True while another body is being opened: after a break, for a slow body, or after the connection was freed. */
  #isReopening = false;
  /** True while the connection of the body is freed, until the reader continues. */
  #isFreed = false;
  #isDestroyed = false;
  #isReaderDropped = false;
  #isReaderBehind = false;
  /** Rate at which the reader takes bytes, measured since it fell behind. */
  readonly #reading: TransferRate;
  /** Rate at which the body delivers bytes, measured since the reader last had bytes to take. */
  readonly #delivery: TransferRate;
  readonly #waiting: WaitingReader | null;
  #checkTimer: NodeJS.Timeout | undefined;
  #waitTimer: NodeJS.Timeout | undefined;
  constructor(
    body: MediaBody,
    response: ServerResponse,
    length: number | null,
    limits: PumpLimits,
    continuation: Continuation | null,
    onSent: (bytes: number) => void,
  ) {
    this.#body = body;
    this.#onSent = onSent;
    this.#response = response;
    this.#length = length;
    this.#limits = limits;
    this.#continuation = continuation;
    this.#reading = new TransferRate(limits.slowReaderBytes);
    this.#delivery = new TransferRate(limits.slowBodyBytes);
    const waiting = length === null ? null : (continuation?.waitingReaders ?? null);
    this.#waiting = waiting && new WaitingReader(waiting, limits.waitingReadersMax);
  }

  run(opening: Opening): Promise<PumpOutcome> {
    const response = this.#response;
    response.on('close', this.#onClose).on('drain', this.#onDrain).on('error', ignore);
    response.req.socket.once('end', this.#onLeft);
    this.#checkTimer = setInterval(this.#checkSpeed, this.#limits.slowReaderWindowMs / CHECKS_PER_WINDOW);
    if (this.#waiting !== null)
      this.#waitTimer = setInterval(this.#checkWaiting, this.#limits.waitingReaderMs / TICKS_OF_WAIT);
    // Node would send what is queued of a destroyed response when the responses before it on the connection have ended. The memory of its
    // chunks is read into again, with bytes of other files.
    if (response.socket === null)
      response.once('socket', (socket: Socket) => {
        if (response.destroyed) socket.destroy();
      });
    if (response.destroyed || response.closed) this.#onClose();
    else this.#attachBody(this.#body, opening);
    return this.#settled.promise;
  }

  #attachBody(body: MediaBody, opening: Opening): void {
    this.#body = body;
    body.on('error', ignore).on('error', this.#onBreak);
    const first = opening.take();
    if (first.length > 0) this.#send(first, (error) => this.#onTaken(error, first.length));
    // A body that arrived in one chunk may have ended in the meantime.
    if (opening.isWholeBody || body.readableEnded) this.#onEnd();
    else {
      body.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onBreak);
      if (body.destroyed) this.#onBreak();
      else if (!this.#isReaderBehind) body.resume();
    }
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#unreleased.set(chunk, this.#body);
    this.#send(chunk, (error) => {
      this.#release(chunk);
      this.#onTaken(error, chunk.length);
    });
  };

  /** Releases a chunk to its body. Does nothing for a chunk that is already released. */
  #release(chunk: Buffer): void {
    const body = this.#unreleased.get(chunk);
    this.#unreleased.delete(chunk);
    body?.release(chunk);
  }

  /**
   * Writes a chunk to the response, or withholds it if it is the last one of a known length. Calls `onWritten` when the reader has taken
   * the chunk, or with an error when the chunk is not sent. Destroys the connection when the chunk exceeds the length, or `maxBytes` for an
   * unknown length.
   */
  #send(chunk: Buffer, onWritten: OnWritten): void {
    if (this.#isDestroyed) {
      onWritten(NOT_SENT);
      return;
    }
    this.#received += chunk.length;
    if (this.#received > (this.#length ?? this.#limits.maxBytes)) {
      onWritten(NOT_SENT);
      this.#fault();
    } else if (this.#received === this.#length) this.#heldBack = { chunk, onWritten };
    else {
      if (this.#continuation !== null) this.#keepTail(chunk);
      if (this.#response.write(chunk, onWritten)) return;
      this.#isReaderBehind = true;
      this.#body.pause();
    }
  }

  #keepTail(chunk: Buffer): void {
    const kept = Math.max(0, Math.min(this.#tailLength, TAIL_BYTES - chunk.length));
    if (kept > 0) this.#tail.copyWithin(0, this.#tailLength - kept, this.#tailLength);
    this.#tailLength = kept + chunk.copy(this.#tail, kept, Math.max(0, chunk.length - TAIL_BYTES));
  }

  readonly #onDrain = (): void => {
    this.#isReaderBehind = false;
    if (!this.#isBodyComplete && !this.#isReopening && !this.#isFreed) this.#body.resume();
  };

  readonly #onEnd = (): void => {
    if (this.#isDestroyed) return;
    if (this.#length !== null && this.#received !== this.#length) {
      this.#onBreak();
      return;
    }
    this.#isBodyComplete = true;
    this.#isReaderBehind = true;
    this.#response.end(this.#heldBack?.chunk);
  };

  /** Replaces a body that broke or ended before the file does. Destroys the connection if there is no replacement. */
  readonly #onBreak = (): void => this.#replaceBody('broken');

  #replaceBody(cause: 'broken' | 'slow'): void {
    if (this.#isDestroyed || this.#isBodyComplete || this.#isReopening || this.#isFreed) return;
    if (this.#continuation === null || this.#length === null || this.#response.closed) {
      this.#fault();
      return;
    }
    this.#detachBody();
    // The withheld bytes have not been sent: the replacement starts with them.
    this.#received -= this.#heldBack?.chunk.length ?? 0;
    this.#dropHeldBack();
    this.#reading.restart();
    this.#reopen(this.#continuation, cause);
  }

  #detachBody(): void {
    this.#body
      .off('data', this.#onData)
      .off('end', this.#onEnd)
      .off('close', this.#onBreak)
      .off('error', this.#onBreak);
    this.#body.destroy();
  }

  #reopen(continuation: Continuation, cause: ResumeCause): void {
    this.#isReopening = true;
    this.#delivery.restart();
    continuation
      .open(this.#received, cause, Buffer.from(this.#tail.subarray(0, this.#tailLength)))
      .then(this.#continueWith, () => this.#continueWith(null));
  }

  /**
   * Frees the upstream connection of a reader that waits, if WaitingReader decides so. Bytes that have arrived but are not yet written to
   * the response are requested again later.
   */
  readonly #checkWaiting = (): void => {
    const canTake =
      this.#response.writableLength > 0 &&
      this.#heldBack === null &&
      this.#tailLength === TAIL_BYTES &&
      !(this.#isDestroyed || this.#isReopening || this.#isFreed);
    if (!this.#waiting?.tick(this.#received - this.#response.writableLength, canTake)) return;
    this.#isFreed = true;
    this.#detachBody();
  };

  /**
   * Counts `bytes` that the reader has taken. If the connection was freed, requests the rest of the file. Does nothing after a failed
   * write, because the reader is then leaving.
   */
  #onTaken(error: Parameters<OnWritten>[0], bytes: number): void {
    if (error) return;
    this.#taken += bytes;
    if (!this.#isFreed || this.#isDestroyed || this.#response.closed || this.#continuation === null) return;
    this.#isFreed = false;
    this.#reopen(this.#continuation, 'freed');
  }

  readonly #continueWith = (next: OpenedBody | null): void => {
    this.#isReopening = false;
    if (this.#isDestroyed || this.#response.closed) next?.body.destroy();
    else if (next === null) this.#fault();
    else this.#attachBody(next.body, next.opening);
  };

  /** Destroys the connection to the visitor after an error in the body, because an ended response would look like a complete file. */
  readonly #fault = (): void => {
    if (this.#isDestroyed || this.#isBodyComplete || this.#response.closed) return;
    this.#destroyConnection();
  };

  #destroyConnection(): void {
    this.#isDestroyed = true;
    const { socket, req } = this.#response;
    // Without chunks or a length, only a reset shows an HTTP/1.0 reader (some proxies) that the file is incomplete.
    if (this.#length === null && req.httpVersionMinor === 0) socket?.resetAndDestroy();
    this.#response.destroy();
    this.#body.destroy();
  }

  #dropReader(): void {
    if (this.#isDestroyed) return;
    this.#isReaderDropped = true;
    this.#destroyConnection();
  }

  /** Reports the number of bytes that the reader has taken since the last report. */
  #reportSent(): void {
    const sent = this.#isBodyComplete && this.#response.writableFinished ? this.#received : this.#taken;
    if (sent <= this.#reported) return;
    this.#onSent(sent - this.#reported);
    this.#reported = sent;
  }

  readonly #checkSpeed = (): void => {
    this.#reportSent();
    if (performance.now() - this.#started > this.#limits.maxDurationMs) this.#dropReader();
    this.#checkReader();
    this.#checkBody();
  };

  /**
   * Replaces a body that is too slow, or ends the transfer. Time in which the reader has bytes to take, or in which another body is being
   * opened, does not count.
   */
  #checkBody(): void {
    const isBodyAwaited = !(this.#isReaderBehind || this.#isReopening || this.#isFreed || this.#isDestroyed);
    if (!isBodyAwaited || this.#response.writableLength > 0) {
      this.#delivery.restart();
      return;
    }
    if (this.#delivery.isSlow(this.#received)) this.#replaceBody('slow');
  }

  #checkReader(): void {
    // Nothing is sent before the earlier responses of the connection have ended.
    if (this.#response.socket === null) return;
    // A body with its own memory stops before the response reports that its buffer is full.
    if (!this.#isReaderBehind && this.#response.writableLength === 0) {
      this.#reading.restart();
      return;
    }
    if (this.#reading.isSlow(this.#received - this.#response.writableLength)) this.#dropReader();
  }

  /**
   * Destroys the response when the visitor closes the connection, which frees everything. While the visitor's buffers are full, no write
   * would fail for seconds or minutes; and the HTTP server sends nothing more after the close anyway.
   */
  readonly #onLeft = (): void => {
    this.#response.destroy();
  };

  #dropHeldBack(): void {
    const held = this.#heldBack;
    this.#heldBack = null;
    held?.onWritten(NOT_SENT);
  }

  readonly #onClose = (): void => {
    clearInterval(this.#checkTimer);
    clearInterval(this.#waitTimer);
    this.#waiting?.leave();
    this.#reportSent();
    this.#response.req.socket.off('end', this.#onLeft);
    this.#body.destroy();
    this.#dropHeldBack();
    // Node calls no callback of a write that it had only queued.
    for (const chunk of this.#unreleased.keys()) this.#release(chunk);
    if (this.#response.writableFinished && this.#isBodyComplete)
      this.#settled.resolve({ ok: true, bytes: this.#received });
    else {
      const code = this.#isReaderDropped ? 'let_go' : this.#isDestroyed ? 'destroyed' : 'aborted';
      this.#settled.resolve({ ok: false, code });
    }
  };
}

const ignore = (): void => undefined;

/**
 * Sends a body whose first bytes are `opening` into a response whose headers are sent, and resolves when the response is closed. `length`
 * is the exact number of bytes expected; null if only the transfer encoding marks the end. With a length and a `continuation`, a body that
 * breaks, ends early or is too slow is replaced by one from `continuation`; otherwise the connection is destroyed. `onSent` is called with
 * the number of bytes that the reader has taken since the last call, if there are any: up to six times per `slowReaderWindowMs`, and at the
 * end. Never rejects.
 */
export const pumpBody = (
  { body, opening }: OpenedBody,
  response: ServerResponse,
  length: number | null,
  limits: PumpLimits,
  continuation: Continuation | null,
  onSent: (bytes: number) => void = ignore,
): Promise<PumpOutcome> => new Pump(body, response, length, limits, continuation, onSent).run(opening);
