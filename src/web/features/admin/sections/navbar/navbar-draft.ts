import * as z from 'zod/mini';
import { type NavbarSettings, type NavLink, navbarSettingsSchema } from '#shared/contract/site.ts';
import { NAVBAR_LINKS_MAX, NAVBAR_LINKS_SHOWN_MAX } from '#shared/limits.ts';
import { changeItem, moveItem, putBack, type Removed, removeItem } from '../../list-edits.ts';
import { readSecureAddress } from '../../web-address.ts';

// Pure: every edit gives new settings. A draft may hold what cannot be saved yet (an empty label, half an address);
// `problemsOf` says what.

export type NavTarget = NavLink['target'];

/** Why no further link can be added or shown: as many as there may be are shown, or are there. */
export type Fullness = 'shown' | 'total' | null;

const shownOf = (navbar: NavbarSettings): number => navbar.links.filter(({ visible }) => visible).length;

/** Whether one more link may be added. */
export function fullness(navbar: NavbarSettings): Fullness {
  if (navbar.links.length >= NAVBAR_LINKS_MAX) return 'total';
  return shownOf(navbar) >= NAVBAR_LINKS_SHOWN_MAX ? 'shown' : null;
}

/** Whether a hidden link may be shown. */
export const canShowMore = (navbar: NavbarSettings): boolean => shownOf(navbar) < NAVBAR_LINKS_SHOWN_MAX;

const withLinks = (navbar: NavbarSettings, links: readonly NavLink[]): NavbarSettings => ({
  ...navbar,
  links: [...links],
});

/** Adds an empty link to the top of the page at the end; the same settings while there is no room. */
export const addLink = (navbar: NavbarSettings, id: string): NavbarSettings =>
  fullness(navbar) === null
    ? withLinks(navbar, [...navbar.links, { id, label: '', target: '#hero', visible: true, newTab: false }])
    : navbar;

/** Changes a link in part; one that is shown beyond the most stays hidden, and only a web address opens in a new tab. */
export function editLink(
  navbar: NavbarSettings,
  id: string,
  part: Partial<Omit<NavLink, 'id'>>,
): NavbarSettings {
  const { visible, ...rest } = part;
  const refused = visible === undefined || (visible && !canShowMore(navbar));
  const whole = {
    ...rest,
    ...(!refused && { visible }),
    ...(part.target !== undefined && isPlace(part.target) && { newTab: false }),
  };
  return withLinks(navbar, changeItem(navbar.links, id, whole));
}

/** Moves a link to place `to`, counted from 0. */
export const moveLink = (navbar: NavbarSettings, id: string, to: number): NavbarSettings =>
  withLinks(navbar, moveItem(navbar.links, id, to));

/** Takes a link out; undefined where there is none with this id. */
export function removeLink(
  navbar: NavbarSettings,
  id: string,
): { navbar: NavbarSettings; removed: Removed<NavLink> } | undefined {
  const without = removeItem(navbar.links, id);
  return without && { navbar: withLinks(navbar, without.items), removed: without.removed };
}

/** Brings a removed link back where it stood, hidden where no more may be shown; undefined where there is no room at all. */
export function restoreLink(navbar: NavbarSettings, removed: Removed<NavLink>): NavbarSettings | undefined {
  const { item, index } = removed;
  if (navbar.links.some(({ id }) => id === item.id)) return navbar;
  if (navbar.links.length >= NAVBAR_LINKS_MAX) return undefined;
  const visible = item.visible && canShowMore(navbar);
  return withLinks(navbar, putBack(navbar.links, { item: { ...item, visible }, index }));
}

/** Whether a target is a place on the page; else it is a web address, perhaps a half typed one. */
export const isPlace = (target: NavTarget): boolean => target.startsWith('#');

export type LabelProblem = 'required';
export type AddressProblem = 'required' | 'bare' | 'invalid';
/** What keeps one link, or the button, from being saved. */
export interface LinkProblems {
  readonly label?: LabelProblem;
  readonly address?: AddressProblem;
}

/** Signs nobody sees that could turn the text after them round; the server stores no label with one. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
const tidyLabel = (label: string): string => label.replace(UNSEEN, '').trim();

function problemsOfLink({ label, target }: Pick<NavLink, 'label' | 'target'>): LinkProblems {
  const { kind } = isPlace(target) ? { kind: 'valid' as const } : readSecureAddress(target);
  return {
    ...(tidyLabel(label) === '' && { label: 'required' as const }),
    ...(kind !== 'valid' && { address: kind === 'empty' ? ('required' as const) : kind }),
  };
}

/** What keeps the settings from being saved, by the id of the link; the button's under `button`. Empty when nothing does. */
export interface NavbarProblems {
  readonly links: ReadonlyMap<string, LinkProblems>;
  readonly button: LinkProblems;
}

const hasProblems = (problems: LinkProblems): boolean => Object.keys(problems).length > 0;

/** Looks for what keeps the settings from being saved. */
export const problemsOf = (navbar: NavbarSettings): NavbarProblems => ({
  links: new Map(
    navbar.links.flatMap((link) => {
      const problems = problemsOfLink(link);
      return hasProblems(problems) ? [[link.id, problems] as const] : [];
    }),
  ),
  button: problemsOfLink(navbar.button),
});

/** Whether there is nothing in the way of saving, by the rule the server saves by too. */
export const canSave = (navbar: NavbarSettings): boolean => {
  const { links, button } = problemsOf(navbar);
  return links.size === 0 && !hasProblems(button) && z.safeParse(navbarSettingsSchema, tidy(navbar)).success;
};

const tidyTarget = (target: NavTarget): NavTarget => {
  if (isPlace(target)) return target;
  const address = readSecureAddress(target);
  return address.kind === 'valid' ? address.url : target;
};

/** The settings as they are saved: labels without spaces around or unseen signs in them, addresses as the browser writes them. */
export const tidy = (navbar: NavbarSettings): NavbarSettings => {
  const tidied = <Part extends Pick<NavLink, 'label' | 'target'>>(part: Part): Part => ({
    ...part,
    label: tidyLabel(part.label),
    target: tidyTarget(part.target),
  });
  return { ...navbar, links: navbar.links.map(tidied), button: tidied(navbar.button) };
};

/** The settings as the preview can show them: links that cannot be shown yet are left out. */
export const presentable = (navbar: NavbarSettings): NavbarSettings => {
  const { links, button } = problemsOf(navbar);
  return {
    ...navbar,
    links: navbar.links.filter(({ id }) => links.get(id)?.label === undefined),
    button: { ...navbar.button, visible: navbar.button.visible && button.label === undefined },
  };
};
