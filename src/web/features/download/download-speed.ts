/** Bytes that had arrived at a moment (ms, any clock that only goes forward). */
export interface Sample {
  readonly at: number;
  readonly received: number;
}

const WINDOW_MS = 3_000;
/** A speed over less than this jumps about too much to be shown, and so does the time left. */
const SETTLED_MS = 1_000;

/** Adds a sample and drops those older than the three seconds the average is taken over. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const edge = sample.at - WINDOW_MS;
  // One sample from before the edge stays, so that the window is always covered whole.
  const firstInside = samples.findIndex((each) => each.at >= edge);
  const from = firstInside === -1 ? Math.max(0, samples.length - 1) : Math.max(0, firstInside - 1);
  return [...samples.slice(from), sample];
}

/** Bytes a second over the window; null until there is a second of samples. */
export function speedOf(samples: readonly Sample[]): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < SETTLED_MS) return null;
  return ((last.received - first.received) * 1_000) / (last.at - first.at);
}

/** Seconds left at this speed; null when total or speed is unknown or nothing moves. */
export function secondsLeft(received: number, total: number | null, speed: number | null): number | null {
  if (total === null || speed === null || speed <= 0) return null;
  return Math.max(0, total - received) / speed;
}
