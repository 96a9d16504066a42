import type { ReactNode } from 'react';

/** One object for the page's life: with an equal value React leaves the element's inside alone. */
const AS_IT_STANDS = { __html: '' };

/**
 * A part of the page that only the server renders: the browser gets no children and keeps the markup it finds, so the
 * part's code and words are no weight of the first script. What changes in it later is changed on the elements themselves.
 */
export function ServerPart({ children }: { children?: ReactNode }) {
  return children === undefined ? (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set; this is how React is told to adopt what is there
    <div suppressHydrationWarning dangerouslySetInnerHTML={AS_IT_STANDS} />
  ) : (
    <div>{children}</div>
  );
}
