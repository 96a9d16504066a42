const serverParts = new Map<string, Element>();

/**
 * Stores the server-rendered parts inside `root`. Call before hydration: if a translator or an extension has changed the
 * page, React discards the markup and renders everything again, and the parts would be lost.
 */
export function rememberServerParts(root: Element): void {
  for (const part of root.querySelectorAll<HTMLElement>('[data-part]'))
    serverParts.set(part.dataset['part'] ?? '', part);
}

/** Moves the stored markup of a part into the element React created for it; does nothing if React kept the original. */
export function restoreServerPart(element: HTMLElement | null): void {
  const before = serverParts.get(element?.dataset['part'] ?? '');
  if (element !== null && before !== undefined && before !== element)
    element.replaceChildren(...before.childNodes);
}
