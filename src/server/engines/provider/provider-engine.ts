import { isDeepStrictEqual } from 'node:util';
import { failed, withCause } from '../../extraction/engine-failure.ts';
import type { EngineOutcome } from '../../extraction/engine-outcome.ts';
import { exactHosts, ownerOrigin } from '../../net/host-policy.ts';
import type { HostPolicy, OutboundClient } from '../../net/outbound-client.ts';
import { askService } from '../ask-service.ts';
import type { Engine } from '../engine.ts';
import { createQuotaTracker, type QuotaTracker } from '../quota-tracker.ts';
import { readProviderAnswer } from './provider-answer.ts';
import { failureOfStatus } from './provider-failure.ts';

const ANSWER_MAX_BYTES = 2 * 1024 * 1024;

/** Extraction API that the engine calls. */
export interface ProviderService {
  /** Base URL. */
  readonly host: string;
  /** API key; null if the API requires none. */
  readonly apiKey: string | null;
  /** Whether the API is configured in the environment. Only then plain http and private addresses are allowed. */
  readonly isFromEnvironment: boolean;
}

/** Options of the provider engine. */
export interface ProviderEngineOptions {
  readonly outbound: OutboundClient;
  /** Returns the current API, null for none. Called for every link. `host` must be an absolute URL. */
  readonly service: () => ProviderService | null;
  /** Returns milliseconds since 1970; for tests. */
  readonly now?: () => number;
}

/** Request parameters and quota of an API. */
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
    hosts: service.isFromEnvironment ? ownerOrigin(endpoint) : exactHosts([hostname]),
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...key,
    },
    quota: createQuotaTracker(now),
  };
};

/** Creates the engine that reads posts through an extraction API. The API may change while the server runs. */
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
      const current = connection();
      // The owner may have removed the API since the engine was selected.
      if (current === null) return withCause(failed('no_engine'), 'no_service');
      const { endpoint, headers, hosts, quota } = current;
      const answer = await askService(
        { outbound, quota, maxBytes: ANSWER_MAX_BYTES },
        {
          url: endpoint,
          method: 'POST',
          headers,
          body: new URLSearchParams({ url: link.url }).toString(),
          hosts,
        },
        signal,
      );
      if (!answer.ok) return answer;
      return (
        failureOfStatus(answer.status, answer.headers, answer.text, now()) ??
        readProviderAnswer(answer.text, link)
      );
    },
    quota: () => connection()?.quota.left() ?? null,
  };
}
