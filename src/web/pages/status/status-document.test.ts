import { describe, expect, it } from 'vitest';
import type { StatusPageInput } from '#shared/contract/page.ts';
import { defaultSite } from '#shared/contract/site-settings.ts';
import type { Past, StatusReport } from '#shared/contract/status.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import { statusDocument as render } from './status-document.tsx';

const DAYS = Array.from({ length: 30 }, (_, index) =>
  new Date(Date.UTC(2026, 9, 23 + index)).toISOString().slice(0, 10),
);
const past = (state: Past['states'][number], share: number | null): Past => ({
  states: DAYS.map((_, index) => (index < 28 ? 'unknown' : state)),
  shares: DAYS.map((_, index) => (index < 28 ? null : share)),
});
const UNKNOWN = { state: 'unknown', medianMs: null, lastSeen: null } as const;
const NOTHING: StatusReport = {
  previews: byPlatform(() => UNKNOWN),
  downloads: UNKNOWN,
  engines: [],
  days: DAYS,
  past: {
    previews: byPlatform(() => past('unknown', null)),
    downloads: past('unknown', null),
    engines: [],
  },
  used: [],
  incidents: [],
  tested: byPlatform(() => null),
  causes: byPlatform(() => null),
};
const LATELY = '2026-11-21T16:40:00.000Z';
const KNOWN: StatusReport = {
  ...NOTHING,
  used: ['instagram', 'tiktok'],
  previews: {
    ...NOTHING.previews,
    instagram: { state: 'failing', medianMs: null, lastSeen: LATELY },
    tiktok: { state: 'working', medianMs: 1_432, lastSeen: LATELY },
  },
  engines: [{ engine: 'native', platform: 'tiktok', state: 'slow', medianMs: 9_000, lastSeen: LATELY }],
  past: {
    ...NOTHING.past,
    previews: { ...NOTHING.past.previews, instagram: past('failing', 12), tiktok: past('working', 99) },
    engines: [{ engine: 'native', platform: 'tiktok', ...past('disturbed', 91) }],
  },
  incidents: [
    { part: 'instagram', from: '2026-11-21T15:00:00.000Z', until: LATELY, over: false },
    { part: 'downloads', from: '2026-11-21T13:00:00.000Z', until: '2026-11-21T14:00:00.000Z', over: false },
    { part: 'tiktok', from: '2026-11-20T09:00:00.000Z', until: '2026-11-20T11:00:00.000Z', over: true },
  ],
  tested: { ...NOTHING.tested, instagram: LATELY },
};
const input: StatusPageInput = {
  site: {
    ...defaultSite({
      updatedAt: '2026-11-20T08:00:00.000Z',
      samples: true,
      readsStories: true,
      contactEmail: null,
    }),
    title: 'Harbour <&> Clips',
  },
  assets: {
    themeScript: { src: '/assets/theme-1.js', integrity: 'sha384-theme' },
    scripts: [{ src: '/assets/public-1.js', integrity: 'sha384-public' }],
    inlineStyle: null,
    styles: [{ href: '/assets/public-1.css', integrity: 'sha384-style' }],
    fonts: [],
  },
  publicUrl: 'https://harbour.example',
  report: NOTHING,
  at: '2026-11-21T16:42:00.000Z',
};
const textOf = (html: string): string =>
  html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]+>/gu, '|')
    .replaceAll(/\|[|\s]*/gu, '|');

describe('statusDocument', () => {
  it('is a complete document with its own title and URL and only the theme script', () => {
    const html = render(input);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/u);
    expect(html).toContain('<title>Harbour &lt;&amp;&gt; Clips: status of the last 30 days</title>');
    expect(html).toContain('<link rel="canonical" href="https://harbour.example/status">');
    expect(html.match(/<script/gu)).toHaveLength(1);
    expect(html).toContain('<script src="/assets/theme-1.js" integrity="sha384-theme"></script>');
    expect(html).not.toMatch(/ style=/u);
    expect(html).not.toContain('href="#');
    expect(html).toContain('href="/#status"');
  });

  it('says one line while there are no observations', () => {
    const text = textOf(render(input));
    expect(text).toContain(
      '|No previews yet|The status shows up after the first one.|How status is measured|',
    );
    expect(text).not.toMatch(/\|Working\||previews\||Incidents|Engines|Day by day/u);
  });

  it('does not deny a preview that was just made', () => {
    const tiktok = { state: 'unknown', medianMs: null, lastSeen: LATELY } as const;
    const report = { ...NOTHING, used: ['tiktok' as const], previews: { ...NOTHING.previews, tiktok } };
    const once = textOf(render({ ...input, report }));
    expect(once).toContain('|Too little use to tell|As of 21 Nov, 16:42. All times are UTC.|');
    expect(once).toContain('|TikTok previews|Too few to tell|');
    expect(once).not.toMatch(/No previews|No recent/u);
    const later = textOf(render({ ...input, report: { ...NOTHING, used: ['tiktok'] } }));
    expect(later).toContain(
      '|No recent previews|The status shows up after the next one.|How status is measured|',
    );
  });

  it('shows only the parts it knows something about', () => {
    const previews = { ...NOTHING.previews, tiktok: KNOWN.previews.tiktok };
    const text = textOf(render({ ...input, report: { ...NOTHING, previews } }));
    expect(text).toContain(
      '|Working, as far as we know|As of 21 Nov, 16:42. All times are UTC.|TikTok previews|',
    );
    expect(text).toContain('No incidents seen in the last 30 days.');
    expect(text).not.toMatch(/Instagram previews|Downloads|Engines/u);
    const tested = { ...NOTHING.tested, instagram: LATELY };
    const old = textOf(render({ ...input, report: { ...NOTHING, used: ['instagram'], tested } }));
    expect(old).toContain('|No recent previews|');
    expect(old).toContain('|Instagram previews|No recent data|');
    expect(old).not.toContain('TikTok previews');
  });

  it('shows observations as bars, text and a table', () => {
    const html = render({ ...input, report: KNOWN });
    const text = textOf(html);
    expect(text).toContain('|Some parts are not working|');
    expect(text).toContain('|TikTok previews|Working|');
    expect(text).toContain('|Median time|1.4 s|');
    expect(text).toContain('|Last check|21 Nov, 16:40|');
    expect(html).toContain(
      'aria-label="Instagram previews, the last 30 days: 2 days did not work, 28 days without data."',
    );
    expect(html).toContain('<title>21 Nov: did not work, 12% succeeded</title>');
    expect(text).toContain('|21 Nov|did not work, 12% succeeded|worked, 99% succeeded|');
    expect(text).toContain('|This site&#x27;s own reader|TikTok|Slow|Median 9.0 s|');
  });

  it('distinguishes ended, ongoing and unconfirmed incidents', () => {
    const text = textOf(render({ ...input, report: KNOWN }));
    expect(text).toContain('|Instagram previews|Since 21 Nov, between 15:00 and 16:00|Ongoing|');
    expect(text).toContain('|Downloads|21 Nov, between 13:00 and 14:00|No success seen since|');
    expect(text).toContain('|TikTok previews|20 Nov, between 09:00 and 11:00|Resolved|');
  });

  it('does not show an older incident as ongoing', () => {
    const older = { from: '2026-11-17T08:00:00.000Z', until: '2026-11-17T09:00:00.000Z', over: false };
    const incidents = [...KNOWN.incidents, { part: 'instagram', ...older } as const];
    const text = textOf(render({ ...input, report: { ...KNOWN, incidents } }));
    expect(text).toContain('|Since 21 Nov, between 15:00 and 16:00|Ongoing|');
    expect(text).toContain('|17 Nov, between 08:00 and 09:00|No success seen since|');
  });

  it.each([
    [
      'within an hour',
      '2026-11-20T09:00:00.000Z',
      '2026-11-20T09:58:12.345Z',
      '20 Nov, between 09:00 and 10:00',
    ],
    [
      'to midnight',
      '2026-11-20T22:00:00.000Z',
      '2026-11-21T00:00:00.000Z',
      '20 Nov, between 22:00 and 24:00',
    ],
    [
      'over midnight',
      '2026-11-20T22:00:00.000Z',
      '2026-11-21T03:00:00.000Z',
      'Between 20 Nov, 22:00 and 21 Nov, 03:00',
    ],
  ])('shows an incident to the hour: %s', (_case, from, until, words) => {
    const incidents = [{ part: 'tiktok', from, until, over: true } as const];
    const text = textOf(render({ ...input, report: { ...KNOWN, incidents } }));
    expect(text).toContain(`|TikTok previews|${words}|Resolved|`);
  });

  it('names the cause of failing previews, and no advice', () => {
    const causes = { ...NOTHING.causes, instagram: 'login_wall' } as const;
    const text = textOf(render({ ...input, report: { ...KNOWN, causes } }));
    expect(text).toContain('|Instagram previews|Not working|');
    expect(text).toContain(
      '|Cause of failures|The platform sent its sign-in page instead of the post.|Last used|',
    );
    expect(text).not.toContain('OUTBOUND_PROXY');
    expect(textOf(render({ ...input, report: KNOWN }))).not.toContain('Cause of failures');
  });

  it('shows that the site is under maintenance', () => {
    const closed = render({ ...input, site: { ...input.site, maintenance: true } });
    expect(textOf(closed)).toContain('|The site is currently down for maintenance.|');
    expect(textOf(render(input))).not.toContain('maintenance');
  });
});
