import { EventEmitter } from 'node:events';
import type { MediaBody } from './outbound-client.ts';

/**
 * Maximum number of unused buffers of each size that are kept. A transfer at full speed needs one buffer, so that this many transfers at
 * once allocate none.
 */
const KEPT_BUFFERS = 32;
/** Number of buffers in use up to which new buffers are large. Only more than 48 TLS transfers at full speed need more large buffers. */
const LARGE_BUFFERS_MAX = 96;

/** Sizes of a pool's buffers, in bytes. The pool gives out small buffers while LARGE_BUFFERS_MAX or more buffers are in use. */
export interface BufferSizes {
  readonly large: number;
  readonly small: number;
}

/** Pool of memory buffers for received bytes, which are reused instead of allocated for each transfer. */
export class BufferPool {
  readonly #sizes: BufferSizes;
  readonly #free: Record<keyof BufferSizes, Buffer<ArrayBuffer>[]> = { large: [], small: [] };
  #inUse = 0;

  /** Creates an empty pool. */
  constructor(sizes: BufferSizes) {
    this.#sizes = sizes;
  }

  /** Returns a buffer with arbitrary content. Large buffers save processor time; small buffers save memory when most transfers wait. */
  take(): Buffer<ArrayBuffer> {
    const size = this.#inUse < LARGE_BUFFERS_MAX ? 'large' : 'small';
    this.#inUse += 1;
    // A buffer of its own, not a part of Node's shared slab, so that its memory can be freed at once.
    return this.#free[size].pop() ?? Buffer.allocUnsafeSlow(this.#sizes[size]);
  }

  /** Takes a buffer back. Neither the caller nor anything that received the buffer from the caller may use it afterwards. */
  give(buffer: Buffer<ArrayBuffer>): void {
    this.#inUse -= 1;
    const free = this.#free[buffer.length === this.#sizes.large ? 'large' : 'small'];
    if (free.length < KEPT_BUFFERS) free.push(buffer);
    // Frees the memory without waiting for the garbage collector, which may not run for minutes on a quiet server.
    else buffer.buffer.transfer(0);
  }
}

/** The connection that a body is read from. */
export interface BodySource {
  /** Whether the connection delivers nothing more as soon as `receive` has returned false. */
  readonly stopsImmediately: boolean;
  /** Starts to read again after `receive` returned false. */
  readMore(): void;
  /** Closes the connection. The body calls this at most once, and never after the body has arrived completely. */
  abort(): void;
}

const ignore = (): void => undefined;

/** Source that a body gets when it is destroyed, so that the body does not keep the connection and its socket in memory. */
const ENDED: BodySource = { stopsImmediately: true, readMore: ignore, abort: ignore };

/** A pooled buffer and the number of its chunks that the consumer has or will get. */
interface Slot {
  readonly memory: Buffer<ArrayBuffer>;
  uses: number;
}

/**
 * Body of a known length that is read into pooled buffers. Reading stops while a full buffer waits for the consumer, so that a slow or
 * paused consumer holds one buffer (two if the source does not stop immediately), and the operating system makes the sender wait.
 */
export class PooledBody extends EventEmitter implements MediaBody {
  readonly #pool: BufferPool;
  #source: BodySource;
  #missingBytes: number;
  /** Buffer that is read into; null until `nextBuffer` takes one from the pool. */
  #slot: Slot | null = null;
  /** Start and end of the bytes in `#slot` that have arrived and are in no chunk yet. */
  #start = 0;
  #end = 0;
  /** Full buffers whose chunks are still in use. */
  #full: Slot[] = [];
  /** Chunks that wait for `resume`, or for the release of a full buffer. */
  #waiting: Buffer[] = [];
  /** Number of chunks that the consumer has received and not released. */
  #inUse = 0;
  #isPaused = true;
  /** True while a full buffer has to be released before more is read. */
  #isStopped = false;
  #isFlushPlanned = false;
  #isDisconnected = false;
  destroyed = false;
  readableEnded = false;
  errored: Error | null = null;

  /** Creates a paused body of `length` bytes. */
  constructor(length: number, source: BodySource, pool: BufferPool) {
    super();
    this.#missingBytes = length;
    this.#source = source;
    this.#pool = pool;
    // A consumer that has abandoned the body has no error listener; a late error must not end the process.
    this.on('error', ignore);
  }

  /** Number of bytes that have not arrived. */
  get missingBytes(): number {
    return this.#missingBytes;
  }

  /** False while the body is paused, and while a full buffer has to be released before more is read. */
  get wantsBytes(): boolean {
    return !this.#isPaused && !this.#isStopped;
  }

  /** Returns the memory that the next bytes have to be read into. */
  nextBuffer(): Buffer {
    this.#slot ??= { memory: this.#pool.take(), uses: 0 };
    return this.#slot.memory.subarray(this.#end);
  }

  /**
   * Accepts the first `count` bytes of the memory that `nextBuffer` returned, all of which belong to the body. Returns whether the
   * connection may read more now; if not, the connection waits for `readMore`.
   */
  receive(count: number): boolean {
    this.#missingBytes -= count;
    // Memory of a destroyed body can be in use; what still arrives must not reach it.
    if (this.destroyed) return false;
    this.#end += count;
    const isFull = this.#end === this.#slot?.memory.length;
    if (isFull || this.#missingBytes === 0 || this.#source.stopsImmediately) this.#flush();
    else this.#planFlush();
    if (isFull) this.#turnBuffer();
    return this.wantsBytes;
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

  /** Frees the memory of a chunk of a `data` event. Has to be called once for each chunk. */
  release(chunk: Buffer): void {
    this.#inUse -= 1;
    this.#unuse(chunk);
    this.#freeBuffers();
    if (this.#waiting.length > 0 && this.#inUse === 0 && !this.#isPaused) queueMicrotask(this.#continue);
  }

  destroy(error: Error | null = null): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.errored = error;
    for (const chunk of this.#waiting.splice(0)) this.#unuse(chunk);
    this.#freeBuffers();
    if (this.#missingBytes > 0) this.#source.abort();
    this.#source = ENDED;
    setImmediate(() => {
      if (error !== null) this.emit('error', error);
      this.emit('close');
    });
  }

  /** Tells the body that the connection no longer reads into its memory, so that released buffers return to the pool. */
  disconnect(): void {
    this.#isDisconnected = true;
    this.#freeBuffers();
  }

  readonly #continue = (): void => {
    // While a full buffer waits for its release, further chunks wait too, so that a consumer that takes nothing holds one buffer.
    while (!this.#isPaused && !this.destroyed && (this.#inUse === 0 || !this.#isStopped)) {
      const chunk = this.#waiting.shift();
      if (chunk === undefined) break;
      this.#pass(chunk);
    }
    if (this.#isPaused || this.destroyed || this.#waiting.length > 0) return;
    if (this.#missingBytes === 0) this.#endOnce();
    else if (!this.#isStopped) this.#source.readMore();
  };

  /**
   * Passes the bytes that have arrived to the consumer as one chunk, or adds the chunk to the waiting ones. Ends the body after its last
   * bytes.
   */
  #flush(): void {
    if (this.#slot === null || this.#start === this.#end || this.destroyed) return;
    const chunk = this.#slot.memory.subarray(this.#start, this.#end);
    this.#start = this.#end;
    this.#slot.uses += 1;
    if (this.#isPaused || this.#isStopped || this.#waiting.length > 0) this.#waiting.push(chunk);
    else this.#pass(chunk);
    if (this.#missingBytes === 0 && !this.#isPaused && this.#waiting.length === 0) this.#endOnce();
  }

  /**
   * Plans one flush of all bytes that arrive in this turn of the event loop, because TLS delivers records of 16 KB at most, each with its
   * own callback.
   */
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

  /**
   * Reuses a full buffer from its beginning if none of its chunks is in use. Otherwise stops reading, and continues in another buffer if
   * the connection does not stop at once.
   */
  #turnBuffer(): void {
    this.#start = 0;
    this.#end = 0;
    if (this.#slot === null || this.#slot.uses === 0) return;
    this.#isStopped = true;
    if (this.#source.stopsImmediately) return;
    this.#full.push(this.#slot);
    this.#slot = null;
  }

  #unuse(chunk: Buffer): void {
    const isOf = ({ memory }: Slot): boolean => memory.buffer === chunk.buffer;
    const slot = this.#slot !== null && isOf(this.#slot) ? this.#slot : this.#full.find(isOf);
    if (slot) slot.uses -= 1;
  }

  /**
   * Gives full buffers without a chunk in use back to the pool, and after `disconnect` also the current buffer. If reading has stopped,
   * starts to read again once all chunks are released.
   */
  #freeBuffers(): void {
    for (const slot of this.#full.splice(0)) {
      if (slot.uses > 0) this.#full.push(slot);
      else this.#pool.give(slot.memory);
    }
    if (this.#isDisconnected && this.#slot?.uses === 0) {
      this.#pool.give(this.#slot.memory);
      this.#slot = null;
    }
    if (!this.#isStopped || this.#inUse > 0 || this.#waiting.length > 0) return;
    this.#isStopped = false;
    if (!this.#isPaused && !this.destroyed && this.#missingBytes > 0) this.#source.readMore();
  }

  #endOnce(): void {
    if (this.readableEnded) return;
    this.readableEnded = true;
    this.emit('end');
    this.destroy();
  }
}
