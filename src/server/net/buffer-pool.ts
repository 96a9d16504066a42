/** Buffers kept for later use. A transfer at full speed needs one, so these serve that many at once without allocation. */
const KEPT_BUFFERS = 32;

/** Buffers of one size that are read into again and again. */
export class BufferPool {
  readonly #free: Buffer<ArrayBuffer>[] = [];
  readonly #bytes: number;

  /** Creates an empty pool of buffers of `bytes` bytes. */
  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** Returns a buffer with any content. */
  take(): Buffer<ArrayBuffer> {
    // A buffer of its own, not a part of Node's shared slab, so that its memory can be freed at once.
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(this.#bytes);
  }

  /** Takes a buffer back. The caller and everything it passed the buffer to no longer use it. */
  give(buffer: Buffer<ArrayBuffer>): void {
    if (this.#free.length < KEPT_BUFFERS) this.#free.push(buffer);
    // Frees the memory without waiting for the garbage collector, which may not run for minutes on a quiet server.
    else buffer.buffer.transfer(0);
  }
}
