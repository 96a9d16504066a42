import type { PlatformId } from '../../platforms/platforms.ts';

/** Display names of the platforms. */
export const platformNames = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
} as const satisfies Record<PlatformId, string>;
