import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { EditorContent, useEditorState } from '@tiptap/react';
import { type ComponentProps, type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react';
import { contentEditor } from '#messages/content-editor.ts';
import { LANGUAGE } from '#messages/language.ts';
import { text } from '#shared/messages/text.ts';
import { useInputGuard } from '../leave-guard.tsx';
import { contentRefusal, countWords } from './content-length.ts';
import { ContentLinkForm } from './content-link-form.tsx';
import styles from './editor-pane.module.css';
import { FormatToolbar } from './format-toolbar.tsx';
import type { EditorContent as ShownContent } from './use-rich-text.ts';

const plainTextOf = (doc: Node): string => doc.textBetween(0, doc.content.size, '\n', ' ');

/** Renders the number of words and, beside it, why the text is too long (more than `maxBytes` bytes of HTML), or else `status`. */
function TextFoot({
  shownContent,
  maxBytes,
  status = '',
}: {
  shownContent: ShownContent;
  maxBytes: number;
  status?: string;
}) {
  // Deferred, so that typing does not wait for the count.
  const settled = useDeferredValue(shownContent);
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

/**
 * Renders the formatting toolbar, the text of the editor and, below it, the number of words and `status`, or why the text is too long.
 * While the text is empty, `placeholder` is shown. Ctrl+K and Cmd+K open the link form.
 */
export function EditorPane({
  editor,
  placeholder,
  ...foot
}: ComponentProps<typeof TextFoot> & { editor: Editor; placeholder: string }) {
  const [isLinking, setLinking] = useState(false);
  const empty = useEditorState({ editor, selector: () => editor.isEmpty });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    setLinking(true);
  };
  const { guard, question } = useInputGuard();
  const onLink = () => {
    if (!isLinking) return setLinking(true);
    guard(() => {
      setLinking(false);
      editor.commands.focus();
    });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only handles keys that bubble up from the text and the toolbar
    <div className={styles.pane} onKeyDown={onKeyDown}>
      <FormatToolbar editor={editor} isLinking={isLinking} onLink={onLink} />
      {isLinking && <ContentLinkForm editor={editor} onClose={() => setLinking(false)} />}
      <div className={styles.text} data-placeholder={empty ? placeholder : undefined}>
        <EditorContent editor={editor} />
      </div>
      <div className={styles.foot}>
        <TextFoot {...foot} />
      </div>
      {question}
    </div>
  );
}
