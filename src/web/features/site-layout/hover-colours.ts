/** Red, green and blue, each from 0 to 1. */
export type Rgb = readonly [number, number, number];

/** Parses `#rgb` and `#rrggbb`; returns null for every other colour notation. */
export function readHex(text: string): Rgb | null {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/iu.exec(text.trim())?.[1];
  if (digits === undefined) return null;
  const long = digits.length === 6 ? digits : digits.replace(/./gu, '$&$&');
  const at = (index: number): number => Number.parseInt(long.slice(index, index + 2), 16) / 255;
  return [at(0), at(2), at(4)];
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** Returns the WCAG 2 contrast ratio of two colours, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** Background of a hovered glyph in each theme: `--inset` of styles/tokens.css. */
const HOVER_BACKGROUND = { light: '#e9eae5', dark: '#222723' } as const;
/** WCAG 1.4.11: minimum contrast of a graphic to its background. */
const MIN_GRAPHIC_CONTRAST = 3;

/**
 * Sets the hover colour of the glyphs in `element` for each theme in which its contrast with the background is at least 3. Removes it for
 * any other theme. A colour that `readHex` cannot parse is removed for both themes.
 */
export function paintHover(element: HTMLElement, colour: string | undefined): void {
  const own = readHex(colour ?? '');
  for (const [theme, behind] of Object.entries(HOVER_BACKGROUND)) {
    const ground = readHex(behind);
    const isVisible = own !== null && ground !== null && contrast(own, ground) >= MIN_GRAPHIC_CONTRAST;
    if (isVisible && colour !== undefined) element.style.setProperty(`--hover-${theme}`, colour);
    else element.style.removeProperty(`--hover-${theme}`);
  }
}
