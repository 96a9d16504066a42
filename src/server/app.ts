import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import { ENGINE_NAMES } from '#shared/contract/engine-names.ts';
import { defaultSite } from '#shared/contract/site-settings.ts';
import { parseLink } from '#shared/links/parse-link.ts';
import { OUTBOUND_ROUTES } from '#shared/outbound-routes.ts';
import { PLATFORM_IDS, type PlatformId } from '#shared/platforms/platforms.ts';
import type { Accounts } from './accounts/accounts.ts';
import { createAccounts } from './accounts/create-accounts.ts';
import { createKnownBrowsers } from './accounts/known-browser.ts';
import { createPasswordHasher, type PasswordHasher } from './accounts/password-hasher.ts';
import { isSiteAdministrator, roleOf } from './accounts/role-of.ts';
import { readActivity, writeActivity } from './activity/activity-log.ts';
import { logActivity } from './activity/activity-log-lines.ts';
import { openAnnouncements } from './announcements/database-announcements.ts';
import { createChecks } from './check/checks.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/database.ts';
import { openServerDatabase } from './db/open-database.ts';
import { checkSecret } from './db/secret-check.ts';
import {
  createEngines,
  createYtDlpCandidate,
  type EngineDependencies,
  listEngines,
  providerFilePolicy,
  readsStories,
} from './engines/registry.ts';
import { openSample } from './engines/sample/open-sample.ts';
import { describeSampleClip } from './engines/sample/sample-engine.ts';
import { reportedVersion } from './engines/yt-dlp/program-version.ts';
import type { PageAccess } from './extraction/along-routes.ts';
import { openFirstRun } from './first-run/first-run.ts';
import type { BuiltPages } from './http/built-pages.ts';
import { createHttpServer } from './http/http-server.ts';
import type { StallLimits } from './http/stalled-clients.ts';
import { createStatusPageCache } from './http/status-page-cache.ts';
import { createTextPageCache } from './http/text-page-cache.ts';
import { MEMORY_COUNTERS } from './limits/counter-store.ts';
import { openCounterTable } from './limits/counter-table.ts';
import { createLimits, type Limits } from './limits/limits.ts';
import { createNetworkKey } from './limits/network-key.ts';
import { createSharedCounters } from './limits/shared-counters.ts';
import { createTrafficLimits, type TrafficLimits } from './limits/traffic-limits.ts';
import { createAdminEventHub } from './live/admin-event-hub.ts';
import { announceChanges } from './live/announce-changes.ts';
import { createPublicEventHub } from './live/public-event-hub.ts';
import { shareAdminEvents, shareRevisions } from './live/share-changes.ts';
import { createAddressMatcher } from './net/address-list.ts';
import { createConnectProxy } from './net/connect-proxy.ts';
import { createOutboundClients, type OutboundClients } from './net/create-outbound-clients.ts';
import { planOutbound } from './net/outbound-plan.ts';
import { postJson } from './net/post-json.ts';
import { createProxyBudget } from './net/proxy-budget.ts';
import { createLimitedLog, type LimitedLog } from './observability/limited-log.ts';
import type { Logger } from './observability/logger.ts';
import { mediaHosts, platformHosts, sharePageHosts } from './platforms/platform-hosts.ts';
import { summariseAttempts } from './preview/check-post.ts';
import { choiceOf, markOf, selectEngines } from './preview/engine-choice.ts';
import {
  commonFailure,
  createEngineHealthRegistry,
  type EngineHealthRegistry,
  failingEngines,
} from './preview/engine-health-registry.ts';
import { createPreview } from './preview/preview.ts';
import { MONITOR } from './preview/requester.ts';
import { createResolutionCache } from './preview/resolution-cache.ts';
import type { CleanContent } from './settings/content/clean-content.ts';
import { openEngineSettings } from './settings/engine-settings.ts';
import { createLogoStore } from './settings/logo-store.ts';
import { openSiteSettings, type SiteSettings } from './settings/site-settings.ts';
import { createAlerts } from './status/monitor/alerts.ts';
import { startMonitor } from './status/monitor/monitor.ts';
import { createScheduledChecks } from './status/monitor/scheduled-checks.ts';
import { createStatusService } from './status/status-service.ts';
import { createWorkCounts, type WorkCounts } from './status/work-counts.ts';
import { createWorkLog, type WorkLog } from './status/work-log.ts';
import { createTicketSealer } from './tickets/ticket-sealer.ts';
import { logTransfer } from './tunnel/transfer-log.ts';
import { createTunnel, type TunnelTransfer } from './tunnel/tunnel.ts';
import { releaseFileFor, thisMachine } from './yt-dlp-updates/release-file.ts';
import { createReleaseServer } from './yt-dlp-updates/release-server.ts';
import {
  openYtDlpUpdates,
  type YtDlpUpdatesParts,
  type YtDlpUpdatesService,
} from './yt-dlp-updates/yt-dlp-updates.ts';

/** What differs between a deployment, the development server and a test. */
export interface AppParts
  extends Pick<
    BuiltPages,
    'builtAt' | 'pages' | 'panelPages' | 'writeStatusPage' | 'writeTextPage' | 'writePreviewPage'
  > {
  readonly config: Config;
  readonly log: Logger;
  /** Master secret from which the ticket keys are derived. */
  readonly secret: string;
  readonly clientDir: string | null;
  readonly panelDir: string | null;
  readonly serverFactory?: FastifyServerFactory;
  /** Replace the default limits in tests. */
  readonly limits?: Limits;
  readonly traffic?: TrafficLimits;
  /** Replaces the engine health registry in tests. */
  readonly engineHealth?: EngineHealthRegistry;
  /** Milliseconds between the monitor's checks, for tests. */
  readonly monitorEveryMs?: number;
  /** Replaces the password hasher in tests that create many accounts or count hashes. */
  readonly hasher?: PasswordHasher;
  /** Replaces the sanitiser of the owner's content in tests. */
  readonly clean?: CleanContent;
  /** Replaces the default limits for clients that do not read, in tests. */
  readonly stallLimits?: StallLimits;
  /** Replaces the most open connections, in tests. */
  readonly connectionsMax?: number;
  /** Turns an answer that does not match its route's schema into a fault, in tests. */
  readonly checkResponses?: boolean;
}

export interface App {
  /** HTTP server. Closing it ends the live streams and closes the database and the outbound clients. */
  readonly server: FastifyInstance;
  readonly settings: SiteSettings;
  readonly database: Database;
  readonly accounts: Accounts;
}

/**
 * Returns whether a transfer counts as a download, for the Overview and the status alike. A file that is only played in
 * the preview, thumbnails, built-in samples and HEAD requests do not.
 */
const isDownload = ({ ticket, method, attachment }: TunnelTransfer): boolean =>
  attachment && method === 'GET' && ticket.purpose === 'media' && ticket.source.kind === 'upstream';

/** Creates an observer that logs finished transfers and counts downloads. A visitor who leaves is not counted as a failure. */
const createTransferObserver =
  (log: LimitedLog, work: WorkLog, counts: WorkCounts) =>
  (transfer: TunnelTransfer): void => {
    logTransfer(log, transfer);
    if (!isDownload(transfer)) return;
    work.download(transfer);
    const { outcome, ticket } = transfer;
    const post = parseLink(ticket.post);
    if (!post.ok || (!outcome.ok && outcome.code === 'aborted')) return;
    counts.download({
      platform: post.link.platform,
      ok: outcome.ok,
      bytes: outcome.ok ? outcome.bytes : 0,
    });
  };

interface YtDlpSources extends Pick<EngineDependencies, 'log'> {
  readonly config: Config;
  readonly database: Database;
  readonly media: OutboundClients['media'];
}

/** Opens the installed yt-dlp programs. Their releases come the way of media, which must work for Savelet to work at all. */
const openUpdates = (
  { config, database, media, log }: YtDlpSources,
  inUse: Pick<YtDlpUpdatesParts, 'check' | 'versionInUse' | 'onChange'>,
): Promise<YtDlpUpdatesService> => {
  const { dataDir, ytDlpUpdates } = config;
  const searchPath = ytDlpUpdates?.searchPath ?? '';
  const fileName = releaseFileFor(thisMachine());
  return openYtDlpUpdates({
    ...inUse,
    dataDir,
    releases:
      ytDlpUpdates === null
        ? 'environment'
        : fileName === null
          ? 'machine'
          : createReleaseServer({ outbound: media, address: ytDlpUpdates.releases, fileName }),
    reportedVersion: (program, signal) => reportedVersion({ program, searchPath, signal }),
    record: (line) => database.write((trx) => writeActivity(trx, [line], Date.now())),
    log,
  });
};

/**
 * Opens the database and connects the modules, without listening. Throws StartError when the database fails to open.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: parts of it would have to pass most modules to each other
export const createApp = async (parts: AppParts): Promise<App> => {
  const { config, log, secret } = parts;
  const limitedLog = createLimitedLog(log);
  const database = logActivity(await openServerDatabase(config, log), log);
  const secrets = { current: secret, previous: config.previousSecret };
  await checkSecret(database, secrets, log);
  const announcements = await openAnnouncements(database, log);
  const counterTable = database.kind === 'postgres' ? await openCounterTable(database, log) : null;
  const counters = counterTable === null ? MEMORY_COUNTERS : createSharedCounters(counterTable);

  const engineSettings = await openEngineSettings({
    database,
    log,
    secrets,
    first: config.engines,
    isSetUp: (name) => selectEngines(engines, [name]).length > 0,
  });
  const choice = () => choiceOf(engineSettings.current());
  const chosenProvider = engineSettings.provider;
  const abilities = () => {
    const { order } = choice();
    return {
      samples: order.includes('sample'),
      readsStories: readsStories(order, config, { chosenProvider }),
    };
  };
  const settings = await openSiteSettings({
    database,
    log,
    defaults: defaultSite({
      updatedAt: parts.builtAt.toISOString(),
      contactEmail: config.contactEmail,
      delivery: config.delivery,
      ...abilities(),
    }),
    abilities,
    clean: parts.clean,
  });
  const siteTitle = () => settings.current().title;

  const hasher = parts.hasher ?? createPasswordHasher();
  const accounts = createAccounts({ config, log, database, secret, siteTitle, hasher });
  const publicEvents = createPublicEventHub();
  const adminEvents = createAdminEventHub(accounts.openSessionRoles);
  const sharedAdminEvents = shareAdminEvents(announcements, adminEvents);
  announceChanges({ settings, engineSettings, accounts }, { publicEvents, adminEvents, sharedAdminEvents });
  shareRevisions(announcements, 'settings', { ...settings, revision: () => settings.current().revision });
  shareRevisions(announcements, 'engines', {
    ...engineSettings,
    revision: () => engineSettings.current().revision,
  });
  for (const refetch of [settings.refresh, engineSettings.refresh]) announcements.poll(refetch);

  const outbound = createOutboundClients(planOutbound(config));
  const connectProxy = createConnectProxy({ hosts: platformHosts, pages: outbound.plan.pages });
  const pages: PageAccess = {
    clients: outbound.pages,
    choice: {
      routes: OUTBOUND_ROUTES.filter((route) => route in outbound.pages),
      budget: createProxyBudget(config.outboundProxyPerHour),
    },
  };
  const delivery = mediaHosts(config.mediaHosts, config.cobalt?.url);
  const hosts = { ...delivery, ofProvider: providerFilePolicy(config, { chosenProvider }, delivery) };
  const tickets = createTicketSealer({ secret });

  const registry = parts.engineHealth ?? createEngineHealthRegistry({ announcements });
  const counts = createWorkCounts(database, log);
  const work = createWorkLog(Date.now, counts.outcome);
  const failing = () => failingEngines(registry.records(ENGINE_NAMES));
  const causeOf = (platform: PlatformId) =>
    commonFailure(registry.records(ENGINE_NAMES), platform, registry.clock.now());
  const status = createStatusService({
    database,
    work,
    counts,
    log,
    failing,
    isOn: () => engineSettings.current().platforms,
    causeOf: (id) => causeOf(id)?.finding ?? null,
  });

  const ytDlpFacts = () => engines.find(({ name }) => name === 'yt-dlp')?.facts?.();
  const ytDlpUpdates: YtDlpUpdatesService = await openUpdates(
    { config, database, media: outbound.media, log },
    {
      async check(program, signal) {
        const engine = createYtDlpCandidate(program, config, { connectProxy, pages, log });
        const { platforms } = engineSettings.current();
        const isOn = PLATFORM_IDS.filter((platform) => platforms[platform]);
        try {
          return await checks.checkEngine(engine, isOn, signal);
        } finally {
          await engine.close?.();
        }
      },
      versionInUse: () => ytDlpFacts()?.version ?? null,
      onChange: (isSwitched) => {
        // The failures so far are those of another program.
        if (isSwitched) registry.forget('yt-dlp');
        adminEvents.announce('engines');
      },
    },
  );
  const engines = createEngines(config, {
    pages,
    services: outbound.services,
    connectProxy,
    announcements,
    log,
    installedYtDlp: ytDlpUpdates.program,
    chosenProvider,
  });
  const preview = createPreview({
    engines,
    choice,
    registry,
    cache: createResolutionCache(registry.clock.now),
    pages,
    media: outbound.media,
    pageHosts: sharePageHosts,
    mediaHosts: hosts,
    tickets,
    delivery: config.delivery,
    log,
    observe: work.preview,
    onAnswer: counts.preview,
  });
  const tunnel = createTunnel({
    outbound: outbound.media,
    hosts,
    refresh: preview.refresh,
    openSample,
    observe: createTransferObserver(limitedLog, work, counts),
  });
  const now = Date.now;
  const attempt = async (link: string, signal: AbortSignal) => {
    const tried = await preview.attempt(link, { requester: MONITOR, signal });
    return tried.ok ? summariseAttempts(tried.attempts) : tried;
  };
  const deliver = (address: string, json: string, signal: AbortSignal) => {
    const { webhook, lan } = engineSettings.current().alerts;
    return postJson(outbound.services, address, json, signal, lan === true && webhook === address);
  };
  const alerts = createAlerts({ database, deliver, siteTitle, causeOf, log, now });
  const monitor = startMonitor({
    database,
    settings: engineSettings.current,
    checks: createScheduledChecks({ database, attempt, work, counts, log, now }),
    alerts,
    log,
    now,
    everyMs: parts.monitorEveryMs,
  });

  const checks = createChecks({
    database,
    engines: () => selectEngines(engines, choice().order),
    engine: (name) => selectEngines(engines, [name])[0],
    providers: () => markOf(choice()),
    testPosts: () => engineSettings.current().canaries,
    check: preview.check,
    onChecked: () => sharedAdminEvents.announce('engines'),
    now,
  });
  const firstRun = await openFirstRun({
    database,
    settings,
    engineSettings,
    lastCheck: checks.last,
    onChange: () => sharedAdminEvents.announce('firstRun'),
    log,
  });

  const server = await createHttpServer({
    config,
    log,
    limitedLog,
    serverFactory: parts.serverFactory,
    stallLimits: parts.stallLimits,
    connectionsMax: parts.connectionsMax,
    checkResponses: parts.checkResponses,
    visitors: {
      traffic:
        parts.traffic ??
        createTrafficLimits(config.allowance, createAddressMatcher(config.trustProxy), counters),
      networkKey: createNetworkKey(secret),
      isAdministrator: ({ headers }) => isSiteAdministrator(accounts, headers.cookie),
      async recordVisit({ headers }) {
        if (firstRun.awaitsVisit() && (await roleOf(accounts, headers.cookie)) === 'owner')
          await firstRun.recordVisit();
      },
    },
    pages: {
      publicPage: parts.pages(settings, describeSampleClip()),
      panelPage: parts.panelPages(settings),
      statusPage: createStatusPageCache(parts.writeStatusPage, settings, status.report),
      writePreviewPage: parts.writePreviewPage,
      textPages: createTextPageCache(parts.writeTextPage, settings),
      clientDir: parts.clientDir,
      panelDir: parts.panelDir,
    },
    site: { settings, live: publicEvents, logos: createLogoStore(database) },
    posts: { preview, tickets, tunnel },
    health: { status: status.report, ready: () => database.ping() },
    accounts: {
      accounts,
      knownBrowsers: createKnownBrowsers(secret),
      limits: parts.limits ?? createLimits(secret, {}, counters),
    },
    panel: {
      adminEvents,
      engineSettings,
      listedEngines: () => listEngines(config, engines, { chosenProvider }),
      monitor,
      checks,
      sendTestAlert: alerts.sendTest,
      firstRun,
      ytDlpUpdates,
      activity: (wanted) => readActivity(database, wanted),
      overview: counts.overview,
    },
  });
  // Runs before the server waits for its requests, because an open event stream never ends on its own.
  server.addHook('preClose', () => {
    publicEvents.close();
    adminEvents.close();
  });
  server.addHook('onClose', async () => {
    limitedLog.close();
    await Promise.all([monitor.close(), checks.close(), ytDlpUpdates.close()]);
    await counts.close();
    await Promise.all(engines.map((engine) => engine.close?.()));
    for (const shared of [announcements, counterTable]) shared?.close();
    await Promise.all([outbound.close(), connectProxy.close(), database.close()]);
  });
  return { server, settings, database, accounts };
};
