import { contrast, readHex } from './contrast.ts';

/** Background behind a hovered glyph, by theme: `--inset` of styles/tokens.css. */
const HOVER_BACKGROUND = { light: '#e9eae5', dark: '#222723' } as const;
/** WCAG 1.4.11: minimum contrast of a graphic to its background. */
const MIN_GRAPHIC_CONTRAST = 3;

/**
 * Sets the hover colour of the glyphs in `element`, only for the themes where it contrasts enough with the
 * background.
 */
export function paintHover(element: HTMLElement, colour: string | undefined): void {
  const own = readHex(colour ?? '');
  for (const [theme, behind] of Object.entries(HOVER_BACKGROUND)) {
    const ground = readHex(behind);
    const seen = own !== null && ground !== null && contrast(own, ground) >= MIN_GRAPHIC_CONTRAST;
    if (seen && colour !== undefined) element.style.setProperty(`--hover-${theme}`, colour);
    else element.style.removeProperty(`--hover-${theme}`);
  }
}
