import fastify, { type FastifyError, type FastifyServerFactory, LogController } from 'fastify';
import { ERROR_STATUS, type ErrorCode } from '#shared/errors.ts';
import { ownEntry } from '#shared/own-entry.ts';
import type { Config } from '../base/config/config.ts';
import { isOutOfDescriptors } from '../base/observability/descriptor-watch.ts';
import type { LimitedLog } from '../base/observability/limited-log.ts';
import type { Logger } from '../base/observability/logger.ts';
import { createReference, runWithReference } from '../base/observability/request-reference.ts';
import type { NetworkKey } from '../limits/requester.ts';
import type { TrafficLimits } from '../limits/traffic-limits.ts';
import { createStalledClientMonitor, limitConnections, type StallLimits } from './connection-limits.ts';
import { createRequestCounter, HEALTH_PATHS, type RequestCounter } from './find-requester.ts';
import { requireGuards } from './guard.ts';
import { codeOfInvalidRequest } from './invalid-request.ts';
import { createHostCheck, type HostCheck } from './own-host.ts';
import { sendProblem } from './problem.ts';
import { collectRoutes, type HttpServer, SCHEMA_CONTROLLER } from './route-schema.ts';
import { API_HEADERS, baseHeaders } from './security-headers.ts';

const REQUEST_BODY_MAX_BYTES = 16 * 1024;
/** Retry-After, in seconds, of a 503 while the server closes and of a 503 for a temporary fault, usually of the database. */
const UNAVAILABLE_RETRY_SECONDS = 5;

export interface ServerParts {
  readonly config: Config;
  readonly log: Logger;
  readonly limitedLog: LimitedLog;
  readonly traffic: TrafficLimits;
  /** Returns the key under which a visitor's network is counted. */
  readonly networkKey: NetworkKey;
  /** Maximum number of characters of a path parameter. The longest parameter is a ticket. */
  readonly maxParamLength: number;
  /** Creates the HTTP server below Fastify instead of Fastify itself. */
  readonly serverFactory?: FastifyServerFactory | undefined;
  /** Replaces the default limits for clients that do not read, in tests. */
  readonly stallLimits?: StallLimits | undefined;
  /** Replaces the maximum number of open connections, in tests. */
  readonly connectionsMax?: number | undefined;
  /** Called before routes are registered, in tests. */
  readonly prepare?: ((app: HttpServer) => void) | undefined;
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

const createFastify = (
  { config, log, limitedLog, serverFactory, maxParamLength }: ServerParts,
  requests: RequestCounter,
  hosts: HostCheck,
): HttpServer => {
  const headers = baseHeaders(config);
  const app = fastify({
    loggerInstance: log,
    // URLs contain tickets, so the framework's own request log is disabled.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'reference' }),
    genReqId: createReference,
    rewriteUrl: ({ url = '/' }) => hosts.targetOf(url),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: REQUEST_BODY_MAX_BYTES,
    requestTimeout: SOCKET_LIMITS.requestTimeout,
    maxRequestsPerSocket: SOCKET_LIMITS.maxRequestsPerSocket,
    schemaController: SCHEMA_CONTROLLER,
    routerOptions: { maxParamLength },
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
      const retryAfter = requests.count(request);
      if (retryAfter > 0) return sendProblem(reply, 'rate_limited', { retryAfter, ownLimit: true });
      return sendProblem(reply, hosts.refusalOf(request) ?? codeOf(error));
    },
    ...(serverFactory === undefined ? {} : { serverFactory }),
  }) as unknown as HttpServer;
  app.decorate('limitedLog', limitedLog);
  app.server.maxHeadersCount = SOCKET_LIMITS.maxHeaderCount;
  return app;
};

const addHooks = (
  app: HttpServer,
  { config }: ServerParts,
  requests: RequestCounter,
  hosts: HostCheck,
): void => {
  const headers = baseHeaders(config);
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (request.url.startsWith('/api/')) reply.headers(API_HEADERS);
    if (isClosing) return sendProblem(reply, 'overloaded', { retryAfter: UNAVAILABLE_RETRY_SECONDS });
    const retryAfter = requests.count(request);
    if (retryAfter > 0) return sendProblem(reply, 'rate_limited', { retryAfter, ownLimit: true });
    const refusal = hosts.refusalOf(request);
    if (refusal === null || (refusal === 'host_foreign' && HEALTH_PATHS.has(request.url))) return undefined;
    hosts.logRefusedHost(request.headers.host);
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

/**
 * Creates the HTTP server with the limits, hooks and error responses that apply to every request. The caller registers the routes and
 * starts to listen.
 */
export const createServer = (parts: ServerParts) => {
  const { config, log, traffic, networkKey } = parts;
  const requests = createRequestCounter({ ...traffic, networkKey, log });
  const hosts = createHostCheck(config, log);
  const app = createFastify(parts, requests, hosts);
  const stalledClients = createStalledClientMonitor(parts.stallLimits);
  const connections = limitConnections(app.server, {
    traffic,
    stalledClients,
    connectionsMax: parts.connectionsMax,
  });
  app.addHook('onClose', async () => stalledClients.close());
  // Only JSON bodies are accepted. Fastify's text parser would accept a cross-site form without a CORS preflight.
  app.removeContentTypeParser('text/plain');
  addHooks(app, parts, requests, hosts);
  requireGuards(app);
  const routes = collectRoutes(app);
  parts.prepare?.(app);
  return {
    app,
    routes,
    connections,
    stalledClients,
    /**
     * Returns whether a forwarding header has come from an address outside TRUST_PROXY. False while TRUST_PROXY is set, because any visitor
     * could then cause it with a forged header.
     */
    sawUntrustedForwarding: () => requests.sawUntrustedForwarding() && config.trustProxy.length === 0,
  };
};
