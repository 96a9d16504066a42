import type { PlatformId } from '../../src/shared/platforms/platforms.ts';
import type { MockPlatform } from '../mock-platforms/mock-platform.ts';
import { instagramAnswers } from './instagram/instagram-answers.ts';
import { instagramLinks } from './instagram/instagram-links.ts';
import { instagramMock } from './instagram/instagram-mock.ts';
import { instagramOthers } from './instagram/instagram-others.ts';
import { instagramShapes } from './instagram/instagram-shapes.ts';
import type { LinkTable } from './link-table.ts';
import type { NativeAnswers } from './native-answers.ts';
import type { OtherPosts, PageShape } from './page-shape.ts';
import { tiktokAnswers } from './tiktok/tiktok-answers.ts';
import { tiktokLinks } from './tiktok/tiktok-links.ts';
import { tiktokMock } from './tiktok/tiktok-mock.ts';
import { tiktokOthers } from './tiktok/tiktok-others.ts';
import { tiktokShapes } from './tiktok/tiktok-shapes.ts';

/** Test data of a platform that tests of all platforms share. */
interface TestPlatform {
  readonly links: LinkTable;
  readonly answers: NativeAnswers;
  /** The shapes that its pages have. */
  readonly shapes: readonly PageShape[];
  readonly others: OtherPosts;
  /** How the mock server plays it. */
  readonly mock: MockPlatform;
}

/** Test data of each platform. */
export const TEST_PLATFORMS: Readonly<Record<PlatformId, TestPlatform>> = {
  instagram: {
    links: instagramLinks,
    answers: instagramAnswers,
    shapes: instagramShapes,
    others: instagramOthers,
    mock: instagramMock,
  },
  tiktok: {
    links: tiktokLinks,
    answers: tiktokAnswers,
    shapes: tiktokShapes,
    others: tiktokOthers,
    mock: tiktokMock,
  },
};
