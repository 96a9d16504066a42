import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { FailureHelp, type FailureHelpSite } from './failure-help.tsx';

const STORY = 'https://www.instagram.com/stories/ferry.notes/3141592653589793238/';
const REEL = 'https://www.instagram.com/reel/Cq7Lm2Kd9aB/';
const WAIT = 'Wait a minute, then try again.';

const helpFor = ({
  readsStories = false,
  contactEmail = 'owner@example.com',
  ...props
}: Partial<Omit<Parameters<typeof FailureHelp>[0], 'site'> & FailureHelpSite>): string =>
  renderToStaticMarkup(
    createElement(FailureHelp, {
      code: 'private',
      link: REEL,
      site: { readsStories, contactEmail },
      ...props,
    }),
  );

describe('the advice under a failure', () => {
  it('of a story says why, on a site that cannot read stories', () => {
    const UNREADABLE = 'Instagram shows stories only to people who are signed in';
    expect(helpFor({ link: STORY })).toContain(UNREADABLE);
    expect(helpFor({ link: `look: ${STORY}` })).toContain(UNREADABLE);
    expect(helpFor({ link: STORY })).not.toContain('private window');
    expect(helpFor({ link: STORY, readsStories: true })).toContain('private window');
    expect(helpFor({ link: REEL })).toContain('private window');
    expect(helpFor({ code: 'gone', link: STORY })).not.toContain(UNREADABLE);
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
