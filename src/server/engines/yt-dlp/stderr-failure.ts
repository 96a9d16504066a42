import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { failed, nonTerminal, terminal, withCause } from '../../platforms/reading/engine-failure.ts';
import type { EngineFailure } from '../../platforms/reading/engine-outcome.ts';
import type { FailureCause } from '../../platforms/reading/failure-cause.ts';
import { statusMeaning } from '../../platforms/tiktok/status-meaning.ts';

/** Message in the error output of yt-dlp, with its continuation lines. */
interface ProgramMessage {
  readonly isError: boolean;
  readonly text: string;
}

const LIMITED = nonTerminal('rate_limited');
const GONE = terminal('gone');
const PRIVATE = terminal('private');
/** Not terminal: the post may be public all the same. */
const FOR_FOLLOWERS = withCause(nonTerminal('private'), 'login_required');
/** Failure for refusals that concern every post and may last for days: the platform wants an account, or sends another page. */
const WITHHELD = failed('posts_withheld');
/** Failure for messages that apply alike to deleted posts and to posts that this server is denied. It is never reported as deleted. */
const UNREADABLE_HERE: EngineFailure = { ...failed('unreadable_here'), tentative: true };

const EMPTY_ANSWER = 'Instagram sent an empty media response';
const ACCESS_REFUSED = 'Instagram API is not granting access';

type Meaning = readonly [sign: string | RegExp, meaning: EngineFailure, cause: FailureCause];

/** Texts in messages about a post or its page, with their failures and logged causes; the first match counts. */
const MEANINGS: readonly Meaning[] = [
  ['You have exceeded the rate-limit', LIMITED, 'too_many_requests'],
  // The message is ambiguous; for a public post the cause is the rate limit, and "private" would be wrong.
  ['rate-limit reached or login required', LIMITED, 'limit_or_login'],
  ['redirected to the login page', WITHHELD, 'login_wall'],
  [/\bHTTP ?Error 429\b/, LIMITED, 'http_429'],
  ['Unexpected response from webpage request', WITHHELD, 'unexpected_page'],
  // An interstitial challenge page that yt-dlp could not pass.
  [/Unable to (?:solve JS|extract) challenge/, LIMITED, 'challenge'],
  [ACCESS_REFUSED, WITHHELD, 'access_refused'],

  [EMPTY_ANSWER, UNREADABLE_HERE, 'empty_answer'],

  ['only available for registered users who follow this account', PRIVATE, 'followers_only'],
  ['Restricted Video', PRIVATE, 'followers_only'],
  ['You do not have permission to view this post', PRIVATE, 'private_post'],
  ['may not be comfortable for some audiences', PRIVATE, 'sensitive'],
  // The program says so of every page that sends it to the login, public posts included.
  ['requiring login for access', WITHHELD, 'login_required'],
  ['You need to log in', WITHHELD, 'login_required'],
  ['This content is unreachable', WITHHELD, 'login_required'],
  ['Use --cookies', WITHHELD, 'login_required'],

  ['Your IP address is blocked from accessing this post', UNREADABLE_HERE, 'address_blocked'],
  ['geo restriction', failed('region'), 'region_locked'],
  ['not available from your location', failed('region'), 'region_locked'],

  ['There is no video in this post', nonTerminal('no_media'), 'no_files'],
  ['No video formats found', nonTerminal('no_media'), 'no_files'],

  ['Unsupported URL', nonTerminal('link_invalid'), 'link_unknown'],
  ['No suitable extractor', nonTerminal('link_invalid'), 'link_unknown'],
  ['is not a valid URL', nonTerminal('link_invalid'), 'link_unknown'],
];

/** Texts in messages about a request without a usable answer. */
const REQUEST_MEANINGS: readonly Meaning[] = [
  // Responses of this server's CONNECT proxy. It refuses hosts that are not the platform's, to which the platform redirected.
  [/tunnel (?:connection failed:|failed, response) 403/i, WITHHELD, 'proxy_refused'],
  [/tunnel (?:connection failed:|failed, response) (?:407|429)/i, failed('page_refused'), 'proxy_refused'],
  [/tunnel (?:connection failed:|failed, response) 504/i, failed('upstream_timeout'), 'proxy_timeout'],
  [/timed out/i, failed('upstream_timeout'), 'read_timeout'],
  // An empty body or a page where data was requested.
  ['Failed to parse JSON', WITHHELD, 'unexpected_page'],
  ['Unable to extract', failed('page_unreadable'), 'extraction_failed'],
  ['getaddrinfo', nonTerminal('network'), 'unresolved'],
  ['TransportError', nonTerminal('network'), 'unreachable'],
  ['Unable to download', nonTerminal('network'), 'read_failed'],
];

/** Status of TikTok for a post, with the rest of the sentence. */
const TIKTOK_STATUS = /\bstatus code (\d{4,6})\b([^;\n]*)/;
const HTTP_STATUS = /\bHTTP ?Error (\d)(\d\d)\b/;

const wordsFailure = (meanings: readonly Meaning[], text: string): EngineFailure | null => {
  const row = meanings.find(([sign]) => (typeof sign === 'string' ? text.includes(sign) : sign.test(text)));
  return row === undefined ? null : withCause(row[1], row[2]);
};

const statusFailure = (text: string): EngineFailure | null => {
  const [, code, message = ''] = TIKTOK_STATUS.exec(text) ?? [];
  const failure = code === undefined ? null : (statusMeaning(Number(code), message)?.failure ?? null);
  // The program does not ask oEmbed, which would tell some missing posts from denied ones.
  return failure?.reason === 'unreadable_here' ? withCause(UNREADABLE_HERE, 'status_10204') : failure;
};

/** Returns the failure of an HTTP status of the platform, as the readers of pages do. */
const httpFailure = (text: string): EngineFailure | null => {
  const [, family = '', rest = ''] = HTTP_STATUS.exec(text) ?? [];
  const status = Number(family + rest);
  if (family === '') return null;
  if (family === '5') return withCause(failed('upstream_error'), 'http_5xx');
  if (family !== '4') return withCause(WITHHELD, 'unexpected_page');
  const cause: FailureCause = `http_${status}`;
  if (status === 404 || status === 410) return withCause(GONE, cause);
  if (status === 401 || status === 403) return withCause(WITHHELD, cause);
  return withCause(failed(status === 451 ? 'region' : 'page_refused'), cause);
};

const parseMessages = (stderr: string): readonly ProgramMessage[] =>
  stderr.split(/^(?=[A-Z][A-Za-z ]*:)/m).map((text) => ({ isError: text.startsWith('ERROR:'), text }));

/**
 * Returns the failure of a message, null if nothing is known about it. A terminal failure stays terminal only if the message names the
 * post's id, because otherwise it may be about an intermediate page.
 */
const meaningOf = ({ text }: ProgramMessage, id: string): EngineFailure | null => {
  const meaning =
    statusFailure(text) ??
    wordsFailure(MEANINGS, text) ??
    httpFailure(text) ??
    wordsFailure(REQUEST_MEANINGS, text);
  return meaning?.terminal === true && !text.includes(id) ? { ...meaning, terminal: false } : meaning;
};

/**
 * Derives the failure from the standard error output of a yt-dlp run without a post. Error messages decide; a warning counts only if the
 * errors are inconclusive.
 */
export const failureFromStderr = (stderr: string, link: ParsedLink): EngineFailure => {
  const messages = parseMessages(stderr);
  const errors = messages.filter((message) => message.isError);
  const meanings = errors.flatMap((message) => meaningOf(message, link.id) ?? []);
  const meaning =
    meanings.find(({ tentative }) => tentative !== true) ??
    meanings[0] ??
    withCause(failed('page_unreadable'), errors.length === 0 ? 'program_crashed' : 'unknown_error');
  const isUncertain = meaning.tentative === true || meaning.cause === 'login_required';
  if (isUncertain && link.forFollowers) return FOR_FOLLOWERS;
  const isRefused = messages.some(({ text }) => text.includes(ACCESS_REFUSED));
  return meaning.tentative === true && isRefused ? withCause(WITHHELD, 'access_refused') : meaning;
};

/** Returns whether the error output reports that yt-dlp cannot imitate a browser's requests (impersonation). */
export const lacksImpersonation = (stderr: string): boolean =>
  stderr.includes('attempting impersonation, but no impersonate target is available');
