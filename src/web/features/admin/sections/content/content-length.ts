import { contentEditor } from '#messages/content-editor.ts';
import { CONTENT_CLEAN_MAX_BYTES } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Counts the words of a text in any language, including those that do not separate words by spaces. */
export const countWords = (plainText: string): number => {
  let count = 0;
  for (const { isWordLike } of words.segment(plainText)) if (isWordLike) count += 1;
  return count;
};

const KIBIBYTE = 1_024;

/** Returns why a text is too long to be saved; null if it is not. */
export const contentRefusal = (html: string): string | null => {
  const bytes = new TextEncoder().encode(html).length;
  return bytes > CONTENT_CLEAN_MAX_BYTES
    ? text(contentEditor, 'tooLarge', {
        kibibytes: Math.ceil(bytes / KIBIBYTE),
        most: CONTENT_CLEAN_MAX_BYTES / KIBIBYTE,
      })
    : null;
};
