import { SOCIAL_PLATFORMS, type SocialLink } from '#shared/contract/site.ts';
import { changeItem, type RemovedItem, restoreItem } from '../../list-edits.ts';
import { readWebAddress } from '../../web-address.ts';
import { platformFields, readPlatform, type SocialPlatform } from './social-platforms.ts';

// Pure edits; each returns a new list. Unlike a draft of the navbar, a draft of these links can always be saved, because the form adds only
// valid links.

type Links = readonly SocialLink[];

/** Values of the form for a new or changed link. */
export interface SocialLinkFields {
  /** The id of the chosen platform; empty if none is chosen. */
  readonly platform: string;
  readonly url: string;
}

/**
 * Why the link in the form cannot be saved: its platform or its address is missing (`required`), only `https://` is missing (`bare`), the
 * address is invalid, or the platform has another link (`duplicate`).
 */
export type SocialLinkProblem = 'required' | 'bare' | 'invalid' | 'duplicate';

/** The edited list with its new or changed link, or why the link in the form is not valid. */
export type SocialLinkOutcome =
  | { readonly ok: true; readonly links: Links; readonly link: SocialLink }
  | { readonly ok: false; readonly problem: SocialLinkProblem };

const isUsed = (links: Links, platform: SocialPlatform, exceptId?: SocialLink['id']): boolean =>
  links.some((link) => link.platform === platform && link.id !== exceptId);

/** Creates the link in the form with this id and puts it into the list with `put`, or returns why it is not valid. */
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

/** Returns `nowMs`, or the next number that is not the id of a link. */
function freeId(links: Links, nowMs: number): number {
  let id = nowMs;
  while (links.some((link) => String(link.id) === String(id))) id += 1;
  return id;
}

/** Appends the link in the form with the id `nowMs` (ms since 1970) or the next free number, or returns why the link is not valid. */
export const addSocialLink = (links: Links, form: SocialLinkFields, nowMs: number): SocialLinkOutcome =>
  withForm(links, form, freeId(links, nowMs), (link) => [...links, link]);

/**
 * Replaces the platform and the address of the link with this id, or returns why the link in the form is not valid. The list stays
 * unchanged if the link has been removed meanwhile.
 */
export const changeLink = (links: Links, id: SocialLink['id'], form: SocialLinkFields): SocialLinkOutcome =>
  withForm(links, form, id, (link) => changeItem(links, id, link));

/** Restores a removed link at its former index. Returns undefined if its platform has another link meanwhile. */
export const restoreSocialLink = (links: Links, removed: RemovedItem<SocialLink>): Links | undefined =>
  isUsed(links, removed.item.platform, removed.item.id) ? undefined : restoreItem(links, removed);

/** Returns the platforms without a link, and always the platform `chosenPlatform`, in the order of SOCIAL_PLATFORMS. */
export const selectablePlatforms = (links: Links, chosenPlatform: string): readonly SocialPlatform[] =>
  SOCIAL_PLATFORMS.filter((platform) => platform === chosenPlatform || !isUsed(links, platform));

/** Returns whether every platform has a link. */
export const areAllUsed = (links: Links): boolean => selectablePlatforms(links, '').length === 0;
