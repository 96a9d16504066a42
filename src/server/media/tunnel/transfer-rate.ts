const SAMPLES_PER_WINDOW = 6;

/** Detects when one side of a transfer moves too few bytes within a window of time. */
export class TransferRate {
  /** Bytes at the latest checks, oldest first. */
  #samples: number[] = [];
  readonly #least: number;

  /** Creates a rate that is slow with fewer than `least` bytes in a window. */
  constructor(least: number) {
    this.#least = least;
  }

  /** Milliseconds between two checks of a window. */
  static interval(windowMs: number): number {
    return windowMs / SAMPLES_PER_WINDOW;
  }

  /** Adds the bytes so far, and returns whether the whole window before brought too few. */
  isSlow(bytes: number): boolean {
    const before = this.#samples.length === SAMPLES_PER_WINDOW ? this.#samples.shift() : undefined;
    this.#samples.push(bytes);
    return before !== undefined && bytes - before < this.#least;
  }

  /** Begins a new window. */
  restart(): void {
    this.#samples = [];
  }
}
