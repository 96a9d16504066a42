import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { useEditor } from '@tiptap/react';
import { useEffect, useMemo, useState } from 'react';
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

const ATTRIBUTES = {
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-label': CONTENT_SECTION.editor,
  class: text.prose ?? '',
};

/** The document the editor shows for a stored text. */
const startOf = (stored: string, neverSaved: boolean): Node =>
  (neverSaved && stored === '' ? welcomeDocument() : null) ?? readContent(stored);

/** Replaces what the editor holds, as one step that can be undone. */
export const showDocument = (editor: Editor, doc: Node, told: boolean): void => {
  editor.commands.setContent(doc.toJSON(), { emitUpdate: told });
};

/**
 * The editor over the draft's content: what is typed becomes the draft's value, and a value put there by other hands (a
 * discard, another person's save) what the editor shows. A text that is only written otherwise than the stored one, or the
 * welcome text nobody has changed, is no change. `markup` is what the editor holds.
 */
export function useContentEditor(draft: Draft<'content'>, neverSaved: boolean) {
  const { saved, values, epoch, edit } = draft;
  const start = useMemo(() => startOf(saved.content, neverSaved), [saved.content, neverSaved]);
  const unchanged = useMemo(() => contentMarkup(start), [start]);
  const [markup, setMarkup] = useState(unchanged);
  const [content] = useState(() => start.toJSON());
  const editor = useEditor({
    extensions: CONTENT_EXTENSIONS,
    content,
    injectCSS: false,
    editorProps: { attributes: ATTRIBUTES },
    onUpdate: ({ editor: changed }) => {
      const now = contentMarkup(changed.state.doc);
      setMarkup(now);
      edit({ content: now === unchanged ? saved.content : now });
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when other hands have put a value there
  useEffect(() => {
    const doc = values.content === saved.content ? start : readContent(values.content);
    const wanted = contentMarkup(doc);
    if (wanted !== contentMarkup(editor.state.doc)) showDocument(editor, doc, false);
    setMarkup(wanted);
  }, [epoch]);
  return { editor, markup };
}
