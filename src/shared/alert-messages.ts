// The text of alerts, which the server sends to the owner's webhook.
import type { PlatformId } from './platforms/platforms.ts';

const PLATFORM_NAMES = { instagram: 'Instagram', tiktok: 'TikTok' } as const satisfies Record<
  PlatformId,
  string
>;

/** Returns the sentence of an alert. `success` is the percentage of the last `tries` previews that worked. */
export const alertText = (
  event: 'failing' | 'recovered',
  platform: PlatformId,
  success: number,
  tries: number,
): string =>
  `${PLATFORM_NAMES[platform]} previews ${event === 'failing' ? 'are failing' : 'work again'}: ${String(success)}% of the last ${String(tries)} attempts succeeded.`;
