import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OUTBOUND_ROUTES } from '#shared/outbound-routes.ts';
import { PLATFORM_IDS } from '#shared/platforms/platforms.ts';
import { openAnnouncements } from './base/announcements/database-announcements.ts';
import type { Config } from './base/config/config.ts';
import type { Database } from './base/db/database.ts';
import { openServerDatabase } from './base/db/open-database.ts';
import { checkSecret } from './base/db/secret-check.ts';
import { createLimitedLog } from './base/observability/limited-log.ts';
import type { Logger } from './base/observability/logger.ts';
import {
  createEngines,
  createYtDlpCandidate,
  listEngines,
  providerFilePolicy,
  readsStories,
} from './engines/registry.ts';
import { openSample } from './engines/sample/open-sample.ts';
import { describeSampleClip } from './engines/sample/sample-engine.ts';
import { healthPlugin } from './health/health.ts';
import { startChecks } from './health/start-checks.ts';
import { observeTransfers } from './health/status/observe-transfers.ts';
import { openCounts } from './health/status/open-counts.ts';
import { createServer, type ServerParts } from './http/create-server.ts';
import { createRequesterFinder } from './http/find-requester.ts';
import { createGuard } from './http/guard.ts';
import { createMaintenanceGate } from './http/maintenance-gate.ts';
import { registerOpenApiRoute } from './http/openapi-route.ts';
import { baseHeaders, UNINDEXED } from './http/security-headers.ts';
import type { Limits } from './limits/limits.ts';
import { openLimits } from './limits/open-limits.ts';
import type { TrafficLimits } from './limits/traffic-limits.ts';
import { mediaPlugin } from './media/media.ts';
import { TICKET_MAX_CHARACTERS } from './media/tickets/ticket.ts';
import { createTicketSealer } from './media/tickets/ticket-sealer.ts';
import { createTunnel } from './media/tunnel/tunnel.ts';
import { createAddressMatcher } from './outbound/address-list.ts';
import { createConnectProxy } from './outbound/connect-proxy.ts';
import { createOutboundClients } from './outbound/create-outbound-clients.ts';
import { planOutbound } from './outbound/outbound-plan.ts';
import { createProxyBudget } from './outbound/proxy-budget.ts';
import type { Accounts } from './people/accounts.ts';
import { readActivity } from './people/activity/activity-log.ts';
import { logActivity } from './people/activity/activity-log-lines.ts';
import { createAccounts } from './people/create-accounts.ts';
import { createKnownBrowsers } from './people/known-browser.ts';
import { createPasswordHasher, type PasswordHasher } from './people/password-hasher.ts';
import { peoplePlugin } from './people/people.ts';
import { isSiteAdministrator, roleOf } from './people/role-of.ts';
import { mediaHosts, platformHosts, sharePageHosts } from './platforms/platform-hosts.ts';
import { choiceOf, selectEngines } from './posts/engine-choice.ts';
import type { EngineHealthRegistry } from './posts/engine-health-registry.ts';
import { postsPlugin } from './posts/posts.ts';
import { createPreview } from './posts/preview.ts';
import { createResolutionCache } from './posts/resolution-cache.ts';
import { createLimitedPreview } from './posts/routes/limited-preview.ts';
import { openFirstRun } from './site/first-run/first-run.ts';
import { openEvents } from './site/live/open-events.ts';
import { openSettings } from './site/open-settings.ts';
import type { BuiltPages } from './site/pages/built-pages.ts';
import { registerNotFound } from './site/pages/not-found.ts';
import { createStatusPageCache } from './site/pages/status-page-cache.ts';
import { createTextPageCache } from './site/pages/text-page-cache.ts';
import type { CleanContent } from './site/settings/content/clean-content.ts';
import { createLogoStore } from './site/settings/logo-store.ts';
import type { SiteSettings } from './site/settings/site-settings.ts';
import { sitePlugin } from './site/site.ts';
import { openUpdates } from './yt-dlp-updates/open-updates.ts';
import { registerYtDlpRoutes } from './yt-dlp-updates/yt-dlp-routes.ts';

/** What differs between a deployment, the development server and a test. */
export interface AppParts
  extends Omit<BuiltPages, 'clientDir' | 'panelDir'>,
    Pick<ServerParts, 'serverFactory' | 'stallLimits' | 'connectionsMax' | 'checkResponses'> {
  readonly config: Config;
  readonly log: Logger;
  /** Master secret from which the ticket keys are derived. */
  readonly secret: string;
  readonly clientDir: string | null;
  readonly panelDir: string | null;
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
}

export interface App {
  /** HTTP server. Closing it ends the live streams and closes the database and the outbound clients. */
  readonly server: FastifyInstance;
  readonly settings: SiteSettings;
  readonly database: Database;
  readonly accounts: Accounts;
}

/**
 * Opens the database and connects the domains, without listening. Throws StartError when the database fails to open.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the one place where the domains meet
export const createApp = async (parts: AppParts): Promise<App> => {
  const { config, log, secret } = parts;
  const limitedLog = createLimitedLog(log);
  const database = logActivity(await openServerDatabase(config, log), log);
  const secrets = { current: secret, previous: config.previousSecret };
  await checkSecret(database, secrets, log);
  const announcements = await openAnnouncements(database, log);
  const isTrustedProxy = createAddressMatcher(config.trustProxy);
  const opened = await openLimits({ config, database, secret, log, isTrustedProxy });
  const { limits = opened.limits, traffic = opened.traffic } = parts;

  const { engineSettings, settings } = await openSettings({
    ...{ config, database, log, secrets, builtAt: parts.builtAt, clean: parts.clean },
    isSetUp: (name) => selectEngines(engines, [name]).length > 0,
    abilitiesOf: ({ current, provider: chosenProvider }) => {
      const { order } = choiceOf(current());
      return {
        samples: order.includes('sample'),
        readsStories: readsStories(order, config, { chosenProvider }),
      };
    },
  });
  const chosenProvider = engineSettings.provider;
  const siteTitle = () => settings.current().title;
  const hasher = parts.hasher ?? createPasswordHasher();
  const accounts = createAccounts({ config, log, database, secret, siteTitle, hasher });
  const events = openEvents({ announcements, settings, engineSettings, accounts });

  const outbound = createOutboundClients(planOutbound(config));
  const connectProxy = createConnectProxy({ hosts: platformHosts, pages: outbound.plan.pages });
  const routes = OUTBOUND_ROUTES.filter((route) => route in outbound.pages);
  const budget = createProxyBudget(config.outboundProxyPerHour);
  const pages = { clients: outbound.pages, choice: { routes, budget } };
  const delivery = mediaHosts(config.mediaHosts, config.cobalt?.url);
  const hosts = { ...delivery, ofProvider: providerFilePolicy(config, { chosenProvider }, delivery) };
  const tickets = createTicketSealer({ secret });
  const isOn = () => engineSettings.current().platforms;
  const { registry, ...counted } = openCounts({
    ...{ database, announcements, log, isOn, registry: parts.engineHealth },
  });
  const { work, counts, status } = counted;

  const updates = await openUpdates({
    ...{ config, database, log, media: outbound.media },
    async check(program, signal) {
      const engine = createYtDlpCandidate(program, config, { connectProxy, pages, log });
      const platforms = PLATFORM_IDS.filter((platform) => isOn()[platform]);
      return checks.checkEngine(engine, platforms, signal).finally(() => engine.close?.());
    },
    versionInUse: () => engines.find(({ name }) => name === 'yt-dlp')?.facts?.()?.version ?? null,
    onChange: (isSwitched) => {
      // The failures so far are those of another program.
      if (isSwitched) registry.forget('yt-dlp');
      events.adminEvents.announce('engines');
    },
  });
  const engines = createEngines(config, {
    ...{ pages, services: outbound.services, connectProxy, announcements, log, chosenProvider },
    installedYtDlp: updates.program,
  });
  const preview = createPreview({
    ...{ engines, registry, pages, media: outbound.media, tickets, delivery: config.delivery, log },
    choice: () => choiceOf(engineSettings.current()),
    cache: createResolutionCache(registry.clock.now),
    pageHosts: sharePageHosts,
    mediaHosts: hosts,
    observe: work.preview,
    onAnswer: counts.preview,
  });
  const tunnel = createTunnel({
    ...{ outbound: outbound.media, hosts, openSample, refresh: preview.refresh },
    observe: observeTransfers(limitedLog, work, counts),
  });
  const { checks, monitor, sendTestAlert, ...timer } = startChecks({
    ...{ ...counted, database, log, engineSettings, engines, preview, siteTitle },
    services: outbound.services,
    onChecked: () => events.sharedAdminEvents.announce('engines'),
    everyMs: parts.monitorEveryMs,
  });
  const firstRun = await openFirstRun({
    ...{ database, settings, engineSettings, log, lastCheck: checks.last },
    onChange: () => events.sharedAdminEvents.announce('firstRun'),
  });

  const { networkKey } = opened;
  const maxParamLength = TICKET_MAX_CHARACTERS;
  const http = createServer({ ...parts, limitedLog, traffic, networkKey, maxParamLength });
  const { app, stalledClients, untrustedForwarding } = http;
  const requireRole = createGuard({ config, accounts, limits });
  const gate = createMaintenanceGate({
    ...{ settings, log },
    isAdministrator: ({ headers }) => isSiteAdministrator(accounts, headers.cookie),
  });
  const { sessionLookups } = traffic;
  const findRequester = createRequesterFinder({ networkKey, sessionLookups }, gate);
  const runPreview = createLimitedPreview({ preview, limiter: traffic.previews, findRequester });
  const responder = {
    ...{ gate, pages: parts.pages(settings, describeSampleClip()) },
    async recordVisit({ headers }: FastifyRequest) {
      if (firstRun.awaitsVisit() && (await roleOf(accounts, headers.cookie)) === 'owner')
        await firstRun.recordVisit();
    },
  };
  const guarded = { config, accounts, limits, requireRole };
  registerNotFound(app, responder);
  await app.register(
    sitePlugin({
      ...{ ...parts, ...guarded, ...events, settings, firstRun, responder, runPreview },
      logos: createLogoStore(database),
      panelPage: parts.panelPages(settings),
      textPages: createTextPageCache(parts.writeTextPage, settings),
    }),
  );
  await app.register(postsPlugin({ runPreview, gate }));
  const headers = { ...baseHeaders(config), ...UNINDEXED };
  await app.register(
    mediaPlugin({
      ...{ preview, tickets, tunnel, gate, traffic, findRequester, stalledClients, headers },
      delivery: config.delivery,
    }),
  );
  const activity = (wanted: Parameters<typeof readActivity>[1]) => readActivity(database, wanted);
  await app.register(peoplePlugin({ ...guarded, activity, knownBrowsers: createKnownBrowsers(secret) }));
  await app.register(
    healthPlugin({
      ...{ ...guarded, preview, engineSettings, monitor, checks, sendTestAlert, untrustedForwarding },
      listedEngines: () => listEngines(config, engines, { chosenProvider }),
      overview: counts.overview,
      status: status.report,
      statusPage: createStatusPageCache(parts.writeStatusPage, settings, status.report),
      ready: () => database.ping(),
    }),
  );
  registerYtDlpRoutes(app, { updates, requireRole });
  registerOpenApiRoute(app, http.routes, config);
  // Runs before the server waits for its requests, because an open event stream never ends on its own.
  app.addHook('preClose', async () => events.close());
  app.addHook('onClose', async () => {
    limitedLog.close();
    await Promise.all([timer.close(), updates.close()]);
    await counts.close();
    await Promise.all(engines.map((engine) => engine.close?.()));
    for (const shared of [announcements, opened]) shared.close();
    await Promise.all([outbound.close(), connectProxy.close(), database.close()]);
  });
  return { server: app as unknown as FastifyInstance, settings, database, accounts };
};
