const CAPTION_MAX_CHARACTERS = 150;

const ELLIPSIS = '…';

/** Returns the first `count` code points of a text; a surrogate pair is one. */
const firstCodePoints = (text: string, count: number): string => {
  let end = 0;
  for (let taken = 0; taken < count && end < text.length; taken += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
};

/**
 * Returns the index in `text` at which the last complete grapheme of `head` ends; the length of `head` if it contains no complete grapheme.
 * `head` is the beginning of `text`.
 */
const lastWholeGrapheme = (text: string, head: string): number => {
  // A grapheme that starts in the head may continue after it, so the segmenter sees some text beyond the cut.
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
 * Cuts a caption to 150 code points and an ellipsis. A grapheme at the cut, such as a family emoji or an accented
 * letter, is dropped rather than split.
 */
export const cutCaption = (text: string): string => {
  const head = firstCodePoints(text, CAPTION_MAX_CHARACTERS);
  return head.length === text.length ? text : text.slice(0, lastWholeGrapheme(text, head)) + ELLIPSIS;
};
