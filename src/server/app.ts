import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import { ENGINE_NAMES } from '#shared/contract/content-type.ts';
import { defaultSite } from '#shared/contract/site.ts';
import { parseLink } from '#shared/links/parse-link.ts';
import type { Accounts } from './accounts/accounts.ts';
import { createAccounts } from './accounts/create-accounts.ts';
import { createKnownBrowsers } from './accounts/known-browser.ts';
import type { PasswordHasher } from './accounts/password-hasher.ts';
import { readActivity } from './activity/activity-log.ts';
import { logActivity } from './activity/activity-log-lines.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/database.ts';
import { openServerDatabase } from './db/open-database.ts';
import { createEngines, listEngines } from './engines/registry.ts';
import { openSample } from './engines/sample/open-sample.ts';
import { createHttpServer, type HttpParts } from './http/http-server.ts';
import type { PageSource } from './http/page-cache.ts';
import { createStatusPageCache, type WriteStatusPage } from './http/status-page-cache.ts';
import { createLimits, type Limits } from './limits/limits.ts';
import { createNetworkKey } from './limits/network-key.ts';
import { createTrafficLimits } from './limits/traffic-limits.ts';
import { type AdminEventHub, createAdminEventHub } from './live/admin-event-hub.ts';
import { createPublicEventHub, type PublicEventHub } from './live/public-event-hub.ts';
import { createAddressMatcher } from './net/address-list.ts';
import { createOutboundClients } from './net/create-outbound-clients.ts';
import type { OutboundClient } from './net/outbound-client.ts';
import { postJson } from './net/post-json.ts';
import { createLimitedLog, type LimitedLog } from './observability/limited-log.ts';
import type { Logger } from './observability/logger.ts';
import { mediaHosts, platformHosts, sharePageHosts } from './platforms/platform-hosts.ts';
import { summariseAttempts } from './preview/attempt-engines.ts';
import { choiceOf } from './preview/engine-choice.ts';
import {
  createEngineHealthRegistry,
  type EngineHealthRegistry,
  failingEngines,
} from './preview/engine-health-registry.ts';
import { createPreview, type Preview, type PreviewParts } from './preview/preview.ts';
import { MONITOR } from './preview/requester.ts';
import { createResolutionCache } from './preview/resolution-cache.ts';
import type { CleanContent } from './settings/content/clean-content.ts';
import { openEngineSettings } from './settings/engine-settings.ts';
import { createLogoStore } from './settings/logo-store.ts';
import { openSiteSettings, type SiteSettings } from './settings/site-settings.ts';
import { createAlerts } from './status/monitor/alerts.ts';
import { type Monitor, startMonitor } from './status/monitor/monitor.ts';
import { createSelfTest, type SelfTestParts } from './status/monitor/self-test.ts';
import { createStatusService } from './status/status-service.ts';
import { createWorkCounts, type WorkCounts } from './status/work-counts.ts';
import { createWorkLog, type WorkLog } from './status/work-log.ts';
import { createTicketSealer } from './tickets/ticket-sealer.ts';
import { logTransfer } from './tunnel/transfer-log.ts';
import { createTunnel, type Tunnel, type TunnelOptions, type TunnelTransfer } from './tunnel/tunnel.ts';

export interface AppParts extends Pick<HttpParts, 'stallLimits' | 'checkResponses'> {
  readonly config: Config;
  readonly log: Logger;
  /** Master secret from which the ticket keys are derived. */
  readonly secret: string;
  /** Build time of the pages; the site's last change until the owner saves a setting. */
  readonly builtAt: Date;
  /** Creates the source of the public pages for the given settings. */
  readonly pages: (settings: SiteSettings) => PageSource;
  readonly panelPages: (settings: SiteSettings) => PageSource;
  readonly writeStatusPage: WriteStatusPage;
  readonly clientDir: string | null;
  readonly panelDir: string | null;
  readonly serverFactory?: FastifyServerFactory;
  /** Replaces the default limits in tests. */
  readonly limits?: Limits;
  /** Replaces the engine health registry in tests. */
  readonly engineHealth?: EngineHealthRegistry;
  /** Milliseconds between the monitor's checks, for tests. */
  readonly monitorEveryMs?: number;
  /** Replaces the password hasher in tests that create many accounts or count hashes. */
  readonly hasher?: PasswordHasher;
  /** Replaces the sanitiser of the owner's content in tests. */
  readonly clean?: CleanContent;
}

/** Returns whether a transfer counts as a download. Thumbnails, built-in samples and HEAD requests do not. */
const isDownload = ({ ticket, method }: TunnelTransfer): boolean =>
  method === 'GET' && ticket.purpose === 'media' && ticket.source.kind === 'upstream';

/** Logs a finished transfer and counts downloads. A visitor who leaves is not counted as a failure. */
const recordTransfer = (seen: TunnelTransfer, work: WorkLog, counts: WorkCounts, log: LimitedLog): void => {
  logTransfer(log, seen);
  if (!isDownload(seen)) return;
  work.download(seen);
  const { outcome, attachment, ticket } = seen;
  const post = parseLink(ticket.post);
  if (!attachment || !post.ok || (!outcome.ok && outcome.code === 'aborted')) return;
  counts.download({
    platform: post.link.platform,
    ok: outcome.ok,
    bytes: outcome.ok ? outcome.bytes : 0,
  });
};

/** Creates a tunnel that logs and counts its transfers. */
const createObservedTunnel = (
  access: Pick<TunnelOptions, 'outbound' | 'hosts' | 'refresh'>,
  { work, counts }: { readonly work: WorkLog; readonly counts: WorkCounts },
  log: LimitedLog,
): Tunnel =>
  createTunnel({ ...access, openSample, observe: (seen) => recordTransfer(seen, work, counts, log) });

const isSiteAdministrator = async (accounts: Accounts, cookie: string | undefined): Promise<boolean> => {
  const role = (await accounts.authenticate(cookie, { refresh: false }))?.account.role;
  return role === 'owner' || role === 'administrator';
};

export interface App {
  /** HTTP server. Closing it ends the live streams and closes the database and the outbound clients. */
  readonly server: FastifyInstance;
  readonly settings: SiteSettings;
  readonly database: Database;
  readonly accounts: Accounts;
}

const createPreviewModule = (
  given: Pick<
    PreviewParts,
    'outbound' | 'engines' | 'choice' | 'registry' | 'mediaHosts' | 'tickets' | 'log'
  >,
  work: WorkLog,
  counts: WorkCounts,
): Preview =>
  createPreview({
    ...given,
    cache: createResolutionCache(given.registry.clock.now),
    pageHosts: sharePageHosts,
    observe: work.preview,
    onAnswer: counts.preview,
  });

/** Opens the stored settings and derives the engine choice from them. */
const openStoredSettings = async ({ config, log, builtAt, clean }: AppParts, database: Database) => {
  const engineSettings = await openEngineSettings({ database, log, first: config.engines });
  const choice = () => choiceOf(engineSettings.current());
  const samples = () => choice().order.includes('sample');
  const settings = await openSiteSettings({
    database,
    log,
    defaults: defaultSite({
      updatedAt: builtAt.toISOString(),
      samples: samples(),
      contactEmail: config.contactEmail,
    }),
    samples,
    ...(clean === undefined ? {} : { clean }),
  });
  return { engineSettings, choice, providerAddress: () => choice().providerAddress, settings };
};

/** Announces saved settings to open pages and panels. */
const announceSaves = (
  { settings, engineSettings }: Awaited<ReturnType<typeof openStoredSettings>>,
  { live, adminEvents }: { readonly live: PublicEventHub; readonly adminEvents: AdminEventHub },
): void => {
  settings.onChange((changed, { revision }) => {
    if (changed.length > 0) live.announce(changed, revision);
    adminEvents.announce('settings');
  });
  engineSettings.onChange(() => adminEvents.announce('engines'));
};

/** Creates the accounts module and the event hub that notifies open panels of account changes. */
const createAccountModules = (parts: AppParts, database: Database, settings: SiteSettings) => {
  const accounts = createAccounts({
    ...parts,
    database,
    siteTitle: () => settings.current().title,
  });
  const adminEvents = createAdminEventHub(accounts.openSessionRoles);
  accounts.onChange((change) => {
    if (change.kind === 'accounts') adminEvents.announce('accounts');
    else adminEvents.end(change.accountId, change.sessionIds);
  });
  return { accounts, adminEvents };
};

/** Creates the counters, the work log and the status service. */
const createStatusModules = (database: Database, log: Logger, registry: EngineHealthRegistry) => {
  const counts = createWorkCounts(database, log);
  const work = createWorkLog(Date.now, counts.outcome);
  const failing = () => failingEngines(registry.records(ENGINE_NAMES));
  return { counts, work, status: createStatusService({ database, work, counts, log, failing }) };
};

interface MonitoredModules
  extends ReturnType<typeof createStatusModules>,
    Awaited<ReturnType<typeof openStoredSettings>> {
  readonly database: Database;
  readonly outbound: OutboundClient;
  readonly preview: Preview;
}

/** Starts the monitor, which tests the owner's posts at intervals and sends alerts when a platform fails. */
const monitorPlatforms = ({ log, monitorEveryMs }: AppParts, modules: MonitoredModules): Monitor => {
  const { database, outbound, preview, work, counts, settings, engineSettings } = modules;
  const now = Date.now;
  const attempt: SelfTestParts['attempt'] = async (link, signal) => {
    const tried = await preview.attempt(link, { requester: MONITOR, signal });
    if (tried.ok) return summariseAttempts(tried.attempts);
    return tried.code === 'platform_off'
      ? { ok: false, code: 'failed', reason: 'no_engine' }
      : { ...tried, code: tried.code };
  };
  return startMonitor({
    database,
    settings: engineSettings.current,
    selfTest: createSelfTest({ database, attempt, work, counts, log, now }),
    alerts: createAlerts({
      database,
      deliver: (address, json, signal) => postJson(outbound, address, json, signal),
      siteTitle: () => settings.current().title,
      log,
      now,
    }),
    log,
    now,
    ...(monitorEveryMs === undefined ? {} : { everyMs: monitorEveryMs }),
  });
};

/**
 * Opens the database and connects the modules, without listening. Throws StartError when the database fails to open.
 */
export const createApp = async (parts: AppParts): Promise<App> => {
  const { config, log } = parts;
  const database = logActivity(await openServerDatabase(config, log), log);
  const stored = await openStoredSettings(parts, database);
  const { settings, engineSettings, choice, providerAddress } = stored;
  const limitedLog = createLimitedLog(log);
  const live = createPublicEventHub();
  const { accounts, adminEvents } = createAccountModules(parts, database, settings);
  announceSaves(stored, { live, adminEvents });
  const { outbound, connectProxy } = createOutboundClients(config, platformHosts);
  const hosts = mediaHosts(config.mediaHosts, config.cobalt?.url);
  const tickets = createTicketSealer({ secret: parts.secret });
  const registry = parts.engineHealth ?? createEngineHealthRegistry();
  const status = createStatusModules(database, log, registry);
  const engines = createEngines(config, { outbound, connectProxy, log, providerAddress });
  const given = { engines, choice, registry, outbound, mediaHosts: hosts, tickets, log };
  const preview = createPreviewModule(given, status.work, status.counts);
  const monitor = monitorPlatforms(parts, { ...status, ...stored, database, outbound, preview });
  const server = await createHttpServer({
    config,
    log,
    limitedLog,
    serverFactory: parts.serverFactory,
    stallLimits: parts.stallLimits,
    checkResponses: parts.checkResponses,
    visitors: {
      traffic: createTrafficLimits(config.allowance, createAddressMatcher(config.trustProxy)),
      networkKey: createNetworkKey(parts.secret),
      isAdministrator: ({ headers }) => isSiteAdministrator(accounts, headers.cookie),
    },
    pages: {
      publicPage: parts.pages(settings),
      panelPage: parts.panelPages(settings),
      statusPage: createStatusPageCache(parts.writeStatusPage, settings, status.status.report),
      clientDir: parts.clientDir,
      panelDir: parts.panelDir,
    },
    site: { settings, live, logos: createLogoStore(database) },
    posts: {
      preview,
      tickets,
      tunnel: createObservedTunnel({ outbound, hosts, refresh: preview.refresh }, status, limitedLog),
    },
    health: { status: status.status.report, ready: () => database.ping() },
    accounts: {
      accounts,
      knownBrowsers: createKnownBrowsers(parts.secret),
      limits: parts.limits ?? createLimits(parts.secret),
    },
    panel: {
      adminEvents,
      engineSettings,
      listedEngines: () => listEngines(config, engines, { providerAddress }),
      monitor,
      activity: (before) => readActivity(database, before),
      overview: status.counts.overview,
    },
  });
  // Runs before the server waits for its requests, because an open event stream never ends on its own.
  server.addHook('preClose', () => {
    live.close();
    adminEvents.close();
  });
  server.addHook('onClose', async () => {
    limitedLog.close();
    for (const settled of [settings, engineSettings]) settled.close();
    await monitor.close();
    await status.counts.close();
    await Promise.all(engines.map((engine) => engine.close?.()));
    await Promise.all([outbound.close(), connectProxy.close(), database.close()]);
  });
  return { server, settings, database, accounts };
};
