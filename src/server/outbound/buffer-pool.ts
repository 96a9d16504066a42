/** Buffers kept for later use. A transfer at full speed needs one, so these serve that many at once without allocation. */
const KEPT_BUFFERS = 32;
/** Buffers of full size in use at once. More are needed only by more than 48 TLS transfers at full speed. */
const FULL_BUFFERS = 96;

/** Sizes of a pool's buffers, in bytes. `crowded` is that of buffers taken while many others are in use. */
export interface BufferSizes {
  readonly full: number;
  readonly crowded: number;
}

/** Pool of memory buffers for received bytes, which are reused instead of allocated for each transfer. */
export class BufferPool {
  readonly #sizes: BufferSizes;
  readonly #free: Record<keyof BufferSizes, Buffer<ArrayBuffer>[]> = { full: [], crowded: [] };
  #inUse = 0;

  /** Creates an empty pool. */
  constructor(sizes: BufferSizes) {
    this.#sizes = sizes;
  }

  /** Returns a buffer with any content. Large ones save processor time, small ones memory when most transfers wait. */
  take(): Buffer<ArrayBuffer> {
    const size = this.#inUse < FULL_BUFFERS ? 'full' : 'crowded';
    this.#inUse += 1;
    // A buffer of its own, not a part of Node's shared slab, so that its memory can be freed at once.
    return this.#free[size].pop() ?? Buffer.allocUnsafeSlow(this.#sizes[size]);
  }

  /** Takes a buffer back. The caller and everything it passed the buffer to no longer use it. */
  give(buffer: Buffer<ArrayBuffer>): void {
    this.#inUse -= 1;
    const free = this.#free[buffer.length === this.#sizes.full ? 'full' : 'crowded'];
    if (free.length < KEPT_BUFFERS) free.push(buffer);
    // Frees the memory without waiting for the garbage collector, which may not run for minutes on a quiet server.
    else buffer.buffer.transfer(0);
  }
}
