import { Mark } from '@tiptap/core';
import { CONTENT_SIZE_CLASSES } from '#shared/content-allow-list.ts';

/** Text sizes that the owner can select, in CSS pixels. Text without a size has the default size of the page. */
export const TEXT_SIZES: readonly number[] = Object.keys(CONTENT_SIZE_CLASSES).map(Number);

const CLASS_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(CONTENT_SIZE_CLASSES).map(([size, name]) => [Number(size), name]),
);
const PIXELS_PER_POINT = 4 / 3;
/** Tolerance in px, because copied text has sizes such as 17.96px. */
const PIXEL_TOLERANCE = 0.1;

/** Returns the CSS class of a text size in px; undefined for any value that is not in TEXT_SIZES. */
export const sizeClass = (size: unknown): string | undefined =>
  typeof size === 'number' ? CLASS_NAMES.get(size) : undefined;

/** Returns the text size (px) whose class is in the value of a `class` attribute; null if there is none. */
export const sizeInClasses = (classes: string): number | null => {
  const names = classes.split(/\s+/u);
  return TEXT_SIZES.find((size) => names.includes(CLASS_NAMES.get(size) ?? '')) ?? null;
};

/** Converts a CSS length in px or pt to a size of TEXT_SIZES, with a tolerance of 0.1 px; null for any other length. */
export const sizeOfLength = (length: string): number | null => {
  const [, digits, unit] = /^\s*(\d+(?:\.\d+)?)(px|pt)\s*$/iu.exec(length) ?? [];
  if (digits === undefined) return null;
  const pixels = Number(digits) * (unit?.toLowerCase() === 'pt' ? PIXELS_PER_POINT : 1);
  return TEXT_SIZES.find((size) => Math.abs(size - pixels) < PIXEL_TOLERANCE) ?? null;
};

/**
 * Mark that stores a text size as a class, because the Content Security Policy of the page blocks inline styles. Does not read inline
 * styles: `spellOutStyles` converts those of pasted text to classes first.
 */
export const TextSize = Mark.create({
  name: 'textSize',
  // Higher than the priority of block elements: a heading with a size class is parsed as a heading whose text has the
  // size.
  priority: 200,
  addAttributes: () => ({
    size: {
      default: null,
      parseHTML: (element: HTMLElement) => sizeInClasses(element.className),
      renderHTML: ({ size }: Record<string, unknown>) => ({ class: sizeClass(size) }),
    },
  }),
  parseHTML: () => [
    {
      tag: '[class*="text-size-"]',
      consuming: false,
      getAttrs: (element) => (sizeInClasses(element.className) === null ? false : null),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
});
