import { CONTENT_SIZE_CLASSES } from '#shared/content-allow-list.ts';
import { spellOutStyles } from './pasted-styles.ts';

// What the schema's own rules cannot tell about nodes, stored or pasted, before it reads them. The nodes are in a document
// that loads and runs nothing.

const SIZE_NAMES: readonly string[] = Object.values(CONTENT_SIZE_CLASSES);

/** A link's size goes to its text: the link itself is written without a class. */
function sizeInside(link: Element): void {
  const name = [...link.classList].find((each) => SIZE_NAMES.includes(each));
  link.removeAttribute('class');
  link.removeAttribute('rel');
  if (name === undefined) return;
  const span = link.ownerDocument.createElement('span');
  span.className = name;
  span.append(...link.childNodes);
  link.append(span);
}

const WORD_LIST = /mso-list:\s*(l\d+) level(\d+)/iu;
/** The list a paragraph of Word belongs to and how deep in it, null for another paragraph. */
const wordListOf = (element: Element): { id: string; level: number } | null => {
  const [, id, level] = WORD_LIST.exec(element.getAttribute('data-style') ?? '') ?? [];
  return id === undefined ? null : { id, level: Number(level) };
};

/** Word writes a list as paragraphs whose bullet is text behind `mso-list:Ignore`. */
function takeMarker(item: Element): string {
  const marker = [...item.querySelectorAll('[data-style]')].find((each) =>
    /mso-list:\s*ignore/iu.test(each.getAttribute('data-style') ?? ''),
  );
  const text = marker?.textContent.trim() ?? '';
  marker?.remove();
  return text;
}

function wordLists(box: Element): void {
  /** The open lists, outermost first, and the one Word says they are. */
  let lists: Element[] = [];
  let openId = '';
  for (const item of box.querySelectorAll('p')) {
    const place = wordListOf(item);
    if (place === null) continue;
    if (place.id !== openId || item.previousElementSibling !== lists[0]) lists = [];
    openId = place.id;
    const ordered = /^[\da-z]{1,4}[.)]/iu.test(takeMarker(item));
    lists = lists.slice(0, place.level);
    if (lists.length < place.level) {
      const list = box.ownerDocument.createElement(ordered ? 'ol' : 'ul');
      const outer = lists.at(-1)?.lastElementChild;
      if (outer) outer.append(list);
      else item.before(list);
      lists.push(list);
    }
    const entry = box.ownerDocument.createElement('li');
    entry.append(...item.childNodes);
    lists.at(-1)?.append(entry);
    item.remove();
  }
}

/** Readies nodes for the schema. Changes them in place. */
export function tidyNodes(box: HTMLElement): void {
  wordLists(box);
  spellOutStyles(box);
  for (const link of box.querySelectorAll('a')) sizeInside(link);
  // How a blank line is written (content-markup.ts).
  for (const line of box.querySelectorAll('p > br:only-child'))
    if (line.parentElement?.childNodes.length === 1) line.remove();
}
