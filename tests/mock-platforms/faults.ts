import type { MediaFault, MockFault, ShortLinkFault } from './fault.ts';
import { MEDIA_ROWS, PAGE_ROWS, PROVIDER_ROWS, type Row } from './fault-rows.ts';
import { makeReel, makeSet, makeVideo } from './make-post.ts';
import { MOCK_PLATFORMS, type MockPlatform, type MockPost } from './post.ts';
import { mockPosts } from './posts.ts';

/** Makes the post of a fault. */
const MAKERS: Readonly<
  Record<MockPlatform, (name: string, id: string, quality: '1080p' | '720p') => MockPost>
> = { instagram: makeReel, tiktok: makeVideo };

const rowsOf = (where: MockFault['where'], rows: readonly Row[]): MockFault[] =>
  rows.flatMap(([bare, ids, does, more]) =>
    MOCK_PLATFORMS.flatMap((platform) => {
      const id = ids[platform];
      if (id === undefined) return [];
      const name = `${where}-${bare}`;
      const post = MAKERS[platform](`${platform} ${name}`, id, where === 'media' ? '1080p' : '720p');
      return [{ name, platform, where, link: post.links[0], does, post, ...more }];
    }),
  );

const shortRow = (name: ShortLinkFault, code: string, does: string): MockFault[] => [
  {
    name: `short-${name}`,
    platform: 'tiktok',
    where: 'short-link',
    link: `https://vm.tiktok.com/Z${code}/`,
    does,
    post: null,
    shortLink: name,
  },
  {
    name: `short-${name}`,
    platform: 'instagram',
    where: 'short-link',
    link: `https://www.instagram.com/share/reel/B${code}/`,
    does,
    post: null,
    shortLink: name,
  },
];

const setFault = (name: string, id: string, does: string, fault: MediaFault): MockFault => {
  const post = makeSet(`instagram ${name}`, id);
  const row = { name, platform: 'instagram', where: 'media', link: post.links[0], does, post } as const;
  return { ...row, media: fault, item: 2, transfer: 'fails' };
};

/** Every fault, with the link that triggers it. */
export const mockFaults: readonly MockFault[] = [
  ...rowsOf('page', PAGE_ROWS),
  ...rowsOf('media', MEDIA_ROWS),
  ...rowsOf('provider', PROVIDER_ROWS),
  setFault('media-set-one-cut', 'DFaultSet01', 'the third picture is always cut', {
    kind: 'cut',
    at: 40_000,
  }),
  setFault('media-set-one-gone', 'DFaultSet02', 'the third picture is refused', {
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
export const faultLink = (name: string, platform: MockPlatform = 'instagram'): string => {
  const row = mockFaults.find((fault) => fault.name === name && fault.platform === platform);
  if (row === undefined) throw new Error(`no fault ${name} on ${platform}`);
  return row.link;
};

/** Working short links, and the post each one leads to. */
export const mockShortLinks: readonly { readonly link: string; readonly post: MockPost }[] = [
  ['https://vm.tiktok.com/ZMockOf1/', 'tiktok video'],
  ['https://vt.tiktok.com/ZMockOf2/', 'tiktok pictures'],
  ['https://www.tiktok.com/t/ZMockOf3/', 'tiktok video without variants'],
  ['https://www.instagram.com/share/reel/BMockOf01/', 'instagram reel'],
  ['https://www.instagram.com/share/p/BMockOf02/', 'instagram set'],
].flatMap(([link, name]) => {
  const post = mockPosts.find((candidate) => candidate.name === name);
  return link === undefined || post === undefined ? [] : [{ link, post }];
});
