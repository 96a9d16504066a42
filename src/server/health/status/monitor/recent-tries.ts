import { byPlatform, PLATFORM_IDS, type PlatformId } from '#shared/platforms/platforms.ts';
import type { Database } from '../../../base/db/database.ts';
import type { Tally } from '../assess-tally.ts';
import { readHourTallies } from '../status-history.ts';

/** An alert needs at least this many attempts over at least this time span, and looks back no further than ALERT_LOOK_BACK_MS. */
const ALERT_TRIES_MIN = 6;
const ALERT_SPAN_MS = 10 * 60_000;
const ALERT_LOOK_BACK_MS = 6 * 60 * 60 * 1_000;

/** A busy site need not wait for the whole span: this many attempts within this time decide alone. */
const SUDDEN_TRIES_MIN = 10;
const SUDDEN_SPAN_MS = 2 * 60_000;

/** A platform answers again after this many successes in a row, over at least this time span, without a failure since. */
const STREAK_TRIES_MIN = 3;
const STREAK_SPAN_MS = 2 * 60_000;

const HOUR_MS = 60 * 60 * 1_000;

interface Tries extends Tally {
  /** When the attempts were first read; after a start or a long pause, the start of their hour. Milliseconds since 1970. */
  readonly at: number;
}

/** Recent success rate of a platform. */
export interface RecentShare {
  /** Success rate in percent. */
  readonly share: number;
  readonly tries: number;
}

/** Recent success rates of the platforms, from the growth of all instances' counters between updates. */
export interface RecentTries {
  /** Reads the counters and records their growth since the last update. Throws DatabaseUnavailableError. */
  update(): Promise<void>;
  /**
   * Returns the success rate of the newest attempts since a time: those of the last SUDDEN_SPAN_MS if they are at least
   * SUDDEN_TRIES_MIN, else those of the last ALERT_SPAN_MS, or as many older ones as ALERT_TRIES_MIN needs. Null if there are fewer, or
   * `since` is less than ALERT_SPAN_MS ago.
   */
  shareSince(platform: PlatformId, since: number): RecentShare | null;
  /**
   * Returns the attempts since the last failure after a time, all of them successes. Null if there are fewer than
   * STREAK_TRIES_MIN, or the first of them is less than STREAK_SPAN_MS ago.
   */
  successesSince(platform: PlatformId, since: number): RecentShare | null;
}

const successShareOf = (tries: readonly Tries[], triesMin: number): RecentShare | null => {
  const worked = tries.reduce((sum, one) => sum + one.worked, 0);
  const all = tries.reduce((sum, one) => sum + one.worked + one.failed, 0);
  return all < triesMin ? null : { share: (worked * 100) / all, tries: all };
};

/**
 * Creates a reader. Its first update records the counters of the last ALERT_LOOK_BACK_MS. `now` returns milliseconds since
 * 1970.
 */
export const createRecentTries = (database: Database, now: () => number): RecentTries => {
  /** Counters by hour and platform, as of the last update. */
  let known = new Map<string, Tally>();
  let tries = byPlatform((): Tries[] => []);
  let updatedAt = Number.NEGATIVE_INFINITY;

  return {
    async update() {
      const from = now() - ALERT_LOOK_BACK_MS;
      const isContinuous = now() >= updatedAt && now() - updatedAt < ALERT_SPAN_MS;
      if (!isContinuous) {
        // After a long pause, attempts are dated by their hour, not by the time they are read.
        known = new Map();
        tries = byPlatform(() => []);
      }
      const counted = await readHourTallies(database, Math.floor(from / HOUR_MS) * HOUR_MS);
      // Future hours come from an instance whose clock was wrong.
      const hours = counted.filter(({ hour }) => hour <= now());
      const seen = new Map<string, Tally>();
      for (const platform of PLATFORM_IDS) {
        for (const { hour, worked, failed } of hours.filter(
          (one) => one.platform === platform && one.engine === '',
        )) {
          const key = `${String(hour)} ${platform}`;
          seen.set(key, { worked, failed });
          const before = known.get(key) ?? { worked: 0, failed: 0 };
          const gain = { worked: worked - before.worked, failed: failed - before.failed };
          if (gain.worked + gain.failed > 0)
            tries[platform].push({ at: isContinuous ? now() : hour, ...gain });
        }
        tries[platform] = tries[platform].filter(({ at }) => at >= from);
      }
      known = seen;
      updatedAt = now();
    },
    shareSince(platform, since) {
      if (now() - since < ALERT_SPAN_MS) return null;
      const newest: Tries[] = [];
      let count = 0;
      for (const one of tries[platform].toReversed()) {
        if (one.at < since) break;
        if (count >= ALERT_TRIES_MIN && now() - one.at > ALERT_SPAN_MS) break;
        newest.push(one);
        count += one.worked + one.failed;
      }
      const sudden = newest.filter(({ at }) => now() - at < SUDDEN_SPAN_MS);
      return successShareOf(sudden, SUDDEN_TRIES_MIN) ?? successShareOf(newest, ALERT_TRIES_MIN);
    },
    successesSince(platform, since) {
      const inOrder = tries[platform].filter(({ at }) => at > since);
      const streak = inOrder.slice(inOrder.findLastIndex(({ failed }) => failed > 0) + 1);
      const worked = streak.reduce((sum, one) => sum + one.worked, 0);
      const [first] = streak;
      const isLong = first !== undefined && now() - first.at >= STREAK_SPAN_MS;
      return isLong && worked >= STREAK_TRIES_MIN ? { share: 100, tries: worked } : null;
    },
  };
};
