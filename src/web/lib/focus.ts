const EDITABLE = 'input, textarea, select, [contenteditable]';

/** Returns whether the target is an editable field, which handles key presses and pasted text itself. */
export const isEditable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(EDITABLE) !== null;

/** Scrolls so that the element's start is at the top of the window; without animation when the visitor prefers reduced motion. */
export function bringIntoView(element: Element): void {
  const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: 'start', behavior: reducesMotion ? 'instant' : 'smooth' });
}

/** Focuses an element without scrolling. Adds tabindex="-1" to an element that is not focusable. */
export function focusQuietly(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}

/** Time for which a section stays highlighted after the visitor has navigated to it. */
const HIGHLIGHT_MS = 1_200;

/** Outlines an element briefly, to show where the visitor has arrived. */
export function highlight(element: HTMLElement): void {
  element.dataset['arrived'] = '';
  setTimeout(() => delete element.dataset['arrived'], HIGHLIGHT_MS);
}

/**
 * Scrolls to the section with this id, highlights it briefly and focuses its first heading (without a heading, the section itself), so that
 * the next Tab continues from there. Does nothing when no element has this id.
 */
export function goToSection(id: string): void {
  const section = document.getElementById(id);
  if (section === null) return;
  bringIntoView(section);
  focusQuietly(section.querySelector<HTMLElement>('h1, h2, h3') ?? section);
  highlight(section);
}
