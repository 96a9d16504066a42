import { ownerAddress } from '#shared/base-path.ts';
import { parseContent } from '../../lib/content-nodes.ts';
import { shownHeading } from './shown-heading.ts';

/** Moves each heading to the level it has on the page and adds the class that keeps the size of its original level. */
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

/** Completes the paths of this site in links and pictures. */
function completePaths(box: HTMLElement): void {
  for (const name of ['href', 'src'])
    for (const element of box.querySelectorAll(`[${name}^="/"]`))
      element.setAttribute(name, ownerAddress(element.getAttribute(name) ?? ''));
}

/**
 * Replaces the content of the server-rendered section by `html`, which it sanitises. Names the section after the first heading. Hides the
 * section if the content has no text and no picture.
 */
export function paintContent(section: HTMLElement, html: string): void {
  const box = parseContent(html);
  lowerHeadings(box);
  completePaths(box);
  const heading = box.querySelector('h2, h3, h4, h5, h6')?.textContent.trim();
  section.setAttribute('aria-label', heading || (section.dataset['label'] ?? ''));
  section.hidden = box.textContent.trim() === '' && box.querySelector('img[src]') === null;
  section.querySelector('[data-prose]')?.replaceChildren(...box.childNodes);
}
