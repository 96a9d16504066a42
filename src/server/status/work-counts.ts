import type { OverviewCounts } from '#shared/contract/overview.ts';
import type { StatusPlatform } from '#shared/contract/status.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { OVERVIEW_DAYS } from '#shared/limits.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../observability/logger.ts';
import { createCounterBuffer } from './counter-buffer.ts';
import { OVERVIEW_KINDS, overviewOf } from './overview-of.ts';
import { stepOf } from './time-steps.ts';
import type { AssessedOutcome } from './work-log.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** An asked preview that was answered. */
interface AnsweredPreview {
  readonly platform: string;
  readonly ms: number;
  /** Null when there was a post. */
  readonly failure: ErrorCode | null;
}

/** A download that has ended. */
interface EndedDownload {
  readonly platform: string;
  readonly ok: boolean;
  /** Bytes of a finished one. */
  readonly bytes: number;
}

/** How much the site is used: counts by the hour, kept for some months; nothing of who, what or from where. */
export interface WorkCounts {
  preview(answered: AnsweredPreview): void;
  download(ended: EndedDownload): void;
  /**
   * What an engine, a whole preview or a download came to: kinds 'judged' ('worked' or 'failed'), 'run' of an engine ('ok' or an
   * error code) and 'run_ms', by steps of time.
   */
  outcome(outcome: AssessedOutcome): void;
  /** A try of the owner's own posts: kind 'test'. */
  tested(platform: StatusPlatform, worked: boolean): void;
  /** The last thirty days of all instances, with what is still in memory here. Throws DatabaseUnavailableError. */
  overview(): Promise<OverviewCounts>;
  /** Writes what is in memory; what the database does not take now is tried again with the next. Never rejects. */
  flush(): Promise<void>;
  /** Flushes, and counts no more. */
  close(): Promise<void>;
}

/** Counts on the pages of a book of its own. `now` is in milliseconds. */
export const createWorkCounts = (
  database: Database,
  log: Logger,
  now: () => number = Date.now,
): WorkCounts => {
  const { add, see, flush, close } = createCounterBuffer(database, now, log);
  return {
    preview({ platform, ms, failure }) {
      // Our own samples are no work.
      if (platform === 'sample') return;
      add('preview', platform, failure ?? 'ok');
      if (failure === null) add('preview_ms', platform, String(stepOf(ms)));
    },
    download({ platform, ok, bytes }) {
      add('download', platform, ok ? 'ok' : 'failed', { bytes });
    },
    outcome({ part, engine: name, assessment: judged, code, ms }) {
      const engine = name ?? '';
      if (judged !== 'nothing') {
        add('judged', part, judged, { engine });
        see('judged', part, engine);
      }
      if (engine !== '') add('run', part, code, { engine });
      if (ms !== null) add('run_ms', part, String(stepOf(ms)), { engine });
    },
    tested(platform, worked) {
      add('test', platform, worked ? 'worked' : 'failed');
      see('test', platform);
    },
    async overview() {
      const since = Math.floor(now() / DAY_MS) * DAY_MS - (OVERVIEW_DAYS - 1) * DAY_MS;
      await flush();
      const rows = await database.query
        .selectFrom('hourly_counts')
        .select(['hour', 'kind', 'platform', 'outcome', 'count', 'bytes'])
        .where('kind', 'in', OVERVIEW_KINDS)
        .where('hour', '>=', since)
        .execute();
      return overviewOf(rows, now());
    },
    flush,
    close,
  };
};
