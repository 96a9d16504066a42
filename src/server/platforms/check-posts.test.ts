import { describe, expect, it } from 'vitest';
import { parseTestPostLink } from '#shared/links/test-post-link.ts';
import { PLATFORM_IDS } from '#shared/platforms/platforms.ts';
import { CHECK_POSTS, postsToCheck, triedPostsOf } from './check-posts.ts';

const NONE = { instagram: [], tiktok: [] };

describe.each(PLATFORM_IDS)('the check posts of %s', (platform) => {
  it('are canonical links of permanent posts, with the day of publication', () => {
    for (const { url, publicationDate } of CHECK_POSTS[platform]) {
      expect(parseTestPostLink(url, platform)).toBe(url);
      expect(publicationDate).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
  });

  it('are used while the owner has chosen none', () => {
    const posts = postsToCheck(platform, NONE);
    expect(posts.map(({ link, isOwn }) => [link.platform, link.url, isOwn])).toEqual(
      CHECK_POSTS[platform].map(({ url }) => [platform, url, false]),
    );
  });
});

it('gives way to the posts that the owner has chosen', () => {
  const url = 'https://www.instagram.com/p/Cabc1234567/';
  const posts = postsToCheck('instagram', { ...NONE, instagram: [url] });
  expect(posts.map(({ link, isOwn }) => [link.url, isOwn])).toEqual([[url, true]]);
});

it('reads all built-in posts in turn, but only the first of the owner', () => {
  const own = ['https://www.instagram.com/p/Cabc1234567/', 'https://www.instagram.com/p/Cabc1234568/'];
  expect(triedPostsOf('instagram', NONE)).toHaveLength(CHECK_POSTS.instagram.length);
  expect(postsToCheck('instagram', { ...NONE, instagram: own })).toHaveLength(2);
  expect(triedPostsOf('instagram', { ...NONE, instagram: own }).map(({ link }) => link.url)).toEqual([
    own[0],
  ]);
});
