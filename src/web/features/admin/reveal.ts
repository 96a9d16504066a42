/** Unfolds every `details` element around an element, so that it can be seen and focused. Returns the element. */
export function reveal<Target extends Element>(element: Target): Target {
  for (let part = element.closest('details'); part; part = part.parentElement?.closest('details') ?? null)
    part.open = true;
  return element;
}

/** Returns the label of a field, which stands above it. */
const labelOf = (field: HTMLElement): Element | null =>
  field.id === '' ? null : document.querySelector(`label[for="${CSS.escape(field.id)}"]`);

/**
 * Focuses a field with a problem. Scrolls to its label if that is hidden above, else to the message about the problem and the button that
 * fixes it. Call it once the message is rendered.
 */
export function focusProblem(field: HTMLElement): void {
  reveal(field).focus({ preventScroll: true });
  const start = labelOf(field) ?? field;
  const room = Number.parseFloat(getComputedStyle(start).scrollMarginTop) || 0;
  // One scroll only: a second one, even to where the page is, would end the first before it has moved.
  if (start.getBoundingClientRect().top < room) {
    start.scrollIntoView();
    return;
  }
  for (const id of field.getAttribute('aria-describedby')?.split(' ') ?? []) {
    const message = document.getElementById(id);
    const fix = message?.parentElement?.querySelector('button');
    for (const part of [message, fix]) part?.scrollIntoView({ block: 'nearest' });
  }
}
