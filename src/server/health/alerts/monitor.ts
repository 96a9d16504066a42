import { setTimeout as pause } from 'node:timers/promises';
import type { EngineValues } from '#shared/contract/engines.ts';
import { PLATFORM_IDS, type PlatformId } from '#shared/platforms/platforms.ts';
import type { Logger } from '../../base/observability/logger.ts';
import type { ScheduledChecks } from '../check/scheduled-checks.ts';
import type { Alerts } from './alerts.ts';

/** Interval of the monitor's runs. */
const MONITOR_INTERVAL_MS = 60_000;

/** Settings of the checks and alerts; `canaries` are the test posts. */
type MonitorSettings = Pick<EngineValues, 'platforms' | 'canaries' | 'alerts'>;

interface MonitorParts {
  readonly settings: () => MonitorSettings;
  readonly checks: Pick<ScheduledChecks, 'runDue'>;
  readonly alerts: Pick<Alerts, 'failing' | 'checkAndSend'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly everyMs?: number | undefined;
}

const NONE: ReadonlySet<PlatformId> = new Set();

const hasWork = ({ canaries, alerts }: MonitorSettings): boolean =>
  alerts.webhook !== null || PLATFORM_IDS.some((platform) => canaries[platform].length > 0);

/**
 * Starts the background monitor, which runs the checks that are due and sends alerts about every `everyMs` milliseconds. Every instance
 * runs one: a check and an alert belong to the instance that claims it in the database first. Without test posts and without a webhook, it
 * does nothing. It does not keep the process alive. Returns the function that stops it with its running check; that never rejects.
 */
export const startMonitor = ({
  settings,
  checks,
  alerts,
  log,
  everyMs = MONITOR_INTERVAL_MS,
}: MonitorParts): (() => Promise<void>) => {
  const ending = new AbortController();
  const { signal } = ending;
  let hasFailed = false;

  const runOnce = async (): Promise<void> => {
    const current = settings();
    if (!hasWork(current)) return;
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
  return async () => {
    ending.abort();
    await running;
  };
};
