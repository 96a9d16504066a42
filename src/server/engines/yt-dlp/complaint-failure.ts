import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { EngineFailure } from '../engine.ts';
import { failed, nonTerminal, terminal, withCause } from '../engine-failure.ts';
import type { FailureCause } from '../failure-cause.ts';

/** A piece of what the program complained of: one message with its further lines. */
interface Complaint {
  readonly grave: boolean;
  readonly text: string;
}

const LIMITED = nonTerminal('rate_limited');
const GONE = terminal('gone');
const PRIVATE = terminal('private');
/** Asked from elsewhere, or after a while, the same post may be shown. */
const LOGIN = nonTerminal('private');
/** Said of deleted posts and of posts this server is refused alike: never told as deleted. */
const UNREADABLE_HERE: EngineFailure = { ...failed('unreadable_here'), tentative: true };

const EMPTY_ANSWER = 'Instagram sent an empty media response';
const ACCESS_REFUSED = 'Instagram API is not granting access';

/** What a message contains, what that means, and what the log calls it; the first row that fits counts. */
const MEANINGS: readonly (readonly [sign: string | RegExp, meaning: EngineFailure, cause: FailureCause])[] = [
  ['You have exceeded the rate-limit', LIMITED, 'too_many_requests'],
  // It leaves open which; said of a public post it is the limit, and "private" would blame the post.
  ['rate-limit reached or login required', LIMITED, 'limit_or_login'],
  ['redirected to the login page', LIMITED, 'login_wall'],
  ['HTTP Error 429', LIMITED, 'http_429'],
  ['Unexpected response from webpage request', LIMITED, 'unexpected_page'],
  // A waiting page, which the program could not get past.
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
  // TikTok answers it to servers it does not like as well.
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

  // The same statuses as on a page the native engine asks for.
  ['HTTP Error 401', LIMITED, 'http_401'],
  ['HTTP Error 403', LIMITED, 'http_403'],
  [/HTTP Error 5\d\d\b/, failed('upstream_error'), 'http_5xx'],
  // Our own proxy's answers.
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

const complaintsOf = (written: string): readonly Complaint[] =>
  written.split(/^(?=[A-Z][A-Za-z ]*:)/m).map((text) => ({ grave: text.startsWith('ERROR:'), text }));

/** A definite sign counts as such only where it is said of the post itself, and not of a page asked for on the way to it. */
const meaningOf = ({ text }: Complaint, id: string): EngineFailure | null => {
  const row = MEANINGS.find(([sign]) => (typeof sign === 'string' ? text.includes(sign) : sign.test(text)));
  if (row === undefined) return null;
  const [, meaning, cause] = row;
  const isTentative = meaning.terminal && !text.includes(id);
  return withCause(isTentative ? { ...meaning, terminal: false } : meaning, cause);
};

/**
 * Tells why there is no post from what the program wrote to its standard error. Warnings count only where the error leaves
 * open what it means.
 */
export const failureOfComplaints = (written: string, link: ParsedLink): EngineFailure => {
  const complaints = complaintsOf(written);
  const grave = complaints.filter((complaint) => complaint.grave);
  const meanings = grave.flatMap((complaint) => meaningOf(complaint, link.id) ?? []);
  const meaning =
    meanings.find(({ tentative }) => tentative !== true) ??
    meanings[0] ??
    withCause(failed('page_unreadable'), 'unknown_error');
  if (meaning.tentative !== true) return meaning;
  if (link.forFollowers) return withCause(LOGIN, 'login_required');
  const isRefused = complaints.some(({ text }) => text.includes(ACCESS_REFUSED));
  return isRefused ? withCause(LIMITED, 'access_refused') : meaning;
};

/** Tells whether the program said that it cannot make its requests look like a browser's. */
export const missesImpersonation = (written: string): boolean =>
  written.includes('attempting impersonation, but no impersonate target is available');
