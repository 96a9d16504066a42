import type { StatusReport } from '#shared/contract/status.ts';
import { STATUS_HISTORY_READ_MS } from '#shared/status-limits.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../observability/logger.ts';
import { reportOf, withFailing, withOwn } from './report-of.ts';
import { EMPTY_HISTORY, readStatusHistory, type StatusHistory } from './status-history.ts';
import type { WorkCounts } from './work-counts.ts';
import type { WorkLog } from './work-log.ts';

/** The one place the status is told from: the call, the page and the panel read it here. */
export interface StatusService {
  /** Never rejects: while the database does not answer, the past is as it was last read. */
  report(): Promise<StatusReport>;
}

interface StatusServiceParts {
  readonly database: Database;
  readonly work: Pick<WorkLog, 'status'>;
  readonly counts: Pick<WorkCounts, 'flush'>;
  readonly log: Logger;
  /** Engines that do not work now, whatever was counted of them: their circuit is open, or they hang. */
  readonly failing?: () => readonly Pick<StatusReport['engines'][number], 'engine' | 'platform'>[];
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Reads the past at most once a minute, however many ask; what is of now is told anew each time. */
export const createStatusService = ({
  database,
  work,
  counts,
  log,
  failing = () => [],
  now = Date.now,
}: StatusServiceParts): StatusService => {
  let facts: StatusHistory = EMPTY_HISTORY;
  let shared = reportOf(facts, now());
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  const read = async (): Promise<void> => {
    // What waits in memory here belongs to it too.
    await counts.flush();
    try {
      facts = await readStatusHistory(database, now());
    } catch (err) {
      log.warn({ err }, 'the past of the status could not be read');
    }
    readAt = now();
    shared = reportOf(facts, readAt);
    reading = null;
  };
  return {
    async report() {
      // A clock that was put back must not keep what was read for as long as that.
      if (Math.abs(now() - readAt) >= STATUS_HISTORY_READ_MS) {
        reading ??= read();
        await reading;
      }
      return withFailing(withOwn(work.status(), shared), failing());
    },
  };
};
