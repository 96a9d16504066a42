/**
 * Returns the values of the three grid lines: zero, half and top. The top is a round number not below the highest
 * bar.
 */
export function chartLines(highest: number): readonly [number, number, number] {
  if (highest <= 2) return [0, 1, 2];
  const magnitude = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 2, 4, 5, 10].find((factor) => factor * magnitude >= highest) ?? 10;
  const top = Math.max(2, step * magnitude);
  return [0, top / 2, top];
}
