/** Opens every `details` element around an element, so that the element can be seen and focused. Returns the element. */
export function reveal<Target extends Element>(element: Target): Target {
  for (let part = element.closest('details'); part; part = part.parentElement?.closest('details') ?? null)
    part.open = true;
  return element;
}
