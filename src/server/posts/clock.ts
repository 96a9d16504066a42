/** Clock and timer that tests can replace. */
export interface Clock {
  /** Milliseconds since 1970. Never goes back: a corrected system clock must not keep a circuit open for hours. */
  now(): number;
  /** Calls `run` once after `ms` milliseconds. The returned function cancels the call. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
