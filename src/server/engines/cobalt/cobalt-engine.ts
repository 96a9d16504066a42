import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { EngineOutcome } from '../../extraction/engine-outcome.ts';
import { ownerOrigin } from '../../net/host-policy.ts';
import { type OutboundClient, OutboundError } from '../../net/outbound-client.ts';
import { parseRateLimitWait, parseRetryAfter } from '../../net/rate-limit-headers.ts';
import { readText } from '../../net/read-body.ts';
import type { Engine } from '../engine.ts';
import { createQuotaTracker } from '../quota-tracker.ts';
import { failureOfServiceFault } from '../service-faults.ts';
import { readCobaltAnswer } from './cobalt-answer.ts';
import { createInstanceFacts } from './instance-facts.ts';

/** Maximum size of a response in bytes. A set of forty pictures with tunnel URLs takes about 40 KB. */
const ANSWER_MAX_BYTES = 512 * 1024;

/** Options of the cobalt engine. */
export interface CobaltEngineOptions {
  readonly outbound: OutboundClient;
  /** URL of the owner's instance; plain http and private addresses are allowed. */
  readonly url: string;
  /** API key; null for an instance that requires none. */
  readonly apiKey: string | null;
  /** Returns milliseconds since 1970; for tests. */
  readonly now?: () => number;
}

const SUPPORTED_KINDS: ReadonlySet<ParsedLink['kind']> = new Set(['post', 'reel', 'tv', 'video', 'photo']);

/**
 * Builds the request body for a link. It contains only fields that every cobalt version since 10 supports, because an instance
 * rejects unknown fields. `videoQuality: max` requests the best quality, `classic` requests file names that contain the handle.
 */
const buildBody = (link: ParsedLink): string => {
  const address = new URL(link.url);
  address.search = '';
  return JSON.stringify({ url: address.href, videoQuality: 'max', filenameStyle: 'classic' });
};

/** Creates the engine that reads posts through the owner's cobalt instance. Throws TypeError unless `url` is an absolute URL. */
export function createCobaltEngine({ outbound, url, apiKey, now = Date.now }: CobaltEngineOptions): Engine {
  const base = url.replace(/\/+$/, '');
  const endpoint = `${base}/`;
  const hosts = ownerOrigin(endpoint);
  const quota = createQuotaTracker(now);
  const closing = new AbortController();
  const facts = createInstanceFacts({ outbound, endpoint, hosts, now, signal: closing.signal });
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(apiKey === null ? {} : { authorization: `Api-Key ${apiKey}` }),
  };

  const requestPost = async (link: ParsedLink, signal: AbortSignal): Promise<EngineOutcome> => {
    // Redirects are not followed, so that the key is never sent to another URL.
    const call = {
      url: endpoint,
      method: 'POST',
      headers,
      body: buildBody(link),
      hosts,
      redirects: 0,
    } as const;
    const response = await outbound.request({ ...call, signal });
    quota.record(response.status, response.headers);
    const text = await readText(response, { maxBytes: ANSWER_MAX_BYTES });
    const outcome = readCobaltAnswer(response.status, text, link, base);
    if (outcome.ok) return outcome;
    const wait =
      outcome.code === 'rate_limited'
        ? parseRateLimitWait(response.headers, now())
        : outcome.reason === 'upstream_error'
          ? parseRetryAfter(response.headers, now())
          : null;
    return wait === null || wait === 0 ? outcome : { ...outcome, retryAfter: wait };
  };

  return {
    name: 'cobalt',
    supports(link) {
      // A link to one story has a numeric id; a link to all stories of an account is not a single post.
      return SUPPORTED_KINDS.has(link.kind) || (link.kind === 'story' && /^\d+$/.test(link.id));
    },
    async extract(link, signal): Promise<EngineOutcome> {
      signal.throwIfAborted();
      const quotaFailure = quota.failure();
      if (quotaFailure !== null) return quotaFailure;
      try {
        return await requestPost(link, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof OutboundError) return failureOfServiceFault(error.fault);
        throw error;
      }
    },
    facts,
    quota: quota.left,
    async close() {
      closing.abort();
    },
  };
}
