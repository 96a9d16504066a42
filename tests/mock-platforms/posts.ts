import { CHECK_POSTS } from '../../src/server/platforms/check-posts.ts';
import { PLATFORM_IDS } from '../../src/shared/platforms/platforms.ts';
import { TEST_PLATFORMS } from '../platforms/test-platforms.ts';
import type { MockPost } from './post.ts';

/** The posts without faults: what they contain and what a download must produce. */
export const mockPosts: readonly MockPost[] = PLATFORM_IDS.flatMap((id) => TEST_PLATFORMS[id].mock.posts);

/** Sets with more files, or more bytes, than a browser accepts from one click. */
export const mockLargeSets: readonly MockPost[] = PLATFORM_IDS.flatMap(
  (id) => TEST_PLATFORMS[id].mock.largeSets,
);

/** The posts that a check reads while the owner has chosen none. */
export const mockCheckPosts: readonly MockPost[] = PLATFORM_IDS.flatMap((id) =>
  CHECK_POSTS[id].map(({ url }) => {
    const code = new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? '';
    return TEST_PLATFORMS[id].mock.faults.makePost(`${id} check post`, code, '720p');
  }),
);
