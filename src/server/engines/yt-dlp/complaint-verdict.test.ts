import { describe, expect, it } from 'vitest';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { missesImpersonation, verdictOfComplaints } from './complaint-verdict.ts';

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
const heard = (written: string, link = LINK) => verdictOfComplaints(written, link);

describe('what yt-dlp complains of', () => {
  it('is definite only where it is said of the post itself', () => {
    const status = 'Unable to download webpage: HTTP Error 404: Not Found';
    expect(heard(`ERROR: [Instagram] ${ID}: ${status}`)).toEqual({ ok: false, code: 'gone', definite: true });
    expect(heard(`ERROR: [Instagram] ${status}`)).toEqual({ ok: false, code: 'gone', definite: false });
  });

  it('may be mistaken where Instagram’s answer was empty or TikTok does not like the server', () => {
    expect(heard(EMPTY)).toEqual({ ok: false, code: 'gone', definite: false, weak: true });
    expect(heard('ERROR: Video not available, status code 10204')).toMatchObject({ definite: false });
  });

  it('is private where an empty answer met a link made for followers', () => {
    expect(heard(EMPTY, { ...LINK, forFollowers: true })).toMatchObject({ code: 'private', definite: false });
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
