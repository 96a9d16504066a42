import type { PlatformId } from '../../src/shared/platforms/platforms.ts';
import { instagramAnswers } from './instagram/instagram-answers.ts';
import { instagramLinks } from './instagram/instagram-links.ts';
import type { LinkTable } from './link-table.ts';
import type { NativeAnswers } from './native-answers.ts';
import { tiktokAnswers } from './tiktok/tiktok-answers.ts';
import { tiktokLinks } from './tiktok/tiktok-links.ts';

/** Test data of a platform that tests of all platforms share. */
interface TestPlatform {
  readonly links: LinkTable;
  readonly answers: NativeAnswers;
}

/** Test data of each platform. */
export const TEST_PLATFORMS: Readonly<Record<PlatformId, TestPlatform>> = {
  instagram: { links: instagramLinks, answers: instagramAnswers },
  tiktok: { links: tiktokLinks, answers: tiktokAnswers },
};
