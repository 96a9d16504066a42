import { describe, expect, it } from 'vitest';
import { pathsUnder } from './source-files.ts';

/** Drawers: a file lands there because nobody asked whose it is. */
const DRAWER = /^(utils?|misc|helpers?|common|types?|lib-utils)(\.(ts|tsx|mjs))?$/;
const PARTS = ['src', 'tests', 'scripts', 'bench'];

const drawers = (paths: readonly string[]): string[] =>
  paths.filter((path) => path.split('/').some((name) => DRAWER.test(name)));

describe('names', () => {
  it('name what is inside', () => {
    const paths = PARTS.flatMap((part) => pathsUnder(part));
    expect(paths.length).toBeGreaterThan(50);
    expect(drawers(paths)).toEqual([]);
  });

  it.each([
    'src/web/utils/a.ts',
    'src/server/misc/a.ts',
    'tests/helpers/a.ts',
    'src/shared/types.ts',
    'src/common/a.ts',
  ])('would not let %s pass', (path) => {
    expect(drawers([path, 'src/web/lib/a.ts', 'src/shared/contract/content-type.ts'])).toEqual([path]);
  });
});
