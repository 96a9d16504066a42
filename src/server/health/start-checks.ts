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
import { createChecks } from './check/checks.ts';
import { createAlerts } from './status/monitor/alerts.ts';
import { startMonitor } from './status/monitor/monitor.ts';
import { createScheduledChecks } from './status/monitor/scheduled-checks.ts';
import type { openCounts } from './status/open-counts.ts';

interface StartParts extends Pick<ReturnType<typeof openCounts>, 'work' | 'counts' | 'causeOf'> {
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

/** Creates the check and the alerts, and starts the timer that checks the owner's test posts. */
export const startChecks = (parts: StartParts) => {
  const { database, log, engineSettings, engines, preview } = parts;
  const now = Date.now;
  const choice = () => choiceOf(engineSettings.current());
  const checks = createChecks({
    database,
    engines: () => selectEngines(engines, choice().order),
    engine: (name) => selectEngines(engines, [name])[0],
    providers: () => markOf(choice()),
    testPosts: () => engineSettings.current().canaries,
    check: preview.check,
    onChecked: parts.onChecked,
    now,
  });
  const deliver = (address: string, json: string, signal: AbortSignal) => {
    const { webhook, lan } = engineSettings.current().alerts;
    return postJson(parts.services, address, json, signal, lan === true && webhook === address);
  };
  const alerts = createAlerts({ ...parts, deliver, now });
  const attempt = async (link: string, signal: AbortSignal) => {
    const tried = await preview.attempt(link, { requester: MONITOR, signal });
    return tried.ok ? summariseAttempts(tried.attempts) : tried;
  };
  const monitor = startMonitor({
    database,
    settings: engineSettings.current,
    checks: createScheduledChecks({ ...parts, attempt, now }),
    alerts,
    log,
    now,
    everyMs: parts.everyMs,
  });
  const close = async () => {
    await Promise.all([monitor.close(), checks.close()]);
  };
  return { checks, monitor, sendTestAlert: alerts.sendTest, close };
};
