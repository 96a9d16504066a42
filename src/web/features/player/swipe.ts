/** Screen position in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Shorter movements count as taps. */
const SWIPE_MIN_PX = 40;

/**
 * Returns the direction of a swipe between two points: 1 for the next item, -1 for the previous one, 0 for no swipe
 * or a vertical one. Reversed on right-to-left pages.
 */
export function swipeStep(from: Point, to: Point, rightToLeft: boolean): -1 | 0 | 1 {
  const across = to.x - from.x;
  if (Math.abs(across) < SWIPE_MIN_PX || Math.abs(across) < Math.abs(to.y - from.y)) return 0;
  return across < 0 === rightToLeft ? -1 : 1;
}

/** Returns the step of an arrow key by the reading direction; 0 for every other key. */
export function arrowStep(key: string, rightToLeft: boolean): -1 | 0 | 1 {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return 0;
  return (key === 'ArrowRight') === rightToLeft ? -1 : 1;
}
