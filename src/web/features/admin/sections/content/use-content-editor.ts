import { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { useEffect, useMemo, useRef, useState } from 'react';
import { CONTENT_SECTION, WELCOME } from '#shared/content-messages.ts';
import type { Draft } from '../../../../state/panel/use-draft.ts';
import text from '../../../../ui/prose.module.css';
import { readContent, readDocument } from './content-document.ts';
import { contentMarkup } from './content-markup.ts';
import { CONTENT_EXTENSIONS } from './editor-extensions.ts';

const welcomeDocument = (): Node | null =>
  readDocument({
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: WELCOME.heading }] },
      { type: 'paragraph', content: [{ type: 'text', text: WELCOME.text }] },
    ],
  });

/** The document the editor shows for a stored text. */
export const startOf = (stored: string, neverSaved: boolean): Node =>
  (neverSaved && stored === '' ? welcomeDocument() : null) ?? readContent(stored);

/** Replaces what the editor holds, as one step that can be undone. */
export const showDocument = (editor: Editor, doc: Node, told: boolean): void => {
  editor.commands.setContent(doc.toJSON(), { emitUpdate: told });
};

/** The caret keeps clear of the panel's bar and the toolbar over it, and of the bar of unsaved changes under it. */
const CLEAR = { top: 140, right: 0, bottom: 130, left: 0 };

const EDITOR_PROPS = {
  attributes: {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': CONTENT_SECTION.editor,
    class: text.prose ?? '',
  },
  scrollThreshold: CLEAR,
  scrollMargin: CLEAR,
};

/** An editor that starts with this document, for as long as the component is mounted; null in its first render. */
export function useOwnEditor(start: Node): Editor | null {
  const [editor, setEditor] = useState<Editor | null>(null);
  const first = useRef(start);
  useEffect(() => {
    const made = new Editor({
      extensions: CONTENT_EXTENSIONS,
      content: first.current.toJSON(),
      // The page's policy refuses style elements.
      injectCSS: false,
      editorProps: EDITOR_PROPS,
    });
    setEditor(made);
    return () => made.destroy();
  }, []);
  return editor;
}

/** What the editor holds. */
export interface Held {
  readonly doc: Node;
  readonly markup: string;
}
const held = (doc: Node): Held => ({ doc, markup: contentMarkup(doc) });

/**
 * Joins the editor and the draft's content: what is typed becomes the draft's value, and a value put there by other hands (a
 * discard, another person's save) what the editor shows. A text that is only written otherwise than the stored one, or the
 * welcome text nobody has changed, is no change.
 */
export function useContentEditor(editor: Editor, draft: Draft<'content'>, neverSaved: boolean): Held {
  const { saved, values, epoch, edit } = draft;
  const start = useMemo(() => startOf(saved.content, neverSaved), [saved.content, neverSaved]);
  const unchanged = useMemo(() => contentMarkup(start), [start]);
  const [now, setNow] = useState<Held>(() => held(start));
  useEffect(() => {
    const onUpdate = () => {
      const next = held(editor.state.doc);
      setNow(next);
      edit({ content: next.markup === unchanged ? saved.content : next.markup });
    };
    editor.on('update', onUpdate);
    return () => void editor.off('update', onUpdate);
  }, [editor, edit, unchanged, saved.content]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when other hands have put a value there
  useEffect(() => {
    const wanted = held(values.content === saved.content ? start : readContent(values.content));
    if (wanted.markup !== contentMarkup(editor.state.doc)) showDocument(editor, wanted.doc, false);
    setNow(wanted);
  }, [epoch]);
  return now;
}
