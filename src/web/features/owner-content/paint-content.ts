import { parseContent } from '../../lib/content-nodes.ts';
import { shownHeading } from './shown-heading.ts';

/** Puts each heading on the level it has on the page, with the class of its own level's size. */
function lowerHeadings(box: HTMLElement): void {
  for (const heading of box.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const shown = shownHeading(heading.localName);
    if (shown === null) continue;
    const lower = heading.ownerDocument.createElement(shown.element);
    for (const { name, value } of heading.attributes) lower.setAttribute(name, value);
    lower.className = `${shown.className} ${heading.className}`.trimEnd();
    lower.append(...heading.childNodes);
    heading.replaceWith(lower);
  }
}

/** Shows this content in the section the server rendered; with nothing to see in it the section is hidden. */
export function paintContent(section: HTMLElement, html: string): void {
  const box = parseContent(html);
  lowerHeadings(box);
  const heading = box.querySelector('h2, h3, h4, h5, h6')?.textContent.trim();
  section.setAttribute('aria-label', heading || (section.dataset['label'] ?? ''));
  section.hidden = box.textContent.trim() === '' && box.querySelector('img[src]') === null;
  section.querySelector('[data-prose]')?.replaceChildren(...box.childNodes);
}
