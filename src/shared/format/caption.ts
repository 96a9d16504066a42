import { CAPTION_MAX_CHARACTERS } from '../limits.ts';

const ELLIPSIS = '…';

/** The first `count` code points of a text: a surrogate pair is one. */
const firstCodePoints = (text: string, count: number): string => {
  let end = 0;
  for (let taken = 0; taken < count && end < text.length; taken += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
};

/** Where the last whole grapheme of `head` ends inside `text`; all of `head` when not one fits. */
const lastWholeGrapheme = (text: string, head: string): number => {
  // A grapheme that begins in the head may go on behind it: look a little further than the cut.
  const window = text.slice(0, head.length * 2);
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  let end = 0;
  for (const { segment, index } of graphemes.segment(window)) {
    if (index + segment.length > head.length) break;
    end = index + segment.length;
  }
  return end === 0 ? head.length : end;
};

/**
 * Cuts a caption to 150 characters and an ellipsis (specification section 5). Characters are code points; a family emoji or an
 * accented letter at the edge is left out whole rather than broken.
 */
export const cutCaption = (text: string): string => {
  const head = firstCodePoints(text, CAPTION_MAX_CHARACTERS);
  return head.length === text.length ? text : text.slice(0, lastWholeGrapheme(text, head)) + ELLIPSIS;
};
