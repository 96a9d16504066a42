import { socialNames } from '#messages/social-names.ts';
import { SOCIAL_PLATFORMS, type SocialLink } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';

export type SocialPlatform = SocialLink['platform'];

interface PlatformFacts {
  /** The brand colour of the platform, which is stored with a link. */
  readonly color: `#${string}`;
  /** Host names of the platform's pages and short links; their subdomains count too. The panel shows the first one to the owner. */
  readonly hosts: readonly [string, ...string[]];
}

const PLATFORMS: Readonly<Record<SocialPlatform, PlatformFacts>> = {
  facebook: { color: '#1877f2', hosts: ['facebook.com', 'fb.com', 'fb.me', 'fb.watch', 'm.me'] },
  instagram: { color: '#e4405f', hosts: ['instagram.com', 'instagr.am', 'ig.me'] },
  twitter: { color: '#000000', hosts: ['x.com', 'twitter.com', 't.co'] },
  youtube: { color: '#ff0000', hosts: ['youtube.com', 'youtu.be'] },
  linkedin: { color: '#0a66c2', hosts: ['linkedin.com', 'lnkd.in'] },
  pinterest: { color: '#bd081c', hosts: ['pinterest.com', 'pin.it'] },
  reddit: { color: '#ff4500', hosts: ['reddit.com', 'redd.it'] },
  tiktok: { color: '#000000', hosts: ['tiktok.com'] },
  telegram: { color: '#26a5e4', hosts: ['t.me', 'telegram.me', 'telegram.org'] },
  whatsapp: { color: '#25d366', hosts: ['whatsapp.com', 'wa.me'] },
};

/** Matches the national domains of Pinterest: pinterest.de, pinterest.co.uk. */
const PINTEREST = /^(?:[\w-]+\.)?pinterest(?:\.co|\.com)?\.[a-z]{2}$/u;

/** Returns the fields of a stored link that depend on its platform. */
export const platformFields = (
  platform: SocialPlatform,
): Pick<SocialLink, 'platform' | 'name' | 'icon' | 'color'> => ({
  platform,
  name: text(socialNames, platform),
  icon: platform,
  color: PLATFORMS[platform].color,
});

/** Returns the main host name of a platform, such as 'facebook.com'. */
export const mainHost = (platform: SocialPlatform): string => PLATFORMS[platform].hosts[0];

/**
 * Returns whether the host of a URL is one of the platform's hosts, a subdomain of one, or a national domain of Pinterest if that is the
 * platform. Throws if the URL cannot be parsed.
 */
export function fitsPlatform(url: string, platform: SocialPlatform): boolean {
  // A host name may end with the dot of the root domain.
  const hostname = new URL(url).hostname.replace(/\.$/u, '');
  const isKnownHost = PLATFORMS[platform].hosts.some(
    (host) => hostname === host || hostname.endsWith(`.${host}`),
  );
  return isKnownHost || (platform === 'pinterest' && PINTEREST.test(hostname));
}

/** Returns the platform that the value of a select option names; null if it names none. */
export const readPlatform = (text: string): SocialPlatform | null =>
  SOCIAL_PLATFORMS.find((platform) => platform === text) ?? null;
