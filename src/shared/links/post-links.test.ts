import { describe, expect, it } from 'vitest';
import { LINK_LIST_TEXT_MAX_CHARACTERS } from '../limits.ts';
import { postLinks } from './post-links.ts';

const POST = 'https://www.instagram.com/p/C5_A1-QNPrY/';
const REEL = 'https://www.instagram.com/reel/Cq7Lm2Kd9aB/';
const CLIP = 'https://www.tiktok.com/@ferry.notes/video/7412890345512000123';
const SHORT = 'https://vm.tiktok.com/ZMabc1234/';

const found = (text: string): readonly string[] => postLinks(text).map(({ written }) => written);

describe('the links of a list', () => {
  it.each([
    ['one per line, in the order of the text', `${CLIP}\r\n${POST}\n\n${REEL}\n`, [CLIP, POST, REEL]],
    ['several per line, with words around them', `1. ${POST}, (${REEL}) and ${CLIP}!`, [POST, REEL, CLIP]],
    ['a table of comma-separated values', `name,"${POST}",3\nother,"${REEL}",4`, [POST, REEL]],
    [
      'without a scheme',
      `instagram.com/reel/Cq7Lm2Kd9aB ${POST}`,
      [REEL.slice(0, -1).replace('www.', ''), POST],
    ],
    ['one of each post', `${POST} ${POST}?img_index=2 www.instagram.com/reel/C5_A1-QNPrY/`, [POST]],
    ['no other links', `https://example.com/ ${POST} https://www.instagram.com/someone/`, [POST]],
    ['a short link under a heading with the name of its platform', `TikTok: ${SHORT} ${POST}`, [SHORT, POST]],
    ['no short link that advertises the app', `${CLIP} shared on TikTok, get the app: ${SHORT}`, [CLIP]],
    ['none in a text without links', 'milk, bread, apples', []],
  ])('are found: %s', (_name, text, links) => {
    expect(found(text)).toEqual(links);
  });

  it('are searched up to a limit, beyond the length of a single pasted text', () => {
    const filler = 'x '.repeat(10_000);
    expect(found(`${POST} ${filler}${REEL}`)).toEqual([POST, REEL]);
    expect(found(`${POST} ${'x '.repeat(LINK_LIST_TEXT_MAX_CHARACTERS)}${REEL}`)).toEqual([POST]);
  });
});
