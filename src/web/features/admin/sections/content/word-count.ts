const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Counts the words of a text in any language, including those that do not separate words by spaces. */
export const countWords = (text: string): number => {
  let count = 0;
  for (const { isWordLike } of words.segment(text)) if (isWordLike) count += 1;
  return count;
};
