import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { useCallback, useMemo } from 'react';
import { contentEditor } from '#messages/content-editor.ts';
import { text } from '#shared/messages/text.ts';
import type { Draft } from '../../../../state/panel/use-draft.ts';
import { readContent, readDocument } from '../../rich-text/content-document.ts';
import { type EditorContent, useRichText } from '../../rich-text/use-rich-text.ts';

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

/** Returns the editor's document for stored HTML: the welcome text if the content is empty and was never saved. */
export const startOf = (stored: string, neverSaved: boolean): Node =>
  (neverSaved && stored === '' ? welcomeDocument() : null) ?? readContent(stored);

/**
 * Returns the editor's content and keeps it equal to the draft's. The welcome text, shown for empty content if `neverSaved`, is no change
 * until it is edited.
 */
export function useContentEditor(
  editor: Editor,
  draft: Draft<'content'>,
  neverSaved: boolean,
): EditorContent {
  const { saved, values, epoch, edit } = draft;
  const start = useMemo(() => startOf(saved.content, neverSaved), [saved.content, neverSaved]);
  const onChange = useCallback((content: string) => edit({ content }), [edit]);
  return useRichText(editor, { saved: saved.content, value: values.content, epoch, start, onChange });
}
