const STANDARD_SIZES = [360, 480, 540, 720, 1080] as const;

/** Returns the name of a video quality from its shorter side in pixels, rounded to the nearest standard size: '540p' for 576. */
export function qualityName(shortSide: number): string {
  const nearest = STANDARD_SIZES.reduce((best, size) =>
    Math.abs(size - shortSide) < Math.abs(best - shortSide) ? size : best,
  );
  return `${nearest}p`;
}

/** Returns the shorter of two sides; null if either is unknown. */
export function shortSideOf(width: number | null, height: number | null): number | null {
  return width === null || height === null ? null : Math.min(width, height);
}
