import type { Status, StatusReport } from '#shared/contract/status.ts';
import type { Finding } from '#shared/findings.ts';
import { byPlatform, type PlatformId } from '#shared/platforms/platforms.ts';
import type { Database } from '../../base/db/database.ts';
import type { Logger } from '../../base/observability/logger.ts';
import { EMPTY_HISTORY, readStatusHistory, type StatusHistory } from './status-history.ts';
import {
  buildStatusReport,
  overlayCauses,
  overlayFailingEngines,
  overlayOwnStatus,
  overlaySwitches,
} from './status-report.ts';
import type { WorkCounts } from './work-counts.ts';
import type { WorkLog } from './work-log.ts';

/** Interval between reads of the history while no state changes. */
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
  /** Returns which platforms the owner has on; all if absent. */
  readonly isOn?: () => Readonly<Record<PlatformId, boolean>>;
  /** Returns what most recent failures on a platform show; null if there were none. */
  readonly causeOf?: (platform: PlatformId) => Finding | null;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Returns the state of each part as one string, to compare. */
const statesOf = ({ previews, downloads }: Status): string =>
  [...Object.values(previews), downloads].map(({ state }) => state).join(' ');

/**
 * Creates the status service. It reads the history once per STATUS_HISTORY_READ_MS (a minute) for all callers, or earlier when the
 * state of a part has changed on this instance, and adds this instance's current observations at every call.
 */
export const createStatusService = ({
  database,
  work,
  counts,
  log,
  failing = () => [],
  isOn = () => byPlatform(() => true),
  causeOf = () => null,
  now = Date.now,
}: StatusServiceParts): StatusService => {
  let history: StatusHistory = EMPTY_HISTORY;
  let shared = buildStatusReport(history, now());
  let readAt = Number.NEGATIVE_INFINITY;
  let readStates = '';
  let reading: Promise<void> | null = null;
  const read = async (states: string): Promise<void> => {
    readStates = states;
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
      const states = statesOf(work.status());
      // The absolute difference, so that a clock that is set back does not delay the next read.
      const isOld = Math.abs(now() - readAt) >= STATUS_HISTORY_READ_MS;
      // Also when a state has changed here: the day must not still show what the state no longer says.
      if (isOld || states !== readStates) {
        reading ??= read(states);
        await reading;
      }
      const current = overlayOwnStatus(work.status(), shared);
      return overlayCauses(overlaySwitches(overlayFailingEngines(current, failing()), isOn()), causeOf);
    },
  };
};
