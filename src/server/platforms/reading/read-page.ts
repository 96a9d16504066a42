import { type HostPolicy, type OutboundClient, OutboundError } from '../../outbound/outbound-client.ts';
import { parseRateLimitWait, parseRetryAfter } from '../../outbound/rate-limit-headers.ts';
import { readText } from '../../outbound/read-body.ts';
import { failed, nonTerminal, withCause } from './engine-failure.ts';
import type { EngineFailure } from './engine-outcome.ts';

/** Maximum size of a page in bytes; real pages have 0.25 to 1 MB. */
const PAGE_MAX_BYTES = 3 * 1024 * 1024;
/** Milliseconds. A page that hangs must leave time for the next page to be tried. */
const PAGE_HEADERS_TIMEOUT_MS = 5_000;
const PAGE_BODY_TIMEOUT_MS = 5_000;

/** Request for a page of a platform, or for what a page requests itself. */
export interface PageRequest {
  readonly url: string;
  readonly method?: 'POST';
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly hosts: HostPolicy;
  readonly redirects: number;
}

/** Response with a page of a platform, of any status. */
export interface Page {
  readonly ok: true;
  readonly status: number;
  /** URL that responded, after redirects. */
  readonly url: URL;
  /** Absolute target of a redirect status; null for other statuses. */
  readonly location: URL | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
  /** Body of the page; empty for a redirect, whose body is not read. */
  readonly text: string;
}

/**
 * Requests a page of a platform. Resolves with the page, whatever its status, or with a failure when there is no response. Rejects
 * with the signal's reason on abort, and with internal errors.
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
      headersTimeout: PAGE_HEADERS_TIMEOUT_MS,
      bodyTimeout: PAGE_BODY_TIMEOUT_MS,
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
    if (error instanceof OutboundError) return withCause(failureOfFault(error), error.fault);
    throw error;
  }
}

/** Returns the failure for a status of 401, 403, 429 or 5xx; null for all other statuses. */
export function failureOfStatus({ status, headers }: Pick<Page, 'status' | 'headers'>): EngineFailure | null {
  const now = Date.now();
  if (status === 429 || status === 403 || status === 401)
    return withCause(nonTerminal('rate_limited', parseRateLimitWait(headers, now)), `http_${status}`);
  if (status >= 500)
    return withCause(failed('upstream_error', parseRetryAfter(headers, now)), `http_${status}`);
  return null;
}

function locationOf(status: number, location: string | undefined, base: string): URL | null {
  if (status < 300 || status > 399 || location === undefined) return null;
  return URL.canParse(location, base) ? new URL(location, base) : null;
}

function failureOfFault(error: OutboundError): EngineFailure {
  switch (error.fault) {
    case 'unresolved':
    case 'unreachable':
    case 'proxy-unreachable':
    case 'proxy-refused':
      return nonTerminal('network');
    case 'timeout':
      return failed('upstream_timeout');
    case 'too-large':
      return failed('page_unreadable');
    case 'bad-answer':
      return failed('upstream_error');
    case 'refused-address':
    case 'refused-host':
    case 'refused-redirect':
      return failed('page_refused');
  }
}
