import * as z from 'zod';
import type { HostPolicy, OutboundClient } from '../../net/outbound-client.ts';
import { readText } from '../../net/read-body.ts';
import type { EngineFacts } from '../engine.ts';

const REFRESH_AFTER_MS = 10 * 60 * 1_000;
const FETCH_TIMEOUT_MS = 5_000;
const ANSWER_MAX_BYTES = 64 * 1024;

/** Schema of the instance's self-description. Accepts only text that looks like a version, because the panel displays it. */
const infoSchema = z.object({ cobalt: z.object({ version: z.string().regex(/^\d[\w.+-]{0,31}$/) }) });

/** Options of the version lookup. `now` returns milliseconds since 1970. */
export interface InstanceFactsOptions {
  readonly outbound: OutboundClient;
  readonly endpoint: string;
  readonly hosts: HostPolicy;
  readonly now: () => number;
  /** Aborts when the server closes. */
  readonly signal: AbortSignal;
}

/**
 * Creates a function that returns the last known version of a cobalt instance. When that is more than ten minutes old, a call also
 * starts a request to the instance in the background. Never throws; the version of an instance that does not respond is null.
 */
export const createInstanceFacts = ({ outbound, endpoint, hosts, now, signal }: InstanceFactsOptions) => {
  let version: string | null = null;
  let lastFetch = Number.NEGATIVE_INFINITY;

  const fetchVersion = async (): Promise<string | null> => {
    const call = { url: endpoint, headers: { accept: 'application/json' }, hosts, redirects: 0 };
    try {
      const response = await outbound.request({
        ...call,
        signal: AbortSignal.any([signal, AbortSignal.timeout(FETCH_TIMEOUT_MS)]),
      });
      const info: unknown = JSON.parse(await readText(response, { maxBytes: ANSWER_MAX_BYTES }));
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
