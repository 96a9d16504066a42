/** Bytes received until `at` (ms of any monotonic clock). */
export interface Sample {
  readonly at: number;
  readonly received: number;
}

const WINDOW_MS = 3_000;
/** Shortest span to compute a speed from. Speed and time left would fluctuate too much over a shorter one. */
const SETTLED_MS = 1_000;

/** Adds a sample and drops samples older than the three-second window of the average. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const edge = sample.at - WINDOW_MS;
  // Keep the last sample before the window, so that the samples cover the whole window.
  const firstInside = samples.findIndex((each) => each.at >= edge);
  const from = firstInside === -1 ? Math.max(0, samples.length - 1) : Math.max(0, firstInside - 1);
  return [...samples.slice(from), sample];
}

/** Returns bytes per second over the window; null until the samples span one second. */
export function speedOf(samples: readonly Sample[]): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < SETTLED_MS) return null;
  return ((last.received - first.received) * 1_000) / (last.at - first.at);
}

/** Returns the seconds left at this speed; null if total or speed is unknown or no bytes arrive. */
export function secondsLeft(received: number, total: number | null, speed: number | null): number | null {
  if (total === null || speed === null || speed <= 0) return null;
  return Math.max(0, total - received) / speed;
}
