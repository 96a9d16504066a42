import type { Node } from '@tiptap/pm/model';
import { useDeferredValue, useMemo } from 'react';
import { contentEditor } from '#messages/content-editor.ts';
import { LANGUAGE } from '#messages/language.ts';
import { text } from '#shared/messages/text.ts';
import { contentRefusal, countWords } from './content-length.ts';
import styles from './text-foot.module.css';
import type { EditorContent } from './use-rich-text.ts';

const plainTextOf = (doc: Node): string => doc.textBetween(0, doc.content.size, '\n', ' ');

/** Renders the number of words and, beside it, why the text is too long for `maxBytes` of HTML, else `status`. */
export function TextFoot({
  now,
  maxBytes,
  status = '',
}: {
  now: EditorContent;
  maxBytes: number;
  status?: string;
}) {
  // Deferred, so that typing does not wait for the count.
  const settled = useDeferredValue(now);
  const words = useMemo(() => countWords(plainTextOf(settled.doc)), [settled]);
  const refusal = contentRefusal(settled.markup, maxBytes);
  return (
    <>
      <span className="num">
        {text(contentEditor, 'words', { count: words, shown: words.toLocaleString(LANGUAGE) })}
      </span>
      <span className={refusal === null ? undefined : styles.refusal}>{refusal ?? status}</span>
    </>
  );
}
