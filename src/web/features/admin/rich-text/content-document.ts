import { DOMParser, type Node } from '@tiptap/pm/model';
import { parseContent } from '../../../lib/content-nodes.ts';
import { contentSchema } from './editor-extensions.ts';
import { tidyNodes } from './tidy-nodes.ts';

/** Parses stored HTML into an editor document, without loading or running anything in it (lib/content-nodes.ts). */
export const readContent = (html: string): Node => {
  const box = parseContent(html);
  tidyNodes(box);
  return DOMParser.fromSchema(contentSchema).parse(box);
};

/** Parses a document stored as JSON; returns null if it does not match the editor's schema. */
export const readDocument = (json: unknown): Node | null => {
  try {
    const doc = contentSchema.nodeFromJSON(json);
    doc.check();
    return doc.type === contentSchema.topNodeType ? doc : null;
  } catch {
    return null;
  }
};
