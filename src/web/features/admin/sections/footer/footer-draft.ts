import { SOCIAL_PLATFORMS, type SocialLink } from '#shared/contract/site.ts';
import { changeItem, type Removed, restoreItem } from '../../list-edits.ts';
import { readWebAddress } from '../../web-address.ts';
import { platformFields, readPlatform, type SocialPlatform } from './social-platforms.ts';

// Pure edits; each returns a new list. Unlike a navbar draft, a draft of these links can always be saved, because the
// form adds only valid links.

type Links = readonly SocialLink[];

/** Values of the form for a new or changed link. */
export interface SocialLinkFields {
  /** Empty if none is chosen. */
  readonly platform: string;
  readonly url: string;
}

/**
 * Why the form's link cannot be saved: the platform or address is missing, only `https://` is missing (`bare`), the address is invalid, or
 * the platform has another link.
 */
export type SocialLinkProblem = 'required' | 'bare' | 'invalid' | 'duplicate';

/** The edited list with its new or changed link, or why the form's link is not valid. */
export type SocialLinkOutcome =
  | { readonly ok: true; readonly links: Links; readonly link: SocialLink }
  | { readonly ok: false; readonly problem: SocialLinkProblem };

const isUsed = (links: Links, platform: SocialPlatform, except?: SocialLink['id']): boolean =>
  links.some((link) => link.platform === platform && link.id !== except);

/** Puts the form's link with this id into the list with `put`, or returns why it is not valid. */
function withForm(
  links: Links,
  form: SocialLinkFields,
  id: SocialLink['id'],
  put: (link: SocialLink) => Links,
): SocialLinkOutcome {
  const platform = readPlatform(form.platform);
  const address = readWebAddress(form.url);
  if (platform === null || address.kind === 'empty') return { ok: false, problem: 'required' };
  if (address.kind !== 'valid') return { ok: false, problem: address.kind };
  if (isUsed(links, platform, id)) return { ok: false, problem: 'duplicate' };
  const link = { id, ...platformFields(platform), url: address.url };
  return { ok: true, links: put(link), link };
}

/** Returns the timestamp, or the next number that is not a link's id. */
function freeId(links: Links, now: number): number {
  let id = now;
  while (links.some((link) => String(link.id) === String(id))) id += 1;
  return id;
}

/** Appends the form's link with the id `now` (ms since 1970) or the next free number, or returns why it is not valid. */
export const addSocialLink = (links: Links, form: SocialLinkFields, now: number): SocialLinkOutcome =>
  withForm(links, form, freeId(links, now), (link) => [...links, link]);

/**
 * Replaces platform and address of the link with this id, or returns why the form's link is not valid. The list stays unchanged if the link
 * was removed since.
 */
export const changeLink = (links: Links, id: SocialLink['id'], form: SocialLinkFields): SocialLinkOutcome =>
  withForm(links, form, id, (link) => changeItem(links, id, link));

/** Restores a removed link at its former index; returns undefined if its platform has another link by now. */
export const restoreSocialLink = (links: Links, removed: Removed<SocialLink>): Links | undefined =>
  isUsed(links, removed.item.platform, removed.item.id) ? undefined : restoreItem(links, removed);

/** Returns the platforms without a link, in the order of SOCIAL_PLATFORMS, and among them always `chosen`. */
export const selectablePlatforms = (links: Links, chosen: string): readonly SocialPlatform[] =>
  SOCIAL_PLATFORMS.filter((platform) => platform === chosen || !isUsed(links, platform));

/** Returns whether every platform has a link. */
export const allUsed = (links: Links): boolean => selectablePlatforms(links, '').length === 0;
