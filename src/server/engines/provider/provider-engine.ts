import { isDeepStrictEqual } from 'node:util';
import { exactHosts, ownersOrigin } from '../../net/host-policy.ts';
import { type HostPolicy, type OutboundClient, OutboundError } from '../../net/outbound-client.ts';
import { readText } from '../../net/read-body.ts';
import type { Engine, EngineOutcome } from '../engine.ts';
import { failed, withCause } from '../engine-failure.ts';
import { createQuotaTracker, type QuotaTracker } from '../quota-tracker.ts';
import { failureOfServiceFault } from '../service-faults.ts';
import { readProviderAnswer } from './provider-answer.ts';
import { failureOfStatus } from './provider-failure.ts';

const ANSWER_MAX_BYTES = 2 * 1024 * 1024;

/** The extraction API that is asked. */
export interface ProviderService {
  /** Its base address. */
  readonly host: string;
  /** Null for one that wants none. */
  readonly apiKey: string | null;
  /** Whether the environment names it: plain http and private addresses are in order then, and nowhere else. */
  readonly ownersOwn: boolean;
}

export interface ProviderEngineOptions {
  readonly outbound: OutboundClient;
  /** Which one is asked now, null for none; asked anew for every link. Its `host` must be an absolute address. */
  readonly service: () => ProviderService | null;
  /** Milliseconds since 1970, for tests. */
  readonly now?: () => number;
}

/** How a service is asked, and how much of its quota is left. */
interface Connection {
  readonly service: ProviderService;
  readonly endpoint: string;
  readonly hosts: HostPolicy;
  readonly headers: Readonly<Record<string, string>>;
  readonly quota: QuotaTracker;
}

const connectTo = (service: ProviderService, now: () => number): Connection => {
  const endpoint = `${service.host.replace(/\/+$/, '')}/download`;
  const { hostname } = new URL(endpoint);
  const key =
    service.apiKey === null ? {} : { 'x-rapidapi-key': service.apiKey, 'x-rapidapi-host': hostname };
  return {
    service,
    endpoint,
    hosts: service.ownersOwn ? ownersOrigin(endpoint) : exactHosts([hostname]),
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...key,
    },
    quota: createQuotaTracker(now),
  };
};

/** Makes the engine that asks the specification's extraction API (section 7), whichever that is at the time. */
export function createProviderEngine({ outbound, service, now = Date.now }: ProviderEngineOptions): Engine {
  let last: Connection | null = null;
  const connection = (): Connection | null => {
    const wanted = service();
    if (!isDeepStrictEqual(wanted, last?.service ?? null))
      last = wanted === null ? null : connectTo(wanted, now);
    return last;
  };
  return {
    name: 'provider',
    isSetUp: () => service() !== null,
    supports(link) {
      return link.platform !== 'sample' && link.kind !== 'share' && link.kind !== 'sample';
    },
    async extract(link, signal): Promise<EngineOutcome> {
      signal.throwIfAborted();
      const asked = connection();
      // Taken away between the choice of engines and this one's turn.
      if (asked === null) return withCause(failed('no_engine'), 'no_service');
      // What is asked beyond a quota is refused, and often paid for.
      const resting = asked.quota.failure();
      if (resting !== null) return resting;
      try {
        const response = await outbound.request({
          url: asked.endpoint,
          method: 'POST',
          headers: asked.headers,
          body: new URLSearchParams({ url: link.url }).toString(),
          hosts: asked.hosts,
          // The key must never travel on to wherever an answer points.
          redirects: 0,
          signal,
        });
        asked.quota.record(response.status, response.headers);
        const text = await readText(response, { maxBytes: ANSWER_MAX_BYTES });
        return (
          failureOfStatus(response.status, response.headers, text, now()) ?? readProviderAnswer(text, link)
        );
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof OutboundError) return failureOfServiceFault(error.fault);
        throw error;
      }
    },
    quota: () => connection()?.quota.left() ?? null,
  };
}
