import { PLATFORM_IDS, type PlatformId } from '../../src/shared/platforms/platforms.ts';
import { TEST_PLATFORMS } from '../platforms/test-platforms.ts';
import type { MediaFault, MockFault, ShortLinkFault } from './fault.ts';
import { MEDIA_ROWS, PAGE_ROWS, PROVIDER_ROWS, type Row } from './fault-rows.ts';
import type { MockPost } from './post.ts';
import { mockPosts } from './posts.ts';
import { isCommonFault } from './site-pages.ts';

const rowsOf = (where: MockFault['where'], rows: readonly Row[]): MockFault[] =>
  rows.flatMap(([bare, number, does, more]) =>
    PLATFORM_IDS.flatMap((platform) => {
      const { faults, idOf } = TEST_PLATFORMS[platform].mock;
      const { page } = more;
      if (page !== undefined && !isCommonFault(page) && !faults.pageFaults.includes(page)) return [];
      const name = `${where}-${bare}`;
      const quality = where === 'media' ? '1080p' : '720p';
      const post = faults.makePost(`${platform} ${name}`, idOf(number), quality);
      return [{ name, platform, where, link: post.links[0], does, post, ...more }];
    }),
  );

const shortRow = (name: ShortLinkFault, code: string, does: string): MockFault[] =>
  PLATFORM_IDS.flatMap((platform) => {
    const { shortLinks } = TEST_PLATFORMS[platform].mock;
    if (shortLinks === null) return [];
    const link = shortLinks.linkOf(code);
    return [
      { name: `short-${name}`, platform, where: 'short-link', link, does, post: null, shortLink: name },
    ];
  });

const setRow = (name: string, number: number, does: string, fault: MediaFault): MockFault[] =>
  PLATFORM_IDS.flatMap((platform) => {
    const { faults, idOf } = TEST_PLATFORMS[platform].mock;
    const post = faults.makeSet?.(`${platform} ${name}`, idOf(number));
    if (post === undefined) return [];
    const row = { name, platform, where: 'media', link: post.links[0], does, post } as const;
    return [{ ...row, media: fault, item: 2, transfer: 'fails' }];
  });

/** Every fault, with the link that triggers it. */
export const mockFaults: readonly MockFault[] = [
  ...rowsOf('page', PAGE_ROWS),
  ...rowsOf('media', MEDIA_ROWS),
  ...rowsOf('provider', PROVIDER_ROWS),
  ...setRow('media-set-one-cut', 4_001, 'the third picture is always cut', {
    kind: 'cut',
    at: 40_000,
  }),
  ...setRow('media-set-one-gone', 4_002, 'the third picture is refused', {
    kind: 'expired',
    status: 403,
    afterRefresh: 'never',
  }),
  ...shortRow('dead', 'FltDead1', 'nothing: the front page, or an error page with status 200'),
  ...shortRow('home', 'FltHome1', 'the front page: a dead link, or a refusal of Instagram’s'),
  ...shortRow('login', 'FltLogn1', 'the login page'),
  ...shortRow('loop', 'FltLoop1', 'itself, again and again'),
  ...shortRow('loopback', 'FltLbck1', 'this machine'),
  ...shortRow('foreign', 'FltForn1', 'a host that is no platform'),
  ...shortRow('gone', 'FltGone1', 'HTTP 404'),
  ...shortRow('limited', 'FltLimt1', 'HTTP 429'),
];

/** Returns the link that triggers a fault. Throws for an unknown fault name. */
export const faultLink = (name: string, platform: PlatformId = 'instagram'): string => {
  const row = mockFaults.find((fault) => fault.name === name && fault.platform === platform);
  if (row === undefined) throw new Error(`no fault ${name} on ${platform}`);
  return row.link;
};

/** Working short links, and the post each one leads to. */
export const mockShortLinks: readonly { readonly link: string; readonly post: MockPost }[] =
  PLATFORM_IDS.flatMap((id) =>
    (TEST_PLATFORMS[id].mock.shortLinks?.working ?? []).map(([link, name]) => {
      const post = mockPosts.find((candidate) => candidate.name === name);
      if (post === undefined) throw new Error(`no post ${name}`);
      return { link, post };
    }),
  );
