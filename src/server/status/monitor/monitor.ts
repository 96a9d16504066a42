import { setTimeout as pause } from 'node:timers/promises';
import type { StatusPlatform } from '#shared/contract/status.ts';
import { MONITOR_INTERVAL_MS } from '#shared/status-limits.ts';
import type { Database } from '../../db/database.ts';
import type { Logger } from '../../observability/logger.ts';
import type { Alerts } from './alerts.ts';
import { createLease } from './lease.ts';
import { MONITORED_PLATFORMS, type MonitorSettings } from './monitor-settings.ts';
import type { LastSelfTest, ManualSelfTestResult, SelfTest } from './self-test.ts';

/** Looks around now and then, for all instances together. */
export interface Monitor {
  /**
   * Has a platform tried now; that goes on though whoever asked has left, and counts. Throws DatabaseUnavailableError, and
   * once the watch has ended.
   */
  runNow(platform: StatusPlatform): Promise<ManualSelfTestResult>;
  /** When each platform was last tried; never rejects: while the database does not answer, as it was last read. */
  last: SelfTest['last'];
  /** Ends it, with what is under way. Never rejects. */
  close(): Promise<void>;
}

interface MonitorParts {
  readonly database: Database;
  readonly settings: () => MonitorSettings;
  readonly selfTest: SelfTest;
  readonly alerts: Alerts;
  readonly log: Logger;
  readonly now: () => number;
  readonly everyMs?: number;
}

const NOT_TESTED: LastSelfTest = { lastAt: null, worked: null, againAt: null };

const hasWork = ({ canaries, alerts }: MonitorSettings): boolean =>
  alerts.webhook !== null || MONITORED_PLATFORMS.some((platform) => canaries[platform].length > 0);

/**
 * Starts the watch: again and again the instance that has the lease tries the owner's posts that are due, and looks whether
 * to alert. Without posts and without a webhook it does nothing. It does not keep the process alive.
 */
export const startMonitor = (parts: MonitorParts): Monitor => {
  const { database, settings, selfTest, alerts, log, now, everyMs = MONITOR_INTERVAL_MS } = parts;
  const ending = new AbortController();
  const { signal } = ending;
  const lease = createLease(database, now);
  let hasFailed = false;

  const runOnce = async (): Promise<void> => {
    const wanted = settings();
    if (!hasWork(wanted) || !(await lease.hold())) return;
    await selfTest.runDue(wanted, signal);
    await alerts.checkAndSend(wanted, signal);
  };

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      // At another moment in each instance, so that they do not all come at once.
      await pause(everyMs * (0.9 + Math.random() * 0.2), undefined, { signal, ref: false });
      try {
        await runOnce();
        hasFailed = false;
      } catch (err) {
        if (!signal.aborted && !hasFailed) log.warn({ err }, 'the watch could not look around');
        hasFailed = true;
      }
    }
  };
  const running = run().catch(() => undefined);
  const manualRuns = new Set<Promise<unknown>>();
  let lastRead: Awaited<ReturnType<SelfTest['last']>> = { instagram: NOT_TESTED, tiktok: NOT_TESTED };

  return {
    async runNow(platform) {
      const work = selfTest.runNow(platform, settings(), signal);
      manualRuns.add(work);
      try {
        return await work;
      } finally {
        manualRuns.delete(work);
      }
    },
    async last() {
      lastRead = await selfTest.last().catch(() => lastRead);
      return lastRead;
    },
    async close() {
      ending.abort();
      await Promise.allSettled([running, ...manualRuns]);
      // Otherwise the others wait until it runs out.
      await lease.release().catch(() => undefined);
    },
  };
};
