import type { ReactNode } from 'react';
import type { PlatformId } from '#shared/platforms/platforms.ts';

const SHAPES: Readonly<Record<PlatformId, ReactNode>> = {
  instagram: (
    <>
      <rect x="3" y="3" width="18" height="18" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <circle cx="17" cy="7" r="0.6" />
    </>
  ),
  tiktok: <path d="M10.5 10.6a5 5 0 1 0 3.6 4.8V3.2c.4 3 2.5 5 5.4 5.2" />,
};

/** Icon of a platform in the text's colour, drawn for this project; hidden from screen readers. */
export function PlatformGlyph({
  platform,
  className,
}: {
  platform: PlatformId;
  className?: string | undefined;
}) {
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
      {SHAPES[platform]}
    </svg>
  );
}
