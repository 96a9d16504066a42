import type { LookupFunction } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
// The package's index also loads its fetch, WebSocket and mocks, and reads the global Headers, with which Node loads its own copy of
// undici: together 20 MB of resident memory that this server never uses.
import createConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import type { UpstreamRoute } from '../base/config/environment-schema.ts';
import { createCheckedLookup, type Resolve } from './checked-lookup.ts';
import { Exchange, type UpstreamBody, type UpstreamResponse } from './exchange.ts';
import { checkDestination, createRouteFinder } from './host-policy.ts';
import { createMediaConnections, type MediaConnections } from './media-connections.ts';
import {
  type MediaBody,
  type MediaClient,
  OutboundError,
  type OutboundRequest,
  type OutboundResponse,
  RESPONSE_HEADERS_MAX_BYTES,
  toOutboundError,
} from './outbound-client.ts';
import type { OutboundProxy } from './outbound-proxy.ts';
import { isLanAddress } from './public-address.ts';

/** Proxy and replaced origins that one kind of request uses. */
export interface OutboundPath {
  /**
   * Proxy for all requests except those to origins with `isOwnerOrigin` or `isLan` and to the hosts in `routes`; null for direct
   * connections.
   */
  readonly proxy: OutboundProxy | null;
  /** Hosts whose requests are sent to another origin (UPSTREAM_ROUTES), without an address check. */
  readonly routes: readonly UpstreamRoute[];
}

/** Options of an outbound client. Tests replace `resolve` and `connectTimeoutMs`. */
export interface OutboundClientOptions extends OutboundPath {
  readonly resolve?: Resolve;
  readonly connectTimeoutMs?: number;
}

const CONNECT_TIMEOUT_MS = 5_000;
const HEADERS_TIMEOUT_MS = 10_000;
const BODY_TIMEOUT_MS = 20_000;
const SECURE_PORT = 443;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** One request in a chain of redirects. */
interface Hop {
  readonly url: URL;
  readonly headers: Record<string, string>;
}

/** Headers that callers cannot set: those of a single connection (RFC 9110 section 7.6.1) and those that the HTTP client sets itself. */
const NEVER_SENT = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Matches the names of headers that carry credentials: cookies, authorization, keys, tokens and secrets. */
const CREDENTIAL = /^(?:cookie|authorization|x-rapidapi-.+|(?:.*-)?(?:key|token|secret))$/;

/**
 * Returns the headers with names in lower case, without those that callers cannot set, such as `host`. Adds `accept-encoding: identity` (no
 * compression) unless `accept-encoding` is given.
 */
const sendableHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> => {
  const allowed: Record<string, string> = { 'accept-encoding': 'identity' };
  for (const [name, value] of Object.entries(headers)) {
    const lowered = name.toLowerCase();
    if (!NEVER_SENT.has(lowered)) allowed[lowered] = value;
  }
  return allowed;
};

/** Returns the headers without credentials, for a redirect to another origin. */
const withoutCredentials = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIAL.test(name)));

/**
 * Connection pools of the general client, which is the HTTP library undici. It sends every request that `MediaConnections` does not send.
 * `kept` reuses its connections, for pages and services; `single` opens a connection for each request, for files.
 */
interface Pools {
  readonly kept: Dispatcher;
  readonly single: Dispatcher;
}

/** Connections and origin for one request. */
interface Route {
  readonly pools: Pools;
  /** Connections for files; null if the general client requests the files. */
  readonly media: MediaConnections | null;
  readonly origin: string;
}

type ChooseRoute = (url: URL, hosts: OutboundRequest['hosts']) => Route;

/**
 * Builds the request that follows a redirect. Throws OutboundError `refused-redirect` when `location` fails the checks that the first URL
 * has passed, or leads from https to http. Drops credentials when the origin changes.
 */
const nextHop = (hop: Hop, location: string, hosts: OutboundRequest['hosts']): Hop => {
  let url: URL;
  try {
    // A relative Location is resolved first, then checked like any other URL.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: rejects a Location that would split a header
    if (/[\u0000-\u001f\u007f]/.test(location)) throw new OutboundError('refused-address');
    url = checkDestination(new URL(location, hop.url).href, hosts);
  } catch (cause) {
    throw new OutboundError('refused-redirect', { cause });
  }
  if (hop.url.protocol === 'https:' && url.protocol !== 'https:') throw new OutboundError('refused-redirect');
  return { url, headers: url.origin === hop.url.origin ? hop.headers : withoutCredentials(hop.headers) };
};

/** Request in progress that a Deadline can stop. */
interface Stoppable {
  stop(reason: Error): void;
}

/**
 * Applies one headers timeout and one abort signal to all requests of a chain of redirects. When the time is over or the signal aborts,
 * stops the current request. The constructor throws the reason of a signal that has aborted before.
 */
class Deadline {
  #current: Stoppable | null = null;
  readonly #timer: NodeJS.Timeout;
  readonly #signal: AbortSignal | undefined;

  constructor(signal: AbortSignal | undefined, headersTimeoutMs: number) {
    signal?.throwIfAborted();
    this.#signal = signal;
    this.#timer = setTimeout(() => this.#current?.stop(new OutboundError('timeout')), headersTimeoutMs);
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  readonly #onAbort = (): void => {
    const reason: unknown = this.#signal?.reason;
    this.#current?.stop(reason instanceof Error ? reason : new Error('aborted', { cause: reason }));
  };

  startExchange(): Exchange {
    const exchange = new Exchange(() => this.disposeAfter(exchange));
    this.watch(exchange);
    return exchange;
  }

  /** Makes `request` the current request. Throws the reason of the signal if it has aborted. */
  watch(request: Stoppable): void {
    this.#signal?.throwIfAborted();
    this.#current = request;
  }

  /** Leaves no current request, so that the end of the body of a redirect response does not dispose of the deadline. */
  detachExchange(): void {
    this.#current = null;
  }

  /** Disposes of the deadline if `request` is still the current request. Called when `request` has ended. */
  disposeAfter(request: Stoppable): void {
    if (this.#current === request) this.dispose();
  }

  stopTimer(): void {
    clearTimeout(this.#timer);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
  }
}

/** Sends one request of a chain of redirects and resolves when the head of its response arrives. */
type SendHop<Body> = (
  hop: Hop,
  request: OutboundRequest,
  route: Route,
  deadline: Deadline,
) => Promise<UpstreamResponse<Body>>;

const sendHop: SendHop<UpstreamBody> = (hop, request, { pools, origin }, deadline) => {
  const exchange = deadline.startExchange();
  const options: Dispatcher.DispatchOptions = {
    origin,
    path: hop.url.pathname + hop.url.search,
    method: request.method ?? 'GET',
    headers: { ...hop.headers, host: hop.url.host },
    body: request.body ?? null,
    headersTimeout: request.headersTimeoutMs ?? HEADERS_TIMEOUT_MS,
    bodyTimeout: request.bodyTimeoutMs ?? BODY_TIMEOUT_MS,
  };
  try {
    (request.post === undefined ? pools.kept : pools.single).dispatch(options, exchange);
  } catch (error) {
    exchange.stop(toOutboundError(error));
  }
  return exchange.response;
};

/**
 * Sends a request for a file through `route.media`. Sends it through the general client if `route.media` is null, or if
 * `MediaConnections.request` resolves with null.
 */
const sendMediaHop: SendHop<MediaBody> = async (hop, request, route, deadline) => {
  const answer = await route.media?.request({
    origin: route.origin,
    target: hop.url.pathname + hop.url.search,
    headers: { host: hop.url.host, ...hop.headers },
    post: request.post ?? '',
    needsNewConnection: request.needsNewConnection ?? false,
    bodyTimeoutMs: request.bodyTimeoutMs ?? BODY_TIMEOUT_MS,
    onStart: (stop) => deadline.watch({ stop }),
  });
  if (answer === null || answer === undefined) return sendHop(hop, request, route, deadline);
  const { head, body } = answer;
  const current: Stoppable = { stop: (reason) => body.destroy(reason) };
  deadline.watch(current);
  body.on('close', () => deadline.disposeAfter(current));
  return { status: head.status, headers: head.headers, setCookies: head.setCookies, body };
};

const followRedirects = async <Body extends MediaBody>(
  request: OutboundRequest,
  firstHop: Hop,
  send: SendHop<Body>,
  chooseRoute: ChooseRoute,
  deadline: Deadline,
): Promise<Omit<OutboundResponse, 'body'> & { readonly body: Body }> => {
  const setCookies: string[] = [];
  let hop = firstHop;
  for (let followed = 0; ; followed += 1) {
    const route = chooseRoute(hop.url, request.hosts);
    const response = await send(hop, request, route, deadline);
    setCookies.push(...response.setCookies);
    const location = response.headers['location'];
    if (
      request.method === 'POST' ||
      !request.redirects ||
      !REDIRECTS.has(response.status) ||
      location === undefined
    ) {
      deadline.stopTimer();
      return {
        status: response.status,
        headers: response.headers,
        setCookies,
        url: hop.url.href,
        body: response.body,
      };
    }
    deadline.detachExchange();
    response.body.destroy();
    if (followed >= request.redirects) throw new OutboundError('refused-redirect');
    hop = nextHop(hop, location, request.hosts);
  }
};

/**
 * Creates the function with which a pool opens connections through `proxy`. For https, it adds TLS to the destination inside the connection
 * to the proxy.
 */
const createProxyConnector = (
  proxy: OutboundProxy,
  lookup: LookupFunction,
  timeoutMs: number,
): buildConnector.connector => {
  const secure = createConnector({ allowH2: false, timeout: timeoutMs });
  return (options, callback) => {
    const { hostname, port, protocol } = options;
    const target = { hostname, port: port === '' ? SECURE_PORT : Number(port) };
    proxy.open(target, { lookup, timeoutMs }).then(
      (socket) => {
        if (protocol === 'https:') secure({ ...options, httpSocket: socket }, callback);
        else callback(null, socket);
      },
      (error: Error) => callback(error, null),
    );
  };
};

/**
 * Creates an SSRF-safe HTTP client, for all HTTP requests that the server itself sends to other hosts. It checks the URL of a request and
 * of each redirect against the request's host policy, and checks every IP address when it connects, so that DNS rebinding cannot reach a
 * private address. For origins with `isLan`, only addresses in the local network pass that check. Two kinds of destination are exempt from
 * the address check because the owner configures them: origins with `isOwnerOrigin` and hosts in `routes`; these, and origins with `isLan`,
 * are never requested through the proxy. A `proxy` that resolves the names itself (all but socks5) has to refuse private addresses itself;
 * host policies and redirects are still checked here. Uses HTTP/1.1 only.
 */
export const createOutboundClient = (options: OutboundClientOptions): MediaClient => {
  const connectTimeoutMs = options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
  // Aborted HTTP/2 requests have leaked upstream connections before, and HTTP/2 has no benefit here.
  const common = {
    allowH2: false,
    connectTimeout: connectTimeoutMs,
    maxHeaderSize: RESPONSE_HEADERS_MAX_BYTES,
  };
  const lookup = createCheckedLookup(options.resolve);
  const createPools = (agentOptions: Agent.Options): Pools => ({
    kept: new Agent(agentOptions),
    single: new Agent({ ...agentOptions, pipelining: 0 }),
  });
  // Separate pools, so that a checked request never reuses an unchecked connection.
  const unchecked = createPools(common);
  const checked = createPools(
    options.proxy === null
      ? { ...common, connect: { lookup, timeout: connectTimeoutMs }, autoSelectFamily: true }
      : { ...common, connect: createProxyConnector(options.proxy, lookup, connectTimeoutMs) },
  );
  // Connections to the local network never use the proxy, for which another network is local.
  const lan = createPools({
    ...common,
    connect: { lookup: createCheckedLookup(options.resolve, isLanAddress), timeout: connectTimeoutMs },
    autoSelectFamily: true,
  });
  const uncheckedMedia = createMediaConnections({ lookup: null, connectTimeoutMs });
  const checkedMedia = options.proxy === null ? createMediaConnections({ lookup, connectTimeoutMs }) : null;
  const findRoute = createRouteFinder(options.routes);
  const chooseRoute: ChooseRoute = (url, { isOwnerOrigin, isLan }) => {
    const route = findRoute(url.hostname);
    if (route !== null) return { pools: unchecked, media: uncheckedMedia, origin: route };
    if (isLan) return { pools: lan, media: null, origin: url.origin };
    // The owner's services respond with files of unknown length, which they create on request.
    if (isOwnerOrigin) return { pools: unchecked, media: null, origin: url.origin };
    return { pools: checked, media: checkedMedia, origin: url.origin };
  };

  const start = async <Body extends MediaBody>(request: OutboundRequest, send: SendHop<Body>) => {
    const firstHop: Hop = {
      url: checkDestination(request.url, request.hosts),
      headers: sendableHeaders(request.headers ?? {}),
    };
    const deadline = new Deadline(request.signal, request.headersTimeoutMs ?? HEADERS_TIMEOUT_MS);
    try {
      return await followRedirects(request, firstHop, send, chooseRoute, deadline);
    } catch (error) {
      deadline.dispose();
      throw error;
    }
  };

  return {
    request: (request) => start(request, sendHop),
    requestMedia: (request) => start(request, sendMediaHop),
    close: async () => {
      uncheckedMedia.close();
      checkedMedia?.close();
      await Promise.all(
        [unchecked, checked, lan].flatMap(({ kept, single }) => [kept.destroy(), single.destroy()]),
      );
    },
  };
};
