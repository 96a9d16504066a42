import path from 'node:path';
import { expect, it } from 'vitest';
import { CODE, IS_TEST, pathsUnder, readFiles } from './source-files.ts';

const EXPORTED = /^export (?:async )?(?:const|function|class|interface|type)\s+([\w$]+)/gmu;

const SOURCES = readFiles(
  pathsUnder('src').filter((file) => !IS_TEST.test(file) && !file.includes('/messages/')),
  CODE,
);

/** Returns the names that more than one file has. */
const doubles = (namesOf: (file: { readonly path: string; readonly text: string }) => readonly string[]) => {
  const files = new Map<string, number>();
  for (const file of SOURCES)
    for (const name of new Set(namesOf(file))) files.set(name, (files.get(name) ?? 0) + 1);
  return [...files].flatMap(([name, count]) => (count > 1 ? [name] : [])).sort();
};

it('an exported name has one meaning; these have it on each platform', () => {
  expect(doubles(({ text }) => [...text.matchAll(EXPORTED)].map(([, name]) => name ?? ''))).toEqual([
    'readEmbedPage',
    'videoRenditions',
  ]);
});

it('a file stem has one meaning; these have it on each platform, or name a schema and what serves it', () => {
  expect(doubles((file) => [path.basename(file.path).replace(/\.(?:d\.)?\w+$/u, '')])).toEqual([
    'embed-page',
    'failures',
    'first-run',
    'preview',
    'problem',
    'site-settings',
    'yt-dlp-updates',
  ]);
});
