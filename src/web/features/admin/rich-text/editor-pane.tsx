import type { Editor } from '@tiptap/core';
import { EditorContent, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useInputGuard } from '../use-input-guard.tsx';
import { ContentLinkForm } from './content-link-form.tsx';
import styles from './editor-pane.module.css';
import { FormatToolbar } from './format-toolbar.tsx';

/**
 * Renders the formatting toolbar, the editor's text and, below it, `foot`. An empty text shows `placeholder`; Ctrl+K and Cmd+K show the
 * link form.
 */
export function EditorPane({
  editor,
  placeholder,
  foot,
}: {
  editor: Editor;
  placeholder: string;
  foot: ReactNode;
}) {
  const [linking, setLinking] = useState(false);
  const empty = useEditorState({ editor, selector: () => editor.isEmpty });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    setLinking(true);
  };
  const { guard, question } = useInputGuard();
  const onLink = () => {
    if (!linking) return setLinking(true);
    guard(() => {
      setLinking(false);
      editor.commands.focus();
    });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only handles keys that bubble up from the text and the toolbar
    <div className={styles.pane} onKeyDown={onKeyDown}>
      <FormatToolbar editor={editor} linking={linking} onLink={onLink} />
      {linking && <ContentLinkForm editor={editor} onClose={() => setLinking(false)} />}
      <div className={styles.text} data-placeholder={empty ? placeholder : undefined}>
        <EditorContent editor={editor} />
      </div>
      <div className={styles.foot}>{foot}</div>
      {question}
    </div>
  );
}
