import { describe, expect, it } from 'vitest';
import { template, text, textParts } from './text.ts';
import { translate } from './translate.ts';

const sample = {
  plain: 'Save Changes',
  wait: 'Try again in {seconds} s',
  files: { one: '{count} file in {folder}', other: '{count} files in {folder}' },
  once: { one: 'One file', other: '{count} files' },
  help: 'If it keeps happening, <link>report this link</link>.',
  'names.video': 'Video',
  'names.photo': 'Photo',
} as const;

describe('text', () => {
  it('returns a sentence by its key', () => {
    expect(text(sample, 'plain')).toBe('Save Changes');
    const kind = 'photo' as 'photo' | 'video';
    expect(text(sample, `names.${kind}`)).toBe('Photo');
  });

  it('fills in parameters; numbers without grouping, and texts unchanged', () => {
    expect(text(sample, 'wait', { seconds: 12000 })).toBe('Try again in 12000 s');
    expect(text(sample, 'wait', { seconds: '{seconds} $&' })).toBe('Try again in {seconds} $& s');
  });

  it('chooses the plural form by the count', () => {
    expect(text(sample, 'files', { count: 1, folder: 'A' })).toBe('1 file in A');
    expect(text(sample, 'files', { count: 0, folder: 'A' })).toBe('0 files in A');
    expect(text(sample, 'once', { count: 1 })).toBe('One file');
    expect(text(sample, 'once', { count: 7 })).toBe('7 files');
  });

  it('requires exactly the parameters of the sentence', () => {
    const never = () => {
      // @ts-expect-error an unknown key
      text(sample, 'other');
      // @ts-expect-error an unknown part of a key
      text(sample, `names.${'audio' as 'audio' | 'video'}`);
      // @ts-expect-error a missing parameter
      text(sample, 'wait');
      // @ts-expect-error a wrong parameter
      text(sample, 'wait', { minutes: 1 });
      // @ts-expect-error a parameter too many
      text(sample, 'wait', { seconds: 1, minutes: 1 });
      // @ts-expect-error a parameter of a sentence without one
      text(sample, 'plain', {});
      // @ts-expect-error a count that is no number
      text(sample, 'once', { count: '1' });
      // @ts-expect-error a plural without its count
      text(sample, 'files', { folder: 'A' });
      // @ts-expect-error a sentence without a marked part
      textParts(sample, 'plain');
    };
    expect(never).toBeTypeOf('function');
  });
});

it('splits a sentence at its marked part', () => {
  expect(textParts(sample, 'help')).toEqual(['If it keeps happening, ', 'report this link', '.']);
});

it('returns a sentence with its parameters unfilled', () => {
  expect(template(sample, 'wait')).toBe('Try again in {seconds} s');
});

describe('a translation', () => {
  it('replaces some sentences and leaves the others English', () => {
    const german = translate(sample, { plain: 'Speichern', wait: 'In {seconds} s erneut versuchen' });
    expect(german).toEqual({ ...sample, plain: 'Speichern', wait: 'In {seconds} s erneut versuchen' });
  });

  it('has the keys and parameters of the English group', () => {
    const never = () => {
      // @ts-expect-error an unknown key
      translate(sample, { more: 'Mehr' });
      // @ts-expect-error a missing parameter
      translate(sample, { wait: 'Bitte warten' });
      // @ts-expect-error a plural in place of a sentence
      translate(sample, { plain: { one: 'Eins', other: 'Mehrere' } });
      // @ts-expect-error a plural without its general form
      translate(sample, { once: { one: 'Eine Datei' } });
      // @ts-expect-error a form without a parameter
      translate(sample, { files: { few: '{count} soubory', other: '{count} souborů v {folder}' } });
      translate(sample, { files: { few: 'pár v {folder}', other: '{folder}: {count} souborů' } });
    };
    expect(never).toBeTypeOf('function');
  });
});
