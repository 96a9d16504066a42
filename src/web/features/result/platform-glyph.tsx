import { Images } from 'lucide-react';
import type { Platform } from '#shared/contract/content-type.ts';

/** Our own line drawings, in ink: no platform colours, no copied logos. */
export function PlatformGlyph({ platform }: { platform: Platform }) {
  if (platform === 'sample') return <Images aria-hidden className="ic" />;
  return (
    <svg
      className="ic"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {platform === 'instagram' ? (
        <>
          <rect x="3" y="3" width="18" height="18" rx="5.5" />
          <circle cx="12" cy="12" r="4.2" />
          <circle cx="17.2" cy="6.8" r="0.6" fill="currentColor" />
        </>
      ) : (
        <path d="M13 3.5v12a4.2 4.2 0 1 1-4.2-4.2M13 3.5c.3 3.2 2.6 5.4 6 5.6" />
      )}
    </svg>
  );
}
