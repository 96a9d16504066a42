import { describe, expect, it } from 'vitest';
import { differencesPage } from '../specification/differences.ts';
import { pathsUnder, readFiles } from './source-files.ts';

const PAGE = '../../docs/specification-differences.md';
const files = readFiles(pathsUnder('tests/specification'), /section-\d-[a-z]+\.full\.test\.ts$/u);
/** The lines that hold with DELIVERY=direct, one file for each paragraph. */
const direct = readFiles(pathsUnder('tests/specification'), /direct-[a-z-]+\.full\.test\.ts$/u);

/** Number of the specification's lines and clauses in each section; each is the title of a test. */
const CLAUSES: Readonly<Record<string, number>> = {
  'section-1': 12,
  'section-2': 88,
  'section-3': 29,
  'section-4': 44,
  'section-5': 29,
  'section-6': 8,
  'section-7': 36,
  'section-8': 34,
  'section-9': 40,
};

describe('the tests of the specification', () => {
  it('have a test for each line of the nine sections', () => {
    const counts = files.map(({ path, text }) => [
      /section-\d/u.exec(path)?.[0],
      [...text.matchAll(/^\s*it(?:\.for\([^)]*\))?\(/gmu)].length,
    ]);
    expect(Object.fromEntries(counts)).toEqual(CLAUSES);
  });

  it('have a file for each paragraph about direct delivery', () => {
    expect(direct.map(({ text }) => /describe\('(\d)\. /u.exec(text)?.[1]).toSorted()).toEqual([
      '4',
      '7',
      '8',
      '9',
    ]);
  });

  it('use every row of the differences', () => {
    const used = new Set(
      [...files, ...direct].flatMap(({ text }) =>
        [...text.matchAll(/differs\(\s*'([a-z-]+)'/gu)].map(([, key]) => key),
      ),
    );
    const keys = [...differencesPage().matchAll(/^\| ([a-z-]+) \| “/gmu)].map(([, key]) => key);
    expect(keys.length).toBeGreaterThan(20);
    expect([...used].toSorted()).toEqual(keys.toSorted());
  });

  it('are described by docs/specification-differences.md', async () => {
    await expect(differencesPage()).toMatchFileSnapshot(PAGE);
  });
});
