import fastifyCookie from '@fastify/cookie';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerFactory,
  LogController,
} from 'fastify';
import type { ActivityPage } from '#shared/contract/admin-settings.ts';
import type { ListedEngine } from '#shared/contract/engines.ts';
import type { OverviewCounts } from '#shared/contract/overview.ts';
import type { StatusReport } from '#shared/contract/status.ts';
import { ERROR_STATUS, type ErrorCode } from '#shared/errors.ts';
import { ownEntry } from '#shared/own-entry.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { KnownBrowsers } from '../accounts/known-browser.ts';
import type { WantedActivity } from '../activity/activity-log.ts';
import type { Checks } from '../check/checks.ts';
import type { Config } from '../config/config.ts';
import type { FirstRunService } from '../first-run/first-run.ts';
import type { Limits } from '../limits/limits.ts';
import type { NetworkKey } from '../limits/network-key.ts';
import type { TrafficLimits } from '../limits/traffic-limits.ts';
import type { AdminEventHub } from '../live/admin-event-hub.ts';
import type { PublicEventHub } from '../live/public-event-hub.ts';
import { isOutOfDescriptors } from '../observability/descriptor-watch.ts';
import type { LimitedLog } from '../observability/limited-log.ts';
import type { Logger } from '../observability/logger.ts';
import { createReference, runWithReference } from '../observability/request-reference.ts';
import type { Preview } from '../preview/preview.ts';
import type { EngineSettings } from '../settings/engine-settings.ts';
import type { LogoStore } from '../settings/logo-store.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import type { Alerts } from '../status/monitor/alerts.ts';
import type { Monitor } from '../status/monitor/monitor.ts';
import { TICKET_MAX_CHARACTERS, type TicketSealer } from '../tickets/ticket.ts';
import type { Tunnel } from '../tunnel/tunnel.ts';
import type { YtDlpUpdatesService } from '../yt-dlp-updates/yt-dlp-updates.ts';
import { checkResponses } from './check-responses.ts';
import { limitConnections } from './connection-limits.ts';
import { createRequesterFinder, createRequestWait, type RequestWait } from './find-requester.ts';
import { createForeignHostLog } from './foreign-host-log.ts';
import { warnOnUntrustedForwarding } from './forwarding-warning.ts';
import { createGuard, requireGuards } from './guard.ts';
import { codeOfInvalidRequest } from './invalid-request.ts';
import { createLimitedPreview } from './limited-preview.ts';
import { createMaintenanceGate, type MaintenanceGate } from './maintenance-gate.ts';
import { registerNotFound } from './not-found.ts';
import { createHostCheck, createOwnHostMatcher, originFormOf } from './own-host.ts';
import type { PageSource, PublicPageSource } from './page-cache.ts';
import { sendProblem } from './problem.ts';
import { readableTarget } from './readable-target.ts';
import { collectRoutes, type HttpServer, SCHEMA_CONTROLLER } from './route-schema.ts';
import { registerAccountsRoutes } from './routes/accounts-routes.ts';
import { registerActivityRoute } from './routes/activity-route.ts';
import { registerAdminSettingsRoutes } from './routes/admin-settings-routes.ts';
import { registerAuthRoutes } from './routes/auth-routes.ts';
import { registerBuiltFiles, registerPanelFiles } from './routes/built-files.ts';
import { registerEnginesRoutes } from './routes/engines-routes.ts';
import { registerFirstRunRoutes } from './routes/first-run-routes.ts';
import { HEALTH_PATHS, registerHealthRoutes } from './routes/health-routes.ts';
import { registerAdminLiveRoutes, registerLiveRoute } from './routes/live-routes.ts';
import { registerLogoRoutes, registerLogoUpload } from './routes/logo-routes.ts';
import { registerMediaRoute } from './routes/media-route.ts';
import { registerOpenApiRoute } from './routes/openapi-route.ts';
import { registerOverviewRoute } from './routes/overview-route.ts';
import { registerPageRoute, registerPanelRoute } from './routes/page-routes.ts';
import { registerPreviewPage, type WritePreviewPage } from './routes/preview-page-route.ts';
import { registerPreviewRoute } from './routes/preview-route.ts';
import { registerSharePicture } from './routes/share-picture-route.ts';
import { registerSiteRoutes } from './routes/site-routes.ts';
import { registerStatusRoutes } from './routes/status-routes.ts';
import { registerTextPageRoutes } from './routes/text-page-routes.ts';
import { registerYtDlpRoutes } from './routes/yt-dlp-routes.ts';
import { API_HEADERS, baseHeaders, UNINDEXED } from './security-headers.ts';
import {
  createStalledClientMonitor,
  type StalledClientMonitor,
  type StallLimits,
} from './stalled-clients.ts';
import type { StatusPageSource } from './status-page-cache.ts';
import type { TextPageSource } from './text-page-cache.ts';

const REQUEST_BODY_MAX_BYTES = 16 * 1024;
/** Retry-After of a request that failed because the database was busy or unreachable. */
const UNAVAILABLE_RETRY_SECONDS = 5;

/** Recognises and limits visitors. */
export interface VisitorParts {
  readonly traffic: TrafficLimits;
  /** Returns the key under which a visitor's network is counted. */
  readonly networkKey: NetworkKey;
  /**
   * Returns whether a request comes from a signed-in owner or administrator. Called only for requests with a session
   * cookie.
   */
  readonly isAdministrator: (request: FastifyRequest) => Promise<boolean>;
  /** Records that the owner has loaded the public page, for the checklist of a new site. Ignores other visitors. */
  readonly recordVisit: (request: FastifyRequest) => Promise<void>;
}

/** Serves pages and the built files they load. */
export interface PageParts {
  readonly publicPage: PublicPageSource;
  readonly panelPage: PageSource;
  readonly statusPage: StatusPageSource;
  readonly writePreviewPage: WritePreviewPage;
  readonly textPages: TextPageSource;
  /** Folder of the built browser files; null when a development server serves them. */
  readonly clientDir: string | null;
  /** Folder of the panel's built files; null when a development server serves them. */
  readonly panelDir: string | null;
}

/** Serves the public settings, their changes, and the logo. */
export interface SiteParts {
  readonly settings: SiteSettings;
  readonly live: PublicEventHub;
  readonly logos: LogoStore;
}

/** Serves posts and their files. */
export interface PostParts {
  readonly preview: Preview;
  readonly tickets: TicketSealer;
  readonly tunnel: Tunnel;
}

/** Serves the state of the service. */
export interface HealthParts {
  readonly status: () => Promise<StatusReport>;
  /** Resolves when all services a request needs are available; rejects otherwise. */
  readonly ready: () => Promise<void>;
}

/** Serves sign-up, sign-in and accounts. */
export interface AccountParts {
  readonly accounts: Accounts;
  readonly knownBrowsers: KnownBrowsers;
  readonly limits: Limits;
}

/** Serves the panel, besides settings and accounts. */
export interface PanelParts {
  readonly adminEvents: AdminEventHub;
  readonly engineSettings: EngineSettings;
  readonly listedEngines: () => readonly ListedEngine[];
  readonly monitor: Pick<Monitor, 'last'>;
  readonly checks: Pick<Checks, 'run' | 'runFor' | 'last'>;
  readonly sendTestAlert: Alerts['sendTest'];
  readonly firstRun: Pick<FirstRunService, 'state' | 'change'>;
  readonly ytDlpUpdates: Omit<YtDlpUpdatesService, 'program' | 'close'>;
  readonly activity: (wanted: WantedActivity) => Promise<ActivityPage>;
  readonly overview: () => Promise<OverviewCounts>;
}

/** What the HTTP server needs, grouped by what it serves. */
export interface HttpParts {
  readonly config: Config;
  readonly log: Logger;
  readonly limitedLog: LimitedLog;
  readonly visitors: VisitorParts;
  readonly pages: PageParts;
  readonly site: SiteParts;
  readonly posts: PostParts;
  readonly health: HealthParts;
  readonly accounts: AccountParts;
  readonly panel: PanelParts;
  readonly serverFactory?: FastifyServerFactory | undefined;
  /** Replaces the default limits for clients that do not read, in tests. */
  readonly stallLimits?: StallLimits | undefined;
  /** Replaces the most open connections, in tests. */
  readonly connectionsMax?: number | undefined;
  /** Turns an answer that does not match its route's schema into a fault, in tests. */
  readonly checkResponses?: boolean | undefined;
}

/**
 * Socket limits. With Node's defaults, a client that sends its headers slowly holds a socket for 60 seconds; here for
 * 10.
 */
const SOCKET_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  maxRequestsPerSocket: 1_000,
  maxHeaderSize: 16_384,
  maxHeaderCount: 100,
} as const;

const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'body_type_unsupported',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body_invalid',
  FST_ERR_CTP_INVALID_JSON_BODY: 'body_invalid',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'body_invalid',
  FST_ERR_BAD_URL: 'route_unknown',
  FST_ERR_MAX_PARAM_LENGTH: 'ticket_invalid',
};
const INVALID_REQUEST = 'FST_ERR_VALIDATION';

/** Error that may carry an API error code, as database faults do. */
type ServerError = FastifyError & { readonly errorCode?: ErrorCode };

const codeOf = (error: ServerError): ErrorCode => {
  const { code, errorCode, statusCode = 500 } = error;
  // A temporary fault of a module, usually the database.
  if (statusCode === 503) return errorCode ?? 'overloaded';
  if (isOutOfDescriptors(error)) return 'overloaded';
  if (code === INVALID_REQUEST) return codeOfInvalidRequest(error);
  return ownEntry(FASTIFY_CODES, code) ?? (statusCode < 500 ? 'body_invalid' : 'internal');
};

const createServer = (
  { config, log, limitedLog, serverFactory }: HttpParts,
  waitOf: RequestWait,
): HttpServer => {
  const headers = baseHeaders(config);
  const isOwnHost = createOwnHostMatcher(config);
  const hostRefusal = createHostCheck(isOwnHost);
  const app = fastify({
    loggerInstance: log,
    // URLs contain tickets, so the framework's own request log is disabled.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'reference' }),
    genReqId: createReference,
    rewriteUrl: ({ url = '/' }) => readableTarget(originFormOf(url, isOwnHost)),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: REQUEST_BODY_MAX_BYTES,
    requestTimeout: SOCKET_LIMITS.requestTimeout,
    maxRequestsPerSocket: SOCKET_LIMITS.maxRequestsPerSocket,
    schemaController: SCHEMA_CONTROLLER,
    routerOptions: { maxParamLength: TICKET_MAX_CHARACTERS },
    // While the server closes, the hook below rejects requests with a problem response; the framework adds 'connection:
    // close'.
    return503OnClosing: false,
    http: {
      maxHeaderSize: SOCKET_LIMITS.maxHeaderSize,
      headersTimeout: SOCKET_LIMITS.headersTimeout,
      connectionsCheckingInterval: SOCKET_LIMITS.connectionsCheckingInterval,
    },
    clientErrorHandler: ({ code }, socket) => {
      // Browsers open connections in advance. After a 408 on an unused connection they retry; a 400 would be shown to
      // the user.
      const answer = code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
      // Only on an unused connection: in the middle of a response these bytes would become part of the file.
      if (socket.writable && socket.bytesWritten === 0)
        socket.write(`HTTP/1.1 ${answer}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      socket.destroy();
    },
    frameworkErrors: (error, request, reply) => {
      // No hook runs for a URL that the router cannot parse, or whose parameter is too long. Only API paths have parameters.
      reply.headers({ ...headers, ...API_HEADERS });
      const retryAfter = waitOf(request);
      if (retryAfter > 0) return sendProblem(reply, 'rate_limited', { retryAfter, ownLimit: true });
      return sendProblem(reply, hostRefusal(request) ?? codeOf(error));
    },
    ...(serverFactory === undefined ? {} : { serverFactory }),
  }) as unknown as HttpServer;
  app.decorate('limitedLog', limitedLog);
  app.server.maxHeadersCount = SOCKET_LIMITS.maxHeaderCount;
  return app;
};

const addHooks = (app: HttpServer, { config, log }: HttpParts, waitOf: RequestWait): void => {
  const isOwnHost = createOwnHostMatcher(config);
  const hostRefusal = createHostCheck(isOwnHost);
  const recordForeignHost = createForeignHostLog(config, log);
  const headers = baseHeaders(config);
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (request.url.startsWith('/api/')) reply.headers(API_HEADERS);
    if (isClosing) return sendProblem(reply, 'overloaded', { retryAfter: UNAVAILABLE_RETRY_SECONDS });
    const retryAfter = waitOf(request);
    if (retryAfter > 0) return sendProblem(reply, 'rate_limited', { retryAfter, ownLimit: true });
    const refusal = hostRefusal(request);
    if (refusal === null || (refusal === 'host_foreign' && HEALTH_PATHS.has(request.originalUrl)))
      return undefined;
    if (!isOwnHost(request.headers.host)) recordForeignHost(request.headers.host);
    return sendProblem(reply, refusal);
  });
  // Runs after the body has been read: code that runs in the body's events would lose the reference.
  app.addHook('preHandler', (request, _reply, done) => runWithReference(request.id, done));
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode, elapsedTime } = reply;
    request.log.debug(
      {
        route: request.routeOptions.url ?? 'none',
        method: request.method,
        statusCode,
        ms: Math.round(elapsedTime),
      },
      'answered',
    );
  });
  app.setErrorHandler((error: ServerError, request, reply) => {
    const code = codeOf(error);
    const route = request.routeOptions.url ?? 'none';
    if (code === 'internal') request.log.error({ err: error, route }, 'request fault');
    if (ERROR_STATUS[code] !== 503) return sendProblem(reply, code);
    // Used-up descriptors have a line of their own, once a minute instead of for each request.
    if (!isOutOfDescriptors(error)) request.log.warn({ err: error, route }, 'request refused');
    return sendProblem(reply, code, { retryAfter: UNAVAILABLE_RETRY_SECONDS });
  });
};

/** Registers the routes that need no account. */
const registerPublicRoutes = (
  app: HttpServer,
  { config, visitors, pages, site, posts, health }: HttpParts,
  gate: MaintenanceGate,
  stalledClients: StalledClientMonitor,
): void => {
  const { traffic, networkKey } = visitors;
  const findRequester = createRequesterFinder({ networkKey, sessionLookups: traffic.sessionLookups }, gate);
  const responder = { pages: pages.publicPage, gate, recordVisit: visitors.recordVisit };
  registerNotFound(app, responder);
  registerHealthRoutes(app, health.ready);
  registerPageRoute(app, responder);
  registerPanelRoute(app, pages.panelPage);
  registerStatusRoutes(app, pages.statusPage, health.status);
  registerTextPageRoutes(app, pages.textPages);
  registerSiteRoutes(app, config, site.settings);
  registerLiveRoute(app, site.live, site.settings);
  registerLogoRoutes(app, site.logos);
  const runPreview = createLimitedPreview({
    preview: posts.preview,
    limiter: traffic.previews,
    findRequester,
  });
  registerPreviewRoute(app, { runPreview, gate });
  const { settings } = site;
  registerPreviewPage(app, { config, runPreview, settings, writePage: pages.writePreviewPage, responder });
  const headers = { ...baseHeaders(config), ...UNINDEXED };
  const { delivery } = config;
  registerMediaRoute(app, { ...posts, gate, traffic, findRequester, stalledClients, delivery, headers });
};

/** Registers `/api/auth/…` and `/api/admin/…` behind one guard. A route without a guard throws. */
const registerGuardedRoutes = async (
  app: HttpServer,
  { config, site, posts, health, accounts: given, panel }: HttpParts,
  untrustedForwarding: () => boolean,
): Promise<void> => {
  await app.register(fastifyCookie);
  const { accounts, limits, knownBrowsers } = given;
  const requireRole = createGuard({ config, accounts, limits });
  registerAuthRoutes(app, { config, accounts, limits, knownBrowsers, requireRole });
  registerAccountsRoutes(app, { accounts, limits, requireRole });
  registerAdminSettingsRoutes(app, { accounts, settings: site.settings, requireRole });
  registerLogoUpload(app, { logos: site.logos, requireRole });
  const { engineSettings, listedEngines, monitor, checks, sendTestAlert } = panel;
  const engines = {
    engineSettings,
    listedEngines,
    monitor,
    checks,
    sendTestAlert,
    preview: posts.preview,
    status: health.status,
  };
  registerEnginesRoutes(app, { ...engines, config, accounts, limits, requireRole });
  registerYtDlpRoutes(app, { updates: panel.ytDlpUpdates, requireRole });
  registerActivityRoute(app, { activity: panel.activity, requireRole });
  registerOverviewRoute(app, { overview: panel.overview, untrustedForwarding, requireRole });
  registerFirstRunRoutes(app, { firstRun: panel.firstRun, requireRole });
  registerAdminLiveRoutes(app, { adminEvents: panel.adminEvents, requireRole });
};

/** Creates the HTTP server with all its routes. It does not listen yet. */
export const createHttpServer = async (parts: HttpParts): Promise<FastifyInstance> => {
  const { config, log, visitors, pages, site } = parts;
  const waitOf = createRequestWait({ ...visitors, requests: visitors.traffic.requests });
  const app = createServer(parts, waitOf);
  const stalledClients = createStalledClientMonitor(parts.stallLimits);
  limitConnections(app.server, { traffic: visitors.traffic, stalledClients, most: parts.connectionsMax });
  app.addHook('onClose', async () => stalledClients.close());
  const { isTrustedProxy } = visitors.traffic;
  const untrustedForwarding = warnOnUntrustedForwarding(app, { config, log, isTrustedProxy });
  // Only JSON bodies are accepted. Fastify's text parser would accept a cross-site form without a CORS preflight.
  app.removeContentTypeParser('text/plain');
  addHooks(app, parts, waitOf);
  requireGuards(app);
  const routes = collectRoutes(app);
  if (parts.checkResponses === true) checkResponses(app);
  const { isAdministrator } = visitors;
  const gate = createMaintenanceGate({ settings: site.settings, log, isAdministrator });
  registerPublicRoutes(app, parts, gate, stalledClients);
  // A scope, so that cookies are parsed only where they are read.
  await app.register((scope: HttpServer) => registerGuardedRoutes(scope, parts, untrustedForwarding));
  registerOpenApiRoute(app, routes, config);
  if (pages.clientDir !== null) {
    registerSharePicture(app, pages.clientDir, site);
    await registerBuiltFiles(app, pages.clientDir);
  }
  if (pages.panelDir !== null) await registerPanelFiles(app, pages.panelDir);
  return app as unknown as FastifyInstance;
};
