import { isDeepStrictEqual } from 'node:util';
import type { ServiceName } from '#shared/contract/extraction-services.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { PLATFORMS } from '#shared/platforms/platforms.ts';
import type { HostPolicy, OutboundClient } from '../../outbound/outbound-client.ts';
import { type EngineOutcome, failed } from '../../platforms/failures.ts';
import { readJson } from '../../platforms/reading/json-value.ts';
import { askService, createQuotaTracker, type QuotaTracker } from '../ask-service.ts';
import type { Engine } from '../engine.ts';
import { autolinkService, downloadService } from './medias-services.ts';
import { serviceFailureOf } from './provider-failure.ts';
import {
  callPolicy,
  createSourceReader,
  type ProviderService,
  type ServiceAdapter,
  type SourceReader,
} from './provider-service.ts';
import { tikwmService } from './tikwm-service.ts';

/** Adapters of the services that the owner can choose, by name. */
export const SERVICES: Readonly<Record<ServiceName, ServiceAdapter>> = {
  download: downloadService,
  autolink: autolinkService,
  tikwm: tikwmService,
};

/** Platforms that have links to stories. */
const PLATFORMS_WITH_STORIES = PLATFORMS.flatMap(({ id, hosts }) =>
  Object.values(hosts).some(({ shapes }) => shapes.some(({ kind }) => kind === 'story')) ? id : [],
);

const ANSWER_MAX_BYTES = 2 * 1024 * 1024;

interface ProviderEngineOptions {
  readonly outbound: OutboundClient;
  /** Returns the service in use; null if there is none. Called for every link. */
  readonly service: () => ProviderService | null;
  /** Returns milliseconds since 1970; for tests. */
  readonly now?: () => number;
}

/** Service in use, with the host policy, the reader of file URLs and the quota tracker of all its requests. */
interface Connection {
  readonly service: ProviderService;
  readonly hosts: HostPolicy;
  readonly fileAtUrl: SourceReader;
  readonly quotaTracker: QuotaTracker;
}

/** Returns whether a service reads a platform that has links to stories, so that stories can be requested from it. */
export const takesStories = ({ adapter }: ProviderService): boolean =>
  PLATFORMS_WITH_STORIES.some((id) => adapter.platforms.includes(id));

/**
 * Returns the headers with the key for the gateway through which the services are sold; an empty object without a key. The key is only ever
 * sent in a header, because servers log URLs.
 */
const keyHeaders = ({ apiKey, baseUrl }: ProviderService): Record<string, string> =>
  apiKey === null ? {} : { 'x-rapidapi-key': apiKey, 'x-rapidapi-host': new URL(baseUrl).hostname };

/** Creates the engine that reads posts through an extraction service. The service may change while the server runs. */
export function createProviderEngine({ outbound, service, now = Date.now }: ProviderEngineOptions): Engine {
  let last: Connection | null = null;
  const connection = (): Connection | null => {
    const wanted = service();
    if (!isDeepStrictEqual(wanted, last?.service ?? null))
      last = wanted && {
        service: wanted,
        hosts: callPolicy(wanted),
        fileAtUrl: createSourceReader(wanted),
        quotaTracker: createQuotaTracker(now),
      };
    return last;
  };
  const reads = ({ platform }: ParsedLink): boolean =>
    service()?.adapter.platforms.some((id) => id === platform) === true;
  return {
    name: 'provider',
    isSetUp: () => service() !== null,
    supports: (link) => link.kind !== 'share' && link.kind !== 'sample' && reads(link),
    async extract(link, signal): Promise<EngineOutcome> {
      signal.throwIfAborted();
      const current = connection();
      // The owner may have removed or changed the service since the engine was selected.
      if (current === null || !reads(link)) return failed('no_service');
      const { hosts, quotaTracker, fileAtUrl } = current;
      const { baseUrl, adapter } = current.service;
      const { path, headers, ...request } = adapter.request(link);
      const answer = await askService(
        { outbound, quotaTracker, maxBytes: ANSWER_MAX_BYTES },
        {
          ...request,
          url: `${baseUrl.replace(/\/+$/, '')}${path}`,
          headers: { accept: 'application/json', ...headers, ...keyHeaders(current.service) },
          hosts,
        },
        signal,
      );
      if (!answer.ok) return answer;
      return (
        serviceFailureOf(answer.status, answer.headers, answer.text, now()) ??
        adapter.read(readJson(answer.text), link, fileAtUrl)
      );
    },
    quota: () => connection()?.quotaTracker.remainingQuota() ?? null,
  };
}
