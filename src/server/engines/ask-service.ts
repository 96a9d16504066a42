import { readText } from '../outbound/exchange.ts';
import {
  type OutboundClient,
  OutboundError,
  type OutboundFault,
  type OutboundRequest,
} from '../outbound/outbound-client.ts';
import { parseRateLimitWait, parseRetryAfter } from '../outbound/rate-limit-headers.ts';
import type { FailureCause } from '../platforms/failures.ts';
import { type EngineFailure, failed } from '../platforms/reading/engine-outcome.ts';
import type { QuotaTracker } from './quota-tracker.ts';

// Requests to the services that the owner has set up, such as a provider or a cobalt instance.

/** Causes of faults that mean otherwise for a service than for a platform's page. */
const CAUSES: Readonly<Partial<Record<OutboundFault, FailureCause>>> = {
  'too-large': 'provider_answer',
  'refused-address': 'service_refused',
  'refused-host': 'service_refused',
  'refused-redirect': 'service_refused',
};

type Headers = Readonly<Record<string, string>>;

/** Response of a service, with its body as text. */
export interface ServiceAnswer {
  readonly ok: true;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Client, quota tracker and response limit that all requests to one service share. */
export interface ServiceCall {
  readonly outbound: OutboundClient;
  /** Quota that the service reports. Calls beyond it are not made: they are rejected, and often charged. */
  readonly quota: QuotaTracker;
  /** Longest response that is read. */
  readonly maxBytes: number;
}

/**
 * Requests a post from a service. Returns its response whatever the status, or the failure if the quota is used up or no response
 * arrives. Redirects are not followed, so that a key is never sent to another URL. Rejects only on an internal error or when `signal`
 * aborts.
 */
export async function askService(
  { outbound, quota, maxBytes }: ServiceCall,
  request: Omit<OutboundRequest, 'redirects' | 'signal'>,
  signal: AbortSignal,
): Promise<ServiceAnswer | EngineFailure> {
  signal.throwIfAborted();
  const quotaFailure = quota.failure();
  if (quotaFailure !== null) return quotaFailure;
  try {
    const response = await outbound.request({ ...request, redirects: 0, signal });
    const { status, headers } = response;
    quota.record(status, headers);
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
 * Returns the failure with the wait that the headers state, if the service is overloaded or limits requests. `now` is in milliseconds
 * since 1970.
 */
export const withServiceWait = (failure: EngineFailure, headers: Headers, now: number): EngineFailure => {
  const wait = waitOf(failure, headers, now);
  return wait === null || wait === 0 ? failure : { ...failure, retryAfter: wait };
};
