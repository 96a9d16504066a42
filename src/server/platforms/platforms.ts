import type { PostPlatform } from '#shared/contract/content-type.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';
import { instagramPlatform } from './instagram/instagram-platform.ts';
import type { ServerPlatform } from './server-platform.ts';
import { tiktokPlatform } from './tiktok/tiktok-platform.ts';

/** Server's record of each platform. */
export const SERVER_PLATFORMS: Readonly<Record<PlatformId, ServerPlatform>> = {
  instagram: instagramPlatform,
  tiktok: tiktokPlatform,
};

/** Returns the server's record of a post's platform; null for the built-in samples, which belong to none. */
export const serverPlatformOf = (platform: PostPlatform): ServerPlatform | null =>
  platform === 'sample' ? null : SERVER_PLATFORMS[platform];
