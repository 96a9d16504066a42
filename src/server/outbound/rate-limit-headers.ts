// Rate limit headers of upstream responses: Retry-After, RateLimit and the older X-RateLimit names.

type Headers = Readonly<Record<string, string>>;

/** Smallest numbers that stand for a time since 1970, in seconds or milliseconds. A smaller number is a number of seconds to wait. */
const EPOCH_SECONDS_MIN = 1_000_000_000;
const EPOCH_MS_MIN = 1_000_000_000_000;
/** Longest wait that is accepted, 32 days. Quotas last a month at most, so a longer wait is an error of the service. */
const PAUSE_MAX_SECONDS = 32 * 24 * 60 * 60;

/** Matches `ratelimit-remaining`, `x-ratelimit-remaining`, `x-ratelimit-requests-remaining` and similar header names. */
const REMAINING_HEADER = /^(?:x-)?ratelimit(?:-[a-z0-9-]+)?-remaining$/;

/**
 * Parses a header value (a number of seconds, a time since 1970 or a date) as the seconds from `now` (milliseconds since 1970) on, 0 for a
 * time that has passed. Returns null if the value is missing, invalid or beyond PAUSE_MAX_SECONDS.
 */
const readWait = (header: string | undefined, now: number): number | null => {
  const value = header?.trim() ?? '';
  if (value === '') return null;
  const moment = /^\d{1,15}(?:\.\d+)?$/.test(value) ? Number(value) : Date.parse(value) / 1_000;
  if (Number.isNaN(moment)) return null;
  const isDate = !/^[\d.]+$/.test(value);
  const inSeconds = moment >= EPOCH_MS_MIN ? moment / 1_000 : moment;
  const seconds = isDate || inSeconds >= EPOCH_SECONDS_MIN ? inSeconds - now / 1_000 : inSeconds;
  return seconds > PAUSE_MAX_SECONDS ? null : Math.max(0, Math.ceil(seconds));
};

/**
 * Returns the waits, in seconds, of the used-up quotas in a combined `ratelimit` header; null for a quota without a valid reset time. IETF
 * draft 7 describes a single quota (`limit=10, remaining=0, reset=7`), draft 8 a list of quotas (`"burst";r=5;t=1, "daily";r=0;t=7`).
 */
const readCombined = (header: string, now: number): readonly (number | null)[] =>
  (header.includes('remaining') ? [header] : header.split(','))
    .filter((quota) => /(?:remaining|\br)\s*=\s*0(?!\d)/.test(quota))
    .map((quota) => readWait(/(?:reset|\bt)\s*=\s*(\d+)/.exec(quota)?.[1], now));

/**
 * Returns the seconds until all used-up quotas are reset; null if no quota is used up or no reset time is given. `now` is in milliseconds
 * since 1970.
 */
export const parseUsedUpWait = (headers: Headers, now: number): number | null => {
  const waits = Object.keys(headers)
    .filter((name) => REMAINING_HEADER.test(name) && /^\s*0+\s*$/.test(headers[name] ?? ''))
    .map((name) => readWait(headers[name.replace(/remaining$/, 'reset')], now));
  const known = [...waits, ...readCombined(headers['ratelimit'] ?? '', now)].filter((wait) => wait !== null);
  return known.length === 0 ? null : Math.max(...known);
};

/** Returns the seconds to wait from the Retry-After header; null if it is missing or invalid. `now` is in milliseconds since 1970. */
export const parseRetryAfter = (headers: Headers, now: number): number | null =>
  readWait(headers['retry-after'], now);

/**
 * Returns the seconds to wait after a 429: from Retry-After, otherwise from the used-up quotas, otherwise from any reset header. Returns
 * null if the headers state no wait. `now` is in milliseconds since 1970.
 */
export const parseRateLimitWait = (headers: Headers, now: number): number | null =>
  parseRetryAfter(headers, now) ??
  parseUsedUpWait(headers, now) ??
  readWait(
    headers['x-ratelimit-requests-reset'] ?? headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'],
    now,
  );

/** Quota of a service in requests, as its response headers report it. */
export interface ReportedQuota {
  readonly remaining: number;
  readonly limit: number;
  /** Time of the next reset, in milliseconds since 1970. */
  readonly resetAt: number;
}

const readCount = (header: string | undefined): number | null =>
  header !== undefined && /^\s*\d{1,9}\s*$/.test(header) ? Number(header) : null;

/** Parses a quota from the values of its three headers; null if one of them is missing or invalid, or the limit is 0. */
const readQuota = (
  [remaining, limit, reset]: readonly (string | undefined)[],
  now: number,
): ReportedQuota | null => {
  const [left, total, wait] = [readCount(remaining), readCount(limit), readWait(reset, now)];
  if (left === null || total === null || total === 0 || wait === null) return null;
  return { remaining: Math.min(left, total), limit: total, resetAt: now + wait * 1_000 };
};

/**
 * Returns the quotas for which a response states remaining requests, limit and reset time. The first one has the smallest share of requests
 * left. `now` is in milliseconds since 1970.
 */
export const parseQuotas = (headers: Headers, now: number): readonly ReportedQuota[] => {
  const separate = Object.keys(headers)
    .filter((name) => REMAINING_HEADER.test(name))
    .map((name) => ['remaining', 'limit', 'reset'].map((part) => headers[name.replace(/remaining$/, part)]));
  const combined = headers['ratelimit'] ?? '';
  const fromCombined = ['remaining', 'limit', 'reset'].map(
    (part) => new RegExp(`\\b${part}\\s*=\\s*(\\d+)`).exec(combined)?.[1],
  );
  return [...separate, fromCombined]
    .flatMap((values) => readQuota(values, now) ?? [])
    .sort((one, other) => one.remaining / one.limit - other.remaining / other.limit);
};
