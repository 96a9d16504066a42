const HEADING = /^h([1-6])$/u;
const LOWEST = 6;

/** Element and class with which the page renders a heading of the owner's content. */
export interface ShownHeading {
  readonly element: string;
  /** Class that keeps the size of the heading's original level. */
  readonly className: string;
}

/**
 * Maps the lower-case name of a heading element to the heading one level lower, because the page has its own h1; an h6 stays an h6. Returns
 * null for any other element.
 */
export const shownHeading = (name: string): ShownHeading | null => {
  const digit = HEADING.exec(name)?.[1];
  if (digit === undefined) return null;
  return { element: `h${String(Math.min(Number(digit) + 1, LOWEST))}`, className: `heading-${digit}` };
};
