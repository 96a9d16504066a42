// What an alert says; a server's own words, sent to the owner's webhook.

const PLATFORM_NAMES = { instagram: 'Instagram', tiktok: 'TikTok' } as const;

/** The sentence of an alert. */
export const alertText = (
  event: 'failing' | 'recovered',
  platform: keyof typeof PLATFORM_NAMES,
  success: number,
  tries: number,
): string =>
  `${PLATFORM_NAMES[platform]} previews ${event === 'failing' ? 'are failing' : 'work again'}: ${String(success)} % of the last ${String(tries)} tries worked.`;
