import * as z from 'zod';
import type { StatusPlatform } from '#shared/contract/status.ts';
import { SELF_TEST_EVERY_MS, SELF_TEST_JITTER_MS } from '#shared/status-limits.ts';
import type { Database } from '../../db/database.ts';
import type { Logger } from '../../observability/logger.ts';
import type { WorkCounts } from '../work-counts.ts';
import { type SeenPreview, type WorkLog, wasAsked } from '../work-log.ts';
import { noteOf } from './note.ts';
import { WATCHED, type WatchSettings } from './watch-settings.ts';

const plan = z.object({ nextAt: z.number(), turn: z.number() });
const NOTE = noteOf('self_test', z.object({ instagram: z.optional(plan), tiktok: z.optional(plan) }));

/** Tries the owner's own posts, one after another and far apart, so that the status knows without visitors. */
export interface SelfTest {
  /** Tries one post of each platform whose time has come. Throws DatabaseUnavailableError, or the signal's reason. */
  runDue(settings: WatchSettings, signal: AbortSignal): Promise<void>;
}

export interface SelfTestParts {
  readonly database: Database;
  /** Asks for a post past everything that is remembered; what its engines did is counted on the way. */
  readonly attempt: (link: string, signal: AbortSignal) => Promise<SeenPreview['outcome']>;
  readonly work: Pick<WorkLog, 'preview'>;
  readonly counts: Pick<WorkCounts, 'tested'>;
  readonly log: Pick<Logger, 'warn'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Between 0 and 1. */
  readonly random?: () => number;
}

/**
 * Makes the self-test. When a platform is next tried stands in the database before it is tried, so that neither a restart
 * nor another instance brings it sooner.
 */
export const createSelfTest = (parts: SelfTestParts): SelfTest => {
  const { database, attempt, work, counts, log, now, random = Math.random } = parts;

  /** Gives the number of this try if the platform is due, and puts the next one off. */
  const claim = (platform: StatusPlatform): Promise<number | null> =>
    database.write(async (trx) => {
      const plans = (await NOTE.read(trx)) ?? {};
      const { nextAt, turn } = plans[platform] ?? { nextAt: 0, turn: 0 };
      // One that is further away than any is of a clock that was wrong.
      if (nextAt > now() && nextAt <= now() + SELF_TEST_EVERY_MS + SELF_TEST_JITTER_MS) return null;
      const next = Math.round(now() + SELF_TEST_EVERY_MS + random() * SELF_TEST_JITTER_MS);
      await NOTE.write(trx, { ...plans, [platform]: { nextAt: next, turn: turn + 1 } });
      return turn;
    });

  const tell = (platform: StatusPlatform, ms: number, outcome: SeenPreview['outcome']): void => {
    if (!wasAsked(outcome)) return;
    counts.tested(platform, outcome.ok);
    // Of a visitor's link that is an answer. Here the post may be gone, or the platform may show nothing to this server.
    if (!outcome.ok && (outcome.code === 'private' || outcome.code === 'gone'))
      log.warn({ platform, code: outcome.code }, 'a post for checks is not to be seen');
    else work.preview({ platform, engine: null, ms, outcome });
  };

  const runOne = async (platform: StatusPlatform, links: readonly string[], signal: AbortSignal) => {
    const turn = await claim(platform);
    const link = turn === null ? undefined : links[turn % links.length];
    if (link === undefined) return;
    const started = performance.now();
    const outcome = await attempt(link, signal);
    tell(platform, performance.now() - started, outcome);
  };

  return {
    async runDue({ canaries, platforms }, signal) {
      for (const platform of WATCHED) {
        signal.throwIfAborted();
        if (platforms[platform] && canaries[platform].length > 0)
          await runOne(platform, canaries[platform], signal);
      }
    },
  };
};
