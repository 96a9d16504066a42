import { Extension } from '@tiptap/core';
import { DOMParser, type ParseOptions, type Schema, type Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { withoutStyles } from './pasted-styles.ts';
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

/**
 * Cleans pasted HTML: parses it in a document that neither loads nor runs anything, normalises the nodes, and then
 * applies the schema.
 */
export const CleanPaste = Extension.create({
  name: 'cleanPaste',
  addProseMirrorPlugins() {
    const clipboardParser = new PasteParser(this.editor.schema);
    return [new Plugin({ props: { clipboardParser, transformPastedHTML: withoutStyles } })];
  },
});
