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
const PRIVATE = 'private terminal';
const GONE = 'gone terminal';

/** Known final messages of yt-dlp and the failures they indicate. */
const KNOWN: readonly (readonly [message: string, expected: string])[] = [
  ['You have exceeded the rate-limit for accessing posts anonymously', LIMITED],
  ['Requested content is not available, rate-limit reached or login required. Use --cookies', LIMITED],
  ['The webpage request was redirected to the login page', LIMITED],
  ['Unable to download JSON metadata: HTTP Error 429: Too Many Requests', LIMITED],
  ['Unexpected response from webpage request', LIMITED],
  ['Unable to solve JS challenge', LIMITED],
  ['Instagram API is not granting access', LIMITED],
  [
    'Instagram sent an empty media response. If it is not, then use --cookies',
    'failed unreadable_here tentative',
  ],
  ['This content is only available for registered users who follow this account', PRIVATE],
  ['Restricted Video: You must be 18 years old or over to see this video', PRIVATE],
  ['You do not have permission to view this post. Log into an account that has access', PRIVATE],
  ['This post may not be comfortable for some audiences. Log in for access', PRIVATE],
  ['TikTok is requiring login for access to this content', 'private'],
  ['You need to log in to access this content', 'private'],
  ['This content is unreachable', 'private'],
  ['No access. Use --cookies-from-browser or --cookies for the authentication', 'private'],
  ['Video not available, status code 10202', GONE],
  ['Video not available, status code 10203', GONE],
  ['Video not available, status code 10204', 'gone'],
  ['Video not available, status code 10221', GONE],
  ['Video not available, status code 10231', 'failed region'],
  ['Video not available, status code 10299', 'failed page_unreadable'],
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
  ['Unable to download webpage: HTTP Error 403: Forbidden', LIMITED],
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

  it('is not terminal for an empty Instagram response and for TikTok status 10204', () => {
    expect(failureOf(EMPTY)).toEqual({
      ok: false,
      code: 'failed',
      reason: 'unreadable_here',
      terminal: false,
      tentative: true,
      cause: 'empty_answer',
    });
    expect(failureOf('ERROR: Video not available, status code 10204')).toMatchObject({ terminal: false });
  });

  it('is private for an empty response to a link for followers', () => {
    expect(failureOf(EMPTY, { ...LINK, forFollowers: true })).toMatchObject({
      code: 'private',
      terminal: false,
    });
  });

  it('considers a warning only if the error is inconclusive', () => {
    const warning = `WARNING: [Instagram] ${ID}: Instagram API is not granting access\n`;
    expect(failureOf(warning + EMPTY)).toMatchObject({ code: 'rate_limited' });
    const error = `ERROR: [Instagram] ${ID}: There is no video in this post`;
    expect(failureOf(warning + error)).toMatchObject({ code: 'no_media' });
    expect(failureOf('WARNING: HTTP Error 404')).toMatchObject({ code: 'failed', reason: 'page_unreadable' });
  });

  it('prefers a conclusive error to a tentative one', () => {
    const other = `ERROR: [Instagram] ${ID}: This content is unreachable. Use --cookies`;
    for (const stderr of [`${EMPTY}\n${other}`, `${other}\n${EMPTY}`])
      expect(failureOf(stderr)).toMatchObject({ code: 'private' });
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
