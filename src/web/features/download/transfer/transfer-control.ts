/** Resolves when the signal aborts. */
const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** User controls for an active download: pause, resume, retry now, cancel. */
export class TransferControl {
  readonly #cancellation = new AbortController();
  #attempt = new AbortController();
  #paused = false;

  /** Aborts only when the download is cancelled. */
  get signal(): AbortSignal {
    return this.#cancellation.signal;
  }
  /** Aborts at the next pause, resume, retry or cancel. Code that waits on it must then check the state again. */
  get attemptSignal(): AbortSignal {
    return this.#attempt.signal;
  }
  get paused(): boolean {
    return this.#paused;
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
    if (!this.#paused) this.#endAttempt();
  }
  cancel(): void {
    this.#cancellation.abort();
    this.#attempt.abort();
  }
  /** Resolves when the download is resumed or cancelled. */
  async untilResumed(): Promise<void> {
    while (this.#paused && !this.signal.aborted) await untilAborted(this.attemptSignal);
  }

  #setPaused(paused: boolean): void {
    if (this.#paused === paused) return;
    this.#paused = paused;
    this.#endAttempt();
  }
  #endAttempt(): void {
    if (this.signal.aborted) return;
    const ended = this.#attempt;
    this.#attempt = new AbortController();
    ended.abort();
  }
}
