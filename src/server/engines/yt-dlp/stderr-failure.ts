import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { failed, nonTerminal, terminal, withCause } from '../../extraction/engine-failure.ts';
import type { EngineFailure } from '../../extraction/engine-outcome.ts';
import type { FailureCause } from '../../extraction/failure-cause.ts';

/** Message in the error output of yt-dlp, with its continuation lines. */
interface ProgramMessage {
  readonly isError: boolean;
  readonly text: string;
}

const LIMITED = nonTerminal('rate_limited');
const GONE = terminal('gone');
const PRIVATE = terminal('private');
/** Not terminal: the same post may be available from another IP address, or later. */
const LOGIN = nonTerminal('private');
/** Failure for messages that apply alike to deleted posts and to posts that this server is denied. It is never reported as deleted. */
const UNREADABLE_HERE: EngineFailure = { ...failed('unreadable_here'), tentative: true };

const EMPTY_ANSWER = 'Instagram sent an empty media response';
const ACCESS_REFUSED = 'Instagram API is not granting access';

/** Texts in messages with their failures and logged causes; the first match counts. */
const MEANINGS: readonly (readonly [sign: string | RegExp, meaning: EngineFailure, cause: FailureCause])[] = [
  ['You have exceeded the rate-limit', LIMITED, 'too_many_requests'],
  // The message is ambiguous; for a public post the cause is the rate limit, and "private" would be wrong.
  ['rate-limit reached or login required', LIMITED, 'limit_or_login'],
  ['redirected to the login page', LIMITED, 'login_wall'],
  ['HTTP Error 429', LIMITED, 'http_429'],
  ['Unexpected response from webpage request', LIMITED, 'unexpected_page'],
  // An interstitial challenge page that yt-dlp could not pass.
  [/Unable to (?:solve JS|extract) challenge/, LIMITED, 'challenge'],
  [ACCESS_REFUSED, LIMITED, 'access_refused'],

  [EMPTY_ANSWER, UNREADABLE_HERE, 'empty_answer'],

  ['only available for registered users who follow this account', PRIVATE, 'followers_only'],
  ['Restricted Video', PRIVATE, 'followers_only'],
  ['You do not have permission to view this post', PRIVATE, 'private_post'],
  ['may not be comfortable for some audiences', PRIVATE, 'sensitive'],
  ['requiring login for access', LOGIN, 'login_required'],
  ['You need to log in', LOGIN, 'login_required'],
  ['This content is unreachable', LOGIN, 'login_required'],
  ['Use --cookies', LOGIN, 'login_required'],

  [/Video not available, status code 102(?:02|03|21)\b/, GONE, 'deleted'],
  // TikTok also sends 10204 to servers that it blocks.
  ['Video not available, status code 10204', nonTerminal('gone'), 'status_10204'],
  ['HTTP Error 404', GONE, 'http_404'],
  ['HTTP Error 410', GONE, 'http_410'],
  ['Your IP address is blocked from accessing this post', UNREADABLE_HERE, 'address_blocked'],

  ['geo restriction', failed('region'), 'region_locked'],
  ['not available from your location', failed('region'), 'region_locked'],
  ['status code 10231', failed('region'), 'region_locked'],

  ['There is no video in this post', nonTerminal('no_media'), 'no_files'],
  ['No video formats found', nonTerminal('no_media'), 'no_files'],

  ['Unsupported URL', nonTerminal('link_invalid'), 'link_unknown'],
  ['No suitable extractor', nonTerminal('link_invalid'), 'link_unknown'],
  ['is not a valid URL', nonTerminal('link_invalid'), 'link_unknown'],

  // The native engine maps these statuses of pages to the same failures.
  ['HTTP Error 401', LIMITED, 'http_401'],
  ['HTTP Error 403', LIMITED, 'http_403'],
  [/HTTP Error 5\d\d\b/, failed('upstream_error'), 'http_5xx'],
  // Responses of this server's CONNECT proxy.
  [
    /tunnel (?:connection failed:|failed, response) (?:403|407|429)/i,
    failed('page_refused'),
    'proxy_refused',
  ],
  [/tunnel (?:connection failed:|failed, response) 504/i, failed('upstream_timeout'), 'proxy_timeout'],
  [/timed out/i, failed('upstream_timeout'), 'read_timeout'],
  ['Unable to extract', failed('page_unreadable'), 'extraction_failed'],
  ['getaddrinfo', nonTerminal('network'), 'unresolved'],
  ['TransportError', nonTerminal('network'), 'unreachable'],
  ['Unable to download', nonTerminal('network'), 'read_failed'],
];

const parseMessages = (stderr: string): readonly ProgramMessage[] =>
  stderr.split(/^(?=[A-Z][A-Za-z ]*:)/m).map((text) => ({ isError: text.startsWith('ERROR:'), text }));

/**
 * Returns the failure of a message, null if it matches no row. A terminal failure stays terminal only if the message names the post's
 * id, because otherwise it may be about an intermediate page.
 */
const meaningOf = ({ text }: ProgramMessage, id: string): EngineFailure | null => {
  const row = MEANINGS.find(([sign]) => (typeof sign === 'string' ? text.includes(sign) : sign.test(text)));
  if (row === undefined) return null;
  const [, meaning, cause] = row;
  const isUncertain = meaning.terminal && !text.includes(id);
  return withCause(isUncertain ? { ...meaning, terminal: false } : meaning, cause);
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
  if (meaning.tentative !== true) return meaning;
  if (link.forFollowers) return withCause(LOGIN, 'login_required');
  const isRefused = messages.some(({ text }) => text.includes(ACCESS_REFUSED));
  return isRefused ? withCause(LIMITED, 'access_refused') : meaning;
};

/** Returns whether the error output reports that yt-dlp cannot imitate a browser's requests (impersonation). */
export const lacksImpersonation = (stderr: string): boolean =>
  stderr.includes('attempting impersonation, but no impersonate target is available');
