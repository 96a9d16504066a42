import { EventEmitter } from 'node:events';
import type { BufferPool } from './buffer-pool.ts';
import type { MediaBody } from './outbound-client.ts';

/** The connection that a body is read from. */
export interface BodySource {
  /** Whether the connection delivers nothing more as soon as `receive` has returned false. */
  readonly stopsImmediately: boolean;
  /** Starts to read again after `receive` returned false. */
  readMore(): void;
  /** Closes the connection. The body calls it once, and not when it has arrived completely. */
  abort(): void;
}

const ignore = (): void => undefined;

/**
 * Body of a known length that is read into pooled buffers. Reading stops while a full buffer waits for the consumer, so that a slow
 * or paused consumer holds one buffer, and the operating system makes the sender wait.
 */
export class PooledBody extends EventEmitter implements MediaBody {
  readonly #source: BodySource;
  readonly #pool: BufferPool;
  #missing: number;
  /** Buffer that is read into; taken from the pool with the first bytes. */
  #buffer: Buffer<ArrayBuffer> | null = null;
  /** Part of the buffer with bytes that have not been passed on. */
  #start = 0;
  #end = 0;
  /** Full buffers whose chunks are still in use. */
  #full: Buffer<ArrayBuffer>[] = [];
  /** Chunks that wait for `resume`. */
  #waiting: Buffer[] = [];
  /** Chunks passed on and not released. */
  #inUse = 0;
  #isPaused = true;
  /** A full buffer has to be released before more is read. */
  #isStopped = false;
  #isFlushPlanned = false;
  #isDisconnected = false;
  destroyed = false;
  readableEnded = false;
  errored: Error | null = null;

  /** Creates a paused body of `length` bytes. */
  constructor(length: number, source: BodySource, pool: BufferPool) {
    super();
    this.#missing = length;
    this.#source = source;
    this.#pool = pool;
    // A consumer that has abandoned the body has no error listener; a late error must not end the process.
    this.on('error', ignore);
  }

  /** Bytes that have not arrived. */
  get missing(): number {
    return this.#missing;
  }

  /** Returns whether the body waits for bytes: the time between two chunks counts only then. */
  get isHungry(): boolean {
    return !this.#isPaused && !this.#isStopped;
  }

  /** Returns the memory that the next bytes have to be read into. */
  nextBuffer(): Buffer {
    this.#buffer ??= this.#pool.take();
    return this.#buffer.subarray(this.#end);
  }

  /**
   * Takes over the first `count` bytes of `nextBuffer`, which belong to the body. Returns whether the connection may read more now;
   * else it waits for `readMore`.
   */
  receive(count: number): boolean {
    this.#end += count;
    this.#missing -= count;
    const isFull = this.#end === this.#buffer?.length;
    if (isFull || this.#missing === 0 || this.#source.stopsImmediately) this.#flush();
    else this.#planFlush();
    if (isFull) this.#turnBuffer();
    return this.isHungry;
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    // A caller of `resume` may still be adding its listeners.
    queueMicrotask(this.#continue);
  }

  /** Frees the memory of a chunk of a `data` event. Has to be called once for each. */
  release(): void {
    this.#inUse -= 1;
    this.#freeBuffers();
  }

  destroy(error: Error | null = null): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.errored = error;
    this.#waiting = [];
    if (this.#missing > 0) this.#source.abort();
    setImmediate(() => {
      if (error !== null) this.emit('error', error);
      this.emit('close');
    });
  }

  /** Tells that the connection does not read into the body's memory any more. */
  disconnect(): void {
    this.#isDisconnected = true;
    this.#freeBuffers();
  }

  readonly #continue = (): void => {
    while (!this.#isPaused && !this.destroyed) {
      const chunk = this.#waiting.shift();
      if (chunk === undefined) break;
      this.#pass(chunk);
    }
    if (this.#isPaused || this.destroyed) return;
    if (this.#missing === 0) this.#endOnce();
    else if (!this.#isStopped) this.#source.readMore();
  };

  /** Passes on what has arrived, or keeps it for `resume`. */
  #flush(): void {
    if (this.#buffer === null || this.#start === this.#end) return;
    const chunk = this.#buffer.subarray(this.#start, this.#end);
    this.#start = this.#end;
    if (this.destroyed) return;
    if (this.#isPaused || this.#waiting.length > 0) this.#waiting.push(chunk);
    else this.#pass(chunk);
    if (this.#missing === 0 && !this.#isPaused && this.#waiting.length === 0) this.#endOnce();
  }

  /** Collects what arrives in one turn of the event loop: TLS delivers records of 16 KB at most, each by its own callback. */
  #planFlush(): void {
    if (this.#isFlushPlanned) return;
    this.#isFlushPlanned = true;
    setImmediate(() => {
      this.#isFlushPlanned = false;
      this.#flush();
    });
  }

  #pass(chunk: Buffer): void {
    this.#inUse += 1;
    this.emit('data', chunk);
  }

  /** Starts a full buffer again from its beginning, or continues in another one when the connection does not stop at once. */
  #turnBuffer(): void {
    this.#isStopped = this.#inUse > 0 || this.#waiting.length > 0;
    if (this.#isStopped && !this.#source.stopsImmediately && this.#buffer !== null) {
      this.#full.push(this.#buffer);
      this.#buffer = null;
    }
    this.#start = 0;
    this.#end = 0;
  }

  #freeBuffers(): void {
    if (this.#inUse > 0 || (this.#waiting.length > 0 && !this.destroyed)) return;
    for (const buffer of this.#full.splice(0)) this.#pool.give(buffer);
    if (this.#isDisconnected && this.#buffer !== null) {
      this.#pool.give(this.#buffer);
      this.#buffer = null;
    }
    if (!this.#isStopped) return;
    this.#isStopped = false;
    if (!this.#isPaused && !this.destroyed && this.#missing > 0) this.#source.readMore();
  }

  #endOnce(): void {
    if (this.readableEnded) return;
    this.readableEnded = true;
    this.emit('end');
    this.destroy();
  }
}
