/** Opens the folded parts around an element, so that it can be seen and focused. Returns the element. */
export function reveal<Target extends Element>(element: Target): Target {
  for (let part = element.closest('details'); part; part = part.parentElement?.closest('details') ?? null)
    part.open = true;
  return element;
}

/**
 * Focuses a field with a problem and scrolls what describes the problem into view, with the button that fixes it. Call
 * it once the problem is rendered.
 */
export function focusProblem(field: HTMLElement): void {
  reveal(field).focus();
  for (const id of field.getAttribute('aria-describedby')?.split(' ') ?? []) {
    const message = document.getElementById(id);
    const fix = message?.parentElement?.querySelector('button');
    for (const part of [message, fix]) part?.scrollIntoView({ block: 'nearest' });
  }
}
