import { describe, expect, it } from 'vitest';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { failureFromStderr, lacksImpersonation } from './stderr-failure.ts';

const ID = 'DOwnYtSaid1';
const LINK: ParsedLink = {
  platform: 'instagram',
  kind: 'post',
  id: ID,
  username: null,
  url: `https://www.instagram.com/p/${ID}/`,
  itemIndex: null,
  contentType: 'video',
  label: 'a post',
};
const EMPTY = `ERROR: [Instagram] ${ID}: Instagram sent an empty media response. Check it.`;
const failureOf = (stderr: string, link = LINK) => failureFromStderr(stderr, link);

const LIMITED = 'rate_limited';
const WITHHELD = 'failed posts_withheld';
const UNREADABLE_HERE = 'failed unreadable_here tentative';
const PRIVATE = 'private terminal';
const GONE = 'gone terminal';

/** Known final messages of yt-dlp and the failures they indicate. */
const KNOWN: readonly (readonly [message: string, expected: string])[] = [
  ['You have exceeded the rate-limit for accessing posts anonymously', LIMITED],
  ['Requested content is not available, rate-limit reached or login required. Use --cookies', LIMITED],
  ['The webpage request was redirected to the login page', WITHHELD],
  ['Unable to download JSON metadata: HTTP Error 429: Too Many Requests', LIMITED],
  ['Unable to download webpage: HTTP Error 429: Too Many Requests. Use --cookies', LIMITED],
  ['Unexpected response from webpage request', WITHHELD],
  ['Unable to solve JS challenge', LIMITED],
  ['Instagram API is not granting access', WITHHELD],
  ['Instagram sent an empty media response. If it is not, then use --cookies', UNREADABLE_HERE],
  ['This content is only available for registered users who follow this account', PRIVATE],
  ['Restricted Video: You must be 18 years old or over to see this video', PRIVATE],
  ['You do not have permission to view this post. Log into an account that has access', PRIVATE],
  ['This post may not be comfortable for some audiences. Log in for access', PRIVATE],
  ['TikTok is requiring login for access to this content', WITHHELD],
  ['You need to log in to access this content', WITHHELD],
  ['This content is unreachable', WITHHELD],
  ['No access. Use --cookies-from-browser or --cookies for the authentication', WITHHELD],
  ['Video not available, status code 10202', GONE],
  ['Video not available, status code 10203', GONE],
  ['Video not available, status code 10204', UNREADABLE_HERE],
  ['Video not available, status code 10204: item_privacy_authorization&status_self_see', PRIVATE],
  ['Video not available, status code 10204 (person_geo_fencing)', 'failed region'],
  ['Video not available, status code 10204: status_reviewing', 'failed in_review'],
  ['Video not available, status code 10216', PRIVATE],
  ['Video not available, status code 10217', GONE],
  ['Video not available, status code 10222', PRIVATE],
  ['Video not available, status code 10221', GONE],
  ['Video not available, status code 10231', 'failed region'],
  ['Video not available, status code 10299; please report this issue', 'failed page_refused'],
  ['Unable to download webpage: HTTP Error 404: Not Found', GONE],
  ['Unable to download webpage: HTTP Error 410: Gone', GONE],
  ['Your IP address is blocked from accessing this post', 'failed unreadable_here tentative'],
  ['This video is not available due to geo restriction', 'failed region'],
  ['This video is not available from your location', 'failed region'],
  ['There is no video in this post', 'no_media'],
  ['No video formats found!', 'no_media'],
  ['Unsupported URL: https://elsewhere.example/', 'link_invalid'],
  ['No suitable extractor found for URL https://elsewhere.example/', 'link_invalid'],
  ["'x' is not a valid URL", 'link_invalid'],
  ['Unable to extract universal data for rehydration', 'failed page_unreadable'],
  ['Unable to download webpage: HTTP Error 403: Forbidden', WITHHELD],
  ['Unable to download API page: HTTP Error 401: Unauthorized (caused by <HTTPError 401>)', WITHHELD],
  [
    'Unable to download webpage: HTTP Error 400: Bad Request (caused by TransportError())',
    'failed page_refused',
  ],
  ["Unable to download webpage: HTTP Error 418: I'm a teapot", 'failed page_refused'],
  ['Unable to download webpage: HTTP Error 451: Unavailable For Legal Reasons', 'failed region'],
  ['Unable to download webpage: HTTP Error 302: The server would lead to an infinite loop', WITHHELD],
  ["Failed to parse JSON (caused by JSONDecodeError('Expecting value'))", WITHHELD],
  [
    "Unable to download webpage: ('Unable to connect to proxy', OSError('Tunnel connection failed: 403'))",
    WITHHELD,
  ],
  ['Unable to download webpage: CONNECT tunnel failed, response 429', 'failed page_refused'],
  ['Unable to download webpage: HTTP Error 503: Service Unavailable', 'failed upstream_error'],
  [
    'Unable to download webpage: The read operation timed out (caused by TransportError())',
    'failed upstream_timeout',
  ],
  ['Unable to download webpage: getaddrinfo failed (caused by TransportError())', 'network'],
  ['Unable to download webpage: [Errno 111] Connection refused', 'network'],
  ['something else', 'failed page_unreadable'],
];

describe('failureFromStderr', () => {
  it.each(KNOWN)('maps "%s" to %s', (message, expected) => {
    const { code, reason, terminal, tentative } = failureOf(`ERROR: [Instagram] ${ID}: ${message}\n`);
    const summary = [code, reason, terminal && 'terminal', tentative && 'tentative']
      .filter(Boolean)
      .join(' ');
    expect(summary).toBe(expected);
  });

  it('is terminal only if the message names the post', () => {
    const status = 'Unable to download webpage: HTTP Error 404: Not Found';
    expect(failureOf(`ERROR: [Instagram] ${ID}: ${status}`)).toMatchObject({ code: 'gone', terminal: true });
    expect(failureOf(`ERROR: [Instagram] ${status}`)).toMatchObject({ code: 'gone', terminal: false });
  });

  it.each([
    'ERROR: No suitable extractor found for URL https://www.tiktok.com/@u/photo/1',
    'ERROR: [generic] Unsupported URL: https://elsewhere.example/',
  ])('understands a message that names no post: %s', (stderr) => {
    expect(failureOf(stderr)).toMatchObject({ code: 'link_invalid', terminal: false });
  });

  it('is terminal for a post of TikTok, too', () => {
    const id = '7500000000000000002';
    const link: ParsedLink = { ...LINK, platform: 'tiktok', id };
    const stderr = `ERROR: [TikTok] ${id}: You do not have permission to view this post. Log into an account`;
    expect(failureOf(stderr, link)).toMatchObject({ code: 'private', terminal: true });
  });

  it('is not terminal for an empty Instagram response', () => {
    expect(failureOf(EMPTY)).toMatchObject({
      ok: false,
      code: 'failed',
      reason: 'unreadable_here',
      terminal: false,
      tentative: true,
      cause: 'empty_media',
    });
  });

  it.each([EMPTY, `ERROR: [Instagram] ${ID}: You need to log in to access this content`])(
    'is private for a link for followers: %s',
    (stderr) => {
      expect(failureOf(stderr, { ...LINK, forFollowers: true })).toMatchObject({
        code: 'private',
        terminal: false,
      });
    },
  );

  it('considers a warning only if the error is inconclusive', () => {
    const warning = `WARNING: [Instagram] ${ID}: Instagram API is not granting access\n`;
    expect(failureOf(warning + EMPTY)).toMatchObject({ reason: 'posts_withheld' });
    const error = `ERROR: [Instagram] ${ID}: There is no video in this post`;
    expect(failureOf(warning + error)).toMatchObject({ code: 'no_media' });
    expect(failureOf('WARNING: HTTP Error 404')).toMatchObject({ code: 'failed', reason: 'page_unreadable' });
  });

  it('prefers a conclusive error to a tentative one', () => {
    const other = `ERROR: [Instagram] ${ID}: This content is unreachable. Use --cookies`;
    for (const stderr of [`${EMPTY}\n${other}`, `${other}\n${EMPTY}`])
      expect(failureOf(stderr)).toMatchObject({ reason: 'posts_withheld' });
  });

  it('reads the continuation lines of an error', () => {
    const error = `ERROR: [Instagram] ${ID}: something\n  (caused by <HTTPError 429: HTTP Error 429: Too Many Requests>)`;
    expect(failureOf(error)).toMatchObject({ code: 'rate_limited' });
  });

  it('detects missing impersonation', () => {
    const warning =
      'WARNING: [TikTok] The extractor is attempting impersonation, but no impersonate target is available; if';
    expect(lacksImpersonation(warning)).toBe(true);
    expect(lacksImpersonation(EMPTY)).toBe(false);
  });
});
