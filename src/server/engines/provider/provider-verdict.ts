import type { FailureReason, VerdictCode } from '#shared/errors.ts';
import type { EngineVerdict } from '../engine.ts';

/** What an API gateway says of the owner's key or plan; shown to a visitor as "private" it would be a lie. */
const GATEWAY_WORDS =
  /not subscribed|subscri(?:be|ption)|api[\s_-]?key|invalid key|unauthori[sz]ed|cloudflare|error(?: code)?:? 10\d\d|access denied/i;
const ERROR_MAX_CHARACTERS = 2_048;
const ROUTE_WORDS = /endpoint|api doesn'?t exist|does not exist.*(?:path|route)|cannot (?:get|post)/i;

/** Gives what an HTTP error status of the provider says (specification section 8), null for a status with an answer. */
export function verdictOfStatus(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): EngineVerdict | null {
  if (status >= 200 && status < 300) return null;
  // An error is a sentence; a megabyte of one is somebody's attempt to keep the patterns busy.
  const text = body.slice(0, ERROR_MAX_CHARACTERS);
  switch (status) {
    case 401:
      return failed('provider_key');
    case 403:
      return isGateway(text) ? failed('provider_key') : { ok: false, code: 'private', definite: true };
    case 404:
      return ROUTE_WORDS.test(text) || isHtml(text)
        ? failed('provider_answer')
        : { ok: false, code: 'gone', definite: true };
    case 429:
      return { ...undecided('rate_limited'), ...waitOf(headers) };
    default:
      if (status >= 500) return failed('upstream_error');
      return status >= 400 && !isHtml(text) ? verdictOfError(status, text) : failed('provider_answer');
  }
}

/** Gives what an error inside an answer says. None is definite: the same words stand for a provider's own troubles. */
export function verdictOfError(status: number | null, message: string): EngineVerdict {
  if (
    /not supported|unsupported|invalid (?:link|url)|link is empty|url is (?:invalid|empty)/i.test(message)
  ) {
    return undecided('link_invalid');
  }
  if (/no medias?\b|no downloadable|nothing to download/i.test(message)) return undecided('no_media');
  if (/rate limit|too many requests|exceeded|quota/i.test(message) || status === 429)
    return undecided('rate_limited');
  if (/private|restricted|login required|followers only/i.test(message)) return undecided('private');
  if (/not found|deleted|removed|does(?:n'?t| not) exist|unavailable/i.test(message) || status === 404) {
    return undecided('gone');
  }
  if (GATEWAY_WORDS.test(message) || status === 401) return failed('provider_key');
  return status === 403 ? undecided('private') : failed('provider_answer');
}

/** Gives a failure with the reason a person reads. */
export function failed(reason: FailureReason): EngineVerdict {
  return { ok: false, code: 'failed', definite: false, reason };
}

/** Gives a verdict another engine may overturn. */
export function undecided(code: Exclude<VerdictCode, 'failed'>): EngineVerdict {
  return { ok: false, code, definite: false };
}

function isHtml(text: string): boolean {
  return text.trimStart().startsWith('<');
}

function isGateway(text: string): boolean {
  return isHtml(text) || GATEWAY_WORDS.test(text);
}

function waitOf(headers: Readonly<Record<string, string>>): { readonly retryAfter?: number } {
  const given = (headers['retry-after'] ?? headers['x-ratelimit-requests-reset'] ?? '').trim();
  if (/^\d{1,8}$/.test(given)) return { retryAfter: Number(given) };
  const until = Date.parse(given);
  return Number.isNaN(until) ? {} : { retryAfter: Math.max(0, Math.ceil((until - Date.now()) / 1_000)) };
}
