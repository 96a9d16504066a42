import { Extension, type Extensions, getSchema } from '@tiptap/core';
import { DOMParser, type Node, type ParseOptions, type Schema, type Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { StarterKit } from '@tiptap/starter-kit';
import { isContentHref } from '#shared/content-allow-list.ts';
import { parseContent } from '../../../lib/content-nodes.ts';
import { MEDIA_NODES } from './media-nodes.ts';
import { withoutStyles } from './pasted-styles.ts';
import { TextSize } from './text-size.ts';
import { tidyNodes } from './tidy-nodes.ts';

class PasteParser extends DOMParser {
  constructor(schema: Schema) {
    super(schema, DOMParser.fromSchema(schema).rules);
  }

  override parseSlice(dom: globalThis.Node, options?: ParseOptions): Slice {
    if (dom instanceof HTMLElement) tidyNodes(dom);
    return super.parseSlice(dom, options);
  }
}

/** Cleans pasted HTML. Parses it in a document that neither loads nor runs anything, normalises the nodes, and then applies the schema. */
const CleanPaste = Extension.create({
  name: 'cleanPaste',
  addProseMirrorPlugins() {
    const clipboardParser = new PasteParser(this.editor.schema);
    return [new Plugin({ props: { clipboardParser, transformPastedHTML: withoutStyles } })];
  },
});

/**
 * Highlights the selected text while the focus is in the toolbar or the link form, where browsers do not show the
 * selection.
 */
const PersistentSelection = Extension.create({
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

const TITLED = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'blockquote',
  'picture',
  'figure',
  'figureCaption',
  'table',
  'tableHeader',
  'tableCell',
];

/** Keeps the `title` attribute of the nodes in TITLED. The allow-list accepts it on any element. */
const Titles = Extension.create({
  name: 'titles',
  addGlobalAttributes: () => [{ types: TITLED, attributes: { title: { default: null } } }],
});

/** All extensions of the editor. They support only the elements and attributes of the shared allow-list. */
export const CONTENT_EXTENSIONS: Extensions = [
  StarterKit.configure({
    link: {
      openOnClick: false,
      // With autolink, text typed after a link would continue the link.
      autolink: false,
      defaultProtocol: 'https',
      // The editor does not write `rel` and `class`.
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: (href) => isContentHref(href),
    },
    codeBlock: { languageClassPrefix: null },
    dropcursor: { color: false, class: 'drop-cursor' },
  }),
  TextSize,
  ...MEDIA_NODES,
  Titles,
  PersistentSelection,
  CleanPaste,
];

/** The schema of the editor, for parsing and checking documents without an editor. */
export const contentSchema: Schema = getSchema(CONTENT_EXTENSIONS);

/** Parses stored HTML into a document of the editor, without loading or running anything in the HTML (lib/content-nodes.ts). */
export const readContent = (html: string): Node => {
  const box = parseContent(html);
  tidyNodes(box);
  return DOMParser.fromSchema(contentSchema).parse(box);
};

/** Parses a document that was stored as JSON. Returns null if it does not match the schema of the editor. */
export const readDocument = (json: unknown): Node | null => {
  try {
    const doc = contentSchema.nodeFromJSON(json);
    doc.check();
    return doc.type === contentSchema.topNodeType ? doc : null;
  } catch {
    return null;
  }
};
