import { describe, expect, it } from 'vitest';
import { accountNameSchema } from '../contract/account.ts';

describe('an account name', () => {
  it.each([
    'Olga',
    "Seán O'Brien-Núñez 2",
    'Ольга Шевченко',
    'Ελένη',
    'ᏣᎳᎩ',
    'Անի',
    '田中 Kenji たなか タナカ',
    '김민수 Minsu',
    'ㄅㄆ 王 Wang',
    'Ali علی',
    'नीला Neela',
    'שרה',
    'Ann & Bob (Ltd.) №1',
    'Björk 🦊',
  ])('may be %j', (name) => {
    expect(accountNameSchema.parse(name)).toBe(name);
  });

  it.each([
    ['e\u0301lise', 'élise'],
    ['  Olga \n', 'Olga'],
    ['山田\u3000太郎', '山田 太郎'],
    ['Ann\u00a0\u2009 Lee', 'Ann Lee'],
  ])('%j is stored as %j', (given, stored) => {
    expect(accountNameSchema.parse(given)).toBe(stored);
  });

  it.each([
    ['a zero-width space', 'Ol\u200bga'],
    ['a zero-width joiner', 'Ol\u200dga'],
    ['a byte order mark', 'Ol\ufeffga'],
    ['a word joiner', 'Ol\u2060ga'],
    ['a soft hyphen', 'Ol\u00adga'],
    ['a bidi override', 'Olga\u202e'],
    ['a bidi isolate', '\u2066Olga'],
    ['an Arabic letter mark', 'Olga\u061c'],
    ['tag characters', 'Olga\u{e0041}\u{e0042}'],
    ['a Hangul filler', '\u3164'],
    ['a halfwidth Hangul filler', 'Ol\uffa0ga'],
    ['Hangul jamo fillers', 'Ol\u115f\u1160ga'],
    ['a variation selector', 'Olga\ufe0f'],
    ['a supplementary variation selector', 'Olga\u{e0100}'],
    ['a combining grapheme joiner', 'Ol\u034fga'],
    ['a Mongolian vowel separator', 'Ol\u180ega'],
    ['a blank of Braille', '\u2800'],
    ['a musical control', 'Ol\u{1d173}ga'],
    ['an interlinear annotation', 'Ol\ufff9ga'],
    ['a control character', 'Ol\u0007ga'],
    ['a line break', 'Ol\nga'],
    ['a line separator', 'Ol\u2028ga'],
    ['a high surrogate alone', 'Olga\ud800'],
    ['a low surrogate alone', '\udc00Olga'],
    ['a private character', 'Olga\ue000'],
    ['a noncharacter', 'Olga\uffff'],
    ['a Cyrillic letter among Latin ones', 'Аdmin'],
    ['a Latin letter among Cyrillic ones', 'Oльга'],
    ['a Greek letter among Latin ones', 'Οlga'],
    ['a Cherokee letter among Latin ones', 'Ꭺnn'],
    ['an Armenian letter among Latin ones', 'օlga'],
    ['Greek among Cyrillic letters', 'Ολга'],
    ['a Cyrillic word beside a Latin one', 'Olga Сom'],
    ['a Cyrillic letter among Han', '一А'],
    ['nothing', ' \u00a0 '],
  ])('has no %s', (_what, name) => {
    expect(accountNameSchema.safeParse(name).success).toBe(false);
  });
});
