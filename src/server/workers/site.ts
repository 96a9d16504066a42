import type { HashQueue } from '../accounts/hash-queue.ts';
import { createPasswordQueue } from '../accounts/password-hasher.ts';
import type { ShareFlight } from '../cache/single-flight-cache.ts';
import type { Config } from '../config/config.ts';
import { createLimits, type Limits } from '../limits/limits.ts';
import { createTrafficLimits, type TrafficLimits } from '../limits/traffic-limits.ts';
import type { LiveSlots } from '../live/live-slots.ts';
import { createAddressMatcher } from '../net/address-list.ts';
import { createProxyBudget, type ProxyBudget } from '../net/proxy-budget.ts';
import { NO_PEERS, type Peers } from '../peers/peers.ts';
import type { CreateUpstreamLimiter } from '../preview/engine-health-registry.ts';
import type { PrimaryLink } from './primary-link.ts';
import { createRemoteFlights } from './remote-flights.ts';
import {
  createRemoteLimits,
  createRemoteLiveSlots,
  createRemotePasswordQueue,
  createRemoteProxyBudget,
  createRemoteTrafficLimits,
} from './remote-limits.ts';
import { createRemoteUpstreamLimiters } from './remote-upstream.ts';
import { type Duties, OWN_DUTIES } from './site-duties.ts';

/** What a server process shares with the others of its site, or has for itself when it is the only one. */
export interface Site {
  readonly traffic: TrafficLimits;
  readonly limits: Limits;
  readonly passwords: Pick<HashQueue, 'run'>;
  readonly proxyBudget: ProxyBudget;
  readonly peers: Peers;
  readonly duties: Duties;
  /** Only where there are other workers. */
  readonly liveSlots?: LiveSlots;
  readonly upstreamLimiter?: CreateUpstreamLimiter;
  readonly shareFlight?: ShareFlight;
  readonly subjectKey?: Buffer;
}

type SiteConfig = Pick<Config, 'allowance' | 'trustProxy' | 'outboundProxyPerHour'>;

const createOwnCounters = (config: SiteConfig, secret: string) => ({
  traffic: createTrafficLimits(config.allowance, createAddressMatcher(config.trustProxy)),
  limits: createLimits(secret),
  passwords: createPasswordQueue(),
  proxyBudget: createProxyBudget(config.outboundProxyPerHour),
});

/** Creates the site of a server that is a single process. `secret` is the master secret. */
export const createOwnSite = (config: SiteConfig, secret: string): Site => ({
  ...createOwnCounters(config, secret),
  peers: NO_PEERS,
  duties: OWN_DUTIES,
});

/** What connects a worker with the primary. */
export interface WorkerConnection {
  readonly link: PrimaryLink;
  readonly peers: Peers;
  readonly duties: Duties;
  readonly subjectKey: Buffer;
}

/** Creates the site of a worker. */
export const createWorkerSite = (
  config: SiteConfig,
  secret: string,
  { link, peers, duties, subjectKey }: WorkerConnection,
): Site => {
  const own = createOwnCounters(config, secret);
  return {
    traffic: createRemoteTrafficLimits(link, own.traffic),
    limits: createRemoteLimits(link, own.limits),
    passwords: createRemotePasswordQueue(link, own.passwords),
    proxyBudget: createRemoteProxyBudget(link, own.proxyBudget),
    peers,
    duties,
    liveSlots: createRemoteLiveSlots(link),
    upstreamLimiter: createRemoteUpstreamLimiters(link, peers),
    shareFlight: createRemoteFlights(link),
    subjectKey,
  };
};
