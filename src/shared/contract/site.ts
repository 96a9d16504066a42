import * as z from 'zod/mini';
import { findTemplateFault } from '../format/filename-template.ts';
import {
  CONTACT_EMAIL_MAX_CHARACTERS,
  FILENAME_TEMPLATE_MAX_CHARACTERS,
  NAVBAR_BUTTON_LABEL_MAX_CHARACTERS,
  NAVBAR_LABEL_MAX_CHARACTERS,
  NAVBAR_LINKS_MAX,
  WEBSITE_TITLE_MAX_CHARACTERS,
} from '../limits.ts';
import { isOwnPath } from '../own-path.ts';

/** Platforms that a social link can lead to; also the keys of the platforms' icons. */
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

/**
 * Returns whether a text is a URL without user information: `https://bank.example@evil.example` shows one host and leads to another. False
 * for a text that is no URL.
 */
const isAddressWithoutUser = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === '' && password === '';
};

/** Returns the schema of a URL with one of the protocols that `protocol` matches, a host name and no user information. */
const addressSchema = (protocol: RegExp) =>
  z.url({ protocol, hostname: z.regexes.domain }).check(z.refine(isAddressWithoutUser));

/** Social link in the footer. */
export const socialLinkSchema = z.object({
  /** Unique id of the link; usually the time of its creation. */
  id: z.union([z.string(), z.number()]),
  platform: socialPlatformSchema,
  name: z.string().check(z.maxLength(40)),
  icon: socialPlatformSchema,
  color: z.string().check(z.maxLength(32)),
  url: addressSchema(/^(?:https?|ftp)$/),
});
export type SocialLink = z.infer<typeof socialLinkSchema>;
export const socialLinksSchema = z.array(socialLinkSchema).check(z.maxLength(SOCIAL_PLATFORMS.length));

/** Sections of the public page that a header link can lead to. */
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

/** Targets of header links within the page. */
export const NAV_TARGETS = NAV_SECTIONS.map((id) => `#${id}` as const);

/** Target of a header link: '#section', a web address, a mailto link, perhaps with a query such as a subject, or a path of this site. */
const navTargetSchema = z.union([
  z.enum(NAV_TARGETS),
  addressSchema(/^https?$/),
  z.string().check(z.regex(/^mailto:[^\s@?&#"<>]+@[\w-]+(?:\.[\w-]+)+(?:\?[^\s"<>]*)?$/i)),
  z.string().check(z.refine(isOwnPath)),
]);

export const navLinkSchema = z.object({
  id: z.string().check(z.maxLength(64)),
  label: z.string().check(z.minLength(1), z.maxLength(NAVBAR_LABEL_MAX_CHARACTERS)),
  target: navTargetSchema,
  visible: z.boolean(),
  newTab: z.boolean(),
});
export type NavLink = z.infer<typeof navLinkSchema>;

/** Header settings: links, button and behaviour. */
export const navbarSettingsSchema = z.object({
  v: z.literal(1),
  links: z.array(navLinkSchema).check(z.maxLength(NAVBAR_LINKS_MAX)),
  button: z.object({
    visible: z.boolean(),
    label: z.string().check(z.minLength(1), z.maxLength(NAVBAR_BUTTON_LABEL_MAX_CHARACTERS)),
    target: navTargetSchema,
  }),
  /** Whether the header stays visible while scrolling. */
  sticky: z.boolean(),
  themeSwitch: z.boolean(),
});
export type NavbarSettings = z.infer<typeof navbarSettingsSchema>;

/** PNG, JPEG, GIF or WebP picture as a data URL of at most 90,000 characters. SVG is not allowed, because it can contain scripts. */
export const pictureSchema = z
  .string()
  .check(z.maxLength(90_000), z.regex(/^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/));

/**
 * Schema of each setting that is a picture, in its public form; null for the built-in one. The owner uploads pictures in the
 * General section, which has a row for each of them.
 */
const pictureSettingSchemas = {
  logo: z.nullable(pictureSchema),
};

/** Name of a setting that is a picture. */
export type PictureSetting = keyof typeof pictureSettingSchemas;
export const PICTURE_SETTINGS = Object.keys(pictureSettingSchemas) as readonly PictureSetting[];

/** Builds a record with a value for each setting that is a picture. */
export const byPicture = <Value>(
  valueFor: (setting: PictureSetting) => Value,
): Record<PictureSetting, Value> =>
  Object.fromEntries(PICTURE_SETTINGS.map((setting) => [setting, valueFor(setting)])) as Record<
    PictureSetting,
    Value
  >;

const websiteTitleSchema = z.string().check(z.minLength(1), z.maxLength(WEBSITE_TITLE_MAX_CHARACTERS));

export const contactEmailSchema = z.email().check(z.maxLength(CONTACT_EMAIL_MAX_CHARACTERS));

const filenameTemplateSchema = z.string().check(
  z.maxLength(FILENAME_TEMPLATE_MAX_CHARACTERS),
  z.refine((template) => findTemplateFault(template) === null),
);

/** Schema of each setting in its public form. The keys are the names of the settings. */
export const siteSettingSchemas = {
  title: websiteTitleSchema,
  ...pictureSettingSchemas,
  navbar: navbarSettingsSchema,
  socialLinks: socialLinksSchema,
  /** HTML sanitised by the server; empty for none. */
  content: z.string(),
  maintenance: z.boolean(),
  /** Address at which visitors reach the owner; null for none. */
  contactEmail: z.nullable(contactEmailSchema),
  /** Template of the names under which files are saved; `filename-template.ts` lists its tokens. */
  filenameTemplate: filenameTemplateSchema,
  /** Whether visitors' devices are offered to make files, such as the sound of a clip. */
  madeFiles: z.boolean(),
};

/** Name of a site setting. */
export type SiteSetting = keyof typeof siteSettingSchemas;

/**
 * Ways in which saved files reach the visitor: `tunnel` through this server, `direct` from the platform's own servers if they send the file
 * without headers and cookies.
 */
export const DELIVERIES = ['tunnel', 'direct'] as const;
export type Delivery = (typeof DELIVERIES)[number];

/** Public settings: the response of `GET /api/site`, and the data that the page is rendered with and hydrated from. */
export const siteSchema = z.object({
  /** Increases with every change, so that a client can recognise an outdated response. */
  revision: z.int().check(z.nonnegative()),
  ...siteSettingSchemas,
  /** Path of the full-size logo; the paths of its icons begin with this path. Null for the built-in mark. */
  logoPath: z.nullable(z.string()),
  /** ISO date and time of the last change, or of the build if nothing has been changed. */
  updatedAt: z.iso.datetime(),
  /** Whether the built-in sample posts are offered. */
  samples: z.boolean(),
  /** Whether an engine that is set up and switched on may read stories. */
  readsStories: z.boolean(),
  /** How saved files reach the visitor, as the operator has configured the server. */
  delivery: z.enum(DELIVERIES),
});
export type Site = z.infer<typeof siteSchema>;

/**
 * Whether the site offers the built-in sample posts, and whether it can read stories. Both depend on the engines in use; a change of either
 * one does not change the revision of the settings.
 */
export type SiteAbilities = Pick<Site, 'samples' | 'readsStories'>;
