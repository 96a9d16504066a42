import { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { useEffect, useMemo, useRef, useState } from 'react';
import proseStyles from '../../../ui/prose.module.css';
import { contentMarkup } from './content-markup.ts';
import { CONTENT_EXTENSIONS, readContent } from './editor-extensions.ts';

/** Replaces the editor's document as a single undo step. If `notify`, update listeners are called. */
export const showDocument = (editor: Editor, doc: Node, notify: boolean): void => {
  editor.commands.setContent(doc.toJSON(), { emitUpdate: notify });
};

/**
 * Distances in px that keep the caret clear of the panel's top bar and the toolbar above the text, and the bar of
 * unsaved changes below.
 */
const CARET_MARGIN = { top: 140, right: 0, bottom: 130, left: 0 };

/**
 * Creates an editor with the document `start` and the accessible name `label`, and destroys it on unmount. Ignores later values of both.
 * Returns null in the first render.
 */
export function useEditorInstance(start: Node, label: string): Editor | null {
  const [editor, setEditor] = useState<Editor | null>(null);
  const first = useRef({ start, label });
  useEffect(() => {
    const made = new Editor({
      extensions: CONTENT_EXTENSIONS,
      content: first.current.start.toJSON(),
      // The page's Content Security Policy blocks style elements.
      injectCSS: false,
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': first.current.label,
          class: proseStyles.prose ?? '',
        },
        scrollThreshold: CARET_MARGIN,
        scrollMargin: CARET_MARGIN,
      },
    });
    setEditor(made);
    return () => made.destroy();
  }, []);
  return editor;
}

/** The editor's current document and its HTML. */
export interface EditorContent {
  readonly doc: Node;
  readonly markup: string;
}
const editorContent = (doc: Node): EditorContent => ({ doc, markup: contentMarkup(doc) });

/**
 * Synchronises the editor with a draft's text. Typed text becomes the draft's value; a value set elsewhere (discard,
 * another person's save) replaces the editor's text. An unedited `start`, or HTML that differs from the stored one only in
 * notation, is not a change.
 */
export function useRichText(
  editor: Editor,
  {
    saved,
    value,
    epoch,
    start,
    onChange,
  }: {
    readonly saved: string;
    readonly value: string;
    /** Increases when the value changes other than by an edit. */
    readonly epoch: number;
    /** The document shown for the saved text. */
    readonly start: Node;
    readonly onChange: (html: string) => void;
  },
): EditorContent {
  const unchanged = useMemo(() => contentMarkup(start), [start]);
  const [now, setNow] = useState<EditorContent>(() => editorContent(editor.state.doc));
  useEffect(() => {
    const onUpdate = () => {
      const next = editorContent(editor.state.doc);
      setNow(next);
      onChange(next.markup === unchanged ? saved : next.markup);
    };
    editor.on('update', onUpdate);
    return () => void editor.off('update', onUpdate);
  }, [editor, onChange, unchanged, saved]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when a value was set outside the editor
  useEffect(() => {
    const wanted = editorContent(value === saved ? start : readContent(value));
    if (wanted.markup !== contentMarkup(editor.state.doc)) showDocument(editor, wanted.doc, false);
    setNow(wanted);
  }, [epoch]);
  return now;
}
