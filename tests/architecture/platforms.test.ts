import { describe, expect, it } from 'vitest';
import { PLATFORM_IDS } from '../../src/shared/platforms/platforms.ts';
import { CODE, IS_TEST, linesMatching, pathsUnder, readFiles } from './source-files.ts';

/** Where a platform may be named: its folders, the two records that list them, and texts. */
const OWN_PLACES = [/^src\/shared\/platforms\//, /^src\/server\/platforms\//, /^src\/shared\/messages\//];
/**
 * The footer's links to social networks, which have names in common with the platforms, and an
 * extraction service that reads one platform.
 */
const OTHER_CONCEPTS = [
  /^src\/server\/engines\/provider\/tikwm-service\.ts$/,
  /^src\/shared\/contract\/site\.ts$/,
  /^src\/web\/features\/admin\/sections\/footer\//,
];
const EXEMPT = [...OWN_PLACES, ...OTHER_CONCEPTS, IS_TEST];

/** Matches an id as a whole string, a key or a property; after three dots it is a variable. */
const naming = (ids: readonly string[]): RegExp =>
  new RegExp(
    `(['"\`])(?:${ids.join('|')})\\1|(?<![\\w./-])(?:${ids.join('|')})\\??:(?!/)|(?<!\\.\\.)\\.(?:${ids.join('|')})\\b(?!\\.com|['"\`/=])`,
  );

describe('the platforms', () => {
  it('are named only in their folders, texts and tests', () => {
    const paths = pathsUnder('src').filter((path) => !EXEMPT.some((place) => place.test(path)));
    const files = readFiles(paths, CODE);
    expect(files.length).toBeGreaterThan(400);
    expect(linesMatching(files, naming(PLATFORM_IDS))).toEqual([]);
  });

  it('are named in places that exist', () => {
    const paths = pathsUnder('src');
    expect(EXEMPT.filter((place) => !paths.some((path) => place.test(path)))).toEqual([]);
  });
});

describe('the check of platform names', () => {
  it.each([
    "if (link.platform === 'instagram') return 1;",
    'const one = "tiktok";',
    'const key = `tiktok`;',
    'const limits = { instagram: 3, tiktok: 4 };',
    'interface Both { readonly tiktok?: boolean }',
    'return previews.instagram.observe();',
    "return names['tiktok'];",
  ])('finds %s', (line) => {
    expect(linesMatching([{ path: 'src/a.ts', text: line }], naming(PLATFORM_IDS))).toHaveLength(1);
  });

  it.each([
    "fetch('https://www.tiktok.com/@a/video/1')",
    'must be a list like www.tiktok.com=http://127.0.0.1:9101',
    '// Instagram answers 400.',
    'return [...tiktok.map(toItem)];',
    "const SCHEME = 'instagram://media';",
  ])('accepts %s', (line) => {
    expect(linesMatching([{ path: 'src/a.ts', text: line }], naming(PLATFORM_IDS))).toEqual([]);
  });
});
