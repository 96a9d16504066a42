import { describe, expect, it } from 'vitest';
import { LINK_MAX_CHARACTERS, PASTED_TEXT_MAX_CHARACTERS } from '../limits.ts';
import { parseLink } from './parse-link.ts';
import type { ParsedLink } from './parsed-link.ts';

const CODE = 'C5_A1-QNPrY';
const POST = `https://www.instagram.com/p/${CODE}/`;

const linkOf = (text: string): ParsedLink => {
  const result = parseLink(text);
  if (!result.ok) throw new Error(`${result.code}: ${text}`);
  return result.link;
};

describe('parseLink', () => {
  it.each(['', ' ', '\n\t\u00a0\u2003'])('returns empty for %j', (text) => {
    expect(parseLink(text)).toEqual({ ok: false, code: 'empty' });
  });

  it.each([
    [`https://www.instagram.com/p/${CODE}/?igsh=1&img_index=3`, 3],
    [`https://www.instagram.com/ada/p/${CODE}/?img_index=60`, 60],
    [`https://www.instagram.com/p/${CODE}/?img_index=61`, null],
    [`https://www.instagram.com/p/${CODE}/?img_index=0`, null],
    [`https://www.instagram.com/p/${CODE}/?img_index=-1`, null],
    [`https://www.instagram.com/p/${CODE}/?img_index=2x`, null],
    [`https://www.instagram.com/p/${CODE}/?img_index=`, null],
    [`https://www.instagram.com/reel/${CODE}/?img_index=2`, null],
  ])('uses the picture number only if it is valid and the kind has one: %s', (text, itemIndex) => {
    const link = linkOf(text);
    expect(link.itemIndex).toBe(itemIndex);
    expect(link.url).toBe(itemIndex === null ? POST : `${POST}?img_index=${itemIndex}`);
    expect(link.contentType).toBe(itemIndex === null ? (link.kind === 'reel' ? 'reels' : 'video') : 'photos');
  });

  it('accepts a link of the maximum length and rejects a longer one', () => {
    const padded = (length: number) => `${POST}?x=`.padEnd(length, 'a');
    expect(linkOf(padded(LINK_MAX_CHARACTERS)).url).toBe(POST);
    expect(linkOf(`(${padded(LINK_MAX_CHARACTERS)}).`).url).toBe(POST);
    expect(parseLink(padded(LINK_MAX_CHARACTERS + 1)).ok).toBe(false);
  });

  it('searches only the first part of a long text, and does not truncate a link at its end', () => {
    const prose = (length: number) => 'word '.repeat(length / 5 + 1).slice(0, length);
    expect(linkOf(`a${prose(PASTED_TEXT_MAX_CHARACTERS - 20)} ${POST}`).id).toBe(CODE);
    expect(parseLink(`a${prose(PASTED_TEXT_MAX_CHARACTERS)} ${POST}`).ok).toBe(false);
  });
});
