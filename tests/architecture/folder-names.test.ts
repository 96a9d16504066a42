import { describe, expect, it } from 'vitest';
import { pathsUnder } from './source-files.ts';

/** Catch-all names. Files land there because nobody decided which module owns them. */
const CATCH_ALL = /^(utils?|misc|helpers?|common|types?|lib-utils)(\.(ts|tsx|mjs))?$/;
const PARTS = ['src', 'tests', 'scripts', 'bench'];

const catchAllNames = (paths: readonly string[]): string[] =>
  paths.filter((path) => path.split('/').some((name) => CATCH_ALL.test(name)));

describe('file and folder names', () => {
  it('describe their content', () => {
    const paths = PARTS.flatMap((part) => pathsUnder(part));
    expect(paths.length).toBeGreaterThan(50);
    expect(catchAllNames(paths)).toEqual([]);
  });

  it.each([
    'src/web/utils/a.ts',
    'src/server/misc/a.ts',
    'tests/helpers/a.ts',
    'src/shared/types.ts',
    'src/common/a.ts',
  ])('reject %s', (path) => {
    expect(catchAllNames([path, 'src/web/lib/a.ts', 'src/shared/contract/content-type.ts'])).toEqual([path]);
  });
});
