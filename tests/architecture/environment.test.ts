import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { CONFIG_VARIABLES, readConfig } from '../../src/server/base/config/read-config.ts';
import { CODE, IS_TEST, linesMatching, pathsUnder, readFiles } from './source-files.ts';

const isReader = (path: string): boolean =>
  path.startsWith('src/server/base/config/') || Object.values(packageJson.bin).includes(path);
const READ =
  /\bprocess\s*(\.|\[['"])\s*env\b|\bimport\.meta\.env\b|\{[^}]*\benv\b[^}]*\}\s*(=\s*process\b|from\s+'(node:)?process')/;

/** Fields of the configuration that say whether a variable is set, also to its default. */
const GIVEN = {
  PUBLIC_URL: 'isPublicUrlGiven',
  SIGNUP: 'isSignUpGiven',
  ENGINES: 'areEnginesGiven',
} as const;
const NOT_GIVEN = Object.fromEntries(Object.values(GIVEN).map((field) => [field, false]));

/**
 * Returns the names in the first column of the tables of a Markdown text; a cell may have several, separated by commas.
 */
const documented = (markdown: string): string[] =>
  [...markdown.matchAll(/^\|\s*((?:`[A-Z][A-Z0-9_]*`(?:,\s*)?)+)\s*\|/gm)].flatMap((row) =>
    [...(row[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map((name) => name[1] ?? ''),
  );

describe('environment variables', () => {
  it('are read in one place', () => {
    const others = pathsUnder('src').filter((path) => !isReader(path) && !IS_TEST.test(path));
    expect(others.length).toBeGreaterThan(50);
    expect(linesMatching(readFiles(others, CODE), READ)).toEqual([]);
  });

  it.each([
    'const a = process.env.PORT;',
    "const b = process['env'];",
    'const c = import.meta.env.DEV;',
    'const { env } = process;',
    "import { env } from 'node:process';",
  ])('would be found in %s', (text) => {
    expect(linesMatching([{ path: 'src/a.ts', text }], READ)).toHaveLength(1);
  });

  it('have one row each in docs/configuration.md, and no row is without a variable', () => {
    const [page] = readFiles(['docs/configuration.md'], /./);
    expect(CONFIG_VARIABLES.length).toBeGreaterThan(10);
    expect(documented(page?.text ?? '').toSorted()).toEqual([...CONFIG_VARIABLES].toSorted());
  });

  it('have the default that docs/configuration.md states', () => {
    const [page] = readFiles(['docs/configuration.md'], /./);
    const stated = [...(page?.text ?? '').matchAll(/^\| `([A-Z][A-Z0-9_]*)` \| `([^`]+)` \|/gm)];
    expect(stated.length).toBeGreaterThan(10);
    for (const [, name = '', value = ''] of stated) {
      const config = readConfig({ [name]: value.replace('PORT', '3000') });
      expect({ ...config, ...NOT_GIVEN }, `${name}=${value}`).toEqual(readConfig({}));
      for (const [variable, field] of Object.entries(GIVEN)) expect(config[field]).toBe(variable === name);
    }
  });

  it('are found in tables only', () => {
    const page =
      '| name | default |\n|---|---|\n| `HOST`, `PORT` | x |\n| `SECRET` | `PORT` |\n\n`OTHER` is text.\n';
    expect(documented(page)).toEqual(['HOST', 'PORT', 'SECRET']);
  });
});
