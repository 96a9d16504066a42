import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE, IS_TEST, linesMatching, pathsUnder, ROOT, readFiles } from './source-files.ts';

const BIOME = path.join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
const NETWORK_CODE =
  /^src\/(server\/outbound|web\/lib|web\/features\/download\/transfer|web\/workbench\/source)\//;
const CALLS = ['fetch("/x")', 'new XMLHttpRequest()', 'new WebSocket("ws://x")', 'new EventSource("/x")'];
const OUTSIDE = [
  'src/server/http',
  'src/server/platforms/instagram',
  'src/server',
  'src/web/features/result',
  'src/web/features/download',
  'src/web/features/download/file',
  'src/web/workbench',
  'src/shared',
];
const INSIDE = [
  'src/server/outbound',
  'src/web/lib',
  'src/web/features/download/transfer',
  'src/web/workbench/source',
];

interface BiomeReport {
  summary: { unchanged: number };
  diagnostics: { category: string; location: { path: string } }[];
}

/** Matches ways around the linter's list of forbidden names and around the dependency rules. */
const DETOUR =
  /\b(globalThis|window|self|global)\s*(\.|\[['"])\s*(fetch|XMLHttpRequest|WebSocket|EventSource)\b|\bsendBeacon\b|\bgetBuiltinModule\b|\bcreateRequire\b|\bprocess\.binding\b/;

describe('the network', () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'savelet-lint-'));
  let report: BiomeReport;

  beforeAll(() => {
    cpSync(path.join(ROOT, 'biome.json'), path.join(directory, 'biome.json'));
    // The configuration takes its ignored files from Git's list, and fails without one.
    writeFileSync(path.join(directory, '.gitignore'), 'dist/\n');
    for (const folder of [...OUTSIDE, ...INSIDE]) {
      mkdirSync(path.join(directory, folder), { recursive: true });
      for (const [index, call] of CALLS.entries())
        writeFileSync(path.join(directory, folder, `call-${index}.ts`), `export const a = () => ${call};\n`);
    }
    const answer = spawnSync(
      process.execPath,
      [BIOME, 'lint', '--reporter=json', '--max-diagnostics=none', 'src'],
      {
        cwd: directory,
        encoding: 'utf8',
      },
    );
    report = JSON.parse(answer.stdout) as BiomeReport;
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const caughtIn = (folder: string): string[] =>
    report.diagnostics
      .filter(({ category }) => category === 'lint/style/noRestrictedGlobals')
      .map(({ location }) => location.path)
      .filter((file) => path.posix.dirname(file) === folder)
      .toSorted();

  it.each(OUTSIDE)('cannot be reached from %s through a global', (folder) => {
    expect(caughtIn(folder)).toEqual(CALLS.map((_call, index) => `${folder}/call-${index}.ts`));
  });

  it.each(INSIDE)('can be reached from %s', (folder) => {
    expect(report.summary.unchanged).toBe((OUTSIDE.length + INSIDE.length) * CALLS.length);
    expect(caughtIn(folder)).toEqual([]);
  });

  it('is not reached by a detour', () => {
    const outside = pathsUnder('src').filter((file) => !NETWORK_CODE.test(file) && !IS_TEST.test(file));
    expect(linesMatching(readFiles(outside, CODE), DETOUR)).toEqual([]);
  });

  it.each([
    'globalThis.fetch(url)',
    "window['fetch'](url)",
    'navigator.sendBeacon(url)',
    "process.getBuiltinModule('node:net')",
    'createRequire(import.meta.url)',
  ])('would be found on the detour %s', (line) => {
    expect(linesMatching([{ path: 'src/a.ts', text: line }], DETOUR)).toHaveLength(1);
  });
});
