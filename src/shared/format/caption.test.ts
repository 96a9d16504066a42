import { describe, expect, it } from 'vitest';
import { cutCaption } from './caption.ts';

describe('cutCaption', () => {
  it.each(['', 'short', 'a'.repeat(150), '😀'.repeat(150)])(
    'returns a caption of up to 150 characters unchanged',
    (text) => {
      expect(cutCaption(text)).toBe(text);
    },
  );

  it('cuts after exactly 150 characters', () => {
    expect(cutCaption('a'.repeat(151))).toBe(`${'a'.repeat(150)}…`);
    expect(cutCaption(`${'a'.repeat(149)} b`)).toBe(`${'a'.repeat(149)} …`);
  });

  it('counts a surrogate pair as one character and never splits it', () => {
    expect(cutCaption('😀'.repeat(151))).toBe(`${'😀'.repeat(150)}…`);
    expect(cutCaption(`${'a'.repeat(149)}😀b`)).toBe(`${'a'.repeat(149)}😀…`);
  });

  it('drops a grapheme that the cut would split', () => {
    expect(cutCaption(`${'a'.repeat(148)}👨‍👩‍👧 and more`)).toBe(`${'a'.repeat(148)}…`);
    expect(cutCaption(`${'a'.repeat(149)}e\u0301 and more`)).toBe(`${'a'.repeat(149)}…`);
    expect(cutCaption(`${'a'.repeat(149)}🇩🇪!`)).toBe(`${'a'.repeat(149)}…`);
  });

  it('cuts inside a single grapheme that is longer than the limit', () => {
    expect(cutCaption(`a${'\u0301'.repeat(5_000)}`)).toBe(`a${'\u0301'.repeat(149)}…`);
  });

  it('counts a lone surrogate as one character', () => {
    expect(cutCaption('\ud800'.repeat(151))).toBe(`${'\ud800'.repeat(150)}…`);
  });
});
