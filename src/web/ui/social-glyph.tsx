// One file for all glyphs, asked for only where there is one: none of it is script. Inlined, a browser draws none of it.
import sprite from './social-icons.svg?url&no-inline';

/** The outline of a social platform in the text's colour, by its icon key; says nothing by itself. */
export const SocialGlyph = ({ icon, className }: { icon: string; className?: string | undefined }) => (
  <svg aria-hidden="true" className={className}>
    <use href={`${sprite}#${icon}`} />
  </svg>
);
