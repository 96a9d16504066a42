import { setTimeout as pause } from 'node:timers/promises';
import { byPlatform, PLATFORM_IDS, type PlatformId } from '#shared/platforms/platforms.ts';
import type { Database } from '../../../base/db/database.ts';
import type { Logger } from '../../../base/observability/logger.ts';
import type { Alerts } from './alerts.ts';
import { createLease } from './lease.ts';
import type { MonitorSettings } from './monitor-settings.ts';
import type { LastCheck, ScheduledChecks } from './scheduled-checks.ts';

/** Interval of the monitor's runs. */
const MONITOR_INTERVAL_MS = 60_000;

/** Background monitor: runs checks and sends alerts, on one instance at a time. */
export interface Monitor {
  /** Returns each platform's last check. Never rejects: while the database is unavailable, returns the values last read. */
  last: ScheduledChecks['last'];
  /** Stops the monitor and its running check, and releases the lease. Never rejects. */
  close(): Promise<void>;
}

interface MonitorParts {
  readonly database: Database;
  readonly settings: () => MonitorSettings;
  readonly checks: ScheduledChecks;
  readonly alerts: Alerts;
  readonly log: Logger;
  readonly now: () => number;
  readonly everyMs?: number | undefined;
}

const NONE: ReadonlySet<PlatformId> = new Set();
const NOT_TESTED: LastCheck = { lastAt: null, worked: null };

const hasWork = ({ canaries, alerts }: MonitorSettings): boolean =>
  alerts.webhook !== null || PLATFORM_IDS.some((platform) => canaries[platform].length > 0);

/**
 * Starts the monitor. About every `everyMs` milliseconds, the instance that holds the lease runs the checks that are due and
 * sends alerts. Without test posts and without a webhook, the monitor does nothing. It does not keep the process alive.
 */
export const startMonitor = (parts: MonitorParts): Monitor => {
  const { database, settings, checks, alerts, log, now, everyMs = MONITOR_INTERVAL_MS } = parts;
  const ending = new AbortController();
  const { signal } = ending;
  const lease = createLease(database, now);
  let hasFailed = false;

  const runOnce = async (): Promise<void> => {
    const current = settings();
    if (!hasWork(current) || !(await lease.acquire())) return;
    // Without a webhook the stored state is not updated.
    const failing = current.alerts.webhook === null ? NONE : await alerts.failing();
    await checks.runDue(current, failing, signal);
    await alerts.checkAndSend(current, signal);
  };

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      // Random jitter, so that the instances do not all query the database at the same time.
      await pause(everyMs * (0.9 + Math.random() * 0.2), undefined, { signal, ref: false });
      try {
        await runOnce();
        hasFailed = false;
      } catch (err) {
        if (!signal.aborted && !hasFailed) log.warn({ err }, 'the monitor run failed');
        hasFailed = true;
      }
    }
  };
  const running = run().catch(() => undefined);
  let lastRead: Awaited<ReturnType<ScheduledChecks['last']>> = byPlatform(() => NOT_TESTED);

  return {
    async last() {
      lastRead = await checks.last().catch(() => lastRead);
      return lastRead;
    },
    async close() {
      ending.abort();
      await running;
      // Otherwise the other instances wait until the lease expires.
      await lease.release().catch(() => undefined);
    },
  };
};
