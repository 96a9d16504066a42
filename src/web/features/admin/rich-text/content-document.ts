import { DOMParser, type Node } from '@tiptap/pm/model';
import { parseContent } from '../../../lib/content-nodes.ts';
import { contentMarkup } from './content-markup.ts';
import { contentSchema } from './editor-extensions.ts';
import { tidyNodes } from './tidy-nodes.ts';

const readNodes = (box: HTMLElement): Node => {
  tidyNodes(box);
  return DOMParser.fromSchema(contentSchema).parse(box);
};

/**
 * Parses stored HTML into an editor document, in a document that neither loads nor runs anything
 * (lib/content-nodes.ts).
 */
export const readContent = (html: string): Node => readNodes(parseContent(html));

/** Returns the stored HTML as the editor would save it without changes. */
const asSavedHere = (html: string): string => contentMarkup(readContent(html));

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

const SAME: Readonly<Record<string, string>> = { b: 'strong', i: 'em' };
/** Elements that depend on how a text is written and do not change what is visible. */
const IGNORED: ReadonlySet<string> = new Set(['br', 'p', 'span', 'tbody']);

const inventory = (html: string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { localName } of parseContent(html).querySelectorAll('*')) {
    const name = SAME[localName] ?? localName;
    if (!IGNORED.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
};

/** Returns the names of elements in stored HTML that the editor would drop on save, in order of appearance. */
export const lostElements = (html: string): string[] => {
  const savedElements = inventory(asSavedHere(html));
  // A run of marks may be split into several elements, so only names that disappear completely count as lost.
  return [...inventory(html)].filter(([name]) => !savedElements.has(name)).map(([name]) => name);
};
