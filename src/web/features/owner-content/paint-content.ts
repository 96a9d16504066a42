import { contentNodes } from '../../lib/content-nodes.ts';
import { presentContent } from './present-content.ts';

/** Shows this content in the section the server rendered; with nothing to see in it the section is hidden. */
export function paintContent(section: HTMLElement, html: string): void {
  const box = contentNodes(presentContent(html));
  const heading = box.querySelector('h2, h3, h4, h5, h6')?.textContent.trim();
  section.setAttribute('aria-label', heading || (section.dataset['label'] ?? ''));
  section.hidden = box.textContent.trim() === '' && box.querySelector('img[src]') === null;
  section.querySelector('[data-prose]')?.replaceChildren(...box.childNodes);
}
