import type { ReactNode } from 'react';
import { trustedTypes } from '../../lib/trusted-types.ts';

const serverParts = new Map<string, Element>();

/**
 * Stores the elements inside `root` that the server rendered as parts. Call this before hydration. If a translator or an extension has
 * changed the page, React discards the markup and renders everything again; the parts would be lost if they were not stored.
 */
export function rememberServerParts(root: Element): void {
  for (const part of root.querySelectorAll<HTMLElement>('[data-part]'))
    serverParts.set(part.dataset['part'] ?? '', part);
}

/** Moves the stored markup of a part into the element that React created for the part; does nothing if React kept the original element. */
function restoreServerPart(element: HTMLElement | null): void {
  const original = serverParts.get(element?.dataset['part'] ?? '');
  if (element !== null && original !== undefined && original !== element)
    element.replaceChildren(...original.childNodes);
}

/**
 * Empty markup for `dangerouslySetInnerHTML`. All renders use the same object, so that React sees no change and never touches the element's
 * children.
 */
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
