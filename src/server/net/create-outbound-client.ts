import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import type { UpstreamRoute } from '../config/config.ts';
import { createCheckedLookup } from './checked-lookup.ts';
import { checkDestination } from './destination.ts';
import { type Answer, Exchange } from './exchange.ts';
import {
  type OutboundClient,
  OutboundError,
  type OutboundRequest,
  type OutboundResponse,
} from './outbound-client.ts';
import { toOutboundError } from './outbound-fault.ts';
import { sendableHeaders, withoutBodyHeaders, withoutCredentials } from './request-headers.ts';
import { type Resolve, resolveByNameServer } from './resolve.ts';
import { createRouteFinder } from './upstream-routes.ts';

/** Options of an outbound client; `resolve` and `connectTimeout` (ms) are for tests. */
export interface OutboundClientOptions {
  readonly routes: readonly UpstreamRoute[];
  /** Proxy for calls to the platforms; the owner's own origins and routed hosts are reached without it. */
  readonly outboundProxy: string | null;
  readonly resolve?: Resolve;
  readonly connectTimeout?: number;
}

const CONNECT_TIMEOUT_MS = 5_000;
const HEADERS_TIMEOUT_MS = 10_000;
const BODY_TIMEOUT_MS = 20_000;
const MAX_HEADER_BYTES = 16 * 1024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

type Method = 'GET' | 'HEAD' | 'POST';

/** One request of a chain of redirects. */
interface Hop {
  readonly url: URL;
  readonly method: Method;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

interface Route {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
}

type ChooseRoute = (url: URL, ownersOwn: boolean) => Route;

/** Names the hop a redirect leads to, or throws OutboundError `refused-redirect`. */
const nextHop = (hop: Hop, status: number, location: string, hosts: OutboundRequest['hosts']): Hop => {
  let url: URL;
  try {
    // A relative Location is resolved first and then judged like any other address.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a Location that would split a header is refused
    if (/[\u0000-\u001f\u007f]/.test(location)) throw new OutboundError('refused-address');
    url = checkDestination(new URL(location, hop.url).href, hosts);
  } catch (cause) {
    throw new OutboundError('refused-redirect', { cause });
  }
  if (hop.url.protocol === 'https:' && url.protocol !== 'https:') throw new OutboundError('refused-redirect');
  const becomesGet = hop.method === 'POST' && status <= 303;
  const kept = url.origin === hop.url.origin ? hop.headers : withoutCredentials(hop.headers);
  return {
    url,
    method: becomesGet ? 'GET' : hop.method,
    headers: becomesGet ? withoutBodyHeaders(kept) : kept,
    body: becomesGet ? null : hop.body,
  };
};

/** Keeps one clock and one abort signal over all hops; whichever fires ends the exchange under way. */
class Deadline {
  #current: Exchange | null = null;
  readonly #timer: NodeJS.Timeout;
  readonly #signal: AbortSignal | undefined;

  constructor(signal: AbortSignal | undefined, headersTimeout: number) {
    signal?.throwIfAborted();
    this.#signal = signal;
    this.#timer = setTimeout(() => this.#current?.stop(new OutboundError('timeout')), headersTimeout);
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  readonly #onAbort = (): void => {
    const reason: unknown = this.#signal?.reason;
    this.#current?.stop(reason instanceof Error ? reason : new Error('aborted', { cause: reason }));
  };

  begin(): Exchange {
    this.#signal?.throwIfAborted();
    const exchange = new Exchange(() => {
      if (this.#current === exchange) this.end();
    });
    this.#current = exchange;
    return exchange;
  }

  /** A hop's answer was a redirect: its body's end no longer ends the watch. */
  release(): void {
    this.#current = null;
  }

  headersArrived(): void {
    clearTimeout(this.#timer);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
  }
}

const send = (
  hop: Hop,
  request: OutboundRequest,
  chooseRoute: ChooseRoute,
  deadline: Deadline,
): Promise<Answer> => {
  const { dispatcher, origin } = chooseRoute(hop.url, request.hosts.ownersOwn);
  const exchange = deadline.begin();
  const options: Dispatcher.DispatchOptions = {
    origin,
    path: hop.url.pathname + hop.url.search,
    method: hop.method,
    headers: { ...hop.headers, host: hop.url.host },
    body: hop.body,
    headersTimeout: request.headersTimeout ?? HEADERS_TIMEOUT_MS,
    bodyTimeout: request.bodyTimeout ?? BODY_TIMEOUT_MS,
  };
  try {
    dispatcher.dispatch(options, exchange);
  } catch (error) {
    exchange.stop(toOutboundError(error));
  }
  return exchange.answer;
};

const follow = async (
  request: OutboundRequest,
  first: Hop,
  chooseWay: ChooseRoute,
  deadline: Deadline,
): Promise<OutboundResponse> => {
  const setCookies: string[] = [];
  let hop = first;
  for (let followed = 0; ; followed += 1) {
    const answer = await send(hop, request, chooseWay, deadline);
    setCookies.push(...answer.setCookies);
    const location = answer.headers['location'];
    if (!request.redirects || !REDIRECTS.has(answer.status) || location === undefined) {
      deadline.headersArrived();
      return {
        status: answer.status,
        headers: answer.headers,
        setCookies,
        url: hop.url.href,
        body: answer.body,
      };
    }
    deadline.release();
    answer.body.destroy();
    if (followed >= request.redirects) throw new OutboundError('refused-redirect');
    hop = nextHop(hop, answer.status, location, request.hosts);
  }
};

/**
 * Opens the one way out of the server. Hosts are checked against the request's policy, addresses when the connection
 * is made; only the owner's own origins and routes reach a private address. HTTP/1.1 only.
 */
export const createOutboundClient = (options: OutboundClientOptions): OutboundClient => {
  const connectTimeout = options.connectTimeout ?? CONNECT_TIMEOUT_MS;
  // Aborted HTTP/2 requests have leaked upstream connections before, and nothing here gains from them.
  const common = { allowH2: false, connectTimeout, maxHeaderSize: MAX_HEADER_BYTES };
  const lookup = createCheckedLookup(options.resolve ?? resolveByNameServer);
  // Two pools, so that no unchecked connection is ever reused for a checked request.
  const unchecked = new Agent(common);
  const outward =
    options.outboundProxy === null
      ? new Agent({ ...common, connect: { lookup, timeout: connectTimeout }, autoSelectFamily: true })
      : new ProxyAgent({ ...common, uri: options.outboundProxy });
  const findRoute = createRouteFinder(options.routes);
  const chooseWay: ChooseRoute = (url, ownersOwn) => {
    const route = findRoute(url.hostname);
    if (route !== null) return { dispatcher: unchecked, origin: route };
    return { dispatcher: ownersOwn ? unchecked : outward, origin: url.origin };
  };

  return {
    request: async (request) => {
      const first: Hop = {
        url: checkDestination(request.url, request.hosts),
        method: request.method ?? 'GET',
        headers: sendableHeaders(request.headers ?? {}),
        body: request.body ?? null,
      };
      const deadline = new Deadline(request.signal, request.headersTimeout ?? HEADERS_TIMEOUT_MS);
      try {
        return await follow(request, first, chooseWay, deadline);
      } catch (error) {
        deadline.end();
        throw error;
      }
    },
    close: async () => {
      await Promise.all([unchecked.destroy(), outward.destroy()]);
    },
  };
};
