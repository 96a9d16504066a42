/** Number of calls of `tick` for which a reader waits before its connection may be freed for the first time. */
export const TICKS_OF_WAIT = 2;
/** Maximum number of calls of `tick` after which a connection is freed, as a multiple of TICKS_OF_WAIT. */
const WAIT_GROWTH_MAX = 32;

/**
 * Decides when to free the upstream connection of a reader that takes no bytes, while many readers wait; a TLS connection holds up to 150
 * KB. After a connection is freed, its reader may wait twice as long before the next one is freed, so that a slow reader needs few
 * connections and a paused one holds none.
 */
export class WaitingReader {
  readonly #waitingReaders: Set<object>;
  readonly #connectedMax: number;
  #takenBefore = 0;
  #waitedTicks = 0;
  #allowedTicks = TICKS_OF_WAIT;

  /** `waitingReaders` are the readers of all transfers that wait with an open connection; `connectedMax` of them may keep it. */
  constructor(waitingReaders: Set<object>, connectedMax: number) {
    this.#waitingReaders = waitingReaders;
    this.#connectedMax = connectedMax;
  }

  /**
   * Records the number of bytes that the reader has taken in total, and whether more bytes wait for it (`canTake`). Adds the reader to the
   * waiting readers if it took none of these since the last call, otherwise removes it. Called at regular intervals. Returns whether to
   * free the connection; then the reader is removed too.
   */
  tick(takenBytes: number, canTake: boolean): boolean {
    const isWaiting = canTake && takenBytes === this.#takenBefore;
    this.#takenBefore = takenBytes;
    this.#waitedTicks = isWaiting ? this.#waitedTicks + 1 : 0;
    if (isWaiting) this.#waitingReaders.add(this);
    else this.leave();
    if (this.#waitedTicks < this.#allowedTicks || this.#waitingReaders.size <= this.#connectedMax)
      return false;
    this.leave();
    this.#allowedTicks = Math.min(this.#allowedTicks * 2, TICKS_OF_WAIT * WAIT_GROWTH_MAX);
    return true;
  }

  /** Removes the reader from the waiting readers. */
  leave(): void {
    this.#waitingReaders.delete(this);
  }
}
