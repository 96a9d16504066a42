import { describe, expect, it } from 'vitest';
import { CODE, linesMatching, pathsUnder, readFiles } from './source-files.ts';

const TEXT = /\.(ts|tsx|mjs|css|md|json|html|svg|yml)$|^\.ci\/|^\.npmrc$/;
/** This file contains the forbidden words. */
const SELF = 'tests/architecture/words.test.ts';

const RULES = [
  { what: 'a reminder of unfinished work', pattern: /\b(TODO|FIXME|XXX|HACK)\b/ },
  {
    what: 'an absolute path of a machine',
    pattern: /(^|[\s"'`(=:])(\/(work|root|home|Users)\/[\w.-]+|[A-Z]:\\Users\\)/,
  },
  {
    what: 'a private phrase',
    pattern:
      /\b(?:doors?|desks?|politeness|verdicts?|shelf|floor plan|stand[.-]ins?|once through|ways? out|direct way|home lines?|hears? of|kept (?:page|answer|file)s?|resting|definite|who (?:waits|asks|comes)|nobody waits|goes without|of our own|is told|are told|was told)\b/i,
  },
] as const;

const DEFAULT_EXPORT = /^\s*export\s+default\b|\bas default\b/;
const EMPTY_CATCH = /\.catch\(\(\)\s*=>\s*\{\s*\}\)/;

describe.each(RULES)('$what', ({ pattern }) => {
  it('does not occur', () => {
    const paths = pathsUnder().filter((path) => path !== SELF && !path.endsWith('package-lock.json'));
    const files = readFiles(paths, TEXT);
    expect(files.length).toBeGreaterThan(80);
    expect(linesMatching(files, pattern)).toEqual([]);
  });
});

describe('src', () => {
  const files = readFiles(pathsUnder('src'), CODE);

  it('has no default export', () => {
    expect(linesMatching(files, DEFAULT_EXPORT)).toEqual([]);
  });

  it('has no empty catch handler', () => {
    expect(linesMatching(files, EMPTY_CATCH)).toEqual([]);
  });
});

describe('the check of words', () => {
  it.each([
    ['// TODO: write this', RULES[0].pattern],
    ['/* FIXME */', RULES[0].pattern],
    ["const a = '/home/ann/site';", RULES[1].pattern],
    ['run `/root/bin/x`', RULES[1].pattern],
    ['// The door checks each address.', RULES[2].pattern],
    ['/** Who waits is told to come again. */', RULES[2].pattern],
    ['it("skips a resting engine", run);', RULES[2].pattern],
    ['through a home line', RULES[2].pattern],
    ['another way out', RULES[2].pattern],
    ['export default function a() {}', DEFAULT_EXPORT],
    ['export { a as default };', DEFAULT_EXPORT],
    ['void send().catch(() => {});', EMPTY_CATCH],
  ])('finds %s', (text, pattern) => {
    expect(linesMatching([{ path: 'a.ts', text: `const before = 1;\n${text}` }], pattern)).toEqual([
      `a.ts:2: ${text}`,
    ]);
  });

  it.each([
    "open('/home')",
    'https://example.com/root/a',
    'const todos = 1;',
    'an understanding',
    'an outdoor desktop',
  ])('accepts %s', (text) => {
    for (const { pattern } of RULES) expect(linesMatching([{ path: 'a.ts', text }], pattern)).toEqual([]);
  });
});
