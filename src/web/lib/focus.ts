const EDITABLE = 'input, textarea, select, [contenteditable]';

/** Whether key presses and pasted text belong to this target rather than to the page. */
export const isEditable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(EDITABLE) !== null;

/** Scrolls the element's start under the header; at once where the visitor asked for less motion. */
export function bringIntoView(element: Element): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: 'start', behavior: still ? 'instant' : 'smooth' });
}

/** Focuses an element without moving the page; one that takes no focus by itself is made to. */
export function focusQuietly(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}

/** How long a section shows that a link led to it. */
const ARRIVED_MS = 1_200;

/**
 * Scrolls to the section with this id, marks it for a moment and focuses its heading, so that the next Tab goes on from
 * there. Does nothing where there is no such section.
 */
export function goToSection(id: string): void {
  const section = document.getElementById(id);
  if (section === null) return;
  bringIntoView(section);
  focusQuietly(section.querySelector<HTMLElement>('h1, h2, h3') ?? section);
  section.dataset['arrived'] = '';
  setTimeout(() => delete section.dataset['arrived'], ARRIVED_MS);
}
