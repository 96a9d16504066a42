import { type Announcements, NO_ANNOUNCEMENTS } from '../../base/announcements/announcements.ts';
import { readText } from '../../outbound/exchange.ts';
import { type HostPolicy, type OutboundClient, OutboundError } from '../../outbound/outbound-client.ts';
import { parseRateLimitWait, parseRetryAfter } from '../../outbound/rate-limit-headers.ts';
import {
  BREAKER_RULES,
  type BreakerPass,
  type BreakerRules,
  createCircuitBreaker,
  type RunAssessment,
  type RunSubject,
} from '../circuit-breaker.ts';
import {
  type EngineFailure,
  type EngineOutcome,
  failed,
  plainFailure,
  retryAfterField,
  type StatedFailure,
} from '../failures.ts';

/** Maximum size of a page in bytes; real pages have 0.25 to 1 MB. */
const PAGE_MAX_BYTES = 3 * 1024 * 1024;
/** Time limits for the headers and for the body of a page. A page that hangs must leave time for a request for another page. */
const PAGE_HEADERS_TIMEOUT_MS = 5_000;
const PAGE_BODY_TIMEOUT_MS = 5_000;

/** Request for a page of a platform, or for data that such a page requests itself. */
export interface PageRequest {
  readonly url: string;
  readonly method?: 'POST';
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly hosts: HostPolicy;
  /** Maximum number of redirects to follow. */
  readonly redirects: number;
}

/** Response with a page of a platform, of any status. */
export interface Page {
  readonly ok: true;
  readonly status: number;
  /** URL that responded, after redirects. */
  readonly url: URL;
  /** Absolute target of a redirect status; null for other statuses and for a redirect without a valid target. */
  readonly location: URL | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
  /** Body of the page; empty if `location` is set, because the body of a redirect is not read. */
  readonly text: string;
}

/**
 * Requests a page of a platform. Resolves with the page, whatever its status, or with a failure when the request fails: there is no
 * response, the response is too large, or a redirect is refused. Rejects with the signal's reason on abort, and with internal errors.
 */
export async function readPage(
  outbound: OutboundClient,
  request: PageRequest,
  signal: AbortSignal,
): Promise<Page | EngineFailure> {
  try {
    const response = await outbound.request({
      ...request,
      signal,
      headersTimeoutMs: PAGE_HEADERS_TIMEOUT_MS,
      bodyTimeoutMs: PAGE_BODY_TIMEOUT_MS,
    });
    const location = locationOf(response.status, response.headers['location'], response.url);
    if (location !== null) response.body.destroy();
    return {
      ok: true,
      status: response.status,
      url: new URL(response.url),
      location,
      headers: response.headers,
      setCookies: response.setCookies,
      text: location === null ? await readText(response, { maxBytes: PAGE_MAX_BYTES }) : '',
    };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof OutboundError) return failed(error.fault);
    throw error;
  }
}

/** Returns the failure for a status of 401, 403, 429 or 5xx; null for all other statuses. */
export function failureOfStatus({ status, headers }: Pick<Page, 'status' | 'headers'>): EngineFailure | null {
  const now = Date.now();
  if (status === 429 || status === 403 || status === 401) {
    const facts = { httpStatus: status, ...retryAfterField(parseRateLimitWait(headers, now)) };
    return failed(status === 429 ? 'too_many_requests' : 'forbidden', facts);
  }
  if (status >= 500)
    return failed('upstream_error', {
      httpStatus: status,
      ...retryAfterField(parseRetryAfter(headers, now)),
    });
  return null;
}

function locationOf(status: number, location: string | undefined, base: string): URL | null {
  if (status < 300 || status > 399 || location === undefined) return null;
  return URL.canParse(location, base) ? new URL(location, base) : null;
}

/** Matches visible ASCII without separators (RFC 6265 section 4.1.1), so that no cookie value can end the header line. */
const COOKIE_VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,1024}$/;

/** Returns the values of the cookies in `names` that Set-Cookie lines contain, by name. The last valid line of a name counts. */
export function pageCookies(setCookies: readonly string[], names: ReadonlySet<string>) {
  const cookies = new Map<string, string>();
  for (const line of setCookies) {
    const pair = line.split(';', 1)[0] ?? '';
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    const value = pair.slice(equals + 1).trim();
    if (names.has(name) && COOKIE_VALUE.test(value)) cookies.set(name, value);
  }
  return cookies;
}

/** Returns an object with the `cookie` header for cookies by name; an empty object if there are no cookies. */
export const cookieHeaderOf = (cookies: ReadonlyMap<string, string>): { readonly cookie?: string } =>
  cookies.size === 0 ? {} : { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') };

/**
 * Shortest pause after a refusal that the platform states. Instagram serves one IP address about 75 post pages an hour; further requests
 * only prolong a refusal.
 */
const PAUSE_MS = 3 * 60 * 1_000;
/** Longest pause. A longer stated wait is an error of the platform or belongs to an unrelated quota. */
const PAUSE_MAX_MS = 30 * 60 * 1_000;

/**
 * Rules by which suspicious pages pause a kind of page: those of the circuit breaker, with times for the few pages an hour that a platform
 * grants. The first probe comes soon, because the posts alone may be the reason for several suspicious pages in a row.
 */
const RULES: BreakerRules = {
  ...BREAKER_RULES,
  faultsMs: 5 * 60 * 1_000,
  probeMs: 60 * 1_000,
  firstProbeMs: 5 * 1_000,
};

/**
 * Makes the requests for one kind of page, and pauses them while the platform refuses this server. During a pause, single requests probe
 * whether the platform still refuses.
 */
interface SourcePause {
  /**
   * Calls `requestPage` and returns its outcome. During a pause, calls it only for a run that probes; for every other run returns a failure
   * that states why the page is not requested.
   */
  request(run: RunSubject, requestPage: () => Promise<EngineOutcome>): Promise<EngineOutcome>;
}

/** Returns what the outcome of a page shows about the platform. */
const assessmentOf = (outcome: EngineOutcome): RunAssessment => {
  if (outcome.ok || outcome.page === 'served') return 'answered';
  return outcome.page === 'suspicious' ? 'fault' : 'limited';
};

/**
 * Returns the failure for requests during a pause, from the failure that caused the pause. A failure with another code than `rate_limited`
 * and `failed`, such as `private`, may only concern one post and becomes `unreadable_here`. The result states no wait, because nobody knows
 * how long the refusal lasts.
 */
const pausedAfter = ({ code, reason }: StatedFailure): EngineFailure =>
  code === 'rate_limited' || code === 'failed'
    ? plainFailure({ code, reason }, { skipReason: 'pages_paused' })
    : failed('unreadable_here', { skipReason: 'pages_paused' });

/**
 * Creates the pause control of one kind of page, initially not paused. `now` returns milliseconds of a monotonic clock. A refusal that the
 * platform states also pauses the other instances: `announcements` tells them, and `topic` names the kind of page.
 */
export function createSourcePause(
  now: () => number,
  topic = '',
  announcements: Announcements = NO_ANNOUNCEMENTS,
): SourcePause {
  const breaker = createCircuitBreaker(now, RULES);
  let paused = pausedAfter({ code: 'rate_limited' });

  const pause = (refusal: EngineFailure): void => {
    paused = pausedAfter(refusal);
    const statedMs = (refusal.retryAfter ?? 0) * 1_000;
    breaker.open(Math.max(PAUSE_MS, Math.min(statedMs, PAUSE_MAX_MS)));
  };
  const announce = announcements.join(`pause ${topic}`, pause);
  const settle = (pass: BreakerPass, outcome: EngineOutcome): void => {
    if (!outcome.ok && outcome.page === 'suspicious') paused = pausedAfter(outcome);
    pass.settle(assessmentOf(outcome));
    if (outcome.ok || outcome.page !== 'refused') return;
    pause(outcome);
    announce(outcome);
  };

  return {
    async request(run, requestPage) {
      const pass = breaker.admit(run);
      if (pass === null) return paused;
      try {
        const outcome = await requestPage();
        settle(pass, outcome);
        return outcome;
      } finally {
        // A request that its visitor left shows nothing.
        pass.settle('cancelled');
      }
    },
  };
}
