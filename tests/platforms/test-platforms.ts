import type { PlatformId } from '../../src/shared/platforms/platforms.ts';
import type { MockPlatform } from '../mock-platforms/mock-platform.ts';
import { instagramAnswers } from './instagram/instagram-answers.ts';
import { instagramLinks } from './instagram/instagram-links.ts';
import { instagramMock } from './instagram/instagram-mock.ts';
import type { LinkTable } from './link-table.ts';
import type { NativeAnswers } from './native-answers.ts';
import { tiktokAnswers } from './tiktok/tiktok-answers.ts';
import { tiktokLinks } from './tiktok/tiktok-links.ts';
import { tiktokMock } from './tiktok/tiktok-mock.ts';

/** Test data of a platform that tests of all platforms share. */
interface TestPlatform {
  readonly links: LinkTable;
  readonly answers: NativeAnswers;
  /** How the mock server plays it. */
  readonly mock: MockPlatform;
}

/** Test data of each platform. */
export const TEST_PLATFORMS: Readonly<Record<PlatformId, TestPlatform>> = {
  instagram: { links: instagramLinks, answers: instagramAnswers, mock: instagramMock },
  tiktok: { links: tiktokLinks, answers: tiktokAnswers, mock: tiktokMock },
};
