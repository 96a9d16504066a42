import { describe, expect, it } from 'vitest';
import { IS_TEST, pathsUnder, readFiles, type SourceFile } from './source-files.ts';

const MAX_LINES = 300;
/** Limit for tests: a table of cases may be longer than the code under test. */
const TEST_MAX_LINES = 450;
const SIZED = /\.(ts|tsx|mjs|css)$/;

const tooLong = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) => {
    const lines = text.replace(/\n$/, '').split('\n').length;
    return lines > (IS_TEST.test(path) ? TEST_MAX_LINES : MAX_LINES) ? [`${path} has ${lines} lines`] : [];
  });

describe('file size', () => {
  it(`stays at ${MAX_LINES} lines or fewer, ${TEST_MAX_LINES} in tests`, () => {
    const files = readFiles(pathsUnder(), SIZED);
    expect(files.length).toBeGreaterThan(50);
    expect(tooLong(files)).toEqual([]);
  });

  it('is counted exactly', () => {
    const lines = (count: number) => 'a\n'.repeat(count);
    const files = [
      { path: 'fits.ts', text: lines(MAX_LINES) },
      { path: 'long.ts', text: lines(MAX_LINES + 1) },
      { path: 'fits.test.ts', text: lines(TEST_MAX_LINES) },
      { path: 'long.test.ts', text: lines(TEST_MAX_LINES + 1) },
    ];
    expect(tooLong(files)).toEqual([
      `long.ts has ${MAX_LINES + 1} lines`,
      `long.test.ts has ${TEST_MAX_LINES + 1} lines`,
    ]);
  });
});
