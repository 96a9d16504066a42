import type { EngineFailure } from '../engine.ts';
import { failed, nonTerminal, terminal, withCause } from '../engine-failure.ts';
import type { FailureCause } from '../failure-cause.ts';
import { retryAfterOf, waitAsked } from '../quota-tracker.ts';

/** What is said when a quota is used up or calls come too fast. */
const QUOTA_WORDS = /rate limit|too many requests|exceeded|quota/i;
/** What an API gateway says of the owner's key or plan; shown to a visitor as "private" it would be a lie. */
const KEY_WORDS =
  /not subscribed|subscri(?:be|ption)|api[\s_-]?key|\b(?:invalid|missing|wrong|bad|expired|revoked|unknown) (?:key|(?:(?:authentication|access|auth) )?(?:token|credentials))|unauthori[sz]ed|payment required|billing|\byour (?:current )?plan\b|blocked user|contact your api provider|insufficient (?:credits?|balance|funds)|cannot consume this service/i;
/** The same without naming key or plan; platforms say such things too, so every other reading goes first. */
const GATEWAY_WORDS =
  /cloudflare|error(?: code)?:? 10\d\d|access denied|^\W*forbidden\W*$|not authori[sz]ed|\b(?:ip|client)\b.{0,40}\b(?:not allowed|blocked|denied|banned)|whitelist/i;
/** What is said of a post or its owner. */
const PRIVATE_WORDS = /private|restricted|login required|followers only/i;
const ROUTE_WORDS =
  /endpoint|api doesn'?t exist|does not exist.*(?:path|route)|cannot (?:get|post)|\b(?:route|path)\b.*not found|not found.*\b(?:route|path)\b|no such (?:route|path)/i;
/** What servers answer by themselves to a path they do not have; a provider may mean the post by it. */
const BARE_NOT_FOUND = /^\W*not found\W*$/i;
const ERROR_MAX_CHARACTERS = 2_048;

type Reading = readonly [words: RegExp, failure: EngineFailure, cause: FailureCause];

/** The first that fits counts; what speaks of quota, key or link is never read as the state of a post. */
const READINGS: readonly Reading[] = [
  [QUOTA_WORDS, nonTerminal('rate_limited'), 'too_many_requests'],
  [KEY_WORDS, failed('provider_key'), 'key_refused'],
  [
    /not supported|unsupported|invalid (?:link|url)|link is empty|url is (?:invalid|empty)/i,
    nonTerminal('link_invalid'),
    'link_unknown',
  ],
  [/no medias?\b|no downloadable|nothing to download/i, nonTerminal('no_media'), 'no_files'],
  [PRIVATE_WORDS, nonTerminal('private'), 'private_post'],
  [/not found|deleted|removed|does(?:n'?t| not) exist|unavailable/i, nonTerminal('gone'), 'unavailable'],
  [GATEWAY_WORDS, failed('provider_key'), 'gateway_refused'],
];

/** What a status number inside an answer says where its words say nothing. */
const BY_NUMBER: ReadonlyMap<number, EngineFailure> = new Map([
  [401, failed('provider_key')],
  [402, failed('provider_key')],
  [403, nonTerminal('private')],
  [404, nonTerminal('gone')],
  [429, nonTerminal('rate_limited')],
]);

/**
 * Gives what an HTTP error status of the provider says (specification section 8), null for a status with an answer.
 * `now` is milliseconds since 1970.
 */
export function failureOfStatus(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
  now: number,
): EngineFailure | null {
  if (status >= 200 && status < 300) return null;
  // An error is a sentence; a megabyte of one is somebody's attempt to keep the patterns busy.
  const text = wordsOf(body.slice(0, ERROR_MAX_CHARACTERS));
  switch (status) {
    case 401:
    case 402:
    case 407:
      return withCause(failed('provider_key'), `http_${status}`);
    case 403:
      return failureOfForbidden(text, headers, now);
    case 404:
      if (ROUTE_WORDS.test(text) || isHtml(text))
        return withCause(failed('provider_answer'), 'route_unknown');
      return withCause(BARE_NOT_FOUND.test(text) ? nonTerminal('gone') : terminal('gone'), 'http_404');
    case 429:
      return withCause(nonTerminal('rate_limited', waitAsked(headers, now)), 'http_429');
    default:
      if (status >= 500)
        return withCause(failed('upstream_error', retryAfterOf(headers, now)), `http_${status}`);
      if (status < 400) return withCause(failed('provider_answer'), `http_${status}`);
      return isHtml(text)
        ? withCause(failed('provider_answer'), 'html_answer')
        : failureOfError(status, text);
  }
}

/** The specification reads 403 as "private"; what a gateway says with it is read first. */
function failureOfForbidden(
  text: string,
  headers: Readonly<Record<string, string>>,
  now: number,
): EngineFailure {
  if (QUOTA_WORDS.test(text))
    return withCause(nonTerminal('rate_limited', waitAsked(headers, now)), 'too_many_requests');
  const isGateway =
    isHtml(text) || KEY_WORDS.test(text) || (GATEWAY_WORDS.test(text) && !PRIVATE_WORDS.test(text));
  return isGateway
    ? withCause(failed('provider_key'), 'gateway_refused')
    : withCause(terminal('private'), 'http_403');
}

/** Gives what an error inside an answer says. None is definite: the same words stand for a provider's own troubles. */
export function failureOfError(status: number | null, message: string): EngineFailure {
  const reading = READINGS.find(([words]) => words.test(message));
  if (reading !== undefined) return withCause(reading[1], reading[2]);
  const meaning = status === null ? undefined : BY_NUMBER.get(status);
  return meaning === undefined
    ? withCause(failed('provider_answer'), 'unknown_error')
    : withCause(meaning, `http_${status ?? 0}`);
}

/** The sentence of an error, without the JSON around it: `{"message":"Forbidden"}` says no more than `Forbidden`. */
function wordsOf(text: string): string {
  return /^\s*\{\s*"(?:message|error|detail)"\s*:\s*"([^"\\]*)"\s*\}\s*$/.exec(text)?.[1] ?? text;
}

function isHtml(text: string): boolean {
  return text.trimStart().startsWith('<');
}
