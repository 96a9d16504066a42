import { DOMParser, type Node } from '@tiptap/pm/model';
import { parseContent } from '../../../../lib/content-nodes.ts';
import { contentMarkup } from './content-markup.ts';
import { contentSchema } from './editor-extensions.ts';
import { tidyNodes } from './tidy-nodes.ts';

const readNodes = (box: HTMLElement): Node => {
  tidyNodes(box);
  return DOMParser.fromSchema(contentSchema).parse(box);
};

/** A text the server has stored, as the editor's document. It is parsed where nothing loads or runs (lib/content-nodes.ts). */
export const readContent = (html: string): Node => readNodes(parseContent(html));

/** The stored text as it would be if it were saved from the editor unchanged. */
const asSavedHere = (html: string): string => contentMarkup(readContent(html));

/** A document kept as JSON; null when it is not one this editor could have made. */
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
/** They come and go with the way a text is written, not with what is to be seen. */
const IGNORED: ReadonlySet<string> = new Set(['br', 'p', 'span', 'tbody']);

const inventory = (html: string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { localName } of parseContent(html).querySelectorAll('*')) {
    const name = SAME[localName] ?? localName;
    if (!IGNORED.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
};

/** Elements of a stored text that would be missing if it were saved from the editor; one word each, in order of the text. */
export const lostElements = (html: string): string[] => {
  const kept = inventory(asSavedHere(html));
  // A run of marks may be written as several elements: only what is gone altogether is lost.
  return [...inventory(html)].filter(([name]) => !kept.has(name)).map(([name]) => name);
};
