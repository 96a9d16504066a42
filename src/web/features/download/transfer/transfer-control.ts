/** Resolves when the signal aborts. */
const waitUntilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** User controls for an active download: pause, resume, retry now, cancel. */
export class TransferControl {
  readonly #cancellation = new AbortController();
  #attempt = new AbortController();
  #isPaused = false;

  /** Aborts only when the download is cancelled. */
  get signal(): AbortSignal {
    return this.#cancellation.signal;
  }
  /** Aborts at the next pause, resume, retry or cancel. Code that waits for it must then check the state again. */
  get attemptSignal(): AbortSignal {
    return this.#attempt.signal;
  }
  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Aborts the current attempt and keeps the received bytes. Has no effect while paused. */
  pause(): void {
    this.#setPaused(true);
  }
  resume(): void {
    this.#setPaused(false);
  }
  /** Ends the current wait or a stalled connection, so that the next attempt starts immediately. Has no effect while paused. */
  retryNow(): void {
    if (!this.#isPaused) this.#endAttempt();
  }
  cancel(): void {
    this.#cancellation.abort();
    this.#attempt.abort();
  }
  /** Resolves when the download is resumed or cancelled. */
  async waitUntilResumed(): Promise<void> {
    while (this.#isPaused && !this.signal.aborted) await waitUntilAborted(this.attemptSignal);
  }

  #setPaused(isPaused: boolean): void {
    if (this.#isPaused === isPaused) return;
    this.#isPaused = isPaused;
    this.#endAttempt();
  }
  #endAttempt(): void {
    if (this.signal.aborted) return;
    const ended = this.#attempt;
    this.#attempt = new AbortController();
    ended.abort();
  }
}
