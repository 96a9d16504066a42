import type { ParsedLink } from '#shared/links/parsed-link.ts';
import {
  type EngineFailure,
  type FailureCause,
  failed,
  toUnprovenFailure,
} from '../../platforms/failures.ts';
import { statusMeaning } from '../../platforms/tiktok/status-meaning.ts';

/** Message in the error output of yt-dlp, with its continuation lines. */
interface ProgramMessage {
  readonly isError: boolean;
  readonly text: string;
}

const EMPTY_ANSWER = 'Instagram sent an empty media response';
const ACCESS_REFUSED = 'Instagram API is not granting access';

/** Text or pattern that a message contains, and the cause of the failure that it means. */
type Meaning = readonly [sign: string | RegExp, cause: FailureCause];

/** Meanings of messages about a post or its page. The first match counts. */
const MEANINGS: readonly Meaning[] = [
  ['You have exceeded the rate-limit', 'too_many_requests'],
  // The message is ambiguous; for a public post the cause is the rate limit, and "private" would be wrong.
  ['rate-limit reached or login required', 'limit_or_login'],
  ['redirected to the login page', 'login_wall'],
  [/\bHTTP ?Error 429\b/, 'too_many_requests'],
  ['Unexpected response from webpage request', 'unexpected_page'],
  // An interstitial challenge page that yt-dlp could not pass.
  [/Unable to (?:solve JS|extract) challenge/, 'challenge'],
  [ACCESS_REFUSED, 'access_refused'],

  [EMPTY_ANSWER, 'empty_media'],

  ['only available for registered users who follow this account', 'followers_only'],
  ['Restricted Video', 'followers_only'],
  ['You do not have permission to view this post', 'private_post'],
  ['may not be comfortable for some audiences', 'sensitive'],
  // yt-dlp prints this for every page that redirects to the login, even for public posts.
  ['requiring login for access', 'login_required'],
  ['You need to log in', 'login_required'],
  ['This content is unreachable', 'login_required'],
  ['Use --cookies', 'login_required'],

  ['Your IP address is blocked from accessing this post', 'address_blocked'],
  ['geo restriction', 'region'],
  ['not available from your location', 'region'],

  ['There is no video in this post', 'no_media'],
  ['No video formats found', 'no_media'],

  ['Unsupported URL', 'link_unknown'],
  ['No suitable extractor', 'link_unknown'],
  ['is not a valid URL', 'link_unknown'],
];

/** Meanings of messages about a request without a usable response. The first match counts. */
const REQUEST_MEANINGS: readonly Meaning[] = [
  // Responses of this server's CONNECT proxy. It refuses hosts that do not belong to the platform, to which the platform redirected.
  [/tunnel (?:connection failed:|failed, response) 403/i, 'proxy_refused'],
  [/tunnel (?:connection failed:|failed, response) (?:407|429)/i, 'proxy_limited'],
  [/tunnel (?:connection failed:|failed, response) 504/i, 'proxy_timeout'],
  [/timed out/i, 'read_timeout'],
  // An empty body or a page where data was requested.
  ['Failed to parse JSON', 'unexpected_page'],
  ['Unable to extract', 'extraction_failed'],
  ['getaddrinfo', 'unresolved'],
  ['TransportError', 'unreachable'],
  ['Unable to download', 'read_failed'],
];

/** Matches the number of TikTok's status for a post, and the rest of the sentence. */
const TIKTOK_STATUS = /\bstatus code (\d{4,6})\b([^;\n]*)/;
const HTTP_STATUS = /\bHTTP ?Error (\d)(\d\d)\b/;

const wordsFailure = (meanings: readonly Meaning[], text: string): EngineFailure | null => {
  const row = meanings.find(([sign]) => (typeof sign === 'string' ? text.includes(sign) : sign.test(text)));
  return row === undefined ? null : failed(row[1]);
};

const statusFailure = (text: string): EngineFailure | null => {
  const [, code, message = ''] = TIKTOK_STATUS.exec(text) ?? [];
  const failure = code === undefined ? null : (statusMeaning(Number(code), message)?.failure ?? null);
  // yt-dlp does not request oEmbed, which would distinguish some missing posts from denied ones.
  return failure?.cause === 'status_10204' ? failed('status_unchecked') : failure;
};

/**
 * Returns the failure that an HTTP status of the platform in the message means, as for a page that the server requested itself; null if the
 * message states no HTTP status.
 */
const httpFailure = (text: string): EngineFailure | null => {
  const [, family = '', rest = ''] = HTTP_STATUS.exec(text) ?? [];
  const status = Number(family + rest);
  if (family === '') return null;
  if (family === '5') return failed('upstream_error', { httpStatus: status });
  if (family !== '4') return failed('unexpected_page');
  if (status === 404 || status === 410) return failed('missing', { httpStatus: status });
  if (status === 401 || status === 403) return failed('posts_withheld', { httpStatus: status });
  return failed(status === 451 ? 'region' : 'page_refused', { httpStatus: status });
};

const parseMessages = (stderr: string): readonly ProgramMessage[] =>
  stderr.split(/^(?=[A-Z][A-Za-z ]*:)/m).map((text) => ({ isError: text.startsWith('ERROR:'), text }));

/**
 * Returns the failure that a message means; null if the meaning is unknown. A terminal failure stays terminal only if the message names the
 * post's id, because otherwise the message may be about an intermediate page.
 */
const meaningOf = ({ text }: ProgramMessage, id: string): EngineFailure | null => {
  const meaning =
    statusFailure(text) ??
    wordsFailure(MEANINGS, text) ??
    httpFailure(text) ??
    wordsFailure(REQUEST_MEANINGS, text);
  return meaning === null || text.includes(id) ? meaning : toUnprovenFailure(meaning);
};

/**
 * Derives the failure from the standard error output of a yt-dlp run without a post. Error messages decide; the warning that Instagram
 * refuses access counts only if the error messages are inconclusive. An inconclusive failure, or `login_required`, of a link for followers
 * becomes `for_followers`.
 */
export const failureFromStderr = (stderr: string, link: ParsedLink): EngineFailure => {
  const messages = parseMessages(stderr);
  const errors = messages.filter((message) => message.isError);
  const meanings = errors.flatMap((message) => meaningOf(message, link.id) ?? []);
  const meaning =
    meanings.find(({ tentative }) => !tentative) ??
    meanings[0] ??
    failed(errors.length === 0 ? 'program_crashed' : 'unknown_error');
  const isUncertain = meaning.tentative || meaning.cause === 'login_required';
  if (isUncertain && link.forFollowers) return failed('for_followers');
  const isRefused = messages.some(({ text }) => text.includes(ACCESS_REFUSED));
  return meaning.tentative && isRefused ? failed('access_refused') : meaning;
};

/** Returns whether the error output reports that yt-dlp cannot imitate a browser's requests (impersonation). */
export const lacksImpersonation = (stderr: string): boolean =>
  stderr.includes('attempting impersonation, but no impersonate target is available');
