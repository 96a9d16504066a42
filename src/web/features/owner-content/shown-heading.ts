const HEADING = /^h([1-6])$/u;
const LOWEST = 6;

/** How a heading of the content stands on the page. */
export interface ShownHeading {
  readonly element: string;
  /** Keeps the size of the heading's own level. */
  readonly className: string;
}

/** Gives it for an element by its name in lower case, null for any that is no heading: one level down, because the page has its own h1. */
export const shownHeading = (name: string): ShownHeading | null => {
  const digit = HEADING.exec(name)?.[1];
  if (digit === undefined) return null;
  return { element: `h${String(Math.min(Number(digit) + 1, LOWEST))}`, className: `heading-${digit}` };
};
