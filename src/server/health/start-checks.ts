import { setTimeout as pause } from 'node:timers/promises';
import { PLATFORM_IDS } from '#shared/platforms/platforms.ts';
import type { Database } from '../base/db/database.ts';
import type { Logger } from '../base/observability/logger.ts';
import type { Engine } from '../engines/engine.ts';
import { MONITOR } from '../limits/requester.ts';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import { postJson } from '../outbound/post-json.ts';
import { summariseAttempts } from '../posts/check-post.ts';
import { choiceOf, markOf, selectEngines } from '../posts/post-source.ts';
import type { Preview } from '../posts/preview.ts';
import type { EngineSettings } from '../site/settings/engine-settings.ts';
import { createAlerts } from './alerts/alerts.ts';
import { createChecks } from './check/checks.ts';
import { createScheduledChecks } from './check/scheduled-checks.ts';
import type { openCounters } from './counters/outcomes.ts';
import { createStatusReader } from './status/status-reader.ts';

/** Sends a message about what happened `at` a time to the owner's webhook if there is one; resolves to false if it was not accepted. */
type SendAlert = (event: string, at: string, sentence: string, signal: AbortSignal) => Promise<boolean>;

interface StartParts extends Pick<ReturnType<typeof openCounters>, 'counters' | 'outcomes'> {
  readonly database: Database;
  readonly log: Logger;
  readonly engineSettings: EngineSettings;
  readonly engines: readonly Engine[];
  readonly preview: Preview;
  /** Delivers alerts. */
  readonly services: OutboundClient;
  readonly siteTitle: () => string;
  readonly onChecked: () => void;
  /** What is due besides, run as often as the monitor and not waited for by it. It may send an alert. */
  readonly alsoDue: (sendAlert: SendAlert, signal: AbortSignal) => Promise<void>;
  /** Milliseconds between the monitor's runs, for tests. */
  readonly everyMs?: number | undefined;
}

/** Interval of the monitor's runs. */
const MONITOR_INTERVAL_MS = 60_000;

/**
 * Starts to call `runOnce` about every `everyMs` milliseconds. It does not keep the process alive. Returns the function that stops it with
 * its current run; that never rejects.
 */
const startMonitor = (
  runOnce: (signal: AbortSignal) => Promise<void>,
  log: Pick<Logger, 'warn'>,
  everyMs = MONITOR_INTERVAL_MS,
): (() => Promise<void>) => {
  const ending = new AbortController();
  const { signal } = ending;
  let hasFailed = false;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      // Random jitter, so that the instances do not all query the database at the same time.
      await pause(everyMs * (0.9 + Math.random() * 0.2), undefined, { signal, ref: false });
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
 * Creates the checks, the status reader and the alerts, and starts the monitor, which runs the checks that are due and sends alerts.
 * Every instance runs one: a check and an alert belong to the instance that claims it in the database first.
 */
export const startChecks = (parts: StartParts) => {
  const { database, log, engineSettings, engines, preview, counters } = parts;
  const now = Date.now;
  const choice = () => choiceOf(engineSettings.current());
  const checks = createChecks({
    database,
    engines: () => selectEngines(engines, choice().order),
    engine: (name) => selectEngines(engines, [name])[0],
    providers: () => markOf(choice()),
    testPosts: () => engineSettings.current().canaries,
    check: preview.check,
    onChecked() {
      status.refresh();
      parts.onChecked();
    },
    now,
  });
  const attempt = async (link: string, signal: AbortSignal) => {
    const tried = await preview.attempt(link, { requester: MONITOR, signal });
    return tried.ok ? summariseAttempts(tried.attempts) : tried;
  };
  const scheduled = createScheduledChecks({ ...parts, attempt, now });
  const status = createStatusReader({
    counters,
    lastCheck: checks.last,
    lastByTimer: scheduled.last,
    isOn: () => engineSettings.current().platforms,
    log,
  });
  const deliver = (address: string, json: string, signal: AbortSignal) => {
    const { webhook, lan } = engineSettings.current().alerts;
    return postJson(parts.services, address, json, signal, lan === true && webhook === address);
  };
  const alerts = createAlerts({ ...parts, deliver, facts: status.facts, now });
  const sendAlert: SendAlert = async (event, at, sentence, signal) => {
    const { webhook } = engineSettings.current().alerts;
    return webhook === null || alerts.send(webhook, event, at, sentence, signal);
  };
  const monitor = async (signal: AbortSignal): Promise<void> => {
    const current = engineSettings.current();
    const isAlerting = current.alerts.webhook !== null;
    if (!isAlerting && PLATFORM_IDS.every((platform) => current.canaries[platform].length === 0)) return;
    // Without a webhook the stored state is not updated.
    await scheduled.runDue(current, isAlerting ? await alerts.failing() : new Set(), signal);
    await alerts.checkAndSend(current, signal);
  };
  const stopMonitor = startMonitor(monitor, log, parts.everyMs);
  const stopAlsoDue = startMonitor((signal) => parts.alsoDue(sendAlert, signal), log, parts.everyMs);
  const close = async () => {
    await Promise.all([stopMonitor(), stopAlsoDue(), checks.close()]);
  };
  return { checks, scheduled, status, sendTestAlert: alerts.sendTest, close };
};
