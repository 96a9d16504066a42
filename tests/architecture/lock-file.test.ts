import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './source-files.ts';

interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const read = <T>(file: string): T => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as T;

/**
 * Packages whose install script may be skipped. This one downloads the preloaded host names and the public suffixes;
 * install scripts never run here (scripts/run/install.mjs), and the one analyser that reads such a list gets an empty
 * one from its test.
 */
const SCRIPT_NEVER_RUN: ReadonlySet<string> = new Set(['node_modules/@mdn/mdn-http-observatory']);

/**
 * Returns the faults of a lock file's packages: each line is a reason why `npm ci --ignore-scripts` might not install
 * the same packages everywhere.
 */
const faultsOf = (packages: Record<string, LockedPackage>): string[] => {
  const locked = new Set(Object.keys(packages).map((key) => key.split('node_modules/').at(-1)));
  return Object.entries(packages).flatMap(([key, entry]) => [
    ...(entry.resolved === undefined ? [] : [`${key} is bound to one registry`]),
    ...(entry.hasInstallScript === true && !SCRIPT_NEVER_RUN.has(key)
      ? [`${key} wants an install script`]
      : []),
    ...(key !== '' && entry.integrity === undefined ? [`${key} has no checksum`] : []),
    ...Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !locked.has(name))
      .map((name) => `${key} leaves ${name} unlocked`),
  ]);
};

const EXACT = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;
const looseVersions = (manifest: Manifest): string[] =>
  Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  }).flatMap(([name, version]) => (EXACT.test(version) ? [] : [`${name}@${version}`]));

describe.each(['.', 'runtime', 'tests/browser', 'tests/observatory'])('the lock file of %s', (folder) => {
  const { packages } = read<{ packages: Record<string, LockedPackage> }>(`${folder}/package-lock.json`);
  const manifest = read<Manifest>(`${folder}/package.json`);

  it('installs the same packages from any registry, without install scripts', () => {
    expect(Object.keys(packages).length).toBeGreaterThan(1);
    expect(faultsOf(packages)).toEqual([]);
  });

  it('contains the exact versions that package.json names', () => {
    expect(looseVersions(manifest)).toEqual([]);
    expect(packages['']).toMatchObject({
      ...(manifest.dependencies && { dependencies: manifest.dependencies }),
      ...(manifest.devDependencies && { devDependencies: manifest.devDependencies }),
      ...(manifest.optionalDependencies && { optionalDependencies: manifest.optionalDependencies }),
    });
  });
});

describe('the check of lock files', () => {
  it('reports each fault', () => {
    const integrity = 'sha512-x';
    expect(
      faultsOf({
        '': {},
        'node_modules/a': { integrity, resolved: 'https://packages.example/a.tgz' },
        'node_modules/b': { integrity, hasInstallScript: true },
        'node_modules/c': { integrity, optionalDependencies: { 'c-linux': '1.0.0', b: '1.0.0' } },
        'node_modules/d': {},
      }),
    ).toEqual([
      'node_modules/a is bound to one registry',
      'node_modules/b wants an install script',
      'node_modules/c leaves c-linux unlocked',
      'node_modules/d has no checksum',
    ]);
  });

  it('reports a version range', () => {
    const dependencies = {
      a: '^1.0.0',
      b: '1.0.0',
      c: 'npm:other@1.0.0',
      d: 'npm:other@^1',
      e: 'latest',
      f: '1.x',
    };
    expect(looseVersions({ dependencies })).toEqual(['a@^1.0.0', 'd@npm:other@^1', 'e@latest', 'f@1.x']);
  });
});
