import type { Database } from '../base/db/database.ts';
import type { Logger } from '../base/observability/logger.ts';
import type { Engine } from '../engines/engine.ts';
import { MONITOR } from '../limits/requester.ts';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import { postJson } from '../outbound/post-json.ts';
import { summariseAttempts } from '../posts/check-post.ts';
import { choiceOf, markOf, selectEngines } from '../posts/engine-choice.ts';
import type { Preview } from '../posts/preview.ts';
import type { EngineSettings } from '../site/settings/engine-settings.ts';
import { createAlerts } from './alerts/alerts.ts';
import { startMonitor } from './alerts/monitor.ts';
import { createChecks } from './check/checks.ts';
import { createScheduledChecks } from './check/scheduled-checks.ts';
import type { openCounters } from './counters/open-counters.ts';
import { createStatusReader } from './status/status-reader.ts';

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
  /** Milliseconds between the monitor's checks, for tests. */
  readonly everyMs?: number | undefined;
}

/** Creates the checks, the status reader and the alerts, and starts the monitor, which checks the owner's test posts. */
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
  const { current } = engineSettings;
  const stopMonitor = startMonitor({
    settings: current,
    checks: scheduled,
    alerts,
    log,
    everyMs: parts.everyMs,
  });
  const close = async () => {
    await Promise.all([stopMonitor(), checks.close()]);
  };
  return { checks, scheduled, status, sendTestAlert: alerts.sendTest, close };
};
