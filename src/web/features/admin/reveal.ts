/** Opens the folded parts around an element, so that it can be seen and focused. Returns the element. */
export function reveal<Target extends Element>(element: Target): Target {
  for (let part = element.closest('details'); part; part = part.parentElement?.closest('details') ?? null)
    part.open = true;
  return element;
}

/** Returns the label of a field, which stands above it. */
const labelOf = (field: HTMLElement): Element | null =>
  field.id === '' ? null : document.querySelector(`label[for="${CSS.escape(field.id)}"]`);

/**
 * Focuses a field with a problem and scrolls what describes the problem into view, with the button that fixes it, the field and its
 * label. Call it once the problem is rendered.
 */
export function focusProblem(field: HTMLElement): void {
  reveal(field).focus({ preventScroll: true });
  for (const id of field.getAttribute('aria-describedby')?.split(' ') ?? []) {
    const message = document.getElementById(id);
    const fix = message?.parentElement?.querySelector('button');
    for (const part of [message, fix]) part?.scrollIntoView({ block: 'nearest' });
  }
  // Last, because the message of a field above the window would otherwise lie at its upper edge, and the field behind the header.
  for (const part of [field, labelOf(field)]) part?.scrollIntoView({ block: 'nearest' });
}
