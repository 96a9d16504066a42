import { setTimeout as pause } from 'node:timers/promises';
import { PLATFORM_IDS } from '#shared/platforms/platforms.ts';
import type { Config } from '../base/config/config.ts';
import type { Database } from '../base/db/database.ts';
import type { BuildInfo } from '../base/observability/build-info.ts';
import type { Logger } from '../base/observability/logger.ts';
import type { Engine } from '../engines/engine.ts';
import { MONITOR_REQUESTER } from '../limits/requester.ts';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import { postJson } from '../outbound/post-json.ts';
import { summariseAttempts } from '../posts/check-post.ts';
import { choiceOf, providerIdentityOf, selectEngines } from '../posts/post-source.ts';
import type { Preview } from '../posts/preview.ts';
import type { EngineSettings } from '../site/settings/engine-settings.ts';
import { createAlerts, type SendAlert } from './alerts/alerts.ts';
import { createChecks } from './check/checks.ts';
import { createScheduledChecks } from './check/scheduled-checks.ts';
import type { openCounters } from './counters/outcomes.ts';
import { readOverview } from './status/read-overview.ts';
import { createStatusReader } from './status/status-reader.ts';
import { createTrafficGuard } from './traffic/traffic-guard.ts';
import { createUpdateNotice } from './version/newest-version.ts';

interface StartParts extends Pick<ReturnType<typeof openCounters>, 'counters' | 'outcomes'> {
  readonly config: Pick<Config, 'updateUrl'>;
  readonly build: BuildInfo;
  readonly database: Database;
  readonly log: Logger;
  readonly engineSettings: EngineSettings;
  readonly engines: readonly Engine[];
  readonly preview: Preview;
  /** Client that delivers the alerts and asks for the newest version. */
  readonly services: OutboundClient;
  readonly siteTitle: () => string;
  /** Called after a check of all engines has stored its result. Must not throw. */
  readonly onChecked: () => void;
  /**
   * Does other work that is due, for example a backup. Called about every `intervalMs` milliseconds by a monitor of its own. `sendAlert`
   * sends a message to the owner's webhook.
   */
  readonly runOtherWork: (sendAlert: SendAlert, signal: AbortSignal) => Promise<void>;
  /** Milliseconds between the monitor's runs; replaces MONITOR_INTERVAL_MS in tests. */
  readonly intervalMs?: number | undefined;
}

/** Milliseconds between the monitor's runs. */
const MONITOR_INTERVAL_MS = 60_000;

/**
 * Starts to call `runOnce` about every `intervalMs` milliseconds, one run after the other. Logs a failed run unless the one before it
 * failed too. The timer does not keep the process alive. Returns a function that aborts the current run and resolves when it has ended; the
 * function never rejects.
 */
const startMonitor = (
  runOnce: (signal: AbortSignal) => Promise<void>,
  log: Pick<Logger, 'warn'>,
  intervalMs = MONITOR_INTERVAL_MS,
): (() => Promise<void>) => {
  const ending = new AbortController();
  const { signal } = ending;
  let hasFailed = false;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      // Random jitter, so that the instances do not all query the database at the same time.
      await pause(intervalMs * (0.9 + Math.random() * 0.2), undefined, { signal, ref: false });
      try {
        await runOnce(signal);
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

/**
 * Creates the checks, the status reader, the alerts, the guard of the traffic and the notice of newer versions, and starts the monitors,
 * which run the checks that are due and send alerts. Every instance runs its own; each check is run, and each alert sent, by the instance
 * that first claims it in the database.
 */
export const startChecks = (parts: StartParts) => {
  const { database, log, engineSettings, engines, preview, counters } = parts;
  const now = Date.now;
  const choice = () => choiceOf(engineSettings.current());
  const checks = createChecks({
    database,
    engines: () => selectEngines(engines, choice().order),
    engineOf: (name) => selectEngines(engines, [name])[0],
    providerMark: () => providerIdentityOf(choice()),
    testPosts: () => engineSettings.current().canaries,
    check: preview.check,
    onChecked() {
      status.refresh();
      parts.onChecked();
    },
    now,
  });
  const attempt = async (link: string, signal: AbortSignal) => {
    const tried = await preview.attempt(link, { requester: MONITOR_REQUESTER, signal });
    return tried.ok ? summariseAttempts(tried.attempts) : tried;
  };
  const scheduledChecks = createScheduledChecks({ ...parts, attempt, now });
  const status = createStatusReader({
    counters,
    lastCheck: checks.last,
    lastScheduledChecks: scheduledChecks.last,
    platformSwitches: () => engineSettings.current().platforms,
    log,
  });
  const deliver = (address: string, json: string, signal: AbortSignal) => {
    const { webhook, lan } = engineSettings.current().alerts;
    return postJson(parts.services, address, json, signal, lan === true && webhook === address);
  };
  const alerts = createAlerts({ ...parts, deliver, facts: status.facts, now });
  const sendAlert: SendAlert = async (event, time, sentence, signal) => {
    const { webhook } = engineSettings.current().alerts;
    return webhook === null || alerts.send(webhook, event, time, sentence, signal);
  };
  const monitor = async (signal: AbortSignal): Promise<void> => {
    const current = engineSettings.current();
    const isAlerting = current.alerts.webhook !== null;
    if (!isAlerting && PLATFORM_IDS.every((platform) => current.canaries[platform].length === 0)) return;
    // Without a webhook the stored state is not updated.
    await scheduledChecks.runDueChecks(
      current,
      isAlerting ? await alerts.failingPlatforms() : new Set(),
      signal,
    );
    await alerts.checkAndSend(current, signal);
  };
  const trafficGuard = createTrafficGuard(parts);
  const updateNotice = createUpdateNotice(parts);
  // Without a webhook an alert would count as sent.
  const alertOfTraffic = async (...run: Parameters<typeof trafficGuard.runDue>): Promise<void> => {
    if (engineSettings.current().alerts.webhook !== null) await trafficGuard.runDue(...run);
  };
  // Each has its own monitor, because a backup takes up to an hour.
  const stops = [parts.runOtherWork, alertOfTraffic, updateNotice.runDue].map((runDue) =>
    startMonitor((signal) => runDue(sendAlert, signal), log, parts.intervalMs),
  );
  const stopMonitor = startMonitor(monitor, log, parts.intervalMs);
  const close = async () => {
    await Promise.all([stopMonitor(), checks.close(), ...stops.map((stop) => stop())]);
  };
  return {
    checks,
    /** Reads a post of each platform that is on with one engine. */
    checkEngine(engine: Engine, signal: AbortSignal) {
      const isOn = engineSettings.current().platforms;
      return checks.checkEngine(
        engine,
        PLATFORM_IDS.filter((platform) => isOn[platform]),
        signal,
      );
    },
    scheduledChecks,
    status: status.report,
    overview: () => readOverview(counters),
    trafficGuard,
    updateNotice,
    sendTestAlert: alerts.sendTest,
    close,
  };
};
