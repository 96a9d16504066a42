import type { SocialLink } from '../../contract/site.ts';

/** Display names of the social platforms. */
export const socialNames = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  twitter: 'X (Twitter)',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  pinterest: 'Pinterest',
  reddit: 'Reddit',
  tiktok: 'TikTok',
  telegram: 'Telegram',
  whatsapp: 'WhatsApp',
} as const satisfies Record<SocialLink['platform'], string>;
