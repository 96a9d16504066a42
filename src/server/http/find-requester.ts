import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../base/observability/logger.ts';
import type { NetworkKey, Requester } from '../limits/requester.ts';
import type { TrafficLimits } from '../limits/traffic-limits.ts';
import { SESSION_COOKIE } from './cookies.ts';

/**
 * Returns who sent a request to a public route: the key of the network, and the budget, which is `operator` for a signed-in owner or
 * administrator, else `visitor`. Never rejects.
 */
export type FindRequester = (request: FastifyRequest) => Promise<Requester>;

/** Returns the key under which a limiter counts a requester: its budget and its network. */
export const limitKeyOf = ({ budget, network }: Requester): string => `${budget} ${network}`;

const SESSION = new RegExp(`(?:^|;\\s*)(?:__(?:Host|Secure)-)?${SESSION_COOKIE}=`);

/** Returns whether a Cookie header has a session cookie, valid or not. */
export const hasSessionCookie = (header: string | undefined): boolean => SESSION.test(header ?? '');

interface FinderParts extends Pick<TrafficLimits, 'sessionLookups'> {
  readonly networkKey: NetworkKey;
  /** Returns whether a request with a session cookie is an owner's or administrator's. Never rejects. */
  readonly isOperator: (request: FastifyRequest) => Promise<boolean>;
}

/**
 * Creates a `FindRequester`. Looks up an account only for a request with a session cookie, and a limited number of times per network, so
 * that forged cookies cannot cause a flood of database reads; beyond that number, a request counts as a visitor's.
 */
export const createRequesterFinder =
  ({ networkKey, sessionLookups, isOperator }: FinderParts): FindRequester =>
  async (request) => {
    const network = networkKey(request.ip);
    const operator =
      hasSessionCookie(request.headers.cookie) &&
      (await sessionLookups.take(network)).ok &&
      (await isOperator(request));
    return { network, budget: operator ? 'operator' : 'visitor' };
  };

/**
 * Runs `work` with a signal that aborts when the client disconnects. Returns null when the client had disconnected before, without running
 * `work`, or when `work` rejects after the disconnection; otherwise the result or the error of `work`.
 */
export const whileConnected = async <Result>(
  { raw }: FastifyReply,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | null> => {
  // The connection closed during an earlier step, so no event follows.
  if (raw.destroyed) return null;
  const disconnected = new AbortController();
  // The end of the response also emits 'close'; an earlier 'close' means that the client has disconnected.
  raw.once('close', () => {
    if (!raw.writableFinished) disconnected.abort();
  });
  try {
    return await work(disconnected.signal);
  } catch (error) {
    if (disconnected.signal.aborted) return null;
    throw error;
  }
};

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

const isForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;

/**
 * Returns whether a proxy on this computer that TRUST_PROXY does not name forwards the request. The address of such a proxy stands for all
 * visitors, so the limit of one network would be too low for it.
 */
export const isUnnamedProxy = (request: Pick<FastifyRequest, 'ip' | 'headers'>): boolean =>
  isForwarded(request) && LOOPBACK.test(request.ip);

/** Headers that proxies and delivery networks add to what they forward. */
const FORWARDING = /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|x-client-ip|true-client-ip|cf-.+)$/;
const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/;

/**
 * Returns whether a program on this computer seems to have sent the request itself: from a loopback address, for a loopback host, and
 * without a header that a proxy adds. Such a program cannot be told from a proxy on this computer that adds no header and passes on the
 * host name that a visitor chose.
 */
export const isDirectLocalCall = ({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') &&
  LOOPBACK_HOST.test(headers.host ?? '') &&
  !Object.keys(headers).some((name) => FORWARDING.test(name));

/** Paths that are answered under any host name, because load balancers and Prometheus request them by IP address. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Returns the prefix of the key under which a request is counted. Media and health checks are counted apart from other requests: a flood of
 * pages must neither break downloads nor make a load balancer believe that the server is down.
 */
const groupOf = (url: string): string => {
  if (url.startsWith('/api/media/')) return 'media ';
  return HEALTH_PATHS.has(url) ? 'health ' : '';
};

interface CounterParts extends Pick<TrafficLimits, 'requests' | 'isTrustedProxy'> {
  readonly networkKey: NetworkKey;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Creates a counter that counts media requests, health checks and all other requests separately. Does not count requests that
 * `isUnnamedProxy` detects. Computes the network key again only when the address on a connection changes. Logs the first untrusted
 * forwarding header, without its address.
 */
export const createRequestCounter = ({ networkKey, requests, isTrustedProxy, log }: CounterParts) => {
  const known = new WeakMap<Socket, { readonly ip: string; readonly key: string }>();
  let isForwardedUntrusted = false;
  const keyOf = ({ ip, socket }: FastifyRequest): string => {
    const before = known.get(socket);
    if (before?.ip === ip) return before.key;
    const key = networkKey(ip);
    known.set(socket, { ip, key });
    return key;
  };
  return {
    /** Counts a request. Returns 0 if it may be served, else the seconds until its network may send another one. */
    count(request: FastifyRequest): number {
      if (
        !isForwardedUntrusted &&
        isForwarded(request) &&
        !isTrustedProxy(request.socket.remoteAddress ?? '')
      ) {
        isForwardedUntrusted = true;
        log.warn(
          'a forwarding header came from an address outside TRUST_PROXY: all visitors behind that proxy count as one network',
        );
      }
      return isUnnamedProxy(request)
        ? 0
        : requests.take(`${groupOf(request.url)}${keyOf(request)}`).retryAfter;
    },
    /**
     * Returns whether a forwarding header has come from an address outside TRUST_PROXY: all visitors behind such a proxy count as one
     * network.
     */
    sawUntrustedForwarding: () => isForwardedUntrusted,
  };
};

/** Counts requests by the network that sent them, and notices proxies that TRUST_PROXY does not name. */
export type RequestCounter = ReturnType<typeof createRequestCounter>;
