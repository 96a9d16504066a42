import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Group } from './text.ts';

const FOLDER = import.meta.dirname;
const MARKS = /\{\w+\}|<\/?\w+>/gu;

const formsOf = (message: Group[string]): Readonly<Record<string, string>> =>
  typeof message === 'string' ? { other: message } : message;
const marksOf = (sentence: string | undefined): string =>
  [...(sentence?.match(MARKS) ?? [])].toSorted().join(' ');

/** Returns what the compiler cannot see: parameters that the English sentence lacks, lost marks, missing plural forms. */
function mistakesIn(english: Group, own: Group, language: string): string[] {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return Object.entries(own).flatMap(([key, message]) => {
    const original = english[key];
    if (original === undefined) return [`${key}: no such key`];
    if (message === original) return [];
    const forms = formsOf(message);
    const missing =
      typeof original === 'string' ? [] : categories.filter((category) => forms[category] === undefined);
    const differs = marksOf(forms['other']) !== marksOf(formsOf(original)['other']);
    return [
      ...missing.map((category) => `${key}: no form for "${category}"`),
      ...(differs ? [`${key}: other parameters`] : []),
    ];
  });
}

type Groups = Readonly<Record<string, Group>>;
const groupsIn = async (file: string): Promise<Groups> => (await import(path.join(FOLDER, file))) as Groups;

const languages = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe('the languages', () => {
  it.each(languages)(
    '%s is named by its tag and has only groups of the English folder, complete',
    async (language) => {
      const english = readdirSync(path.join(FOLDER, 'en'));
      const files = readdirSync(path.join(FOLDER, language));
      expect(english).toEqual(expect.arrayContaining(files));
      expect((await groupsIn(`${language}/language.ts`))['LANGUAGE']).toBe(language);
      for (const file of files.filter((name) => name !== 'language.ts')) {
        const [own, original] = await Promise.all([groupsIn(`${language}/${file}`), groupsIn(`en/${file}`)]);
        expect(Object.keys(own)).toEqual(Object.keys(original));
        for (const [name, group] of Object.entries(original))
          expect([file, mistakesIn(group, own[name] ?? {}, language)]).toEqual([file, []]);
      }
    },
  );

  it('are checked for marks and plural forms', () => {
    const english = {
      wait: 'In {seconds} s',
      files: { one: '{count} file', other: '{count} files' },
      help: '<a>x</a>',
    };
    expect(mistakesIn(english, english, 'cs')).toEqual([]);
    expect(mistakesIn(english, { wait: 'Za {seconds} s ({minutes})' }, 'cs')).toEqual([
      'wait: other parameters',
    ]);
    expect(mistakesIn(english, { help: 'x' }, 'cs')).toEqual(['help: other parameters']);
    expect(mistakesIn(english, { more: 'x' }, 'cs')).toEqual(['more: no such key']);
    expect(mistakesIn(english, { files: { one: '{count} soubor', other: '{count} souborů' } }, 'cs')).toEqual(
      ['files: no form for "few"', 'files: no form for "many"'],
    );
  });
});
