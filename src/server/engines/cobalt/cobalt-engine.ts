import * as z from 'zod';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { readText } from '../../outbound/exchange.ts';
import { ownerOrigin } from '../../outbound/host-policy.ts';
import type { OutboundClient, OutboundResponse } from '../../outbound/outbound-client.ts';
import type { EngineOutcome } from '../../platforms/failures.ts';
import { readJson } from '../../platforms/reading/json-value.ts';
import { askService, createQuotaTracker, withServiceWait } from '../ask-service.ts';
import type { Engine, EngineFacts } from '../engine.ts';
import { readCobaltAnswer } from './cobalt-answer.ts';

const REFRESH_AFTER_MS = 10 * 60 * 1_000;
const FETCH_TIMEOUT_MS = 5_000;
const INFO_MAX_BYTES = 64 * 1024;

/** Schema of a cobalt server's description of itself. Accepts only text that looks like a version, because the panel displays it. */
const infoSchema = z.object({ cobalt: z.object({ version: z.string().regex(/^\d[\w.+-]{0,31}$/) }) });

/**
 * Creates a function that returns the facts of a cobalt server: the version that its last response stated, null before the first response
 * and after a request without a usable response. A call also starts a request in the background if the last request is at least ten minutes
 * old. Never throws. `signal` aborts when the engine closes.
 */
const createServerFacts = (
  request: (signal: AbortSignal) => Promise<OutboundResponse>,
  now: () => number,
  signal: AbortSignal,
) => {
  let version: string | null = null;
  let lastFetch = Number.NEGATIVE_INFINITY;

  const fetchVersion = async (): Promise<string | null> => {
    try {
      const response = await request(AbortSignal.any([signal, AbortSignal.timeout(FETCH_TIMEOUT_MS)]));
      const info = readJson(await readText(response, { maxBytes: INFO_MAX_BYTES }));
      return infoSchema.safeParse(info).data?.cobalt.version ?? null;
    } catch {
      return null;
    }
  };

  return (): EngineFacts => {
    if (now() - lastFetch >= REFRESH_AFTER_MS && !signal.aborted) {
      lastFetch = now();
      void fetchVersion().then((fetched) => {
        version = fetched;
      });
    }
    return { version, warning: null };
  };
};

/** Maximum size of a response in bytes. A set of forty pictures with tunnel URLs takes about 40 KB. */
const ANSWER_MAX_BYTES = 512 * 1024;

interface CobaltEngineOptions {
  readonly outbound: OutboundClient;
  /** URL of the owner's cobalt server; plain http and private addresses are allowed. */
  readonly url: string;
  /** API key; null for a server that requires none. */
  readonly apiKey: string | null;
  /** Returns milliseconds since 1970; for tests. */
  readonly now?: () => number;
}

const SUPPORTED_KINDS: ReadonlySet<ParsedLink['kind']> = new Set(['post', 'reel', 'tv', 'video', 'photo']);

/**
 * Builds the request body for a link. It contains only fields that every cobalt version since 10 supports, because a cobalt server
 * rejects unknown fields. `videoQuality: max` requests the best quality, `classic` requests file names that contain the handle.
 */
const buildBody = (link: ParsedLink): string => {
  const address = new URL(link.url);
  address.search = '';
  return JSON.stringify({ url: address.href, videoQuality: 'max', filenameStyle: 'classic' });
};

/** Creates the engine that reads posts through the owner's cobalt server. Throws TypeError unless `url` is an absolute URL. */
export function createCobaltEngine({ outbound, url, apiKey, now = Date.now }: CobaltEngineOptions): Engine {
  const base = url.replace(/\/+$/, '');
  const endpoint = `${base}/`;
  const hosts = ownerOrigin(endpoint);
  const quotaTracker = createQuotaTracker(now);
  const closing = new AbortController();
  const call = { url: endpoint, headers: { accept: 'application/json' }, hosts, redirects: 0 };
  const requestInfo = (signal: AbortSignal) => outbound.request({ ...call, signal });
  const facts = createServerFacts(requestInfo, now, closing.signal);
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(apiKey === null ? {} : { authorization: `Api-Key ${apiKey}` }),
  };

  return {
    name: 'cobalt',
    supports(link) {
      // A link to one story has a numeric id; a link to all stories of an account is not a single post.
      return SUPPORTED_KINDS.has(link.kind) || (link.kind === 'story' && /^\d+$/.test(link.id));
    },
    async extract(link, signal): Promise<EngineOutcome> {
      const answer = await askService(
        { outbound, quotaTracker, maxBytes: ANSWER_MAX_BYTES },
        { url: endpoint, method: 'POST', headers, body: buildBody(link), hosts },
        signal,
      );
      if (!answer.ok) return answer;
      const outcome = readCobaltAnswer(answer.status, answer.text, link, base);
      return outcome.ok ? outcome : withServiceWait(outcome, answer.headers, now());
    },
    facts,
    quota: quotaTracker.remainingQuota,
    async close() {
      closing.abort();
    },
  };
}
