import type { FastifyInstance, FastifyRequest } from 'fastify';
import { backupsPlugin } from './backups/backups-plugin.ts';
import { createNightlyBackups } from './backups/nightly-backups.ts';
import { openAnnouncements } from './base/announcements/database-announcements.ts';
import type { Config } from './base/config/config.ts';
import { PROJECT_ROOT } from './base/config/project-root.ts';
import { openServerDatabase } from './base/db/open-database.ts';
import { checkSecret } from './base/db/secret-check.ts';
import { readBuildInfo } from './base/observability/build-info.ts';
import { createLimitedLog } from './base/observability/limited-log.ts';
import type { Logger } from './base/observability/logger.ts';
import { abilitiesOf, createEngines, createMediaHosts, listEngines } from './engines/registry.ts';
import { findSample } from './engines/sample/find-sample.ts';
import { describeSampleClip } from './engines/sample/sample-engine.ts';
import { createTransferCounter, openCounters } from './health/counters/outcomes.ts';
import { healthPlugin } from './health/health-plugin.ts';
import { startChecks } from './health/start-checks.ts';
import { createServer, type ServerParts } from './http/create-server.ts';
import { createRequesterFinder } from './http/find-requester.ts';
import { createGuard } from './http/guard.ts';
import { createMaintenanceGate } from './http/maintenance-gate.ts';
import { registerOpenApiRoute } from './http/openapi-route.ts';
import type { Limits } from './limits/account-limits.ts';
import { openLimits } from './limits/open-limits.ts';
import { createProxyBudget, type TrafficLimits } from './limits/traffic-limits.ts';
import { mediaPlugin } from './media/media-plugin.ts';
import { TICKET_MAX_CHARACTERS } from './media/tickets/ticket.ts';
import { createTicketSealer } from './media/tickets/ticket-sealer.ts';
import { createMetrics } from './metrics/metrics.ts';
import { metricsPlugin } from './metrics/metrics-plugin.ts';
import { createOutboundAccess } from './outbound/outbound-access.ts';
import { createAddressMatcher } from './outbound/public-address.ts';
import { createAccounts } from './people/accounts.ts';
import { withActivityLog } from './people/activity/activity-log-lines.ts';
import { createPasswordHasher, type PasswordHasher } from './people/password-hasher.ts';
import { peoplePlugin } from './people/people-plugin.ts';
import { isAdministering, roleOf } from './people/sessions.ts';
import { platformHosts } from './platforms/server-platforms.ts';
import type { EngineHealthRegistry } from './posts/engine-health.ts';
import { choiceOf, selectEngines } from './posts/post-source.ts';
import { createLimitedPreview, createPreviewService, postsPlugin } from './posts/posts-plugin.ts';
import { createVisitRecorder, openFirstRun } from './site/first-run/first-run.ts';
import { openEvents } from './site/live/open-events.ts';
import { openSettings } from './site/open-settings.ts';
import type { BuiltPages } from './site/pages/built-pages.ts';
import { registerNotFound } from './site/pages/not-found.ts';
import type { CleanContent } from './site/settings/content/clean-content.ts';
import { sitePlugin } from './site/site-plugin.ts';
import { openUpdates } from './yt-dlp-updates/open-updates.ts';
import { registerYtDlpRoutes } from './yt-dlp-updates/yt-dlp-routes.ts';

type ReplacedInTests = Pick<ServerParts, 'stallLimits' | 'connectionsMax' | 'prepare'> & {
  readonly limits: Limits;
  readonly traffic: TrafficLimits;
  readonly engineHealth: EngineHealthRegistry;
  /** Milliseconds between the monitor's runs. */
  readonly monitorEveryMs: number;
  readonly hasher: PasswordHasher;
  readonly clean: CleanContent;
};

/** Parts of the server that the deployment, the development server and tests choose differently. */
export interface AppParts
  extends Omit<BuiltPages, 'clientDir' | 'panelDir'>,
    Pick<ServerParts, 'serverFactory'>,
    Partial<ReplacedInTests> {
  readonly config: Config;
  readonly log: Logger;
  /** Master secret, from which the keys of media links, of stored provider keys and of hashed addresses are derived. */
  readonly secret: string;
  /** Folders of the built files of the page and of the panel; null when a development server serves them. */
  readonly clientDir: string | null;
  readonly panelDir: string | null;
}

/**
 * Opens the database and connects the domains, without listening. Closing the returned server closes them and the database. Throws
 * StartError when the database fails to open, and DatabaseUnavailableError when a later read of it fails.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the one place where the domains meet
export const createApp = async (parts: AppParts) => {
  const { config, log, secret } = parts;
  const limitedLog = createLimitedLog(log);
  const database = withActivityLog(await openServerDatabase(config, log), log);
  const secrets = { current: secret, previous: config.previousSecret };
  await checkSecret(database, secrets, log);
  const announcements = await openAnnouncements(database, log);
  const build = await readBuildInfo(PROJECT_ROOT);
  const base = { config, log, build, database, secret, announcements, metrics: createMetrics() };
  const isTrustedProxy = createAddressMatcher(config.trustProxy);
  const { networkKey, ...opened } = await openLimits({ ...base, isTrustedProxy });
  const { limits = opened.limits, traffic = opened.traffic, hasher = createPasswordHasher() } = parts;
  const { engineSettings, settings } = await openSettings({
    ...base,
    secrets,
    builtAt: parts.builtAt,
    clean: parts.clean,
    isSetUp: (name) => selectEngines(engines, [name]).length > 0,
    abilitiesOf: ({ current, provider: chosenProvider }) =>
      abilitiesOf(choiceOf(current()).order, config, { chosenProvider }),
  });
  const chosenProvider = engineSettings.provider;
  const siteTitle = () => settings.current().title;
  const accounts = createAccounts({ ...base, hasher });
  const events = openEvents({ ...base, settings, engineSettings, accounts });

  const proxyBudget = createProxyBudget(config.outboundProxyPerHour);
  const outbound = createOutboundAccess(config, platformHosts, proxyBudget);
  const hosts = createMediaHosts(config, { chosenProvider });
  const tickets = createTicketSealer({ secret });
  const counted = openCounters({ ...base, registry: parts.engineHealth });
  const { registry, counters, outcomes } = counted;

  const updates = await openUpdates({
    ...base,
    ...outbound,
    check: (engine, signal) => health.checkEngine(engine, signal),
    versionInUse: () => engines.find(({ name }) => name === 'yt-dlp')?.facts?.()?.version ?? null,
    onChange: (isSwitched) => {
      // The failures so far are those of another program.
      if (isSwitched) registry.forget('yt-dlp');
      events.announceHere('engines');
    },
  });
  const installedYtDlp = updates.program;
  const engines = createEngines(config, { ...base, ...outbound, chosenProvider, installedYtDlp });
  const counting = { observe: outcomes.countRun, onAnswer: outcomes.countPreview };
  const reading = { engines, engineSettings, registry, tickets, mediaHosts: hosts, ...counting };
  const preview = createPreviewService({ ...base, ...outbound, ...reading, settings });
  const nightlyBackups = createNightlyBackups(base);
  const health = startChecks({
    ...base,
    runOtherWork: nightlyBackups.runIfDue,
    ...counted,
    engineSettings,
    engines,
    preview,
    siteTitle,
    services: outbound.services,
    onChecked: () => events.announce('engines'),
    intervalMs: parts.monitorEveryMs,
  });
  const firstRun = await openFirstRun({
    ...base,
    settings,
    engineSettings,
    lastCheck: health.checks.last,
    onChange: () => events.announce('firstRun'),
  });

  const maxParamLength = TICKET_MAX_CHARACTERS;
  const http = createServer({ ...parts, limitedLog, traffic, networkKey, maxParamLength });
  const { app, connections, stalledClients, sawUntrustedForwarding } = http;
  const isAdministrator = async ({ headers }: FastifyRequest) =>
    isAdministering(await roleOf(accounts, headers.cookie));
  const gate = createMaintenanceGate({ settings, log, isAdministrator });
  const isOperator = gate.bypassesMaintenance;
  const findRequester = createRequesterFinder({ ...traffic, networkKey, isOperator });
  const visitors = { traffic, findRequester, downloadsPausedUntil: health.trafficGuard.downloadsPausedUntil };
  const runPreview = createLimitedPreview({ preview, ...visitors });
  const pages = parts.createPublicPages(settings, describeSampleClip());
  const responder = { gate, pages, recordVisit: createVisitRecorder(firstRun, accounts) };
  const guarded = {
    ...base,
    accounts,
    limits,
    requireRole: createGuard({ config, sessions: accounts, limits }),
  };
  registerNotFound(app, config, responder);
  await app.register(
    sitePlugin({ ...parts, ...guarded, hub: events.hub, settings, firstRun, responder, runPreview }),
  );
  await app.register(postsPlugin({ runPreview, gate }));
  const counts = { observe: createTransferCounter(outcomes, base.metrics), onSent: outcomes.countSentBytes };
  const files = { config, tickets, hosts, outbound: outbound.media, refresh: preview.refresh, ...counts };
  const readers = { findSample, gate, stalledClients, ...visitors };
  await app.register(mediaPlugin({ preview, ...files, ...readers }));
  await app.register(peoplePlugin({ ...guarded, hasher, siteTitle }));
  const listedEngines = () => listEngines(config, engines, { chosenProvider });
  const checked = { ...health, preview, engineSettings, settings, listedEngines, sawUntrustedForwarding };
  await app.register(healthPlugin({ ...parts, ...guarded, ...checked }));
  await app.register(backupsPlugin({ ...guarded, nightlyBackups }));
  const measured = { traffic, hub: events.hub, engineRecords: preview.health, registry };
  await app.register(metricsPlugin({ ...base, ...measured }));
  registerYtDlpRoutes(app, { updates, requireRole: guarded.requireRole });
  registerOpenApiRoute(app, http.routes, config);
  // Runs before the server waits for its requests, because an open event stream never ends on its own.
  app.addHook('preClose', async () => events.hub.close());
  app.addHook('onClose', async () => {
    limitedLog.close();
    await Promise.all([health.close(), updates.close()]);
    await counters.close();
    await Promise.all(engines.map((engine) => engine.close?.()));
    for (const shared of [base.announcements, opened]) shared.close();
    await Promise.all([outbound.close(), database.close()]);
  });
  return { server: app as unknown as FastifyInstance, connections, settings, database, accounts };
};

export type App = Awaited<ReturnType<typeof createApp>>;
