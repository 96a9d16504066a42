import { contrast, readHex } from './contrast.ts';

/** What a glyph stands on while the pointer is over it, by theme: `--inset` of styles/tokens.css. */
const BEHIND = { light: '#e9eae5', dark: '#222723' } as const;
/** WCAG 1.4.11: what a graphic needs to be told from what is behind it. */
const SEEN_FROM = 3;

/** Lets the glyphs in `element` show `colour` under the pointer, in each theme where it can be told from what is behind it. */
export function paintHover(element: HTMLElement, colour: string | undefined): void {
  const own = readHex(colour ?? '');
  for (const [theme, behind] of Object.entries(BEHIND)) {
    const ground = readHex(behind);
    const seen = own !== null && ground !== null && contrast(own, ground) >= SEEN_FROM;
    if (seen && colour !== undefined) element.style.setProperty(`--hover-${theme}`, colour);
    else element.style.removeProperty(`--hover-${theme}`);
  }
}
