import * as z from 'zod';
import { byPlatform, PLATFORM_IDS, type PlatformId } from '#shared/platforms/platforms.ts';
import type { Database } from '../../db/database.ts';
import { jsonRow } from '../../db/key-value-row.ts';
import { meaningOf } from '../../failures/failure-table.ts';
import type { Logger } from '../../observability/logger.ts';
import type { WorkCounts } from '../work-counts.ts';
import { type ObservedPreview, reachedPlatform, type WorkLog } from '../work-log.ts';
import type { MonitorSettings } from './monitor-settings.ts';

/** Self-test interval of a platform, plus a random delay of up to the jitter: two or three runs an hour. */
const SELF_TEST_INTERVAL_MS = 20 * 60_000;
const SELF_TEST_JITTER_MS = 10 * 60_000;
/** Interval while the platform counts as failing, so that the owner soon learns that it works again. */
const SELF_TEST_FAILING_MS = 5 * 60_000;
/** Minimum time between the last self-test and one started by hand: at most four an hour. */
const SELF_TEST_MIN_GAP_MS = 15 * 60_000;

const planSchema = z.object({
  nextAt: z.number(),
  /** Number of self-tests started so far. */
  turn: z.number(),
  lastAt: z.optional(z.number()),
  /** Result of the last self-test; undefined while it is running or if it was interrupted. */
  worked: z.optional(z.boolean()),
});
type Plan = z.infer<typeof planSchema>;
const ROW = jsonRow('self_test', z.object(byPlatform(() => z.optional(planSchema))));
const INITIAL_PLAN: Plan = { nextAt: 0, turn: 0 };

/** Result of a self-test. */
export interface SelfTestResult {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly ms: number;
  readonly outcome: ObservedPreview['outcome'];
}

/** `unwanted`: the platform has no self-test posts, or is off. `retryAfter`: seconds until a manual self-test is allowed. */
export type ManualSelfTestResult = SelfTestResult | 'unwanted' | { readonly retryAfter: number };

/** A platform's last self-test, and when a manual one is allowed again; milliseconds since 1970. */
export interface LastSelfTest {
  readonly lastAt: number | null;
  /** Null if no result is known. */
  readonly worked: boolean | null;
  /** Null if it is allowed now. */
  readonly againAt: number | null;
}

/** Fetches the owner's self-test posts in rotation, at long intervals, so that the status is known without visitors. */
export interface SelfTest {
  /**
   * Tests one post of each platform whose self-test is due, those of the `failing` platforms more often. Throws
   * DatabaseUnavailableError, or the signal's reason.
   */
  runDue(settings: MonitorSettings, failing: ReadonlySet<PlatformId>, signal: AbortSignal): Promise<void>;
  /**
   * Tests the next post of a platform now and postpones the next scheduled test. Returns `retryAfter` if the last test, manual
   * or scheduled, was less than SELF_TEST_MIN_GAP_MS ago. Throws as `runDue`.
   */
  runNow(platform: PlatformId, settings: MonitorSettings, signal: AbortSignal): Promise<ManualSelfTestResult>;
  /** Returns the last self-test of each platform. Throws DatabaseUnavailableError. */
  last(): Promise<Readonly<Record<PlatformId, LastSelfTest>>>;
}

export interface SelfTestParts {
  readonly database: Database;
  /** Fetches a post past all caches; the outcome of each engine is counted by the preview itself. */
  readonly attempt: (link: string, signal: AbortSignal) => Promise<ObservedPreview['outcome']>;
  readonly work: Pick<WorkLog, 'preview'>;
  readonly counts: Pick<WorkCounts, 'recordSelfTest'>;
  readonly log: Pick<Logger, 'warn'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Returns a number between 0 and 1. */
  readonly random?: () => number;
}

/** Returns when the last test ran, or null. A time after `at` (now) comes from a wrong clock and counts as none. */
const lastOf = ({ lastAt }: Plan, at: number): number | null =>
  lastAt === undefined || lastAt > at ? null : lastAt;

const nextManualAt = (plan: Plan, at: number): number =>
  (lastOf(plan, at) ?? Number.NEGATIVE_INFINITY) + SELF_TEST_MIN_GAP_MS;

const isDue = ({ nextAt }: Plan, at: number): boolean =>
  // A time further ahead than any plan sets comes from an instance whose clock was wrong.
  nextAt <= at || nextAt > at + SELF_TEST_INTERVAL_MS + SELF_TEST_JITTER_MS;

const isDueWhileFailing = (plan: Plan, at: number): boolean =>
  isDue(plan, at) || (lastOf(plan, at) ?? Number.NEGATIVE_INFINITY) + SELF_TEST_FAILING_MS <= at;

const isWanted = (platform: PlatformId, { canaries, platforms }: MonitorSettings): boolean =>
  platforms[platform] && canaries[platform].length > 0;

const lastTryOf = (plan: Plan = INITIAL_PLAN, at: number): LastSelfTest => {
  const again = nextManualAt(plan, at);
  return {
    lastAt: lastOf(plan, at),
    worked: plan.worked ?? null,
    againAt: again <= at ? null : again,
  };
};

/** Creates access to the stored test plans: when each platform was last tested and is tested next. */
const createPlans = ({ database, now, random = Math.random }: SelfTestParts) => ({
  /** If `may` allows a test, stores the next time and returns this test's number; otherwise returns the unchanged plan. */
  claim: (platform: PlatformId, may: (plan: Plan, at: number) => boolean): Promise<number | Plan> =>
    database.write(async (trx) => {
      const plans = (await ROW.read(trx)) ?? {};
      const plan = plans[platform] ?? INITIAL_PLAN;
      if (!may(plan, now())) return plan;
      const nextAt = Math.round(now() + SELF_TEST_INTERVAL_MS + random() * SELF_TEST_JITTER_MS);
      await ROW.write(trx, { ...plans, [platform]: { nextAt, turn: plan.turn + 1, lastAt: now() } });
      return plan.turn;
    }),
  /** Stores the result of a test, unless another test has started since. */
  saveResult: (platform: PlatformId, turn: number, worked: boolean): Promise<void> =>
    database.write(async (trx) => {
      const plans = (await ROW.read(trx)) ?? {};
      const plan = plans[platform];
      if (plan?.turn === turn + 1) await ROW.write(trx, { ...plans, [platform]: { ...plan, worked } });
    }),
  async last() {
    const plans = (await ROW.read(database.query)) ?? {};
    return byPlatform((platform) => lastTryOf(plans[platform], now()));
  },
});

/**
 * Creates the self-test. The time of a platform's next test is stored before the current one runs, so neither a restart nor
 * another instance tests earlier.
 */
export const createSelfTest = (parts: SelfTestParts): SelfTest => {
  const { attempt, work, counts, log, now } = parts;
  const { claim, saveResult, last } = createPlans(parts);

  const record = (platform: PlatformId, ms: number, outcome: ObservedPreview['outcome']): void => {
    counts.recordSelfTest(platform, outcome.ok);
    if (!outcome.ok && meaningOf(outcome).selfTest === 'warned')
      log.warn({ platform, code: outcome.code }, 'the platform does not show a self-test post');
    else work.preview({ platform, engine: null, ms, outcome });
  };

  const run = async (
    platform: PlatformId,
    links: readonly string[],
    turn: number,
    signal: AbortSignal,
  ): Promise<SelfTestResult | 'unwanted'> => {
    const link = links[turn % links.length];
    if (link === undefined) return 'unwanted';
    const at = now();
    const started = performance.now();
    const outcome = await attempt(link, signal);
    const ms = performance.now() - started;
    if (reachedPlatform(outcome)) {
      record(platform, ms, outcome);
      await saveResult(platform, turn, outcome.ok);
    }
    return { at, ms, outcome };
  };

  return {
    async runDue(settings, failing, signal) {
      for (const platform of PLATFORM_IDS) {
        signal.throwIfAborted();
        if (!isWanted(platform, settings)) continue;
        const turn = await claim(platform, failing.has(platform) ? isDueWhileFailing : isDue);
        if (typeof turn === 'number') await run(platform, settings.canaries[platform], turn, signal);
      }
    },
    async runNow(platform, settings, signal) {
      signal.throwIfAborted();
      if (!isWanted(platform, settings)) return 'unwanted';
      const turn = await claim(platform, (plan, at) => nextManualAt(plan, at) <= at);
      if (typeof turn === 'number') return run(platform, settings.canaries[platform], turn, signal);
      return { retryAfter: Math.max(1, Math.ceil((nextManualAt(turn, now()) - now()) / 1_000)) };
    },
    last,
  };
};
