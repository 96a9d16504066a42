import { describe, expect, it } from 'vitest';
import { moreLinks } from './more-links.ts';

const POST = 'https://www.instagram.com/p/C5_A1-QNPrY/';
const REEL = 'https://www.instagram.com/reel/Cq7Lm2Kd9aB/?igsh=abc';
const CLIP = 'https://www.tiktok.com/@ferry.notes/video/7412890345512000123';

describe('moreLinks', () => {
  it.each([
    ['none for one link', POST, []],
    ['none for no link', 'hello there', []],
    ['the second of two lines', `${POST}\n${REEL}`, [REEL]],
    ['the rest in order', `${CLIP} ${POST}, ${REEL}`, [POST, REEL]],
    ['words with punctuation around a link', `See ${POST} and (${CLIP}).`, [`(${CLIP}).`]],
    ['a link without a scheme', `${POST} instagram.com/reel/Cq7Lm2Kd9aB`, ['instagram.com/reel/Cq7Lm2Kd9aB']],
    ['no repetition', `${POST} ${POST}?img_index=2 www.instagram.com/reel/C5_A1-QNPrY/`, []],
    ['nothing that is not accepted', `${POST} https://example.com/ https://www.instagram.com/someone/`, []],
    ['nothing when the first is not accepted', `https://example.com/ ${POST}`, []],
    ['no link inside another', `${POST}?next=${CLIP}`, []],
  ])('returns %s', (_name, text, links) => {
    expect(moreLinks(text)).toEqual(links);
  });

  it('leaves out the link with a scheme, which is taken before one without', () => {
    expect(moreLinks(`instagram.com/reel/Cq7Lm2Kd9aB ${POST}`)).toEqual(['instagram.com/reel/Cq7Lm2Kd9aB']);
  });
});
