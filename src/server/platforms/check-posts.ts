import { parseLink } from '#shared/links/parse-link.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';

/** Public post that a check may read when the owner has chosen no post of the platform. */
interface BuiltInPost {
  readonly url: string;
  /** Day of publication in ISO 8601, which the post's id encodes. */
  readonly publicationDate: string;
}

/**
 * Public posts that the test suites of other tools have read for years. The server requests them only when the owner starts a check; the
 * monitor reads only the owner's test posts.
 */
export const CHECK_POSTS: Readonly<Record<PlatformId, readonly [BuiltInPost, ...BuiltInPost[]]>> = {
  instagram: [
    { url: 'https://www.instagram.com/p/aye83DjauH/', publicationDate: '2013-06-20' },
    { url: 'https://www.instagram.com/p/Chunk8-jurw/', publicationDate: '2022-08-26' },
  ],
  tiktok: [
    { url: 'https://www.tiktok.com/@leenabhushan/video/6748451240264420610', publicationDate: '2019-10-16' },
  ],
};

/** Post that a check reads. */
export interface PostToCheck {
  readonly link: ParsedLink;
  /** Whether the post is one of the owner's test posts. */
  readonly isOwn: boolean;
}

const parsePost = (url: string): ParsedLink => {
  const parsed = parseLink(url);
  if (!parsed.ok) throw new TypeError(`not the link of a post: ${url}`);
  return parsed.link;
};

/**
 * Returns the posts that a check of a platform can read: the owner's test posts (`canaries`, canonical links by platform) if there are any,
 * else the built-in posts. The list is never empty. Throws TypeError for a text in `canaries` that is not the link of a post.
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
 * Returns the posts that a check reads one after another until one of them is not gone: all built-in posts, or only the first of the
 * owner's test posts, because the owner must learn that this post is gone. Takes the parameters of `postsToCheck` and throws as it does.
 */
export const triedPostsOf = (
  ...platformAndCanaries: Parameters<typeof postsToCheck>
): readonly PostToCheck[] => {
  const posts = postsToCheck(...platformAndCanaries);
  return posts[0]?.isOwn === true ? posts.slice(0, 1) : posts;
};
