import { type EngineFailure, type FailureCause, failed } from '../../platforms/failures.ts';
import { failureOfServiceStatus, withServiceWait } from '../ask-service.ts';

/** Matches messages about a used-up quota or too many calls. */
const QUOTA_WORDS = /rate limit|too many requests|exceeded|quota/i;
/** Matches messages of an API gateway about the owner's key or plan. Such messages must not be reported to the visitor as "private". */
const KEY_WORDS =
  /not subscribed|subscri(?:be|ption)|api[\s_-]?key|\b(?:invalid|missing|wrong|bad|expired|revoked|unknown) (?:key|(?:(?:authentication|access|auth) )?(?:token|credentials))|unauthori[sz]ed|payment required|billing|\byour (?:current )?plan\b|blocked user|contact your api provider|insufficient (?:credits?|balance|funds)|cannot consume this service/i;
/** Matches messages of a gateway that mention neither key nor plan. Platforms use similar messages, so all other patterns take precedence. */
const GATEWAY_WORDS =
  /cloudflare|error(?: code)?:? 10\d\d|access denied|^\W*forbidden\W*$|not authori[sz]ed|\b(?:ip|client)\b.{0,40}\b(?:not allowed|blocked|denied|banned)|whitelist/i;
/** Matches messages about a post that is closed to some countries. Such messages often call the post restricted. */
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

type MessagePattern = readonly [words: RegExp, cause: FailureCause];

/** Patterns of error messages with their causes; the first match counts. A message about quota, key or link never describes the post. */
const MESSAGE_PATTERNS: readonly MessagePattern[] = [
  [QUOTA_WORDS, 'too_many_requests'],
  [KEY_WORDS, 'key_refused'],
  [/not supported|unsupported|invalid (?:link|url)|link is empty|url is (?:invalid|empty)/i, 'link_unknown'],
  [REGION_WORDS, 'region'],
  [/no medias?\b|no downloadable|nothing to download/i, 'no_media'],
  [PRIVATE_WORDS, 'private'],
  [/not found|deleted|removed|does(?:n'?t| not) exist|unavailable/i, 'unavailable'],
  [GATEWAY_WORDS, 'gateway_refused'],
];

/** Causes by HTTP status, or by the status number in the body, of an error whose message matches no pattern. */
const BY_NUMBER: ReadonlyMap<number, FailureCause> = new Map([
  [401, 'provider_key'],
  [402, 'provider_key'],
  [403, 'private'],
  [404, 'gone'],
  [429, 'rate_limited'],
]);

/**
 * Returns the failure for an HTTP status of the provider; null for 2xx. `body` is the text of the response, `now` is in milliseconds
 * since 1970.
 */
export function serviceFailureOf(
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
      return failed('provider_key', { httpStatus: status });
    case 403:
      return failureOfForbidden(text, headers, now);
    case 404:
      if (ROUTE_WORDS.test(text) || isHtml(text)) return failed('route_unknown');
      return failed(BARE_NOT_FOUND.test(text) ? 'gone' : 'missing', { httpStatus: 404 });
    default:
      if (status < 400 || status >= 500 || status === 401 || status === 429)
        return withServiceWait(failureOfServiceStatus(status), headers, now);
      return isHtml(text) ? failed('html_answer') : failureOfError(status, text);
  }
}

/**
 * Returns the failure for a 403: `private_post`, unless the message is about a quota (`too_many_requests`) or a region (`region`), or comes
 * from a gateway (`gateway_refused`).
 */
function failureOfForbidden(
  text: string,
  headers: Readonly<Record<string, string>>,
  now: number,
): EngineFailure {
  if (QUOTA_WORDS.test(text)) return withServiceWait(failed('too_many_requests'), headers, now);
  if (!isHtml(text) && REGION_WORDS.test(text)) return failed('region');
  const isGateway =
    isHtml(text) || KEY_WORDS.test(text) || (GATEWAY_WORDS.test(text) && !PRIVATE_WORDS.test(text));
  return isGateway ? failed('gateway_refused') : failed('private_post', { httpStatus: 403 });
}

/**
 * Returns the failure for the error message of a response. The failure is never terminal, because providers use the same messages for
 * problems of their own. `status` is the HTTP status of an error, or the status number in the body; null if there is none.
 */
export function failureOfError(status: number | null, message: string): EngineFailure {
  const pattern = MESSAGE_PATTERNS.find(([words]) => words.test(message));
  if (pattern !== undefined) return failed(pattern[1]);
  const cause = status === null ? undefined : BY_NUMBER.get(status);
  return status === null || cause === undefined
    ? failed('answer_unknown')
    : failed(cause, { httpStatus: status });
}

/**
 * Returns the error message in `text` without the surrounding JSON: `Forbidden` for `{"message":"Forbidden"}`. Returns any other text
 * unchanged.
 */
function messageOf(text: string): string {
  return /^\s*\{\s*"(?:message|error|detail)"\s*:\s*"([^"\\]*)"\s*\}\s*$/.exec(text)?.[1] ?? text;
}

function isHtml(text: string): boolean {
  return text.trimStart().startsWith('<');
}
