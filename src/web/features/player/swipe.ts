export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A shorter movement is a tap with a trembling finger. */
const SWIPE_MIN_PX = 40;

/**
 * Which way a finger swiped between two points: 1 for the next, -1 for the previous, 0 for no swipe or one that
 * went up or down. Right-to-left pages turn the other way round.
 */
export function swipeStep(from: Point, to: Point, rightToLeft: boolean): -1 | 0 | 1 {
  const across = to.x - from.x;
  if (Math.abs(across) < SWIPE_MIN_PX || Math.abs(across) < Math.abs(to.y - from.y)) return 0;
  return across < 0 === rightToLeft ? -1 : 1;
}

/** The step of an arrow key, by the reading direction; 0 for every other key. */
export function arrowStep(key: string, rightToLeft: boolean): -1 | 0 | 1 {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return 0;
  return (key === 'ArrowRight') === rightToLeft ? -1 : 1;
}
