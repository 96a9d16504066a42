import { isDeepStrictEqual } from 'node:util';
import { type SettingsChange, settingsChangeSchema } from '#shared/contract/admin-settings.ts';
import { hasMisleadingCharacters, isPlainText } from '#shared/format/plain-text.ts';
import { LINK_MAX_CHARACTERS, NAVBAR_LINKS_SHOWN_MAX } from '#shared/limits.ts';

/** Error codes of a rejected change, used in problem responses. */
export type ChangeRefusal =
  | 'body_invalid'
  | 'body_too_large'
  | 'social_link_invalid'
  | 'social_link_duplicate';

export type CheckedChange =
  | { readonly ok: true; readonly change: SettingsChange }
  | { readonly ok: false; readonly code: ChangeRefusal };

type Issue = { readonly code?: string | undefined; readonly path: readonly PropertyKey[] };
type SocialLinks = NonNullable<SettingsChange['socialLinks']>;
type Navbar = NonNullable<SettingsChange['navbar']>;

const ID_MAX_CHARACTERS = 64;

const codeOf = (issues: readonly Issue[]): ChangeRefusal => {
  const all = (test: (issue: Issue) => boolean): boolean => issues.every(test);
  if (all(({ path }) => path[0] === 'socialLinks' && path[2] === 'url')) return 'social_link_invalid';
  // The limit equals the number of platforms, so one link more means that a platform has two.
  if (all(({ path, code }) => path[0] === 'socialLinks' && path.length === 1 && code === 'too_big'))
    return 'social_link_duplicate';
  return all(({ path, code }) => path[0] === 'content' && code === 'too_big')
    ? 'body_too_large'
    : 'body_invalid';
};

const findSocialLinkFault = (links: SocialLinks): ChangeRefusal | null => {
  if (new Set(links.map(({ platform }) => platform)).size < links.length) return 'social_link_duplicate';
  if (links.some(({ url }) => url.length > LINK_MAX_CHARACTERS || hasMisleadingCharacters(url)))
    return 'social_link_invalid';
  const isConsistent = ({ id, icon, platform, name, color }: SocialLinks[number]): boolean =>
    icon === platform &&
    isPlainText(name) &&
    /^#[0-9a-f]{6}$/iu.test(color) &&
    String(id).length <= ID_MAX_CHARACTERS;
  return links.every(isConsistent) ? null : 'body_invalid';
};

const isValidNavbar = ({ links, button }: Navbar): boolean =>
  new Set(links.map(({ id }) => id)).size === links.length &&
  links.filter(({ visible }) => visible).length <= NAVBAR_LINKS_SHOWN_MAX &&
  [button, ...links].every(({ label, target }) => isPlainText(label) && target.length <= LINK_MAX_CHARACTERS);

const findFault = ({ title, socialLinks, navbar }: SettingsChange): ChangeRefusal | null => {
  if (title !== undefined && !isPlainText(title)) return 'body_invalid';
  if (navbar !== undefined && !isValidNavbar(navbar)) return 'body_invalid';
  return socialLinks === undefined ? null : findSocialLinkFault(socialLinks);
};

/** Trims the title and removes settings whose value is undefined. */
const normalizeChange = (given: unknown): unknown => {
  if (typeof given !== 'object' || given === null) return given;
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      name === 'title' && typeof value === 'string' ? value.trim() : value,
    ]),
  );
};

/**
 * Validates a change against the schema and the rules the schema cannot express; rejects unknown fields at any depth. Does
 * not sanitise the content or check that the logo exists.
 */
export const checkChange = (given: unknown): CheckedChange => {
  const change = normalizeChange(given);
  const parsed = settingsChangeSchema.safeParse(change);
  if (!parsed.success) return { ok: false, code: codeOf(parsed.error.issues) };
  // The schemas strip unknown fields; the sender must learn that they have no effect.
  if (!isDeepStrictEqual(parsed.data, change)) return { ok: false, code: 'body_invalid' };
  const code = findFault(parsed.data);
  return code === null ? { ok: true, change: parsed.data } : { ok: false, code };
};
