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
    [
      'no short link to the app at the end of a shared text',
      "https://vt.tiktok.com/ZSj9AbC1o/ Bu gönderi TikTok üzerinden paylaşılır. Daha fazla gönderi için TikTok'u indirin: https://vt.tiktok.com/ZSj9AbDdE/",
      [],
    ],
    [
      'nor in another language',
      `https://vm.tiktok.com/ZMabc1234/ Dieser Post wurde über TikTok Lite geteilt, mehr davon: https://vm.tiktok.com/ZMabc5678/`,
      [],
    ],
    [
      'nor in one without blanks',
      'https://vt.tiktok.com/ZSj9AbC1o/ この投稿はTikTokでシェアされました https://vt.tiktok.com/ZSj9AbDdE/',
      [],
    ],
    [
      'a short link after other words, or a whole link',
      `https://vm.tiktok.com/ZMabc1234/ and https://vm.tiktok.com/ZMabc5678/ on TikTok: ${CLIP}`,
      ['https://vm.tiktok.com/ZMabc5678/', CLIP],
    ],
    ['no link inside another', `${POST}?next=${CLIP}`, []],
  ])('returns %s', (_name, text, links) => {
    expect(moreLinks(text)).toEqual(links);
  });

  it('leaves out the link with a scheme, which is taken before one without', () => {
    expect(moreLinks(`instagram.com/reel/Cq7Lm2Kd9aB ${POST}`)).toEqual(['instagram.com/reel/Cq7Lm2Kd9aB']);
  });
});
