import { Mark } from '@tiptap/core';
import { CONTENT_SIZE_CLASSES } from '#shared/content-allow-list.ts';

/** The sizes an owner can choose, in CSS pixels; text without one has the page's own. */
export const TEXT_SIZES: readonly number[] = Object.keys(CONTENT_SIZE_CLASSES).map(Number);

const CLASS_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(CONTENT_SIZE_CLASSES).map(([size, name]) => [Number(size), name]),
);
const PIXELS_PER_POINT = 4 / 3;
/** Copied text carries sizes such as 17.96px. */
const NEAR_PIXELS = 0.1;

/** The class that stands for a size; undefined for one that is not offered. */
export const sizeClass = (size: unknown): string | undefined =>
  typeof size === 'number' ? CLASS_NAMES.get(size) : undefined;

/** The size a class list names, null for none. */
export const sizeInClasses = (classes: string): number | null => {
  const names = classes.split(/\s+/u);
  return TEXT_SIZES.find((size) => names.includes(CLASS_NAMES.get(size) ?? '')) ?? null;
};

/** The offered size a CSS length in px or pt comes to, null for any other. */
export const sizeOfLength = (length: string): number | null => {
  const [, digits, unit] = /^\s*(\d+(?:\.\d+)?)(px|pt)\s*$/iu.exec(length) ?? [];
  if (digits === undefined) return null;
  const pixels = Number(digits) * (unit?.toLowerCase() === 'pt' ? PIXELS_PER_POINT : 1);
  return TEXT_SIZES.find((size) => Math.abs(size - pixels) < NEAR_PIXELS) ?? null;
};

/** The size next to this one in the list of all, the page's own (null) between 14 and 18; the last one stays the last. */
export const stepSize = (size: number | null, step: 1 | -1): number | null => {
  const own = TEXT_SIZES.findIndex((each) => each > 16);
  const all = [...TEXT_SIZES.slice(0, own), null, ...TEXT_SIZES.slice(own)];
  const at = Math.min(all.length - 1, Math.max(0, all.indexOf(size) + step));
  return all[at] ?? null;
};

/** A font size as a class, because the page's policy refuses inline styles; pasted styles become it before they get here. */
export const TextSize = Mark.create({
  name: 'textSize',
  // Before the elements it may stand on: a heading with a size is read as a heading whose text has the size.
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
