import { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { useEffect, useMemo, useRef, useState } from 'react';
import proseStyles from '../../../ui/prose.module.css';
import { contentMarkup } from './content-markup.ts';
import { CONTENT_EXTENSIONS, readContent } from './editor-extensions.ts';

/** Replaces the document of the editor in a single undo step. If `notifiesListeners`, the update listeners are called. */
export const showDocument = (editor: Editor, doc: Node, notifiesListeners: boolean): void => {
  editor.commands.setContent(doc.toJSON(), { emitUpdate: notifiesListeners });
};

/**
 * Distances in px that keep the caret away from the top bar of the panel and the toolbar above the text, and from the bar of unsaved
 * changes below.
 */
const CARET_MARGIN = { top: 140, right: 0, bottom: 130, left: 0 };

/**
 * Creates an editor with the document `start` and the accessible name `label`, and destroys it on unmount. Ignores later values of both
 * parameters. Returns null in the first render.
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

/** The current document of the editor and its HTML. */
export interface EditorContent {
  readonly doc: Node;
  readonly markup: string;
}
const editorContent = (doc: Node): EditorContent => ({ doc, markup: contentMarkup(doc) });

/**
 * Keeps the editor and the text of a draft equal, and returns the content of the editor. Typed text becomes the value of the draft
 * (`onChange`). A value that was set elsewhere (discard, another person's save) replaces the text of the editor. An unedited `start`, or
 * HTML that differs from the stored one only in notation, is not a change.
 */
export function useRichText(
  editor: Editor,
  {
    savedHtml,
    value,
    epoch,
    start,
    onChange,
  }: {
    readonly savedHtml: string;
    readonly value: string;
    /** Number that increases when the value changes without an edit. */
    readonly epoch: number;
    /** Document that the editor shows for the saved text. */
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
      onChange(next.markup === unchanged ? savedHtml : next.markup);
    };
    editor.on('update', onUpdate);
    return () => void editor.off('update', onUpdate);
  }, [editor, onChange, unchanged, savedHtml]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when a value was set outside the editor
  useEffect(() => {
    const wanted = editorContent(value === savedHtml ? start : readContent(value));
    if (wanted.markup !== contentMarkup(editor.state.doc)) showDocument(editor, wanted.doc, false);
    setNow(wanted);
  }, [epoch]);
  return now;
}
