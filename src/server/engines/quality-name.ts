const RUNGS = [360, 480, 540, 720, 1080] as const;

/** Gives the name of a video's size by its short side in pixels, rounded to the nearest usual rung: 576 is '540p'. */
export function qualityName(shortSide: number): string {
  const nearest = RUNGS.reduce((best, rung) =>
    Math.abs(rung - shortSide) < Math.abs(best - shortSide) ? rung : best,
  );
  return `${nearest}p`;
}

/** Gives the shorter of two sides, null when one is unknown. */
export function shortSideOf(width: number | null, height: number | null): number | null {
  return width === null || height === null ? null : Math.min(width, height);
}
