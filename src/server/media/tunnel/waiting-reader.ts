/** Number of ticks that a reader waits before its connection may be freed. */
export const TICKS_OF_WAIT = 2;
/** Upper limit of the growing time after which a connection is freed, as a multiple of the first one. */
const MAX_PATIENCE = 32;

/**
 * Decides when to free the upstream connection of a reader that takes no bytes, while many readers wait: a TLS connection holds up to 150
 * KB. After each time, the reader may wait twice as long before the next, so that a slow reader needs few connections and a paused one
 * holds none.
 */
export class WaitingReader {
  readonly #all: Set<object>;
  readonly #connectedMax: number;
  #takenBefore = 0;
  #waitedTicks = 0;
  #patienceTicks = TICKS_OF_WAIT;

  /** `all` are the readers of all transfers that wait with an open connection, of which `connectedMax` may keep it. */
  constructor(all: Set<object>, connectedMax: number) {
    this.#all = all;
    this.#connectedMax = connectedMax;
  }

  /** Notes at a tick how many bytes the reader has taken and whether it could take more. Returns whether to free its connection. */
  tick(taken: number, canTake: boolean): boolean {
    const isWaiting = canTake && taken === this.#takenBefore;
    this.#takenBefore = taken;
    this.#waitedTicks = isWaiting ? this.#waitedTicks + 1 : 0;
    if (isWaiting) this.#all.add(this);
    else this.leave();
    if (this.#waitedTicks < this.#patienceTicks || this.#all.size <= this.#connectedMax) return false;
    this.leave();
    this.#patienceTicks = Math.min(this.#patienceTicks * 2, TICKS_OF_WAIT * MAX_PATIENCE);
    return true;
  }

  leave(): void {
    this.#all.delete(this);
  }
}
