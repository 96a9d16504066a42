import * as z from 'zod';
import type { StatusPlatform } from '#shared/contract/status.ts';
import { SELF_TEST_INTERVAL_MS, SELF_TEST_JITTER_MS, SELF_TEST_MIN_GAP_MS } from '#shared/status-limits.ts';
import type { Database } from '../../db/database.ts';
import type { Logger } from '../../observability/logger.ts';
import type { WorkCounts } from '../work-counts.ts';
import { type ObservedPreview, reachedPlatform, type WorkLog } from '../work-log.ts';
import { keyValueRow } from './key-value-row.ts';
import { MONITORED_PLATFORMS, type MonitorSettings } from './monitor-settings.ts';

const planSchema = z.object({
  nextAt: z.number(),
  /** How many tries there were. */
  turn: z.number(),
  lastAt: z.optional(z.number()),
  /** How the last try ended; none while it is under way, or when it was broken off. */
  worked: z.optional(z.boolean()),
});
type Plan = z.infer<typeof planSchema>;
const ROW = keyValueRow(
  'self_test',
  z.object({ instagram: z.optional(planSchema), tiktok: z.optional(planSchema) }),
);
const FIRST: Plan = { nextAt: 0, turn: 0 };

/** A try and what came of it. */
export interface SelfTestResult {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly ms: number;
  readonly outcome: ObservedPreview['outcome'];
}

/** `unwanted`: there is nothing to try, or the platform is off. `retryAfter`: seconds until it may be tried. */
export type ManualSelfTestResult = SelfTestResult | 'unwanted' | { readonly retryAfter: number };

/** A platform's last try, and from when on there may be one by hand; milliseconds since 1970. */
export interface LastSelfTest {
  readonly lastAt: number | null;
  /** Null while nobody knows. */
  readonly worked: boolean | null;
  /** Null when it may be tried at once. */
  readonly againAt: number | null;
}

/** Tries the owner's own posts, one after another and far apart, so that the status knows without visitors. */
export interface SelfTest {
  /** Tries one post of each platform whose time has come. Throws DatabaseUnavailableError, or the signal's reason. */
  runDue(settings: MonitorSettings, signal: AbortSignal): Promise<void>;
  /**
   * Tries the next post of a platform now, unless the last try, by whomever, was a moment ago; the next one that comes by
   * itself is put off. Throws as `runDue`.
   */
  runNow(
    platform: StatusPlatform,
    settings: MonitorSettings,
    signal: AbortSignal,
  ): Promise<ManualSelfTestResult>;
  /** Throws DatabaseUnavailableError. */
  last(): Promise<Readonly<Record<StatusPlatform, LastSelfTest>>>;
}

export interface SelfTestParts {
  readonly database: Database;
  /** Asks for a post past everything that is remembered; what its engines did is counted on the way. */
  readonly attempt: (link: string, signal: AbortSignal) => Promise<ObservedPreview['outcome']>;
  readonly work: Pick<WorkLog, 'preview'>;
  readonly counts: Pick<WorkCounts, 'tested'>;
  readonly log: Pick<Logger, 'warn'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Between 0 and 1. */
  readonly random?: () => number;
}

/** One that lies ahead is of a clock that was wrong; `at` is now. */
const lastOf = ({ lastAt }: Plan, at: number): number | null =>
  lastAt === undefined || lastAt > at ? null : lastAt;

const nextManualAt = (plan: Plan, at: number): number =>
  (lastOf(plan, at) ?? Number.NEGATIVE_INFINITY) + SELF_TEST_MIN_GAP_MS;

const isDue = ({ nextAt }: Plan, at: number): boolean =>
  // One that is further away than any is of a clock that was wrong.
  nextAt <= at || nextAt > at + SELF_TEST_INTERVAL_MS + SELF_TEST_JITTER_MS;

const isWanted = (platform: StatusPlatform, { canaries, platforms }: MonitorSettings): boolean =>
  platforms[platform] && canaries[platform].length > 0;

const lastTryOf = (plan: Plan = FIRST, at: number): LastSelfTest => {
  const again = nextManualAt(plan, at);
  return {
    lastAt: lastOf(plan, at),
    worked: plan.worked ?? null,
    againAt: again <= at ? null : again,
  };
};

/** What is kept of when each platform was tried, and is tried next. */
const createPlans = ({ database, now, random = Math.random }: SelfTestParts) => ({
  /** Gives the number of this try if it may be, and puts the next one off; otherwise the plan as it stands. */
  claim: (platform: StatusPlatform, may: (plan: Plan, at: number) => boolean): Promise<number | Plan> =>
    database.write(async (trx) => {
      const plans = (await ROW.read(trx)) ?? {};
      const plan = plans[platform] ?? FIRST;
      if (!may(plan, now())) return plan;
      const nextAt = Math.round(now() + SELF_TEST_INTERVAL_MS + random() * SELF_TEST_JITTER_MS);
      await ROW.write(trx, { ...plans, [platform]: { nextAt, turn: plan.turn + 1, lastAt: now() } });
      return plan.turn;
    }),
  /** Keeps how a try ended, unless there has been another since. */
  saveResult: (platform: StatusPlatform, turn: number, worked: boolean): Promise<void> =>
    database.write(async (trx) => {
      const plans = (await ROW.read(trx)) ?? {};
      const plan = plans[platform];
      if (plan?.turn === turn + 1) await ROW.write(trx, { ...plans, [platform]: { ...plan, worked } });
    }),
  async last() {
    const { instagram, tiktok } = (await ROW.read(database.query)) ?? {};
    return { instagram: lastTryOf(instagram, now()), tiktok: lastTryOf(tiktok, now()) };
  },
});

/**
 * Makes the self-test. When a platform is next tried stands in the database before it is tried, so that neither a restart
 * nor another instance brings it sooner.
 */
export const createSelfTest = (parts: SelfTestParts): SelfTest => {
  const { attempt, work, counts, log, now } = parts;
  const { claim, saveResult: keep, last } = createPlans(parts);

  const record = (platform: StatusPlatform, ms: number, outcome: ObservedPreview['outcome']): void => {
    counts.tested(platform, outcome.ok);
    // Of a visitor's link that is an answer. Here the post may be gone, or the platform may show nothing to this server.
    if (!outcome.ok && (outcome.code === 'private' || outcome.code === 'gone'))
      log.warn({ platform, code: outcome.code }, 'a post for checks is not to be seen');
    else work.preview({ platform, engine: null, ms, outcome });
  };

  const run = async (
    platform: StatusPlatform,
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
      await keep(platform, turn, outcome.ok);
    }
    return { at, ms, outcome };
  };

  return {
    async runDue(settings, signal) {
      for (const platform of MONITORED_PLATFORMS) {
        signal.throwIfAborted();
        if (!isWanted(platform, settings)) continue;
        const turn = await claim(platform, isDue);
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
