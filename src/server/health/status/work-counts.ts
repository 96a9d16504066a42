import type { OverviewCounts } from '#shared/contract/overview.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { COUNTS_RETENTION_DAYS } from '#shared/limits.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';
import type { Database } from '../../base/db/database.ts';
import type { Logger } from '../../base/observability/logger.ts';
import { createCounterBuffer } from './counter-buffer.ts';
import { buildOverview, OVERVIEW_KINDS } from './overview.ts';
import { timeStepOf } from './time-steps.ts';
import type { AssessedOutcome } from './work-log.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A preview request that has been answered. */
interface AnsweredPreview {
  readonly platform: string;
  readonly ms: number;
  /** Error code of the response; null if it contained a post. */
  readonly failure: ErrorCode | null;
}

/** A download that has ended, completely or not. */
interface EndedDownload {
  readonly platform: string;
  readonly ok: boolean;
  /** Bytes sent by a complete download. */
  readonly bytes: number;
}

/** Hourly usage counters, stored for COUNTS_RETENTION_DAYS days. They contain no visitor, link, post or network. */
export interface WorkCounts {
  preview(answered: AnsweredPreview): void;
  download(ended: EndedDownload): void;
  /**
   * Counts the outcome of an engine, a whole preview or a download: as kind 'judged' ('worked' or 'failed'), for an engine also
   * as 'run' ('ok' or an error code), and its duration as 'run_ms' (time steps).
   */
  outcome(outcome: AssessedOutcome): void;
  /** Counts a check, as kind 'test'. */
  recordCheck(platform: PlatformId, worked: boolean): void;
  /** Returns the days that are kept, of all instances, including this instance's buffer. Throws DatabaseUnavailableError. */
  overview(): Promise<OverviewCounts>;
  /** Writes the buffer to the database. Whatever could not be written stays in the buffer for the next flush. Never rejects. */
  flush(): Promise<void>;
  /** Stops the periodic flush and flushes a last time. Never rejects. */
  close(): Promise<void>;
}

/** Creates usage counters with a buffer of their own. `now` returns milliseconds since 1970. */
export const createWorkCounts = (
  database: Database,
  log: Logger,
  now: () => number = Date.now,
): WorkCounts => {
  const { add, recordSeen, flush, close } = createCounterBuffer(database, now, log);
  return {
    preview({ platform, ms, failure }) {
      // The built-in samples are not usage.
      if (platform === 'sample') return;
      add('preview', platform, failure ?? 'ok');
      if (failure === null) add('preview_ms', platform, String(timeStepOf(ms)));
    },
    download({ platform, ok, bytes }) {
      add('download', platform, ok ? 'ok' : 'failed', { bytes });
    },
    outcome({ part, engine: name, assessment, code, ms }) {
      const engine = name ?? '';
      if (assessment !== 'nothing') {
        add('judged', part, assessment, { engine });
        recordSeen('judged', part, engine);
      }
      if (engine !== '') add('run', part, code, { engine });
      if (ms !== null) add('run_ms', part, String(timeStepOf(ms)), { engine });
    },
    recordCheck(platform, worked) {
      add('test', platform, worked ? 'worked' : 'failed');
      recordSeen('test', platform);
    },
    async overview() {
      const since = Math.floor(now() / DAY_MS) * DAY_MS - (COUNTS_RETENTION_DAYS - 1) * DAY_MS;
      await flush();
      const rows = await database.query
        .selectFrom('hourly_counts')
        .select(['hour', 'kind', 'platform', 'outcome', 'count', 'bytes'])
        .where('kind', 'in', OVERVIEW_KINDS)
        .where('hour', '>=', since)
        .execute();
      return buildOverview(rows, now());
    },
    flush,
    close,
  };
};
