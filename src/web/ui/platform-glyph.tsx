/** Renders a platform's icon in the text's colour, hidden from screen readers. `glyph` is the icon's path in a box of 24 by 24. */
export function PlatformGlyph({ glyph, className }: { glyph: string; className?: string | undefined }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d={glyph} />
    </svg>
  );
}
