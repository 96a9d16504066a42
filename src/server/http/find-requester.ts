import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { NetworkKey } from '../limits/network-key.ts';
import type { Requester } from '../limits/requester.ts';
import type { TrafficLimits } from '../limits/traffic-limits.ts';
import type { MaintenanceGate } from './maintenance-gate.ts';

/**
 * Returns who sent a request to a public route: the key of its network, and `operator` for a signed-in owner or administrator, else
 * `visitor`. Never rejects.
 */
export type FindRequester = (request: FastifyRequest) => Promise<Requester>;

/** Returns the limiter key of one budget of one network. */
export const limitKeyOf = ({ budget, network }: Requester): string => `${budget} ${network}`;

/**
 * Creates a `FindRequester`. Looks up an account only for a request with a session cookie, and a limited number of times per network, so
 * that forged cookies cannot cause a flood of database reads.
 */
export const createRequesterFinder =
  (
    { networkKey, sessionLookups }: { networkKey: NetworkKey } & Pick<TrafficLimits, 'sessionLookups'>,
    gate: Pick<MaintenanceGate, 'hasSession' | 'bypassesMaintenance'>,
  ): FindRequester =>
  async (request) => {
    const network = networkKey(request.ip);
    const operator =
      gate.hasSession(request) &&
      (await sessionLookups.take(network)).ok &&
      (await gate.bypassesMaintenance(request));
    return { network, budget: operator ? 'operator' : 'visitor' };
  };

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/**
 * Returns whether a proxy on this machine that TRUST_PROXY does not name forwards the request. The address of that proxy stands for all
 * visitors, so the limit of one network would be too low for it.
 */
export const isUnnamedProxy = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): boolean => {
  const forwarded = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
  return forwarded && LOOPBACK.test(ip);
};

/** Returns the seconds that a request must wait because its network has sent too many; 0 when it is served. */
export type RequestWait = (request: FastifyRequest) => number;

/**
 * Requests that are counted apart: a flood of pages must neither break downloads nor make a load balancer believe that the server is down.
 */
const groupOf = (url: string): string => {
  if (url.startsWith('/api/media/')) return 'media ';
  return url === '/healthz' || url === '/readyz' ? 'health ' : '';
};

/**
 * Creates a function that counts each request by network: media, health checks and all others separately. Does not count requests that
 * `isUnnamedProxy` detects. Computes the network key again only when the address on a connection changes.
 */
export const createRequestWait = ({
  networkKey,
  requests,
}: { networkKey: NetworkKey } & Pick<TrafficLimits, 'requests'>): RequestWait => {
  const known = new WeakMap<Socket, { readonly ip: string; readonly key: string }>();
  const keyOf = ({ ip, socket }: FastifyRequest): string => {
    const before = known.get(socket);
    if (before?.ip === ip) return before.key;
    const key = networkKey(ip);
    known.set(socket, { ip, key });
    return key;
  };
  return (request) =>
    isUnnamedProxy(request) ? 0 : requests.take(`${groupOf(request.url)}${keyOf(request)}`).retryAfter;
};
