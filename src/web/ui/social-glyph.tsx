// All icons are in one SVG sprite, which is fetched only when an icon is shown and adds nothing to the script. Browsers do not draw `<use>`
// of an inlined data URL.

import { sitePath } from '#shared/base-path.ts';
import sprite from './social-icons.svg?url&no-inline';

const LINES = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.9, strokeLinecap: 'round' } as const;

/** Renders a social platform's icon in the text's colour, hidden from screen readers. `icon` is the key of the icon. */
export const SocialGlyph = ({ icon }: { icon: string }) => (
  <svg aria-hidden="true" width={20} height={20} strokeLinejoin="round" {...LINES}>
    <use href={sitePath(`${sprite}#${icon}`)} />
  </svg>
);
