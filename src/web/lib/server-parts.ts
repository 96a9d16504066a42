const serverParts = new Map<string, Element>();

/**
 * Remembers the server-rendered parts that stand in `root`. Call before hydration: where something has changed the page
 * before its script ran (a translator, an extension), React throws all of it away and renders anew, and the parts' markup
 * would be lost.
 */
export function keepServerParts(root: Element): void {
  for (const part of root.querySelectorAll<HTMLElement>('[data-part]'))
    serverParts.set(part.dataset['part'] ?? '', part);
}

/** Moves a part's markup into the element React has made in place of the one that held it; does nothing to that one itself. */
export function restoreServerPart(element: HTMLElement | null): void {
  const before = serverParts.get(element?.dataset['part'] ?? '');
  if (element !== null && before !== undefined && before !== element)
    element.replaceChildren(...before.childNodes);
}
