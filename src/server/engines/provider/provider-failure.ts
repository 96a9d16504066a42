import { failed, nonTerminal, terminal, withCause } from '../../platforms/reading/engine-failure.ts';
import type { EngineFailure } from '../../platforms/reading/engine-outcome.ts';
import type { FailureCause } from '../../platforms/reading/failure-cause.ts';
import { failureOfServiceStatus, withServiceWait } from '../ask-service.ts';

/** Matches messages about a used-up quota or too many calls. */
const QUOTA_WORDS = /rate limit|too many requests|exceeded|quota/i;
/** Matches messages of an API gateway about the owner's key or plan. They must not be reported to the visitor as "private". */
const KEY_WORDS =
  /not subscribed|subscri(?:be|ption)|api[\s_-]?key|\b(?:invalid|missing|wrong|bad|expired|revoked|unknown) (?:key|(?:(?:authentication|access|auth) )?(?:token|credentials))|unauthori[sz]ed|payment required|billing|\byour (?:current )?plan\b|blocked user|contact your api provider|insufficient (?:credits?|balance|funds)|cannot consume this service/i;
/** Matches messages of a gateway that mention neither key nor plan. Platforms use similar messages, so all other patterns take precedence. */
const GATEWAY_WORDS =
  /cloudflare|error(?: code)?:? 10\d\d|access denied|^\W*forbidden\W*$|not authori[sz]ed|\b(?:ip|client)\b.{0,40}\b(?:not allowed|blocked|denied|banned)|whitelist/i;
/** Matches messages about a post that is closed to some countries, which often call it restricted. */
const REGION_WORDS =
  /\b(?:region|country|countries|territory)\b|\bgeo[\s_-]?(?:block|fenc|filter|lock|restrict)/i;
/** Matches messages about a private post or account. */
const PRIVATE_WORDS = /private|restricted|login required|followers only/i;
/** Matches messages about a missing API endpoint. */
const ROUTE_WORDS =
  /endpoint|api doesn'?t exist|does not exist.*(?:path|route)|cannot (?:get|post)|\b(?:route|path)\b.*not found|not found.*\b(?:route|path)\b|no such (?:route|path)/i;
/** Matches the default message of servers for an unknown path. A provider may also use it for a missing post. */
const BARE_NOT_FOUND = /^\W*not found\W*$/i;
const ERROR_MAX_CHARACTERS = 2_048;

type MessagePattern = readonly [words: RegExp, failure: EngineFailure, cause: FailureCause];

/** Patterns of error messages with their failures; the first match counts. A message about quota, key or link never describes the post. */
const MESSAGE_PATTERNS: readonly MessagePattern[] = [
  [QUOTA_WORDS, nonTerminal('rate_limited'), 'too_many_requests'],
  [KEY_WORDS, failed('provider_key'), 'key_refused'],
  [
    /not supported|unsupported|invalid (?:link|url)|link is empty|url is (?:invalid|empty)/i,
    nonTerminal('link_invalid'),
    'link_unknown',
  ],
  [REGION_WORDS, failed('region'), 'region_locked'],
  [/no medias?\b|no downloadable|nothing to download/i, nonTerminal('no_media'), 'no_files'],
  [PRIVATE_WORDS, nonTerminal('private'), 'private_post'],
  [/not found|deleted|removed|does(?:n'?t| not) exist|unavailable/i, nonTerminal('gone'), 'unavailable'],
  [GATEWAY_WORDS, failed('provider_key'), 'gateway_refused'],
];

/** Failures by the status number in a response, used when its message matches no pattern. */
const BY_NUMBER: ReadonlyMap<number, EngineFailure> = new Map([
  [401, failed('provider_key')],
  [402, failed('provider_key')],
  [403, nonTerminal('private')],
  [404, nonTerminal('gone')],
  [429, nonTerminal('rate_limited')],
]);

/**
 * Returns the failure for an HTTP status of the provider; null for 2xx. `body` is the text of the response, `now` is in milliseconds
 * since 1970.
 */
export function failureOfStatus(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
  now: number,
): EngineFailure | null {
  if (status >= 200 && status < 300) return null;
  // Error messages are short. Longer text is cut, because matching a megabyte against the patterns could block the server.
  const text = messageOf(body.slice(0, ERROR_MAX_CHARACTERS));
  switch (status) {
    case 402:
    case 407:
      return withCause(failed('provider_key'), `http_${status}`);
    case 403:
      return failureOfForbidden(text, headers, now);
    case 404:
      if (ROUTE_WORDS.test(text) || isHtml(text))
        return withCause(failed('provider_answer'), 'route_unknown');
      return withCause(BARE_NOT_FOUND.test(text) ? nonTerminal('gone') : terminal('gone'), 'http_404');
    default:
      if (status < 400 || status >= 500 || status === 401 || status === 429)
        return withServiceWait(failureOfServiceStatus(status), headers, now);
      return isHtml(text)
        ? withCause(failed('provider_answer'), 'html_answer')
        : failureOfError(status, text);
  }
}

/** Returns the failure for a 403: "private", unless the message comes from a gateway or is about a quota. */
function failureOfForbidden(
  text: string,
  headers: Readonly<Record<string, string>>,
  now: number,
): EngineFailure {
  if (QUOTA_WORDS.test(text))
    return withServiceWait(withCause(nonTerminal('rate_limited'), 'too_many_requests'), headers, now);
  if (!isHtml(text) && REGION_WORDS.test(text)) return withCause(failed('region'), 'region_locked');
  const isGateway =
    isHtml(text) || KEY_WORDS.test(text) || (GATEWAY_WORDS.test(text) && !PRIVATE_WORDS.test(text));
  return isGateway
    ? withCause(failed('provider_key'), 'gateway_refused')
    : withCause(terminal('private'), 'http_403');
}

/**
 * Returns the failure for an error inside a response. It is never terminal, because providers use the same messages for problems of
 * their own. `status` is the status number in the response, null if there is none.
 */
export function failureOfError(status: number | null, message: string): EngineFailure {
  const pattern = MESSAGE_PATTERNS.find(([words]) => words.test(message));
  if (pattern !== undefined) return withCause(pattern[1], pattern[2]);
  const meaning = status === null ? undefined : BY_NUMBER.get(status);
  return meaning === undefined
    ? withCause(failed('provider_answer'), 'unknown_error')
    : withCause(meaning, `http_${status ?? 0}`);
}

/** Returns the error message without the surrounding JSON: `Forbidden` for `{"message":"Forbidden"}`. */
function messageOf(text: string): string {
  return /^\s*\{\s*"(?:message|error|detail)"\s*:\s*"([^"\\]*)"\s*\}\s*$/.exec(text)?.[1] ?? text;
}

function isHtml(text: string): boolean {
  return text.trimStart().startsWith('<');
}
