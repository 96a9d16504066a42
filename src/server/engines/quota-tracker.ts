import type { EngineFailure, EngineQuota } from './engine.ts';
import { nonTerminal, withCause } from './engine-failure.ts';

type Headers = Readonly<Record<string, string>>;

/** Remembers what a paid or limited service said of its quota, so that it is left alone while it would only refuse. */
export interface QuotaTracker {
  /** The failure to give in place of asking; null while the service may be asked. */
  failure(): EngineFailure | null;
  /** Reads what an answer says: a 429, or that this was the last call for now. */
  record(status: number, headers: Headers): void;
  /** What the last answer that spoke of quotas said is left of the one nearest its end; null once that begins anew. */
  left(): EngineQuota | null;
}

/** Above these a number is no wait but a moment, in seconds or milliseconds since 1970. */
const MOMENT_SECONDS = 1_000_000_000;
const MOMENT_MS = 1_000_000_000_000;
/** Quotas are counted by the month at most; a longer wait is a mistake of the service. */
const PAUSE_MAX_SECONDS = 32 * 24 * 60 * 60;

/** `ratelimit-remaining`, `x-ratelimit-remaining`, `x-ratelimit-requests-remaining` and their like. */
const REMAINING_HEADER = /^(?:x-)?ratelimit(?:-[a-z0-9-]+)?-remaining$/;

const readWait = (text: string | undefined, now: number): number | null => {
  const given = text?.trim() ?? '';
  if (given === '') return null;
  const moment = /^\d{1,15}(?:\.\d+)?$/.test(given) ? Number(given) : Date.parse(given) / 1_000;
  if (Number.isNaN(moment)) return null;
  const isDate = !/^[\d.]+$/.test(given);
  const inSeconds = moment >= MOMENT_MS ? moment / 1_000 : moment;
  const seconds = isDate || inSeconds >= MOMENT_SECONDS ? inSeconds - now / 1_000 : inSeconds;
  return seconds > PAUSE_MAX_SECONDS ? null : Math.max(0, Math.ceil(seconds));
};

/**
 * `ratelimit: limit=10, remaining=0, reset=7` and its successor `"burst";r=5;t=1, "daily";r=0;t=7` (IETF drafts 7 and 8): the
 * one tells of one quota, the other of each apart.
 */
const readCombined = (text: string, now: number): readonly (number | null)[] =>
  (text.includes('remaining') ? [text] : text.split(','))
    .filter((quota) => /(?:remaining|\br)\s*=\s*0(?!\d)/.test(quota))
    .map((quota) => readWait(/(?:reset|\bt)\s*=\s*(\d+)/.exec(quota)?.[1], now));

/** Seconds until every quota that is used up begins anew; null where none is, or nobody says when. */
const untilRefilled = (headers: Headers, now: number): number | null => {
  const waits = Object.keys(headers)
    .filter((name) => REMAINING_HEADER.test(name) && /^\s*0+\s*$/.test(headers[name] ?? ''))
    .map((name) => readWait(headers[name.replace(/remaining$/, 'reset')], now));
  const known = [...waits, ...readCombined(headers['ratelimit'] ?? '', now)].filter((wait) => wait !== null);
  return known.length === 0 ? null : Math.max(...known);
};

/** Seconds an answer's Retry-After asks to wait; null when it has none that can be read. `now` is milliseconds since 1970. */
export const retryAfterOf = (headers: Headers, now: number): number | null =>
  readWait(headers['retry-after'], now);

/** Seconds a 429 asks to wait; null when it does not say. `now` is milliseconds since 1970. */
export const waitAsked = (headers: Headers, now: number): number | null =>
  retryAfterOf(headers, now) ??
  untilRefilled(headers, now) ??
  readWait(
    headers['x-ratelimit-requests-reset'] ?? headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'],
    now,
  );

interface ParsedQuota extends EngineQuota {
  /** When it begins anew, milliseconds since 1970. */
  readonly until: number;
}

const readCount = (text: string | undefined): number | null =>
  text !== undefined && /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : null;

/** A quota as its headers tell it; null where they do not say of how many, or until when. */
const readQuota = (
  [remaining, limit, reset]: readonly (string | undefined)[],
  now: number,
): ParsedQuota | null => {
  const [left, of, wait] = [readCount(remaining), readCount(limit), readWait(reset, now)];
  if (left === null || of === null || of === 0 || wait === null) return null;
  return { remaining: Math.min(left, of), limit: of, until: now + wait * 1_000 };
};

/** Every quota an answer tells of whole, the one nearest its end first. */
const readQuotas = (headers: Headers, now: number): readonly ParsedQuota[] => {
  const apart = Object.keys(headers)
    .filter((name) => REMAINING_HEADER.test(name))
    .map((name) => ['remaining', 'limit', 'reset'].map((part) => headers[name.replace(/remaining$/, part)]));
  const combined = headers['ratelimit'] ?? '';
  const together = ['remaining', 'limit', 'reset'].map(
    (part) => new RegExp(`\\b${part}\\s*=\\s*(\\d+)`).exec(combined)?.[1],
  );
  return [...apart, together]
    .flatMap((told) => readQuota(told, now) ?? [])
    .sort((one, other) => one.remaining / one.limit - other.remaining / other.limit);
};

/** Makes a memory of one service's quota. `now` gives milliseconds since 1970. */
export const createQuotaTracker = (now: () => number): QuotaTracker => {
  let until = 0;
  let told: ParsedQuota | null = null;
  return {
    failure() {
      const left = until - now();
      return left <= 0
        ? null
        : withCause(nonTerminal('rate_limited', Math.ceil(left / 1_000)), 'quota_used_up');
    },
    record(status, headers) {
      const wait = status === 429 ? waitAsked(headers, now()) : untilRefilled(headers, now());
      if (wait !== null) until = Math.max(until, now() + wait * 1_000);
      told = readQuotas(headers, now())[0] ?? told;
    },
    left: () =>
      told === null || told.until <= now() ? null : { remaining: told.remaining, limit: told.limit },
  };
};
