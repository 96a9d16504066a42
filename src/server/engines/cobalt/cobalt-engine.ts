import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { ownersOrigin } from '../../net/host-policy.ts';
import { type OutboundClient, OutboundError } from '../../net/outbound-client.ts';
import { readText } from '../../net/read-body.ts';
import type { Engine, EngineOutcome } from '../engine.ts';
import { createQuotaTracker, retryAfterOf, waitAsked } from '../quota-tracker.ts';
import { failureOfServiceFault } from '../service-faults.ts';
import { readCobaltAnswer } from './cobalt-answer.ts';
import { createInstanceFacts } from './instance-facts.ts';

/** A set of forty pictures with their tunnel addresses is about 40 KB. */
const ANSWER_MAX_BYTES = 512 * 1024;

export interface CobaltEngineOptions {
  readonly outbound: OutboundClient;
  /** Address of the owner's own instance: plain http and private addresses are in order. */
  readonly url: string;
  /** Null for an instance that asks for none. */
  readonly apiKey: string | null;
  /** Milliseconds since 1970, for tests. */
  readonly now?: () => number;
}

const TAKEN: ReadonlySet<ParsedLink['kind']> = new Set(['post', 'reel', 'tv', 'video', 'photo']);

/**
 * Only what every version since 10 knows: an instance refuses a body with a word it does not know. `videoQuality` asks
 * for the best there is, `classic` for file names that hold the handle.
 */
const bodyFor = (link: ParsedLink): string => {
  const address = new URL(link.url);
  address.search = '';
  return JSON.stringify({ url: address.href, videoQuality: 'max', filenameStyle: 'classic' });
};

/** Makes the engine that asks the owner's own cobalt instance. Throws TypeError when `url` is no absolute address. */
export function createCobaltEngine({ outbound, url, apiKey, now = Date.now }: CobaltEngineOptions): Engine {
  const base = url.replace(/\/+$/, '');
  const endpoint = `${base}/`;
  const hosts = ownersOrigin(endpoint);
  const quota = createQuotaTracker(now);
  const closing = new AbortController();
  const facts = createInstanceFacts({ outbound, endpoint, hosts, now, signal: closing.signal });
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(apiKey === null ? {} : { authorization: `Api-Key ${apiKey}` }),
  };

  const ask = async (link: ParsedLink, signal: AbortSignal): Promise<EngineOutcome> => {
    // The key must never travel on to wherever an answer points.
    const call = {
      url: endpoint,
      method: 'POST',
      headers,
      body: bodyFor(link),
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
        ? waitAsked(response.headers, now())
        : outcome.reason === 'upstream_error'
          ? retryAfterOf(response.headers, now())
          : null;
    return wait === null || wait === 0 ? outcome : { ...outcome, retryAfter: wait };
  };

  return {
    name: 'cobalt',
    supports(link) {
      // A story is named by whose it is and its number; a person's whole row of stories is not one post.
      return TAKEN.has(link.kind) || (link.kind === 'story' && /^\d+$/.test(link.id));
    },
    async extract(link, signal): Promise<EngineOutcome> {
      signal.throwIfAborted();
      const resting = quota.failure();
      if (resting !== null) return resting;
      try {
        return await ask(link, signal);
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
