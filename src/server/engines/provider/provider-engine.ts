import { type Door, DoorError, type HostPolicy } from '../../net/door.ts';
import { ownersOrigin } from '../../net/host-policy.ts';
import { readText } from '../../net/read-body.ts';
import type { Engine, EngineOutcome } from '../engine.ts';
import { createQuotaRest } from '../quota-rest.ts';
import { VERDICT_OF_SERVICE_FAULT } from '../service-faults.ts';
import { readProviderAnswer } from './provider-answer.ts';
import { verdictOfStatus } from './provider-verdict.ts';

const ANSWER_MAX_BYTES = 2 * 1024 * 1024;

export interface ProviderEngineOptions {
  readonly door: Door;
  /** Base address of the extraction API, the owner's word: plain http and private addresses are in order. */
  readonly host: string;
  readonly apiKey: string;
  /** Milliseconds since 1970, for tests. */
  readonly now?: () => number;
}

/** Makes the engine that asks the specification's extraction API (section 7). Throws TypeError when `host` is no absolute address. */
export function createProviderEngine({ door, host, apiKey, now = Date.now }: ProviderEngineOptions): Engine {
  const endpoint = `${host.replace(/\/+$/, '')}/download`;
  const hosts: HostPolicy = ownersOrigin(endpoint);
  const quota = createQuotaRest(now);
  const headers = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
    'x-rapidapi-key': apiKey,
    'x-rapidapi-host': new URL(endpoint).hostname,
  };
  return {
    name: 'provider',
    supports(link) {
      return link.platform !== 'sample' && link.kind !== 'share' && link.kind !== 'sample';
    },
    async extract(link, signal): Promise<EngineOutcome> {
      signal.throwIfAborted();
      // What is asked beyond a quota is refused, and often paid for.
      const resting = quota.verdict();
      if (resting !== null) return resting;
      try {
        const response = await door.request({
          url: endpoint,
          method: 'POST',
          headers,
          body: new URLSearchParams({ url: link.url }).toString(),
          hosts,
          // The key must never travel on to wherever an answer points.
          redirects: 0,
          signal,
        });
        quota.note(response.status, response.headers);
        const text = await readText(response, { maxBytes: ANSWER_MAX_BYTES });
        return (
          verdictOfStatus(response.status, response.headers, text, now()) ?? readProviderAnswer(text, link)
        );
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof DoorError) return VERDICT_OF_SERVICE_FAULT[error.fault];
        throw error;
      }
    },
    quota: quota.left,
  };
}
