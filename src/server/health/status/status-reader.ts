import { setTimeout as pause } from 'node:timers/promises';
import type { Check } from '#shared/contract/check.ts';
import type { StatusReport } from '#shared/contract/status.ts';
import { byPlatform, type PlatformId } from '#shared/platforms/platforms.ts';
import type { Logger } from '../../base/observability/logger.ts';
import type { LastCheck } from '../check/scheduled-checks.ts';
import { type Counters, HOUR_MS, minuteRowsStart } from '../counters/counters.ts';
import { buildStatus, type StatusFacts } from './build-status.ts';
import { failedChecksOf } from './failed-checks.ts';
import { firstDayOf } from './past-days.ts';
import { talliesBySubject } from './tallies.ts';

/** Milliseconds for which data that was read from the database counts as current. */
export const STATUS_READ_MS = 10_000;
/** Milliseconds for which counts from before the previous hour, which hardly change, count as current. */
const PAST_READ_MS = 5 * 60_000;
/** Maximum milliseconds that a request waits for the database, after which it gets the data of the last read. */
const STATUS_WAIT_MS = 2_000;

interface StatusReaderParts {
  readonly counters: Pick<Counters, 'readStored' | 'readUnwritten'>;
  /** Returns the last check of all engines; null if there was none. May throw DatabaseUnavailableError. */
  readonly lastCheck: () => Promise<Check | null>;
  /** Returns the last scheduled check of each platform. May throw DatabaseUnavailableError. */
  readonly lastScheduledChecks: () => Promise<Readonly<Record<PlatformId, LastCheck>>>;
  /** Returns for each platform whether the owner has switched it on. */
  readonly platformSwitches: () => Readonly<Record<PlatformId, boolean>>;
  readonly log: Pick<Logger, 'warn'>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * Creates the reader of the state of the service for the API, the status page, the panel and the alerts. All callers share one read of the
 * database, which is repeated after STATUS_READ_MS, a write of this instance or an ended check.
 */
export const createStatusReader = ({
  counters,
  lastCheck,
  lastScheduledChecks,
  platformSwitches,
  log,
  now = Date.now,
}: StatusReaderParts) => {
  let read: StatusFacts = { past: new Map(), rows: [], seen: [], failedChecks: byPlatform(() => null) };
  let readAt = Number.NEGATIVE_INFINITY;
  let pastReadAt = Number.NEGATIVE_INFINITY;
  /** Returns a number that grows with each write of this instance and each ended check: both make the last read outdated. */
  const version = (): number => counters.readUnwritten().writeCount + refreshes;
  let refreshes = 0;
  let readVersion = 0;
  let reading: Promise<void> | null = null;
  let hasFailed = false;
  let built: { readonly basis: readonly unknown[]; readonly report: StatusReport } | null = null;

  const readPast = async (at: number): Promise<StatusFacts['past']> => {
    const { rows } = await counters.readStored(['judged'], firstDayOf(at), minuteRowsStart(at));
    return talliesBySubject(rows, HOUR_MS);
  };

  const readOnce = async (): Promise<void> => {
    const at = now();
    const readOf = version();
    const isPastOld =
      Math.abs(at - pastReadAt) >= PAST_READ_MS || minuteRowsStart(at) !== minuteRowsStart(pastReadAt);
    try {
      const failedChecks = failedChecksOf(await lastCheck(), await lastScheduledChecks(), at);
      const past = isPastOld ? await readPast(at) : read.past;
      // Last, because what is written after it is no longer among what waits.
      const counted = await counters.readStored(['judged', 'run_ms', 'cause'], minuteRowsStart(at));
      read = { ...counted, past, failedChecks };
      if (isPastOld) pastReadAt = at;
      hasFailed = false;
    } catch (err) {
      if (!hasFailed) log.warn({ err }, 'the status could not be read');
      hasFailed = true;
    }
    readAt = at;
    readVersion = readOf;
    reading = null;
  };

  const readIfOld = async (): Promise<void> => {
    // The absolute difference, so that a clock that is set back does not delay the next read.
    const isOld = Math.abs(now() - readAt) >= STATUS_READ_MS;
    if (!isOld && version() === readVersion) return;
    reading ??= readOnce();
    await Promise.race([reading, pause(STATUS_WAIT_MS, undefined, { ref: false })]);
  };

  const facts = (): StatusFacts => {
    const { rows, seen } = counters.readUnwritten();
    return { ...read, rows: [...read.rows, ...rows], seen: [...read.seen, ...seen] };
  };

  return {
    /**
     * Returns the facts of all instances, with the unwritten counts of this one. Never rejects: while the database is unavailable or slow,
     * the facts of the other instances are those of the last read.
     */
    async facts(): Promise<StatusFacts> {
      await readIfOld();
      return facts();
    },
    /** Returns the current status. Never rejects. */
    async report(): Promise<StatusReport> {
      await readIfOld();
      const at = now();
      const basis = [read, counters.readUnwritten(), platformSwitches(), Math.floor(at / 1_000)];
      if (built === null || basis.some((part, index) => part !== built?.basis[index]))
        built = { basis, report: buildStatus(facts(), platformSwitches(), at) };
      return built.report;
    },
    /** Makes the next call read the database, because a check has ended. */
    refresh(): void {
      refreshes += 1;
    },
  };
};
