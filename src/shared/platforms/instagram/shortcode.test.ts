import { describe, expect, it } from 'vitest';
import { decodeBase64Url, shortcodeOfPk } from './shortcode.ts';

describe('shortcodeOfPk', () => {
  it.each([
    [1n, 'B'],
    [63n, '_'],
    [64n, 'BA'],
    [4095n, '__'],
    [3345078000000000000n, 'C5sGrfP-WAA'],
  ])('encodes %s as %s', (pk, code) => {
    expect(shortcodeOfPk(pk)).toBe(code);
  });

  it.each([0n, -5n])('returns null for %s', (pk) => {
    expect(shortcodeOfPk(pk)).toBeNull();
  });
});

describe('decodeBase64Url', () => {
  it.each(['highlight:17900', 'a', 'ab', 'abc', 'a?>~\u00ff'])('decodes %j from both alphabets', (text) => {
    const bytes = Buffer.from(text, 'latin1');
    expect(decodeBase64Url(bytes.toString('base64'))).toBe(text);
    expect(decodeBase64Url(bytes.toString('base64url'))).toBe(text);
  });

  it('returns null for text that is not base64', () => {
    expect(decodeBase64Url('a b')).toBeNull();
    expect(decodeBase64Url('====')).toBeNull();
  });
});
