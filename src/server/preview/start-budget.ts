import type { Clock } from './clock.ts';

const HOUR_MS = 60 * 60 * 1_000;
/** One network can use up this part of the others' free starts, however many starts it makes. */
const SHARE_OF_OTHERS = 1 / 4;

export interface StartBudgetRules {
  /** Starts an hour that need not be kept apart. */
  readonly freePerHour: number;
  /** Milliseconds between two starts beyond that. */
  readonly gapMs: number;
}

/** Starts of the last hour by all networks, `free` of which are not kept `gapMs` apart. */
export interface StartBudgetState {
  readonly starts: number;
  readonly free: number;
  readonly gapMs: number;
}

/** Counts how often a platform is asked, and keeps starts apart once the free ones of the hour are used up. */
export interface StartBudget {
  /** Milliseconds that must lie between the last start and the next one of this network. */
  gapMs(key: string): number;
  /** Milliseconds until a run of this network may start; 0 for at once. */
  waitMs(key: string): number;
  start(key: string): void;
  /** Null where starts are not limited. */
  now(): StartBudgetState | null;
}

/**
 * Creates a budget without starts. A network that is alone may use all free starts. Against the free starts of the others each
 * network counts with a quarter of them at most, so that one that asks for hundreds of posts leaves the others unpaced.
 */
export const createStartBudget = (
  clock: Clock,
  { freePerHour, gapMs: gap }: StartBudgetRules,
): StartBudget => {
  const isLimited = freePerHour !== Number.POSITIVE_INFINITY;
  const share = Math.ceil(freePerHour * SHARE_OF_OTHERS);
  const starts: { readonly at: number; readonly key: string }[] = [];
  const counts = new Map<string, number>();
  /** The starts of the last hour, those of each network counted up to its share. */
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
