import type { StatusReport } from '#shared/contract/status.ts';
import type { Finding } from '#shared/findings.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../observability/logger.ts';
import { EMPTY_HISTORY, readStatusHistory, type StatusHistory } from './status-history.ts';
import {
  buildStatusReport,
  overlayCauses,
  overlayFailingEngines,
  overlayOwnStatus,
} from './status-report.ts';
import type { WorkCounts } from './work-counts.ts';
import type { WorkLog } from './work-log.ts';

/** Minimum interval between reads of the history. */
const STATUS_HISTORY_READ_MS = 60_000;

/** Source of the service status for the API endpoint, the status page and the panel. */
export interface StatusService {
  /** Returns the current status. Never rejects: while the database is unavailable, the history is the one last read. */
  report(): Promise<StatusReport>;
}

interface StatusServiceParts {
  readonly database: Database;
  readonly work: Pick<WorkLog, 'status'>;
  readonly counts: Pick<WorkCounts, 'flush'>;
  readonly log: Logger;
  /** Returns the engines to report as failing whatever their counters show: their circuit is open, or they hang. */
  readonly failing?: () => readonly Pick<StatusReport['engines'][number], 'engine' | 'platform'>[];
  /** Returns what most recent failures on a platform show; null if there were none. */
  readonly causeOf?: (platform: PlatformId) => Finding | null;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * Creates the status service. It reads the history at most once per STATUS_HISTORY_READ_MS (a minute) for all callers and adds
 * this instance's current observations at every call.
 */
export const createStatusService = ({
  database,
  work,
  counts,
  log,
  failing = () => [],
  causeOf = () => null,
  now = Date.now,
}: StatusServiceParts): StatusService => {
  let history: StatusHistory = EMPTY_HISTORY;
  let shared = buildStatusReport(history, now());
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  const read = async (): Promise<void> => {
    // The history must include this instance's buffered counters.
    await counts.flush();
    try {
      history = await readStatusHistory(database, now());
    } catch (err) {
      log.warn({ err }, 'the status history could not be read');
    }
    readAt = now();
    shared = buildStatusReport(history, readAt);
    reading = null;
  };
  return {
    async report() {
      // The absolute difference, so that a clock that is set back does not delay the next read.
      if (Math.abs(now() - readAt) >= STATUS_HISTORY_READ_MS) {
        reading ??= read();
        await reading;
      }
      const current = overlayOwnStatus(work.status(), shared);
      return overlayCauses(overlayFailingEngines(current, failing()), causeOf);
    },
  };
};
