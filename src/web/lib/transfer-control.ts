/** Resolves when the signal aborts. */
const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** A visitor's hand on a running save: pause, go on, try again now, cancel. */
export class TransferControl {
  readonly #over = new AbortController();
  #turn = new AbortController();
  #paused = false;

  /** Aborts when the save is cancelled, and only then. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }
  /** Aborts at the next press of any kind: whatever runs or waits must then look again what holds. */
  get attemptSignal(): AbortSignal {
    return this.#turn.signal;
  }
  get paused(): boolean {
    return this.#paused;
  }

  /** Stops the network at once; the bytes that are there stay. A second pause changes nothing. */
  pause(): void {
    this.#setPaused(true);
  }
  resume(): void {
    this.#setPaused(false);
  }
  /** Ends a wait, or a connection on which nothing comes any more. */
  tryNow(): void {
    if (!this.#paused) this.#next();
  }
  cancel(): void {
    this.#over.abort();
    this.#turn.abort();
  }
  /** Resolves once it is not paused, or cancelled. */
  async untilGoing(): Promise<void> {
    while (this.#paused && !this.signal.aborted) await aborted(this.attemptSignal);
  }

  #setPaused(paused: boolean): void {
    if (this.#paused === paused) return;
    this.#paused = paused;
    this.#next();
  }
  #next(): void {
    if (this.signal.aborted) return;
    const ended = this.#turn;
    this.#turn = new AbortController();
    ended.abort();
  }
}
