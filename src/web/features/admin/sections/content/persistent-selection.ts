import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/**
 * Highlights the selected text while the focus is in the toolbar or the link form, where browsers do not show the
 * selection.
 */
export const PersistentSelection = Extension.create({
  name: 'keptSelection',
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin({
        props: {
          decorations({ selection, doc }) {
            if (selection.empty || editor.isFocused || !editor.isEditable) return null;
            return DecorationSet.create(doc, [
              Decoration.inline(selection.from, selection.to, { class: 'persistent-selection' }),
            ]);
          },
        },
      }),
    ];
  },
});
