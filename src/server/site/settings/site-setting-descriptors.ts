import { type SettingValues, savedSettingSchemas } from '#shared/contract/admin-settings.ts';
import { byLegalText, type LegalTextSetting } from '#shared/contract/legal-texts.ts';
import { byPicture, NAV_TARGETS, SOCIAL_PLATFORMS } from '#shared/contract/site.ts';
import { hasMisleadingCharacters, isPlainText } from '#shared/format/plain-text.ts';
import { htmlText, navbarText, socialLinksText } from '#shared/format/setting-text.ts';
import {
  CONTENT_CLEAN_MAX_BYTES,
  LEGAL_TEXT_CLEAN_MAX_BYTES,
  LINK_MAX_CHARACTERS,
  NAVBAR_LINKS_SHOWN_MAX,
} from '#shared/limits.ts';
import type { CleanContent } from './content/clean-content.ts';
import {
  accept,
  dropUnknown,
  fillFields,
  isRecord,
  refuse,
  type SettingDescriptor,
  type SettingDescriptors,
} from './setting-descriptor.ts';

const removeUserInformation = (text: string): string => {
  const url = /^https?:/i.test(text) ? URL.parse(text) : null;
  if (url === null || (url.username === '' && url.password === '')) return text;
  url.username = '';
  url.password = '';
  return url.href;
};

/**
 * Removes `user:password@` from the addresses of stored links. The first version accepted such addresses; a header or footer with one of
 * them would otherwise be unreadable as a whole.
 */
const repairLinks = (value: unknown): unknown => {
  if (typeof value === 'string') return removeUserInformation(value);
  if (Array.isArray(value)) return value.map(repairLinks);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, repairLinks(entry)]));
};

const ID_MAX_CHARACTERS = 64;

type SocialLinks = SettingValues['socialLinks'];

const isConsistentLink = ({ id, icon, platform, name, color }: SocialLinks[number]): boolean =>
  icon === platform &&
  isPlainText(name) &&
  /^#[0-9a-f]{6}$/iu.test(color) &&
  String(id).length <= ID_MAX_CHARACTERS;

const socialLinks: SettingDescriptor<SocialLinks> = {
  schema: savedSettingSchemas.socialLinks,
  codeOf({ path, code }) {
    if (path[1] === 'url') return 'social_link_invalid';
    // The limit equals the number of platforms, so one link more means that a platform has two.
    return path.length === 0 && code === 'too_big' ? 'social_link_duplicate' : 'body_invalid';
  },
  findFault(links) {
    if (new Set(links.map(({ platform }) => platform)).size < links.length) return 'social_link_duplicate';
    if (links.some(({ url }) => url.length > LINK_MAX_CHARACTERS || hasMisleadingCharacters(url)))
      return 'social_link_invalid';
    return links.every(isConsistentLink) ? null : 'body_invalid';
  },
  adapt: (stored) => repairLinks(dropUnknown(stored, 'platform', SOCIAL_PLATFORMS)),
  describe: (links) => socialLinksText(links) || null,
  separator: ', ',
};

type Navbar = SettingValues['navbar'];

const isValidNavbar = ({ links, button }: Navbar): boolean =>
  new Set(links.map(({ id }) => id)).size === links.length &&
  links.filter(({ visible }) => visible).length <= NAVBAR_LINKS_SHOWN_MAX &&
  [button, ...links].every(({ label, target }) => isPlainText(label) && target.length <= LINK_MAX_CHARACTERS);

/** Returns whether a stored target is a section that this version does not have. */
const isUnknownSection = (target: unknown): boolean =>
  typeof target === 'string' &&
  target.startsWith('#') &&
  !(NAV_TARGETS as readonly string[]).includes(target);

/**
 * Adapts a stored navigation bar: repairs its links, fills missing fields from `fallback`, drops links to sections that this version does
 * not have, and gives a button that leads to such a section the default target.
 */
const adaptNavbar = (stored: unknown, fallback: Navbar): unknown => {
  const navbar = fillFields(repairLinks(stored), fallback);
  if (!isRecord(navbar) || !Array.isArray(navbar['links']) || !isRecord(navbar['button'])) return navbar;
  const { links, button } = navbar;
  return {
    ...navbar,
    links: links.filter((link: unknown) => !isRecord(link) || !isUnknownSection(link['target'])),
    button: isUnknownSection(button['target']) ? { ...button, target: fallback.button.target } : button,
  };
};

const navbar: SettingDescriptor<Navbar> = {
  schema: savedSettingSchemas.navbar,
  findFault: (value) => (isValidNavbar(value) ? null : 'body_invalid'),
  adapt: adaptNavbar,
  describe: navbarText,
  separator: ', ',
};

/** Trims a text; other values are returned unchanged. */
const trimmed = (sent: unknown): unknown => (typeof sent === 'string' ? sent.trim() : sent);

/** Returns whether sanitised HTML shows nothing: no picture, and no text but spaces. */
const isBlank = (html: string): boolean =>
  !html.includes('<img') && html.replaceAll(/<[^>]*>|&nbsp;|\s/gu, '') === '';

/** Returns a sanitiser that returns an empty text for HTML that shows nothing. Such HTML would otherwise replace the default text. */
const withoutBlank =
  (clean: CleanContent): CleanContent =>
  async (html) => {
    const cleaned = await clean(html);
    return cleaned !== null && isBlank(cleaned) ? '' : cleaned;
  };

/** Returns the descriptor of a setting that is HTML. Sent HTML is sanitised, and refused if the result is longer than `maxBytes`. */
const describeHtml = (
  setting: 'content' | LegalTextSetting,
  clean: CleanContent,
  maxBytes: number,
): SettingDescriptor<string> => ({
  schema: savedSettingSchemas[setting],
  codeOf: ({ code }) => (code === 'too_big' ? 'body_too_large' : 'body_invalid'),
  async sanitise(html) {
    const cleaned = await clean(html);
    if (cleaned === null) return refuse('body_invalid');
    return Buffer.byteLength(cleaned) > maxBytes ? refuse('body_too_large') : accept(cleaned);
  },
  describe: (html) => htmlText(html) || null,
  separator: ' ',
});

/** Returns the descriptor of each site setting. `clean` sanitises the owner's HTML; every save uses it. */
export const createSiteSettingDescriptors = (clean: CleanContent): SettingDescriptors<SettingValues> => ({
  title: {
    schema: savedSettingSchemas.title,
    prepare: trimmed,
    findFault: (text) => (isPlainText(text) ? null : 'body_invalid'),
    describe: (text) => text,
  },
  // Whether a picture exists is checked when the change is written.
  ...byPicture((setting) => ({
    schema: savedSettingSchemas[setting],
    describe: (hash: string | null) => hash,
  })),
  socialLinks,
  maintenance: {
    schema: savedSettingSchemas.maintenance,
    describe: (on) => (on ? 'Active' : 'Inactive'),
  },
  content: describeHtml('content', clean, CONTENT_CLEAN_MAX_BYTES),
  ...byLegalText((setting) => describeHtml(setting, withoutBlank(clean), LEGAL_TEXT_CLEAN_MAX_BYTES)),
  navbar,
  contactEmail: {
    schema: savedSettingSchemas.contactEmail,
    prepare: trimmed,
    codeOf: ({ code }) => (code === 'invalid_type' ? 'body_invalid' : 'email_invalid'),
    describe: (address) => address,
  },
  filenameTemplate: {
    schema: savedSettingSchemas.filenameTemplate,
    prepare: trimmed,
    describe: (template) => template,
  },
  madeFiles: {
    schema: savedSettingSchemas.madeFiles,
    describe: (on) => (on ? 'Active' : 'Inactive'),
  },
});
