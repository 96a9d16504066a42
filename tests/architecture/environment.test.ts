import { describe, expect, it } from 'vitest';
import { CONFIG_VARIABLES } from '../../src/server/config/read-config.ts';
import { CODE, IS_TEST, linesMatching, pathsUnder, readFiles } from './source-files.ts';

const READERS = /^src\/server\/(config\/|(?:main|owner)\.ts$)/;
const READ =
  /\bprocess\s*(\.|\[['"])\s*env\b|\bimport\.meta\.env\b|\{[^}]*\benv\b[^}]*\}\s*(=\s*process\b|from\s+'(node:)?process')/;

/** Names in the first column of the tables of a Markdown text, several to a row being set apart by commas. */
const documented = (markdown: string): string[] =>
  [...markdown.matchAll(/^\|\s*((?:`[A-Z][A-Z0-9_]*`(?:,\s*)?)+)\s*\|/gm)].flatMap((row) =>
    [...(row[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map((name) => name[1] ?? ''),
  );

describe('the environment', () => {
  it('is read in one place', () => {
    const others = pathsUnder('src').filter((path) => !READERS.test(path) && !IS_TEST.test(path));
    expect(others.length).toBeGreaterThan(50);
    expect(linesMatching(readFiles(others, CODE), READ)).toEqual([]);
  });

  it.each([
    'const a = process.env.PORT;',
    "const b = process['env'];",
    'const c = import.meta.env.DEV;',
    'const { env } = process;',
    "import { env } from 'node:process';",
  ])('would be seen in %s', (text) => {
    expect(linesMatching([{ path: 'src/a.ts', text }], READ)).toHaveLength(1);
  });

  it('has a row in docs/configuration.md for each variable, and no row without one', () => {
    const [page] = readFiles(['docs/configuration.md'], /./);
    expect(CONFIG_VARIABLES.length).toBeGreaterThan(10);
    expect(documented(page?.text ?? '').toSorted()).toEqual([...CONFIG_VARIABLES].toSorted());
  });

  it('is found in a table, and only there', () => {
    const page =
      '| name | default |\n|---|---|\n| `HOST`, `PORT` | x |\n| `SECRET` | `PORT` |\n\n`OTHER` is text.\n';
    expect(documented(page)).toEqual(['HOST', 'PORT', 'SECRET']);
  });
});
