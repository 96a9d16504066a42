import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { CODE, IS_TEST, pathsUnder, ROOT, readFiles, type SourceFile } from './source-files.ts';

const MARKDOWN = /^(?:[A-Z]+|docs\/.+)\.md$/;
const documents = readFiles([...readdirSync(ROOT), ...pathsUnder('docs')], MARKDOWN);
const textOf = (name: string): string => documents.find((one) => one.path === name)?.text ?? '';

/**
 * Returns the targets of a document's links and pictures, relative to the repository's root; external URLs and anchors
 * are omitted.
 */
const targetsOf = ({ path: from, text }: SourceFile): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
    .map((target) => path.posix.join(path.posix.dirname(from), target));

/**
 * Returns the files and folders that a text names as code by their path from the root. A module's shorthand
 * (`net/outbound-client`) is not checked.
 */
const pathsNamedIn = (text: string): string[] =>
  [...text.matchAll(/`((?:src|tests|scripts|docs|bench|runtime)\/[\w./-]+)`/g)].map(([, name = '']) => name);

/** Returns the decision records that a text names by their number, as `docs/adr/0015`. */
const recordsNamedIn = (text: string): string[] =>
  [...text.matchAll(/docs\/adr\/(\d{4})/g)].map(([, number = '']) => number);

/** Returns the filters of one test command in a text: `npm test -- a b` has the filters a and b. */
const testFiltersIn = (command: string, text: string): string[] =>
  [...text.matchAll(new RegExp(`\`${command} -- ([^\`]+)\``, 'g'))].flatMap(([, filters = '']) =>
    filters
      .split(' ')
      .filter((filter, index, all) => !filter.startsWith('-') && all[index - 1] !== '--project'),
  );

const isThere = (name: string): boolean =>
  ['', '.ts', '.tsx', '.test.ts'].some((ending) => existsSync(path.join(ROOT, name + ending)));

/** Returns the npm commands in a text. */
const commandsIn = (text: string): string[] =>
  [...text.matchAll(/\bnpm (?:run ([a-z:-]+)|(start|test)\b)/g)].map(
    ([, script, known]) => script ?? known ?? '',
  );

/** Returns the folders drawn below one part of src, as `|- name/` or `'- name/`. */
const modulesDrawn = (plan: string, part: string): string[] => {
  const [, below = ''] = plan.split(new RegExp(`^[|']- ${part}/.*\n`, 'm'));
  const lines = below.split('\n');
  const end = lines.findIndex((line) => !/^[| ]\s/.test(line));
  return lines
    .slice(0, end)
    .flatMap((line) => /^[| ] {2}[|']- ([\w-]+)\//.exec(line)?.[1] ?? [])
    .toSorted();
};

const foldersOf = (part: string): string[] =>
  readdirSync(path.join(ROOT, 'src', part), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();

describe('the documents', () => {
  it('link only to existing files, pictures included', () => {
    const targets = documents.flatMap(targetsOf);
    expect(targets.length).toBeGreaterThan(10);
    expect(targets.filter((target) => !existsSync(path.join(ROOT, target)))).toEqual([]);
  });

  it('name only existing files', () => {
    const named = documents.flatMap(({ text }) => pathsNamedIn(text));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !isThere(name))).toEqual([]);
  });

  it('and the source name only existing decision records', () => {
    const records = readdirSync(path.join(ROOT, 'docs/adr')).map((name) => name.slice(0, 4));
    const sources = [
      ...documents,
      ...readFiles(['src', 'tests', 'scripts', 'bench'].flatMap(pathsUnder), CODE),
    ];
    const named = new Set(sources.flatMap(({ text }) => recordsNamedIn(text)));
    expect(named.size).toBeGreaterThan(5);
    expect([...named].filter((number) => !records.includes(number))).toEqual([]);
  });

  it('filter the tests only by what occurs in the path of a test', () => {
    const tests = ['src', 'tests'].flatMap(pathsUnder).filter((name) => IS_TEST.test(name));
    const inFull = tests.filter((name) => /(?:\.(?:full|matrix)|reliability)\.test\./.test(name));
    const inQuick = tests.filter((name) => !name.includes('.full.test.'));
    const unmatched = (command: string, names: readonly string[]): string[] =>
      documents
        .flatMap(({ text }) => testFiltersIn(command, text))
        .filter((filter) => !names.some((name) => name.includes(filter)));
    expect(testFiltersIn('npm test', textOf('ARCHITECTURE.md')).length).toBeGreaterThan(10);
    expect(unmatched('npm test', inQuick)).toEqual([]);
    expect(unmatched('npm run test:full', inFull)).toEqual([]);
  });

  it('name only existing commands, and CONTRIBUTING names all of them', () => {
    const named = documents.flatMap(({ text }) => commandsIn(text));
    const scripts = Object.keys(packageJson.scripts);
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
    expect(scripts.filter((name) => !commandsIn(textOf('CONTRIBUTING.md')).includes(name))).toEqual([]);
  });

  it.each(['server', 'web', 'shared'])('draw every module of %s, and no other', (part) => {
    const drawn = modulesDrawn(textOf('ARCHITECTURE.md'), part);
    // Files sent to the browser unchanged are not modules.
    expect(drawn).toEqual(foldersOf(part).filter((name) => name !== 'static'));
  });

  it('name every feature of the page in the drawing', () => {
    const [, features = ''] = /- features\/([\s\S]*?)\|- state\//.exec(textOf('ARCHITECTURE.md')) ?? [];
    expect(foldersOf('web/features').filter((name) => !features.includes(name))).toEqual([]);
  });
});

describe('the check of the documents', () => {
  it('finds links, paths, commands and folders', () => {
    const text =
      '[a](docs/a.md#b) ![c](../c.webp) [d](https://e.example) [f](#g) `src/h.ts` `x/y` `npm run z-y -- q`, npm test';
    expect(targetsOf({ path: 'docs/one.md', text })).toEqual(['docs/docs/a.md', 'c.webp']);
    expect(pathsNamedIn(text)).toEqual(['src/h.ts']);
    expect(commandsIn(text)).toEqual(['z-y', 'test']);
    expect(recordsNamedIn('see docs/adr/0015-yt-dlp.md and (docs/adr/0016)')).toEqual(['0015', '0016']);
    expect(testFiltersIn('npm test', '`npm test -- a/b c`, `npm test -- --project e2e`')).toEqual([
      'a/b',
      'c',
    ]);
    const plan = "src/\n|- one/   a\n|  |- b/  c\n|  '- d.ts\n'- two/\n   |- e/\n";
    expect([modulesDrawn(plan, 'one'), modulesDrawn(plan, 'two')]).toEqual([['b'], ['e']]);
  });
});
