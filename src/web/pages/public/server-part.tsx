import type { ReactNode } from 'react';

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
function restoreServerPart(element: HTMLElement | null): void {
  const before = serverParts.get(element?.dataset['part'] ?? '');
  if (element !== null && before !== undefined && before !== element)
    element.replaceChildren(...before.childNodes);
}

/** Trusted Types, which TypeScript's DOM types do not contain. `emptyHTML` needs no policy. */
const { trustedTypes } = globalThis as { trustedTypes?: { emptyHTML: TrustedHTML } };

/** One object for all renders, so that React sees no change and never touches the element's children. */
const EXISTING_MARKUP = { __html: trustedTypes?.emptyHTML ?? '' };

/**
 * Part of the page that only the server renders. The browser passes no children and keeps the existing markup, so the
 * part's code and texts do not add to the first script. Later changes are made directly on the DOM elements.
 */
export function ServerPart({ name, children }: { name: string; children?: ReactNode }) {
  return children === undefined ? (
    <div
      ref={restoreServerPart}
      data-part={name}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sets nothing; makes React adopt the existing markup
      dangerouslySetInnerHTML={EXISTING_MARKUP}
    />
  ) : (
    <div data-part={name}>{children}</div>
  );
}
