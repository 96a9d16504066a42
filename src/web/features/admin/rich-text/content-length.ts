import { contentEditor } from '#messages/content-editor.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { text } from '#shared/messages/text.ts';
import { notifyError } from '../../../state/notices.ts';

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Counts the words of a text in any language, even one that does not separate words by spaces. */
export const countWords = (plainText: string): number => {
  let count = 0;
  for (const { isWordLike } of words.segment(plainText)) if (isWordLike) count += 1;
  return count;
};

const KIBIBYTE = 1_024;

/** Returns the sentence that says why HTML of more than `maxBytes` bytes (in UTF-8) cannot be saved; null if it is short enough. */
export const contentRefusal = (html: string, maxBytes: number): string | null => {
  const bytes = new TextEncoder().encode(html).length;
  return bytes > maxBytes
    ? text(contentEditor, 'tooLarge', {
        kibibytes: Math.ceil(bytes / KIBIBYTE),
        most: maxBytes / KIBIBYTE,
      })
    : null;
};

/** Returns whether every text (HTML) is short enough to be saved. Shows an error about the first text of more than `maxBytes` bytes. */
export function checkLengths(texts: readonly string[], maxBytes: number): boolean {
  const reason = texts.map((html) => contentRefusal(html, maxBytes)).find((refusal) => refusal !== null);
  if (reason) notifyError(text(panelOutcomes, 'contentSaveFailed', { reason }));
  return !reason;
}
