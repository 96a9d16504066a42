import { readText } from '../../outbound/exchange.ts';
import { type HostPolicy, type OutboundClient, OutboundError } from '../../outbound/outbound-client.ts';
import { parseRateLimitWait, parseRetryAfter } from '../../outbound/rate-limit-headers.ts';
import { type EngineFailure, failed, waiting } from './engine-outcome.ts';

/** Maximum size of a page in bytes; real pages have 0.25 to 1 MB. */
const PAGE_MAX_BYTES = 3 * 1024 * 1024;
/** Milliseconds. A page that hangs must leave time for the next page to be tried. */
const PAGE_HEADERS_TIMEOUT_MS = 5_000;
const PAGE_BODY_TIMEOUT_MS = 5_000;

/**
 * Request for a page of a platform, or for data that such a page requests itself. `redirects` is the maximum number of redirects to follow.
 */
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
    if (error instanceof OutboundError) return failed(error.fault);
    throw error;
  }
}

/** Returns the failure for a status of 401, 403, 429 or 5xx; null for all other statuses. */
export function failureOfStatus({ status, headers }: Pick<Page, 'status' | 'headers'>): EngineFailure | null {
  const now = Date.now();
  if (status === 429 || status === 403 || status === 401) {
    const facts = { httpStatus: status, ...waiting(parseRateLimitWait(headers, now)) };
    return failed(status === 429 ? 'too_many_requests' : 'forbidden', facts);
  }
  if (status >= 500)
    return failed('upstream_error', { httpStatus: status, ...waiting(parseRetryAfter(headers, now)) });
  return null;
}

function locationOf(status: number, location: string | undefined, base: string): URL | null {
  if (status < 300 || status > 399 || location === undefined) return null;
  return URL.canParse(location, base) ? new URL(location, base) : null;
}
