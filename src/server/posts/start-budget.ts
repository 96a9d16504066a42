import type { Clock } from './clock.ts';

const HOUR_MS = 60 * 60 * 1_000;
/** Share of the other networks' free starts that one network can use up, however many starts it makes. */
const SHARE_OF_OTHERS = 1 / 4;

export interface StartBudgetRules {
  /** Starts per hour without a minimum gap. */
  readonly freePerHour: number;
  /** Minimum milliseconds between two starts beyond that. */
  readonly gapMs: number;
}

/** Starts of the last hour by all networks. `free` of them need no gap of `gapMs` milliseconds. */
export interface StartBudgetState {
  readonly starts: number;
  readonly free: number;
  readonly gapMs: number;
}

/**
 * Counts the starts of engine runs on a platform, and enforces a gap between them once the free starts of the hour are
 * used up.
 */
export interface StartBudget {
  /** Returns the milliseconds required between the last start and the next one of this network. */
  gapMs(key: string): number;
  /** Returns the milliseconds until a run of this network may start; 0 when it may start now. */
  waitMs(key: string): number;
  start(key: string): void;
  /** Returns the current state; null when starts are not limited. */
  now(): StartBudgetState | null;
}

/**
 * Creates a budget without starts. A single network may use all free starts. Against the free starts of the others,
 * each network counts with at most a quarter of them, so that a network with hundreds of requests does not slow down
 * the others.
 */
export const createStartBudget = (
  clock: Clock,
  { freePerHour, gapMs: gap }: StartBudgetRules,
): StartBudget => {
  const isLimited = freePerHour !== Number.POSITIVE_INFINITY;
  const share = Math.ceil(freePerHour * SHARE_OF_OTHERS);
  const starts: { readonly at: number; readonly key: string }[] = [];
  const counts = new Map<string, number>();
  /** Starts of the last hour, counting each network up to its share. */
  let shared = 0;
  let lastStart = Number.NEGATIVE_INFINITY;

  const dropOld = (): void => {
    const hourAgo = clock.now() - HOUR_MS;
    for (let oldest = starts[0]; oldest !== undefined && oldest.at <= hourAgo; oldest = starts[0]) {
      starts.shift();
      const count = counts.get(oldest.key) ?? 1;
      if (count <= share) shared -= 1;
      if (count === 1) counts.delete(oldest.key);
      else counts.set(oldest.key, count - 1);
    }
  };
  const gapMs = (key: string): number => {
    dropOld();
    const own = counts.get(key) ?? 0;
    return shared - Math.min(own, share) + own < freePerHour ? 0 : gap;
  };
  return {
    gapMs,
    waitMs(key) {
      const apart = gapMs(key);
      return apart === 0 ? 0 : Math.max(0, lastStart + apart - clock.now());
    },
    start(key) {
      if (!isLimited) return;
      dropOld();
      lastStart = clock.now();
      starts.push({ at: lastStart, key });
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count <= share) shared += 1;
    },
    now() {
      dropOld();
      return isLimited ? { starts: starts.length, free: freePerHour, gapMs: gap } : null;
    },
  };
};
