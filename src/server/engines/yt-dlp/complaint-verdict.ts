import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { EngineVerdict } from '../engine.ts';
import { definitely, failed, perhaps } from '../verdict.ts';

/** A piece of what the program complained of: one message with its further lines. */
interface Complaint {
  readonly grave: boolean;
  readonly text: string;
}

const LIMITED = perhaps('rate_limited');
const GONE = definitely('gone');
const PRIVATE = definitely('private');
/** Asked from elsewhere, or after a while, the same post may be shown. */
const LOGIN = perhaps('private');
/** Said of deleted posts and of posts this server is refused alike: never told as deleted. */
const UNREADABLE_HERE: EngineVerdict = { ...failed('unreadable_here'), tentative: true };

const EMPTY_ANSWER = 'Instagram sent an empty media response';
const ACCESS_REFUSED = 'Instagram API is not granting access';

/** What a message contains, and what that means; the first row that fits counts. */
const MEANINGS: readonly (readonly [sign: string | RegExp, meaning: EngineVerdict])[] = [
  ['You have exceeded the rate-limit', LIMITED],
  // It leaves open which; said of a public post it is the limit, and "private" would blame the post.
  ['rate-limit reached or login required', LIMITED],
  ['redirected to the login page', LIMITED],
  ['HTTP Error 429', LIMITED],
  ['Unexpected response from webpage request', LIMITED],
  // A waiting page, which the program could not get past.
  [/Unable to (?:solve JS|extract) challenge/, LIMITED],
  [ACCESS_REFUSED, LIMITED],

  [EMPTY_ANSWER, UNREADABLE_HERE],

  ['only available for registered users who follow this account', PRIVATE],
  ['Restricted Video', PRIVATE],
  ['You do not have permission to view this post', PRIVATE],
  ['may not be comfortable for some audiences', PRIVATE],
  ['requiring login for access', LOGIN],
  ['You need to log in', LOGIN],
  ['This content is unreachable', LOGIN],
  ['Use --cookies', LOGIN],

  [/Video not available, status code 102(?:02|03|21)\b/, GONE],
  // TikTok answers it to servers it does not like as well.
  ['Video not available, status code 10204', perhaps('gone')],
  [/HTTP Error (?:404|410)\b/, GONE],
  ['Your IP address is blocked from accessing this post', UNREADABLE_HERE],

  ['geo restriction', failed('region')],
  ['not available from your location', failed('region')],
  ['status code 10231', failed('region')],

  ['There is no video in this post', perhaps('no_media')],
  ['No video formats found', perhaps('no_media')],

  ['Unsupported URL', perhaps('link_invalid')],
  ['No suitable extractor', perhaps('link_invalid')],
  ['is not a valid URL', perhaps('link_invalid')],

  // The same statuses as on a page the native engine asks for.
  [/HTTP Error (?:401|403)\b/, LIMITED],
  [/HTTP Error 5\d\d\b/, failed('upstream_error')],
  // Our own proxy's answers.
  [/tunnel (?:connection failed:|failed, response) (?:403|407|429)/i, failed('page_refused')],
  [/tunnel (?:connection failed:|failed, response) 504/i, failed('upstream_timeout')],
  [/timed out/i, failed('upstream_timeout')],
  ['Unable to extract', failed('page_unreadable')],
  ['getaddrinfo', perhaps('network')],
  ['TransportError', perhaps('network')],
  ['Unable to download', perhaps('network')],
];

const complaintsOf = (written: string): readonly Complaint[] =>
  written.split(/^(?=[A-Z][A-Za-z ]*:)/m).map((text) => ({ grave: text.startsWith('ERROR:'), text }));

/** A definite sign counts as such only where it is said of the post itself, and not of a page asked for on the way to it. */
const meaningOf = ({ text }: Complaint, id: string): EngineVerdict | null => {
  const meaning = MEANINGS.find(([sign]) =>
    typeof sign === 'string' ? text.includes(sign) : sign.test(text),
  )?.[1];
  if (meaning === undefined) return null;
  return meaning.definite && !text.includes(id) ? { ...meaning, definite: false } : meaning;
};

/**
 * Tells why there is no post from what the program wrote to its standard error. Warnings count only where the error leaves
 * open what it means.
 */
export const verdictOfComplaints = (written: string, link: ParsedLink): EngineVerdict => {
  const complaints = complaintsOf(written);
  const grave = complaints.filter((complaint) => complaint.grave);
  const meanings = grave.flatMap((complaint) => meaningOf(complaint, link.id) ?? []);
  const meaning =
    meanings.find(({ tentative }) => tentative !== true) ?? meanings[0] ?? failed('page_unreadable');
  if (meaning !== UNREADABLE_HERE) return meaning;
  if (link.forFollowers) return LOGIN;
  return complaints.some(({ text }) => text.includes(ACCESS_REFUSED)) ? LIMITED : meaning;
};

/** Tells whether the program said that it cannot make its requests look like a browser's. */
export const missesImpersonation = (written: string): boolean =>
  written.includes('attempting impersonation, but no impersonate target is available');
