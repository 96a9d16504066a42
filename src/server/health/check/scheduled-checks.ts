import * as z from 'zod';
import type { EngineValues } from '#shared/contract/engines.ts';
import { byPlatform, PLATFORM_IDS, type PlatformId } from '#shared/platforms/platforms.ts';
import type { Database } from '../../base/db/database.ts';
import { jsonRow } from '../../base/db/key-value-row.ts';
import type { Logger } from '../../base/observability/logger.ts';
import type { EngineFailure } from '../../platforms/failures.ts';
import type { Counters } from '../counters/counters.ts';
import { type OutcomeRecorder, reachedPlatform } from '../counters/outcomes.ts';

/** Shortest time in milliseconds between two checks of a platform. */
const CHECK_INTERVAL_MS = 20 * 60_000;
/** Maximum random delay in milliseconds that is added to CHECK_INTERVAL_MS: a platform is checked two or three times an hour. */
const CHECK_JITTER_MS = 10 * 60_000;
/** Minimum milliseconds between two checks while the platform counts as failing, so that the owner soon learns that it works again. */
const CHECK_FAILING_MS = 5 * 60_000;

const planSchema = z.object({
  nextAt: z.number(),
  /** Number of checks started so far. */
  turn: z.number(),
  lastAt: z.optional(z.number()),
  /** Whether the last check read its post; absent while it is running, and if it was interrupted or did not reach the platform. */
  worked: z.optional(z.boolean()),
  /** Whether that result says something about the platform; absent without a result, and for a result of an earlier version. */
  isCounted: z.optional(z.boolean()),
});
type Plan = z.infer<typeof planSchema>;
const ROW = jsonRow('self_test', z.object(byPlatform(() => z.optional(planSchema))));
const INITIAL_PLAN: Plan = { nextAt: 0, turn: 0 };

/** Time and result of the last scheduled check of a platform. */
export interface LastCheck {
  /** Milliseconds since 1970; null if there was no check. */
  readonly lastAt: number | null;
  /** Null if no result is known. */
  readonly worked: boolean | null;
  /** Whether the result says something about the platform: a test post that is private or gone does not. False if no result is known. */
  readonly isCounted: boolean;
}

type CheckOutcome = { readonly ok: true } | EngineFailure;

/** Settings of the checks; `canaries` are links of the test posts. */
type CheckSettings = Pick<EngineValues, 'platforms' | 'canaries'>;

/** Fetches the owner's test posts in rotation, at long intervals, so that the status is known without visitors. */
export type ScheduledChecks = ReturnType<typeof createScheduledChecks>;

export interface ScheduledChecksParts {
  readonly database: Database;
  /** Reads a post without using a cache. The preview itself counts the outcome of each engine. */
  readonly attempt: (link: string, signal: AbortSignal) => Promise<CheckOutcome>;
  readonly outcomes: Pick<OutcomeRecorder, 'countRun'>;
  readonly counters: Pick<Counters, 'recordSeen'>;
  readonly log: Pick<Logger, 'warn'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly random?: () => number;
}

/**
 * Returns when the last check started; null if there was none. A time after `now` comes from a wrong clock and counts as none. Times are in
 * milliseconds since 1970.
 */
const lastOf = ({ lastAt }: Plan, now: number): number | null =>
  lastAt === undefined || lastAt > now ? null : lastAt;

const isDue = ({ nextAt }: Plan, now: number): boolean =>
  // A time further ahead than any plan sets comes from an instance whose clock was wrong.
  nextAt <= now || nextAt > now + CHECK_INTERVAL_MS + CHECK_JITTER_MS;

const isDueWhileFailing = (plan: Plan, now: number): boolean =>
  isDue(plan, now) || (lastOf(plan, now) ?? Number.NEGATIVE_INFINITY) + CHECK_FAILING_MS <= now;

const isWanted = (platform: PlatformId, { canaries, platforms }: CheckSettings): boolean =>
  platforms[platform] && canaries[platform].length > 0;

const lastCheckOf = (plan: Plan = INITIAL_PLAN, now: number): LastCheck => ({
  lastAt: lastOf(plan, now),
  worked: plan.worked ?? null,
  isCounted: plan.isCounted ?? false,
});

/** Creates access to the stored plans: when each platform was last checked and is checked next, and the last result. */
const createPlans = ({ database, now, random = Math.random }: ScheduledChecksParts) => ({
  /**
   * If `mayCheck` allows a check, stores the time of the next check and returns the number of checks before this one; otherwise returns
   * null.
   */
  claim: (platform: PlatformId, mayCheck: (plan: Plan, now: number) => boolean): Promise<number | null> =>
    database.write(async (trx) => {
      const plans = (await ROW.read(trx)) ?? {};
      const plan = plans[platform] ?? INITIAL_PLAN;
      if (!mayCheck(plan, now())) return null;
      const nextAt = Math.round(now() + CHECK_INTERVAL_MS + random() * CHECK_JITTER_MS);
      await ROW.write(trx, { ...plans, [platform]: { nextAt, turn: plan.turn + 1, lastAt: now() } });
      return plan.turn;
    }),
  /** Stores the result of a check, unless another one has started since. */
  saveResult: (
    platform: PlatformId,
    turn: number,
    result: Pick<Plan, 'worked' | 'isCounted'>,
  ): Promise<void> =>
    database.write(async (trx) => {
      const plans = (await ROW.read(trx)) ?? {};
      const plan = plans[platform];
      if (plan?.turn === turn + 1) await ROW.write(trx, { ...plans, [platform]: { ...plan, ...result } });
    }),
  async last() {
    const plans = (await ROW.read(database.query)) ?? {};
    return byPlatform((platform) => lastCheckOf(plans[platform], now()));
  },
});

/**
 * Creates the scheduled checks. The time of a platform's next check is stored before the current one runs, so neither a restart nor another
 * instance checks earlier.
 */
export const createScheduledChecks = (parts: ScheduledChecksParts) => {
  const { attempt, outcomes, counters, log } = parts;
  const { claim, saveResult, last } = createPlans(parts);

  /** Counts a check, or logs a warning if its outcome says nothing about the platform. Returns whether the outcome was counted. */
  const count = (platform: PlatformId, ms: number, outcome: CheckOutcome): boolean => {
    counters.recordSeen('test', platform);
    const isCounted = outcome.ok || outcome.check !== 'warned';
    if (isCounted) outcomes.countRun({ platform, engine: null, ms, outcome });
    else log.warn({ platform, code: outcome.code }, 'the platform does not show a test post');
    return isCounted;
  };

  const run = async (
    platform: PlatformId,
    links: readonly string[],
    turn: number,
    signal: AbortSignal,
  ): Promise<void> => {
    const link = links[turn % links.length];
    if (link === undefined) return;
    const started = performance.now();
    const outcome = await attempt(link, signal);
    const ms = performance.now() - started;
    if (!reachedPlatform(outcome)) return;
    const isCounted = count(platform, ms, outcome);
    await saveResult(platform, turn, { worked: outcome.ok, isCounted });
  };

  return {
    /**
     * Reads one test post of each platform that is on, has test posts and whose check is due; the checks of `failingPlatforms` are due more
     * often. Throws DatabaseUnavailableError, or the signal's reason.
     */
    async runDueChecks(
      settings: CheckSettings,
      failingPlatforms: ReadonlySet<PlatformId>,
      signal: AbortSignal,
    ): Promise<void> {
      for (const platform of PLATFORM_IDS) {
        signal.throwIfAborted();
        if (!isWanted(platform, settings)) continue;
        const turn = await claim(platform, failingPlatforms.has(platform) ? isDueWhileFailing : isDue);
        if (turn !== null) await run(platform, settings.canaries[platform], turn, signal);
      }
    },
    /** Returns the last check of each platform. Throws DatabaseUnavailableError. */
    last,
  };
};
