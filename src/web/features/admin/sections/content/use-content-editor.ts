import { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { useEffect, useMemo, useRef, useState } from 'react';
import { contentEditor } from '#messages/content-editor.ts';
import { text } from '#shared/messages/text.ts';
import type { Draft } from '../../../../state/panel/use-draft.ts';
import proseStyles from '../../../../ui/prose.module.css';
import { readContent, readDocument } from './content-document.ts';
import { contentMarkup } from './content-markup.ts';
import { CONTENT_EXTENSIONS } from './editor-extensions.ts';

const welcomeDocument = (): Node | null =>
  readDocument({
    type: 'doc',
    content: [
      {
        type: 'heading',
        attrs: { level: 2 },
        content: [{ type: 'text', text: text(contentEditor, 'welcome.heading') }],
      },
      { type: 'paragraph', content: [{ type: 'text', text: text(contentEditor, 'welcome.text') }] },
    ],
  });

/** Returns the editor's document for stored content: the welcome text if it was never saved and is empty. */
export const startOf = (stored: string, neverSaved: boolean): Node =>
  (neverSaved && stored === '' ? welcomeDocument() : null) ?? readContent(stored);

/** Replaces the editor's document as a single undo step. If `notify`, update listeners are called. */
export const showDocument = (editor: Editor, doc: Node, notify: boolean): void => {
  editor.commands.setContent(doc.toJSON(), { emitUpdate: notify });
};

/**
 * Distances in px that keep the caret clear of the panel's top bar and the toolbar above the text, and the bar of
 * unsaved changes below.
 */
const CARET_MARGIN = { top: 140, right: 0, bottom: 130, left: 0 };

const EDITOR_PROPS = {
  attributes: {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': text(contentEditor, 'editor'),
    class: proseStyles.prose ?? '',
  },
  scrollThreshold: CARET_MARGIN,
  scrollMargin: CARET_MARGIN,
};

/** Creates an editor with this document and destroys it on unmount. Returns null in the first render. */
export function useEditorInstance(start: Node): Editor | null {
  const [editor, setEditor] = useState<Editor | null>(null);
  const first = useRef(start);
  useEffect(() => {
    const made = new Editor({
      extensions: CONTENT_EXTENSIONS,
      content: first.current.toJSON(),
      // The page's Content Security Policy blocks style elements.
      injectCSS: false,
      editorProps: EDITOR_PROPS,
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
 * Synchronises the editor with the draft's content. Typed text becomes the draft's value; a value set elsewhere
 * (discard, another person's save) replaces the editor's text. An unedited welcome text, or HTML that differs from
 * the stored one only in notation, is not a change.
 */
export function useContentEditor(
  editor: Editor,
  draft: Draft<'content'>,
  neverSaved: boolean,
): EditorContent {
  const { saved, values, epoch, edit } = draft;
  const start = useMemo(() => startOf(saved.content, neverSaved), [saved.content, neverSaved]);
  const unchanged = useMemo(() => contentMarkup(start), [start]);
  const [now, setNow] = useState<EditorContent>(() => editorContent(start));
  useEffect(() => {
    const onUpdate = () => {
      const next = editorContent(editor.state.doc);
      setNow(next);
      edit({ content: next.markup === unchanged ? saved.content : next.markup });
    };
    editor.on('update', onUpdate);
    return () => void editor.off('update', onUpdate);
  }, [editor, edit, unchanged, saved.content]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when a value was set outside the editor
  useEffect(() => {
    const wanted = editorContent(values.content === saved.content ? start : readContent(values.content));
    if (wanted.markup !== contentMarkup(editor.state.doc)) showDocument(editor, wanted.doc, false);
    setNow(wanted);
  }, [epoch]);
  return now;
}
