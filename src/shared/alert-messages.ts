// The text of alerts, which the server sends to the owner's webhook.

const PLATFORM_NAMES = { instagram: 'Instagram', tiktok: 'TikTok' } as const;

/** Returns the sentence of an alert. `success` is the percentage of the last `tries` previews that worked. */
export const alertText = (
  event: 'failing' | 'recovered',
  platform: keyof typeof PLATFORM_NAMES,
  success: number,
  tries: number,
): string =>
  `${PLATFORM_NAMES[platform]} previews ${event === 'failing' ? 'are failing' : 'work again'}: ${String(success)}% of the last ${String(tries)} attempts succeeded.`;
