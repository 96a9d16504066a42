import { CONTENT_SIZE_CLASSES } from '#shared/content-allow-list.ts';
import { spellOutStyles } from './pasted-styles.ts';

// Normalises stored or pasted nodes before the schema reads them, where the schema's own rules are not enough. The
// nodes are in a document that neither loads nor runs anything.

const SIZE_NAMES: readonly string[] = Object.values(CONTENT_SIZE_CLASSES);

/**
 * Moves the size class of a link to a `span` around its content, because links are written without a class. Removes `class` and `rel` from
 * the link.
 */
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
/** Returns the id of the list and the nesting level of a Word paragraph; null for any other paragraph. */
const wordListOf = (element: Element): { id: string; level: number } | null => {
  const [, id, level] = WORD_LIST.exec(element.getAttribute('data-style') ?? '') ?? [];
  return id === undefined ? null : { id, level: Number(level) };
};

/**
 * Removes the bullet or number of a Word list item, and returns the removed text; '' if there is none. Word writes lists as paragraphs
 * whose bullet is text with the style `mso-list:Ignore`.
 */
function removeMarker(item: Element): string {
  const marker = [...item.querySelectorAll('[data-style]')].find((each) =>
    /mso-list:\s*ignore/iu.test(each.getAttribute('data-style') ?? ''),
  );
  const text = marker?.textContent.trim() ?? '';
  marker?.remove();
  return text;
}

function convertWordLists(box: Element): void {
  /** The open lists, outermost first. `openId` is Word's id of the list to which they belong. */
  let lists: Element[] = [];
  let openId = '';
  for (const item of box.querySelectorAll('p')) {
    const place = wordListOf(item);
    if (place === null) continue;
    if (place.id !== openId || item.previousElementSibling !== lists[0]) lists = [];
    openId = place.id;
    const isOrdered = /^[\da-z]{1,4}[.)]/iu.test(removeMarker(item));
    lists = lists.slice(0, place.level);
    if (lists.length < place.level) {
      const list = box.ownerDocument.createElement(isOrdered ? 'ol' : 'ul');
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

/**
 * Converts what the schema of the editor cannot read: Word's lists, inline styles and size classes of links. Also removes a `br` that is
 * alone in a paragraph. Changes `box` in place.
 */
export function tidyNodes(box: HTMLElement): void {
  convertWordLists(box);
  spellOutStyles(box);
  for (const link of box.querySelectorAll('a')) sizeInside(link);
  // A `br` alone in a paragraph is how content-markup.ts writes a blank line.
  for (const line of box.querySelectorAll('p > br:only-child'))
    if (line.parentElement?.childNodes.length === 1) line.remove();
}
