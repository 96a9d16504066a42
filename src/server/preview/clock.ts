/** Time as the chain's rules see it, so that their tests need not wait. */
export interface Clock {
  /** Milliseconds since 1970. Never goes back: a corrected system clock must not keep an engine shut for hours. */
  now(): number;
  /** Calls `run` once after `ms` milliseconds; the function given back calls that off. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
