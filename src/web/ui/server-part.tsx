import type { ReactNode } from 'react';
import { restoreServerPart } from '../lib/server-parts.ts';

/** Not in the compiler's DOM: an empty text that Trusted Types let through without a policy. */
const { trustedTypes } = globalThis as { trustedTypes?: { emptyHTML: TrustedHTML } };

/** One object for the page's life: with an equal value React leaves the element's inside alone. */
const AS_IT_STANDS = { __html: trustedTypes?.emptyHTML ?? '' };

/**
 * A part of the page that only the server renders: the browser gets no children and keeps the markup it finds, so the
 * part's code and words are no weight of the first script. What changes in it later is changed on the elements themselves.
 */
export function ServerPart({ name, children }: { name: string; children?: ReactNode }) {
  return children === undefined ? (
    <div
      ref={restoreServerPart}
      data-part={name}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set; this is how React is told to adopt what is there
      dangerouslySetInnerHTML={AS_IT_STANDS}
    />
  ) : (
    <div data-part={name}>{children}</div>
  );
}
