import type { ServerResponse } from 'node:http';
import type { MediaBody } from '../net/outbound-client.ts';
import type { Opening } from './opened-file.ts';

/** Limits after which a transfer is ended. */
export interface PumpLimits {
  readonly maxBytes: number;
  readonly maxDurationMs: number;
  /** A reader that receives fewer than `slowReaderBytes` in this many milliseconds is disconnected. */
  readonly slowReaderWindowMs: number;
  readonly slowReaderBytes: number;
}

/** A body and the first bytes that have been read from it. */
export interface OpenedBody {
  readonly body: MediaBody;
  readonly opening: Opening;
}

/**
 * Opens a body that continues a broken one after `received` bytes of this response; null when there is none. Never
 * rejects.
 */
export type Reopen = (received: number) => Promise<OpenedBody | null>;

/**
 * Result of a transfer: all bytes sent; connection `destroyed` because of the upstream; `let_go` because the reader was
 * too slow or took too long; or `aborted` by the visitor.
 */
export type PumpOutcome =
  | { readonly ok: true; readonly bytes: number }
  | { readonly ok: false; readonly code: 'destroyed' | 'let_go' | 'aborted' };

const CHECKS_PER_WINDOW = 6;

/**
 * Copies a body into a response whose headers are sent, and replaces the body when it breaks. The last byte is withheld
 * until the upstream has ended, so that a visitor never receives a complete-looking file whose upstream then sent too
 * much or broke.
 */
class Pump {
  #body: MediaBody;
  /** Releases a chunk of the body; undefined for the opening and for a body whose chunks have memory of their own. */
  #release: (() => void) | undefined;
  readonly #response: ServerResponse;
  readonly #length: number | null;
  readonly #limits: PumpLimits;
  readonly #reopen: Reopen | null;
  readonly #settled = Promise.withResolvers<PumpOutcome>();
  readonly #started = performance.now();
  #received = 0;
  #heldBack: { readonly chunk: Buffer; readonly release: (() => void) | undefined } | null = null;
  #isBodyComplete = false;
  /** The body broke and a replacement is being opened. */
  #isReopening = false;
  #isDestroyed = false;
  #isReaderDropped = false;
  #isReaderBehind = false;
  /** Bytes sent at the latest checks, oldest first, since the reader fell behind. */
  #readSamples: number[] = [];
  #checkTimer: NodeJS.Timeout | undefined;

  constructor(
    body: MediaBody,
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
    response.req.socket.once('end', this.#onLeft);
    this.#checkTimer = setInterval(this.#checkReader, this.#limits.slowReaderWindowMs / CHECKS_PER_WINDOW);
    if (response.destroyed || response.closed) this.#onClose();
    else this.#attachBody(this.#body, opening);
    return this.#settled.promise;
  }

  #attachBody(body: MediaBody, opening: Opening): void {
    this.#body = body;
    this.#release = undefined;
    body.on('error', ignore).on('error', this.#onBreak);
    if (opening.bytes.length > 0) this.#onData(opening.bytes);
    if (body.release !== undefined) this.#release = () => body.release?.();
    // A body that arrived in one chunk may have ended in the meantime.
    if (opening.ended || body.readableEnded) this.#onEnd();
    else {
      body.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onBreak);
      if (body.destroyed) this.#onBreak();
      else if (!this.#isReaderBehind) body.resume();
    }
  }

  readonly #onData = (chunk: Buffer): void => {
    const release = this.#release;
    if (this.#isDestroyed) {
      release?.();
      return;
    }
    this.#received += chunk.length;
    if (this.#received > (this.#length ?? this.#limits.maxBytes)) {
      release?.();
      this.#fault();
    } else if (this.#received === this.#length) this.#heldBack = { chunk, release };
    else if (!this.#response.write(chunk, release)) {
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
    this.#response.end(this.#heldBack?.chunk);
  };

  /** Handles a body that ends before the file does. */
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
    // The withheld bytes have not been sent: the replacement starts with them.
    this.#received -= this.#heldBack?.chunk.length ?? 0;
    this.#dropHeldBack();
    this.#readSamples = [];
    this.#reopen(this.#received).then(this.#continueWith, () => this.#continueWith(null));
  };

  readonly #continueWith = (next: OpenedBody | null): void => {
    this.#isReopening = false;
    if (this.#isDestroyed || this.#response.closed) next?.body.destroy();
    else if (next === null) this.#fault();
    else this.#attachBody(next.body, next.opening);
  };

  /** Destroys the connection after an error in the body, because an ended response would look like a complete file. */
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

  readonly #checkReader = (): void => {
    const { maxDurationMs, slowReaderBytes } = this.#limits;
    if (performance.now() - this.#started > maxDurationMs) this.#dropReader();
    // A body with its own memory stops before the response reports that its buffer is full.
    if (!this.#isReaderBehind && this.#response.writableLength === 0) {
      this.#readSamples = [];
      return;
    }
    const taken = this.#received - this.#response.writableLength;
    const before = this.#readSamples.length === CHECKS_PER_WINDOW ? this.#readSamples.shift() : undefined;
    this.#readSamples.push(taken);
    if (before !== undefined && taken - before < slowReaderBytes) this.#dropReader();
  };

  /**
   * Frees everything when the visitor closes the connection. While the visitor's buffers are full the close alone fails no write, for
   * seconds or minutes; and the HTTP server sends nothing more after it anyway.
   */
  readonly #onLeft = (): void => {
    this.#response.destroy();
  };

  #dropHeldBack(): void {
    this.#heldBack?.release?.();
    this.#heldBack = null;
  }

  readonly #onClose = (): void => {
    clearInterval(this.#checkTimer);
    this.#response.req.socket.off('end', this.#onLeft);
    this.#body.destroy();
    this.#dropHeldBack();
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
 * Sends a body whose first bytes are `opening` into a response whose headers are sent, and resolves when the response
 * is closed. `length` is the exact number of bytes expected; null leaves the end to the transfer encoding. With a
 * length, a body that breaks is replaced by the result of `reopen`. Never rejects.
 */
export const pumpBody = (
  { body, opening }: OpenedBody,
  response: ServerResponse,
  length: number | null,
  limits: PumpLimits,
  reopen: Reopen | null,
): Promise<PumpOutcome> => new Pump(body, response, length, limits, reopen).run(opening);
