import type { StatusPlatform } from '#shared/contract/status.ts';
import { ALERT_LOOK_BACK_MS, ALERT_SPAN_MS, ALERT_TRIES_MIN } from '#shared/status-limits.ts';
import type { Database } from '../../db/database.ts';
import type { Tally } from '../assess-tally.ts';
import { readHourTallies } from '../status-history.ts';
import { MONITORED_PLATFORMS } from './monitor-settings.ts';

const HOUR_MS = 60 * 60 * 1_000;

interface Tries extends Tally {
  /** When they were first known of; of an hour that was over, its beginning. */
  readonly at: number;
}

/** How a platform did lately. */
export interface RecentShare {
  /** Percent that worked. */
  readonly share: number;
  readonly tries: number;
}

/** Tells how platforms do lately, from what the counters of all instances gain from one look to the next. */
export interface RecentTries {
  /** Looks at the counters. Throws DatabaseUnavailableError. */
  update(): Promise<void>;
  /** The newest tries since a moment, as many as it takes; null when they are too few to tell. */
  shareSince(platform: StatusPlatform, since: number): RecentShare | null;
}

const sharePerHundred = (tries: readonly Tries[]): RecentShare | null => {
  const worked = tries.reduce((sum, one) => sum + one.worked, 0);
  const all = tries.reduce((sum, one) => sum + one.worked + one.failed, 0);
  return all < ALERT_TRIES_MIN ? null : { share: (worked * 100) / all, tries: all };
};

/** Begins with what the last hours hold. `now` is in milliseconds since 1970. */
export const createRecentTries = (database: Database, now: () => number): RecentTries => {
  /** What each hour held at the last look. */
  let known = new Map<string, Tally>();
  let tries: Record<StatusPlatform, Tries[]> = { instagram: [], tiktok: [] };
  let lookedAt = Number.NEGATIVE_INFINITY;

  return {
    async update() {
      const from = now() - ALERT_LOOK_BACK_MS;
      const goesOn = now() >= lookedAt && now() - lookedAt < ALERT_SPAN_MS;
      if (!goesOn) {
        // What came since then is no news: its hours say better when it was.
        known = new Map();
        tries = { instagram: [], tiktok: [] };
      }
      const counted = await readHourTallies(database, Math.floor(from / HOUR_MS) * HOUR_MS);
      // Hours that have not come are of a clock that was wrong.
      const hours = counted.filter(({ hour }) => hour <= now());
      const seen = new Map<string, Tally>();
      for (const platform of MONITORED_PLATFORMS) {
        for (const { hour, worked, failed } of hours.filter(
          (one) => one.platform === platform && one.engine === '',
        )) {
          const key = `${String(hour)} ${platform}`;
          seen.set(key, { worked, failed });
          const before = known.get(key) ?? { worked: 0, failed: 0 };
          const gain = { worked: worked - before.worked, failed: failed - before.failed };
          if (gain.worked + gain.failed > 0) tries[platform].push({ at: goesOn ? now() : hour, ...gain });
        }
        tries[platform] = tries[platform].filter(({ at }) => at >= from);
      }
      known = seen;
      lookedAt = now();
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
      return sharePerHundred(newest);
    },
  };
};
