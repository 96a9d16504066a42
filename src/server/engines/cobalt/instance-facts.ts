import * as z from 'zod';
import type { HostPolicy, OutboundClient } from '../../net/outbound-client.ts';
import { readText } from '../../net/read-body.ts';
import type { EngineFacts } from '../engine.ts';

const LOOK_AGAIN_MS = 10 * 60 * 1_000;
const LOOK_MAX_MS = 5_000;
const ANSWER_MAX_BYTES = 64 * 1024;

/** What is shown to the owner is another program's own word: only what looks like a version. */
const infoSchema = z.object({ cobalt: z.object({ version: z.string().regex(/^\d[\w.+-]{0,31}$/) }) });

export interface InstanceFactsOptions {
  readonly outbound: OutboundClient;
  readonly endpoint: string;
  readonly hosts: HostPolicy;
  readonly now: () => number;
  /** Aborts when the server closes. */
  readonly signal: AbortSignal;
}

/**
 * Keeps what the owner should know of his instance. Asking gives what is known now, and has the instance asked anew in the
 * background where that is more than ten minutes old. Never throws: an instance that does not answer has no version.
 */
export const createInstanceFacts = ({ outbound, endpoint, hosts, now, signal }: InstanceFactsOptions) => {
  let version: string | null = null;
  let looked = Number.NEGATIVE_INFINITY;

  const look = async (): Promise<string | null> => {
    const call = { url: endpoint, headers: { accept: 'application/json' }, hosts, redirects: 0 };
    try {
      const response = await outbound.request({
        ...call,
        signal: AbortSignal.any([signal, AbortSignal.timeout(LOOK_MAX_MS)]),
      });
      const told: unknown = JSON.parse(await readText(response, { maxBytes: ANSWER_MAX_BYTES }));
      return infoSchema.safeParse(told).data?.cobalt.version ?? null;
    } catch {
      return null;
    }
  };

  return (): EngineFacts => {
    if (now() - looked >= LOOK_AGAIN_MS && !signal.aborted) {
      looked = now();
      void look().then((told) => {
        version = told;
      });
    }
    return { version, warning: null };
  };
};
