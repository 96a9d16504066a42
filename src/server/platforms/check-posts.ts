import { parseLink } from '#shared/links/parse-link.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';

/** Public post that a check may read when the owner has chosen no post of the platform. */
interface BuiltInPost {
  readonly url: string;
  /** Day of publication, which the post's id encodes. */
  readonly published: string;
}

/**
 * Public posts that the test suites of other tools have read for years, so that their authors are used to requests. They are requested only
 * when the owner starts a check; the monitor uses only the owner's test posts.
 */
export const CHECK_POSTS: Readonly<Record<PlatformId, readonly [BuiltInPost, ...BuiltInPost[]]>> = {
  instagram: [
    { url: 'https://www.instagram.com/p/aye83DjauH/', published: '2013-06-20' },
    { url: 'https://www.instagram.com/p/Chunk8-jurw/', published: '2022-08-26' },
  ],
  tiktok: [
    { url: 'https://www.tiktok.com/@leenabhushan/video/6748451240264420610', published: '2019-10-16' },
  ],
};

/** Post that a check reads; `isOwn` is true if the owner has chosen it. */
export interface PostToCheck {
  readonly link: ParsedLink;
  readonly isOwn: boolean;
}

const parsePost = (url: string): ParsedLink => {
  const parsed = parseLink(url);
  if (!parsed.ok) throw new TypeError(`not the link of a post: ${url}`);
  return parsed.link;
};

/**
 * Returns the posts that a check of a platform can read: the owner's test posts (`canaries`, canonical links) if there are any, else the
 * built-in ones. Never empty.
 */
export const postsToCheck = (
  platform: PlatformId,
  canaries: Readonly<Record<PlatformId, readonly string[]>>,
): readonly PostToCheck[] => {
  const own = canaries[platform].map((url) => ({ link: parsePost(url), isOwn: true }));
  return own.length > 0
    ? own
    : CHECK_POSTS[platform].map(({ url }) => ({ link: parsePost(url), isOwn: false }));
};

/**
 * Returns the posts that one try reads, in order, until it finds one that is not gone: all built-in posts, or only the first of the owner's
 * test posts, so that no other post hides that it is gone.
 */
export const triedPostsOf = (...chosen: Parameters<typeof postsToCheck>): readonly PostToCheck[] => {
  const posts = postsToCheck(...chosen);
  return posts[0]?.isOwn === true ? posts.slice(0, 1) : posts;
};
