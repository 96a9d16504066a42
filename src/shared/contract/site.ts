import * as z from 'zod/mini';
import {
  NAVBAR_BUTTON_LABEL_MAX_CHARACTERS,
  NAVBAR_LABEL_MAX_CHARACTERS,
  NAVBAR_LINKS_MAX,
} from '../limits.ts';

/** Platforms a social link may lead to, which are also the icon keys (specification section 3). */
export const SOCIAL_PLATFORMS = [
  'facebook',
  'instagram',
  'twitter',
  'youtube',
  'linkedin',
  'pinterest',
  'reddit',
  'tiktok',
  'telegram',
  'whatsapp',
] as const;
const socialPlatformSchema = z.enum(SOCIAL_PLATFORMS);

/** `https://bank.example@evil.example` shows one host and leads to another. */
const hasNoUser = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === '' && password === '';
};

/** Where a stored link may lead: whatever the stored text says, nothing else becomes an address on the page. */
const webAddressSchema = z
  .url({ protocol: /^https?$/, hostname: z.regexes.domain })
  .check(z.refine(hasNoUser));

/** One link of the footer; at most one per platform (specification section 3). */
export const socialLinkSchema = z.object({
  /** A timestamp. */
  id: z.union([z.string(), z.number()]),
  platform: socialPlatformSchema,
  name: z.string().check(z.maxLength(40)),
  icon: socialPlatformSchema,
  color: z.string().check(z.maxLength(32)),
  url: webAddressSchema,
});
export type SocialLink = z.infer<typeof socialLinkSchema>;
export const socialLinksSchema = z.array(socialLinkSchema).check(z.maxLength(SOCIAL_PLATFORMS.length));

/** Sections of the public page a link of the header may lead to. */
const NAV_SECTIONS = [
  'hero',
  'how-it-works',
  'features',
  'pricing',
  'faqs',
  'help',
  'contact',
  'report',
  'status',
  'privacy',
  'terms',
  'dmca',
  'copyright',
] as const;

/** '#section' or a web address. */
const navTargetSchema = z.union([z.enum(NAV_SECTIONS.map((id) => `#${id}` as const)), webAddressSchema]);

export const navLinkSchema = z.object({
  id: z.string().check(z.maxLength(64)),
  label: z.string().check(z.minLength(1), z.maxLength(NAVBAR_LABEL_MAX_CHARACTERS)),
  target: navTargetSchema,
  visible: z.boolean(),
  newTab: z.boolean(),
});
export type NavLink = z.infer<typeof navLinkSchema>;

/** What the owner set of the header (brief 8.4). */
export const navbarSettingsSchema = z.object({
  v: z.literal(1),
  links: z.array(navLinkSchema).check(z.maxLength(NAVBAR_LINKS_MAX)),
  button: z.object({
    visible: z.boolean(),
    label: z.string().check(z.minLength(1), z.maxLength(NAVBAR_BUTTON_LABEL_MAX_CHARACTERS)),
    target: navTargetSchema,
  }),
  /** Stays visible while scrolling. */
  sticky: z.boolean(),
  themeSwitch: z.boolean(),
});
export type NavbarSettings = z.infer<typeof navbarSettingsSchema>;

/** A picture as text, at most 64 KB of bytes: the server has re-encoded it. SVG is not among the kinds. */
export const logoSchema = z
  .string()
  .check(z.maxLength(90_000), z.regex(/^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/));

export const WEBSITE_TITLE_MAX_CHARACTERS = 40;
export const websiteTitleSchema = z.string().check(z.minLength(1), z.maxLength(WEBSITE_TITLE_MAX_CHARACTERS));

/** The public settings: the answer of `GET /api/site`, and what the page is rendered with and hydrated from. */
export const siteSchema = z.object({
  /** Grows with every change, so that an older answer is known as older. */
  revision: z.int().check(z.nonnegative()),
  title: websiteTitleSchema,
  logo: z.nullable(logoSchema),
  navbar: navbarSettingsSchema,
  socialLinks: socialLinksSchema,
  /** HTML the server has sanitised; empty for none. */
  content: z.string(),
  maintenance: z.boolean(),
  /** When the owner last changed something, else when the page was built: an ISO date and time. */
  updatedAt: z.iso.datetime(),
  contactEmail: z.nullable(z.string()),
  /** Whether the built-in sample posts are offered. */
  samples: z.boolean(),
});
export type Site = z.infer<typeof siteSchema>;
