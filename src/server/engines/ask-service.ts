import { readText } from '../outbound/exchange.ts';
import {
  type OutboundClient,
  OutboundError,
  type OutboundFault,
  type OutboundRequest,
} from '../outbound/outbound-client.ts';
import {
  parseQuotas,
  parseRateLimitWait,
  parseRetryAfter,
  parseUsedUpWait,
  type ReportedQuota,
} from '../outbound/rate-limit-headers.ts';
import { type EngineFailure, type FailureCause, failed } from '../platforms/failures.ts';
import type { EngineQuota } from './engine.ts';

type Headers = Readonly<Record<string, string>>;

export type QuotaTracker = ReturnType<typeof createQuotaTracker>;

/**
 * Creates a tracker of the quota that a paid or limited service reports, so that the server sends the service no request that the service
 * would reject. `now` returns milliseconds since 1970.
 */
export const createQuotaTracker = (now: () => number) => {
  let blockedUntil = 0;
  let lastQuota: ReportedQuota | null = null;
  return {
    /** Returns the failure to report instead of calling the service; null while the service may be called. */
    failure(): EngineFailure | null {
      const leftMs = blockedUntil - now();
      return leftMs <= 0 ? null : failed('quota_used_up', { retryAfter: Math.ceil(leftMs / 1_000) });
    },
    /**
     * Records the quota headers of a response. After a 429, and once a quota is used up, the service may not be called until the time that
     * the headers state.
     */
    record(status: number, headers: Headers): void {
      const wait = status === 429 ? parseRateLimitWait(headers, now()) : parseUsedUpWait(headers, now());
      if (wait !== null) blockedUntil = Math.max(blockedUntil, now() + wait * 1_000);
      lastQuota = parseQuotas(headers, now())[0] ?? lastQuota;
    },
    /**
     * Returns the quota closest to its limit, from the last response that reported a quota; null when no quota is known or the known one
     * has been reset.
     */
    remainingQuota: (): EngineQuota | null =>
      lastQuota === null || lastQuota.resetAt <= now()
        ? null
        : { remaining: lastQuota.remaining, limit: lastQuota.limit },
  };
};

// Requests to the services that the owner has set up, such as a provider or a cobalt server.

/** Causes of the faults that have another meaning for a service than for a platform's page. */
const CAUSES: Readonly<Partial<Record<OutboundFault, FailureCause>>> = {
  'too-large': 'provider_answer',
  'refused-address': 'service_refused',
  'refused-host': 'service_refused',
  'refused-redirect': 'service_refused',
};

/** Response of a service, with its body as text. */
interface ServiceAnswer {
  readonly ok: true;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Client, quota tracker and response limit that all requests to one service share. */
interface ServiceCall {
  readonly outbound: OutboundClient;
  /**
   * Tracker of the quota that the service reports. No calls are made beyond the quota, because the service would reject them and often
   * charge for them.
   */
  readonly quotaTracker: QuotaTracker;
  /** Maximum size of a response that is read, in bytes. */
  readonly maxBytes: number;
}

/**
 * Requests a post from a service. Returns the response whatever its status, or the failure if the quota is used up, the request fails or
 * the response is larger than `maxBytes`. Does not follow redirects, so that a key is never sent to another URL. Rejects only on an
 * internal error or when `signal` aborts.
 */
export async function askService(
  { outbound, quotaTracker, maxBytes }: ServiceCall,
  request: Omit<OutboundRequest, 'redirects' | 'signal'>,
  signal: AbortSignal,
): Promise<ServiceAnswer | EngineFailure> {
  signal.throwIfAborted();
  const quotaFailure = quotaTracker.failure();
  if (quotaFailure !== null) return quotaFailure;
  try {
    const response = await outbound.request({ ...request, redirects: 0, signal });
    const { status, headers } = response;
    quotaTracker.record(status, headers);
    return { ok: true, status, headers, text: await readText(response, { maxBytes }) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof OutboundError) return failed(CAUSES[error.fault] ?? error.fault);
    throw error;
  }
}

const causeOfStatus = (status: number): FailureCause => {
  if (status === 401 || status === 403) return 'provider_key';
  if (status === 429) return 'too_many_requests';
  return status >= 500 ? 'upstream_error' : 'provider_answer';
};

/** Returns the failure for an HTTP status of a service, if the body says nothing more. */
export const failureOfServiceStatus = (status: number): EngineFailure =>
  failed(causeOfStatus(status), { httpStatus: status });

const waitOf = ({ code, reason }: EngineFailure, headers: Headers, now: number): number | null => {
  if (code === 'rate_limited') return parseRateLimitWait(headers, now);
  return reason === 'upstream_error' ? parseRetryAfter(headers, now) : null;
};

/**
 * Returns the failure with a `retryAfter` from the headers, if the service is overloaded or limits requests and the headers state one;
 * otherwise the same failure. `now` is in milliseconds since 1970.
 */
export const withServiceWait = (failure: EngineFailure, headers: Headers, now: number): EngineFailure => {
  const wait = waitOf(failure, headers, now);
  return wait === null || wait === 0 ? failure : { ...failure, retryAfter: wait };
};
