import {
  parseQuotas,
  parseRateLimitWait,
  parseUsedUpWait,
  type ReportedQuota,
} from '../outbound/rate-limit-headers.ts';
import { type EngineFailure, failed } from '../platforms/reading/engine-outcome.ts';
import type { EngineQuota } from './engine.ts';

type Headers = Readonly<Record<string, string>>;

/** Tracks the quota that a paid or limited service reports, so that the server sends it no request that it would reject. */
export interface QuotaTracker {
  /** Returns the failure to report instead of calling the service; null while the service may be called. */
  failure(): EngineFailure | null;
  /** Records the quota headers of a response: a 429, or a used-up quota. */
  record(status: number, headers: Headers): void;
  /** Returns the quota closest to its limit, from the last response that reported one; null when none is known or once it has been reset. */
  left(): EngineQuota | null;
}

/** Creates a quota tracker for one service. `now` returns milliseconds since 1970. */
export const createQuotaTracker = (now: () => number): QuotaTracker => {
  let until = 0;
  let lastQuota: ReportedQuota | null = null;
  return {
    failure() {
      const left = until - now();
      return left <= 0 ? null : failed('quota_used_up', { retryAfter: Math.ceil(left / 1_000) });
    },
    record(status, headers) {
      const wait = status === 429 ? parseRateLimitWait(headers, now()) : parseUsedUpWait(headers, now());
      if (wait !== null) until = Math.max(until, now() + wait * 1_000);
      lastQuota = parseQuotas(headers, now())[0] ?? lastQuota;
    },
    left: () =>
      lastQuota === null || lastQuota.until <= now()
        ? null
        : { remaining: lastQuota.remaining, limit: lastQuota.limit },
  };
};
