import { describe, expect, it } from 'vitest';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { failureOfComplaints, missesImpersonation } from './complaint-failure.ts';

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
const heard = (written: string, link = LINK) => failureOfComplaints(written, link);

const LIMITED = 'rate_limited';
const PRIVATE = 'private definite';
const GONE = 'gone definite';

/** Every message the program is known to end with, and what it means. */
const KNOWN: readonly (readonly [message: string, meaning: string])[] = [
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

describe('what yt-dlp complains of', () => {
  it.each(KNOWN)('%s', (message, meaning) => {
    const { code, reason, terminal, tentative } = heard(`ERROR: [Instagram] ${ID}: ${message}\n`);
    const told = [code, reason, terminal && 'definite', tentative && 'tentative'].filter(Boolean).join(' ');
    expect(told).toBe(meaning);
  });

  it('is definite only where it is said of the post itself', () => {
    const status = 'Unable to download webpage: HTTP Error 404: Not Found';
    expect(heard(`ERROR: [Instagram] ${ID}: ${status}`)).toMatchObject({ code: 'gone', terminal: true });
    expect(heard(`ERROR: [Instagram] ${status}`)).toMatchObject({ code: 'gone', terminal: false });
  });

  it('may be mistaken where Instagram’s answer was empty or TikTok does not like the server', () => {
    expect(heard(EMPTY)).toEqual({
      ok: false,
      code: 'failed',
      reason: 'unreadable_here',
      terminal: false,
      tentative: true,
      cause: 'empty_answer',
    });
    expect(heard('ERROR: Video not available, status code 10204')).toMatchObject({ terminal: false });
  });

  it('is private where an empty answer met a link made for followers', () => {
    expect(heard(EMPTY, { ...LINK, forFollowers: true })).toMatchObject({ code: 'private', terminal: false });
  });

  it('hears a warning only where the error leaves open what it means', () => {
    const warning = `WARNING: [Instagram] ${ID}: Instagram API is not granting access\n`;
    expect(heard(warning + EMPTY)).toMatchObject({ code: 'rate_limited' });
    const error = `ERROR: [Instagram] ${ID}: There is no video in this post`;
    expect(heard(warning + error)).toMatchObject({ code: 'no_media' });
    expect(heard('WARNING: HTTP Error 404')).toMatchObject({ code: 'failed', reason: 'page_unreadable' });
  });

  it('takes of several errors the one that is sure', () => {
    const other = `ERROR: [Instagram] ${ID}: This content is unreachable. Use --cookies`;
    for (const written of [`${EMPTY}\n${other}`, `${other}\n${EMPTY}`])
      expect(heard(written)).toMatchObject({ code: 'private' });
  });

  it('reads the further lines of an error with it', () => {
    const error = `ERROR: [Instagram] ${ID}: something\n  (caused by <HTTPError 429: HTTP Error 429: Too Many Requests>)`;
    expect(heard(error)).toMatchObject({ code: 'rate_limited' });
  });

  it('tells of missing impersonation', () => {
    const warning =
      'WARNING: [TikTok] The extractor is attempting impersonation, but no impersonate target is available; if';
    expect(missesImpersonation(warning)).toBe(true);
    expect(missesImpersonation(EMPTY)).toBe(false);
  });
});
