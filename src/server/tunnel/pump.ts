import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Opening } from './opened-file.ts';

/** When a transfer is given up. */
export interface PumpLimits {
  readonly maxBytes: number;
  readonly maxDurationMs: number;
  /** A reader that takes fewer than `slowReaderBytes` in this many milliseconds is let go. */
  readonly slowReaderWindowMs: number;
  readonly slowReaderBytes: number;
}

/** A body some of whose first bytes have been taken off it. */
export interface OpenedBody {
  readonly body: Readable;
  readonly opening: Opening;
}

/** Gives a body that goes on where the last one broke: after `received` bytes of this answer. Null when there is none. Never rejects. */
export type Reopen = (received: number) => Promise<OpenedBody | null>;

/**
 * How a transfer ended: all bytes given to the visitor; connection destroyed by us because of the upstream, or because the
 * visitor took too little or too long; or left by the visitor.
 */
export type PumpOutcome =
  | { readonly ok: true; readonly bytes: number }
  | { readonly ok: false; readonly code: 'destroyed' | 'let_go' | 'aborted' };

const CHECKS_PER_WINDOW = 6;

/**
 * Moves a body into one answer whose head is written, and where it breaks, the body that goes on in its place. The last
 * byte is held back until the upstream has ended, so a visitor never holds a complete-looking file whose upstream then
 * overran or broke.
 */
class Pump {
  #body: Readable;
  readonly #response: ServerResponse;
  readonly #length: number | null;
  readonly #limits: PumpLimits;
  readonly #reopen: Reopen | null;
  readonly #settled = Promise.withResolvers<PumpOutcome>();
  readonly #started = performance.now();
  #received = 0;
  #heldBack: Buffer | null = null;
  #isBodyComplete = false;
  /** The body broke; what goes on in its place is looked for. */
  #isReopening = false;
  #isDestroyed = false;
  #isReaderDropped = false;
  #isReaderBehind = false;
  /** Bytes taken by the reader at the last looks, oldest first, since it began to hold us up. */
  #readSamples: number[] = [];
  #checkTimer: NodeJS.Timeout | undefined;

  constructor(
    body: Readable,
    response: ServerResponse,
    length: number | null,
    limits: PumpLimits,
    reopen: Reopen | null,
  ) {
    this.#body = body;
    this.#response = response;
    this.#length = length;
    this.#limits = limits;
    this.#reopen = reopen;
  }

  run(opening: Opening): Promise<PumpOutcome> {
    const response = this.#response;
    response.on('close', this.#onClose).on('drain', this.#onDrain).on('error', ignore);
    this.#checkTimer = setInterval(this.#checkReader, this.#limits.slowReaderWindowMs / CHECKS_PER_WINDOW);
    if (response.destroyed || response.closed) this.#onClose();
    else this.#attachBody(this.#body, opening);
    return this.#settled.promise;
  }

  #attachBody(body: Readable, opening: Opening): void {
    this.#body = body;
    body.on('error', ignore).on('error', this.#onBreak);
    if (opening.bytes.length > 0) this.#onData(opening.bytes);
    // A body that came in one piece may have ended between its opening and now.
    if (opening.ended || body.readableEnded) this.#onEnd();
    else {
      body.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onBreak);
      if (body.destroyed) this.#onBreak();
      else if (!this.#isReaderBehind) body.resume();
    }
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#isDestroyed) return;
    this.#received += chunk.length;
    if (this.#received > (this.#length ?? this.#limits.maxBytes)) this.#fault();
    else if (this.#received === this.#length) this.#heldBack = chunk;
    else if (!this.#response.write(chunk)) {
      this.#isReaderBehind = true;
      this.#body.pause();
    }
  };

  readonly #onDrain = (): void => {
    this.#isReaderBehind = false;
    if (!this.#isBodyComplete && !this.#isReopening) this.#body.resume();
  };

  readonly #onEnd = (): void => {
    if (this.#isDestroyed) return;
    if (this.#length !== null && this.#received !== this.#length) {
      this.#onBreak();
      return;
    }
    this.#isBodyComplete = true;
    this.#isReaderBehind = true;
    this.#response.end(this.#heldBack ?? undefined);
  };

  /** The body is over before the file is. */
  readonly #onBreak = (): void => {
    if (this.#isDestroyed || this.#isBodyComplete || this.#isReopening) return;
    if (this.#reopen === null || this.#length === null || this.#response.closed) {
      this.#fault();
      return;
    }
    this.#isReopening = true;
    const body = this.#body;
    body
      .off('data', this.#onData)
      .off('end', this.#onEnd)
      .off('close', this.#onBreak)
      .off('error', this.#onBreak);
    body.destroy();
    // What was held back has not been sent: it comes again, with the end it lacked.
    this.#received -= this.#heldBack?.length ?? 0;
    this.#heldBack = null;
    this.#readSamples = [];
    this.#reopen(this.#received).then(this.#continueWith, () => this.#continueWith(null));
  };

  readonly #continueWith = (next: OpenedBody | null): void => {
    this.#isReopening = false;
    if (this.#isDestroyed || this.#response.closed) next?.body.destroy();
    else if (next === null) this.#fault();
    else this.#attachBody(next.body, next.opening);
  };

  /** Something is wrong after the first byte: the connection is destroyed, for an ended one would pass for a whole file. */
  readonly #fault = (): void => {
    if (this.#isDestroyed || this.#isBodyComplete || this.#response.closed) return;
    this.#destroyConnection();
  };

  #destroyConnection(): void {
    this.#isDestroyed = true;
    const { socket, req } = this.#response;
    // Without chunks or a length only a reset tells an HTTP/1.0 reader (some proxies) that the file is cut.
    if (this.#length === null && req.httpVersionMinor === 0) socket?.resetAndDestroy();
    this.#response.destroy();
    this.#body.destroy();
  }

  #dropReader(): void {
    if (this.#isDestroyed) return;
    this.#isReaderDropped = true;
    this.#destroyConnection();
  }

  readonly #checkReader = (): void => {
    const { maxDurationMs, slowReaderBytes } = this.#limits;
    if (performance.now() - this.#started > maxDurationMs) this.#dropReader();
    if (!this.#isReaderBehind) {
      this.#readSamples = [];
      return;
    }
    const taken = this.#received - this.#response.writableLength;
    const before = this.#readSamples.length === CHECKS_PER_WINDOW ? this.#readSamples.shift() : undefined;
    this.#readSamples.push(taken);
    if (before !== undefined && taken - before < slowReaderBytes) this.#dropReader();
  };

  readonly #onClose = (): void => {
    clearInterval(this.#checkTimer);
    this.#body.destroy();
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
 * Sends a body whose first bytes are `opening` into an answer whose head is written, and resolves when the answer is
 * closed. `length` is what must come exactly; null leaves it to the framing. With a length, a body that breaks is replaced
 * by what `reopen` gives. Never rejects.
 */
export const pumpBody = (
  { body, opening }: OpenedBody,
  response: ServerResponse,
  length: number | null,
  limits: PumpLimits,
  reopen: Reopen | null,
): Promise<PumpOutcome> => new Pump(body, response, length, limits, reopen).run(opening);
