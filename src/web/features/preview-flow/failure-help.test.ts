import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { FailureHelp, type FailureHelpSite } from './failure-help.tsx';

const STORY = 'https://www.instagram.com/stories/ferry.notes/3141592653589793238/';
const REEL = 'https://www.instagram.com/reel/Cq7Lm2Kd9aB/';
const WAIT = 'Wait a minute, then try again.';

const helpFor = ({
  contactEmail = 'owner@example.com',
  ...props
}: Partial<Omit<Parameters<typeof FailureHelp>[0], 'site'> & FailureHelpSite>): string =>
  renderToStaticMarkup(
    createElement(FailureHelp, {
      code: 'private',
      link: REEL,
      site: { contactEmail },
      ...props,
    }),
  );

describe('the advice under a failure', () => {
  it.each([
    ['region', 'If the app shows you the post, save it there.'],
    ['short_link_dead', 'Open the post in the app and copy its link there.'],
    ['story_needs_session', 'Nothing is wrong with your link.'],
  ])('of a failed post with the reason %s is what can help', (reason, advice) => {
    expect(helpFor({ code: 'failed', reason })).toContain(advice);
    expect(helpFor({ code: 'failed', reason })).not.toContain('report this link');
  });

  it('is that of the code for a reason without advice of its own', () => {
    for (const reason of ['upstream_error', 'a_reason_of_tomorrow', undefined])
      expect(helpFor({ code: 'failed', reason })).toContain('report this link');
    expect(helpFor({ code: 'no_media', reason: 'upstream_error' })).toContain('still processing');
  });

  it('mentions that stories vanish only under the link of a story', () => {
    const VANISH = 'Stories vanish';
    for (const code of ['gone', 'link_invalid'] as const) {
      expect(helpFor({ code, link: STORY })).toContain(VANISH);
      for (const link of [
        REEL,
        'https://vm.tiktok.com/ZMabcdefg/',
        'https://www.instagram.com/p/CxYzAbCdEfG/',
      ])
        expect(helpFor({ code, link })).toBe('<p>Copy the link again from the app&#x27;s Share menu.</p>');
    }
  });

  it('to wait a minute is absent where the button says the time', () => {
    expect(helpFor({ code: 'rate_limited' })).toContain(WAIT);
    expect(helpFor({ code: 'overloaded' })).toContain(WAIT);
    expect(helpFor({ code: 'overloaded', retryAfter: 5 })).toBe('');
    for (const retryAfter of [0, 24, 2_400])
      expect(helpFor({ code: 'rate_limited', retryAfter })).not.toContain(WAIT);
  });

  it('says whose limit is reached, and that a platform holds back only its own links', () => {
    const limited = { code: 'rate_limited', retryAfter: 24 } as const;
    expect(helpFor(limited)).toBe(
      '<p>This site must wait before it asks Instagram again. Other links still work.</p>',
    );
    expect(helpFor({ ...limited, link: 'https://vm.tiktok.com/ZMabcdefg/' })).toContain('asks TikTok again');
    expect(helpFor({ ...limited, ownLimit: true })).toBe(
      '<p>You have reached this site&#x27;s limit for now.</p>',
    );
  });

  it('invites to report a link only on a site with an address for reports', () => {
    for (const code of ['failed', 'body_invalid'] as const) {
      expect(helpFor({ code })).toContain('href="#report">report this link</a>');
      expect(helpFor({ code, home: '/' })).toContain('href="/#report"');
      const without = helpFor({ code, contactEmail: null });
      expect(without).toContain('href="/status">status page</a>');
      expect(without).not.toContain('report this');
    }
  });
});
