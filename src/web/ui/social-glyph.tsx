// All icons are in one SVG sprite, which is fetched only when an icon is shown and adds nothing to the script. Browsers
// do
// not draw `<use>` of an inlined data URL.
import sprite from './social-icons.svg?url&no-inline';

/** Icon of a social platform in the text's colour, by its icon key; hidden from screen readers. */
export const SocialGlyph = ({ icon, className }: { icon: string; className?: string | undefined }) => (
  <svg aria-hidden="true" className={className}>
    <use href={`${sprite}#${icon}`} />
  </svg>
);
