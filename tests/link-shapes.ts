import { PLATFORM_IDS } from '../src/shared/platforms/platforms.ts';
import { type LinkShape, toShape } from './platforms/link-table.ts';
import { TEST_PLATFORMS } from './platforms/test-platforms.ts';

// Every shape of link that people paste. The server's parser, the API and the browser's recognition line are all tested
// against these tables and against tests/refused-links.ts.

const shapesOf = (part: 'links' | 'linksInText'): readonly LinkShape[] =>
  PLATFORM_IDS.flatMap((platform) => {
    const table = TEST_PLATFORMS[platform].links;
    return table[part].map((row) => toShape(platform, table, row));
  });

/** Links pasted on their own. */
export const LINK_SHAPES = shapesOf('links');

/** Links pasted with text and punctuation around them. */
export const LINKS_IN_TEXT = shapesOf('linksInText');
