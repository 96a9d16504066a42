import { isDeepStrictEqual } from 'node:util';
import type { ProviderName } from '#shared/contract/engine-names.ts';
import type { AnswerDefinition } from '#shared/contract/provider-definition.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { PLATFORMS } from '#shared/platforms/platforms.ts';
import { failed, withCause } from '../../extraction/engine-failure.ts';
import type { EngineOutcome } from '../../extraction/engine-outcome.ts';
import { readJson } from '../../extraction/json-value.ts';
import type { HostPolicy, OutboundClient } from '../../net/outbound-client.ts';
import { askService, type ServiceAnswer } from '../ask-service.ts';
import type { Engine } from '../engine.ts';
import { createQuotaTracker, type QuotaTracker } from '../quota-tracker.ts';
import { mappedFailure, readMappedAnswer } from './mapped-answer.ts';
import { readProviderAnswer } from './provider-answer.ts';
import { failureOfStatus } from './provider-failure.ts';
import { providerRequest, takesLinks } from './provider-request.ts';
import {
  callPolicy,
  createSourceReader,
  type ProviderService,
  type SourceReader,
} from './provider-service.ts';

/** Platforms that have links to stories. */
const PLATFORMS_WITH_STORIES = PLATFORMS.flatMap(({ id, hosts }) =>
  Object.values(hosts).some(({ shapes }) => shapes.some(({ kind }) => kind === 'story')) ? id : [],
);

const ANSWER_MAX_BYTES = 2 * 1024 * 1024;

/** Options of a provider engine. */
export interface ProviderEngineOptions {
  readonly name: ProviderName;
  readonly outbound: OutboundClient;
  /** Returns the current service, null for none. Called for every link. `host` must be an absolute URL. */
  readonly service: () => ProviderService | null;
  /** Returns milliseconds since 1970; for tests. */
  readonly now?: () => number;
}

/** Service with what its calls share. */
interface Connection {
  readonly service: ProviderService;
  readonly hosts: HostPolicy;
  readonly sourceOf: SourceReader;
  readonly quota: QuotaTracker;
}

type Headers = Readonly<Record<string, string>>;

/** Adds the standard names of quota headers to those that a service names otherwise. */
const withQuotaNames = (headers: Headers, { definition: { quota } }: ProviderService): Headers => {
  if (quota === undefined) return headers;
  const named = Object.entries(quota).flatMap(([part, name]) => {
    const value = headers[name];
    return value === undefined ? [] : [[`x-ratelimit-${part}`, value] as const];
  });
  return { ...headers, ...Object.fromEntries(named) };
};

const renamingQuota = (tracker: QuotaTracker, service: ProviderService): QuotaTracker => ({
  ...tracker,
  record: (status, headers) => tracker.record(status, withQuotaNames(headers, service)),
});

const connectTo = (name: ProviderName, service: ProviderService, now: () => number): Connection => ({
  service,
  hosts: callPolicy(service),
  sourceOf: createSourceReader(name, service),
  quota: renamingQuota(createQuotaTracker(now), service),
});

/** Returns whether a service may be called: one that demands a key has one. */
export const isComplete = ({ apiKey, definition }: ProviderService): boolean =>
  apiKey !== null || definition.key !== 'required';

/** Returns whether a service may be asked for stories: by their links, on a platform that has links to stories. */
export const takesStories = ({ definition: { platforms } }: ProviderService): boolean =>
  PLATFORMS_WITH_STORIES.some((id) => {
    const reading = platforms[id];
    return reading !== undefined && takesLinks(reading.request);
  });

const readAnswer = (
  form: AnswerDefinition,
  { status, headers, text }: ServiceAnswer,
  link: ParsedLink,
  { sourceOf, now }: { readonly sourceOf: SourceReader; readonly now: number },
): EngineOutcome => {
  const body = readJson(text);
  const stated = form.form === 'medias' ? null : mappedFailure(form, { status, body });
  const failure = stated ?? failureOfStatus(status, headers, text, now);
  if (failure !== null) return failure;
  return form.form === 'medias'
    ? readProviderAnswer(body, link, sourceOf, form.username)
    : readMappedAnswer(form, body, link, sourceOf);
};

/** Creates the engine that reads posts through an extraction service. The service may change while the server runs. */
export function createProviderEngine({
  name,
  outbound,
  service,
  now = Date.now,
}: ProviderEngineOptions): Engine {
  let last: Connection | null = null;
  const connection = (): Connection | null => {
    const wanted = service();
    if (!isDeepStrictEqual(wanted, last?.service ?? null))
      last = wanted === null ? null : connectTo(name, wanted, now);
    return last;
  };
  const readingOf = ({ platform }: ParsedLink) =>
    platform === 'sample' ? undefined : service()?.definition.platforms[platform];
  return {
    name,
    isSetUp() {
      const current = service();
      return current !== null && isComplete(current);
    },
    supports(link) {
      if (link.kind === 'share' || link.kind === 'sample') return false;
      const reading = readingOf(link);
      return reading !== undefined && (link.kind !== 'story' || takesLinks(reading.request));
    },
    async extract(link, signal): Promise<EngineOutcome> {
      signal.throwIfAborted();
      const current = connection();
      const reading = readingOf(link);
      // The owner may have removed or changed the service since the engine was selected.
      if (current === null || reading === undefined) return withCause(failed('no_engine'), 'no_service');
      const { hosts, quota, sourceOf } = current;
      const answer = await askService(
        { outbound, quota, maxBytes: ANSWER_MAX_BYTES },
        { ...providerRequest(current.service, reading.request, link), hosts },
        signal,
      );
      if (!answer.ok) return answer;
      return readAnswer(reading.answer, answer, link, { sourceOf, now: now() });
    },
    quota: () => connection()?.quota.left() ?? null,
  };
}
