import * as z from 'zod/mini';
import { navbarEditor } from '#messages/navbar-editor.ts';
import {
  NAV_TARGETS,
  type NavbarSettings,
  type NavLink,
  navbarSettingsSchema,
} from '#shared/contract/site.ts';
import { NAVBAR_LINKS_MAX, NAVBAR_LINKS_SHOWN_MAX } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { isEqual } from '../../../../state/panel/draft.ts';
import { changeItem, type RemovedItem, restoreItem } from '../../list-edits.ts';
import { readTarget } from '../../web-address.ts';

// Pure edits; each returns new settings. A draft may contain values that cannot be saved yet (an empty label, an
// incomplete address); `problemsOf` lists them.

export type NavTarget = NavLink['target'];

/**
 * Why no further link can be added: the header has the maximum number of visible links (`shown`) or of all links (`total`). Null if a link
 * can be added.
 */
export type LinkLimit = 'shown' | 'total' | null;

const visibleCount = (links: readonly NavLink[]): number => links.filter(({ visible }) => visible).length;

/** Returns which maximum is reached; `total` if both are, null if a link can be added. */
export function reachedLimit(navbar: NavbarSettings): LinkLimit {
  if (navbar.links.length >= NAVBAR_LINKS_MAX) return 'total';
  return visibleCount(navbar.links) >= NAVBAR_LINKS_SHOWN_MAX ? 'shown' : null;
}

/** Returns whether another link can be made visible. */
export const canShowMore = (links: readonly NavLink[]): boolean =>
  visibleCount(links) < NAVBAR_LINKS_SHOWN_MAX;

const withLinks = (navbar: NavbarSettings, links: readonly NavLink[]): NavbarSettings => ({
  ...navbar,
  links: [...links],
});

/**
 * Appends a visible link with an empty label that leads to the top of the page. Returns `navbar` itself if a maximum is reached
 * (`reachedLimit`).
 */
export const addNavLink = (navbar: NavbarSettings, id: string): NavbarSettings =>
  reachedLimit(navbar) === null
    ? withLinks(navbar, [...navbar.links, { id, label: '', target: '#hero', visible: true, newTab: false }])
    : navbar;

/**
 * Returns the settings with `part` merged into a link. Ignores `visible: true` if the maximum of visible links is reached, and switches
 * `newTab` off for an anchor on the page.
 */
export function editLink(
  navbar: NavbarSettings,
  id: string,
  part: Partial<Omit<NavLink, 'id'>>,
): NavbarSettings {
  const { visible, ...rest } = part;
  const keepsVisibility = visible === undefined || (visible && !canShowMore(navbar.links));
  const whole = {
    ...rest,
    ...(!keepsVisibility && { visible }),
    ...(part.target !== undefined && isPagePlace(part.target) && { newTab: false }),
  };
  return withLinks(navbar, changeItem(navbar.links, id, whole));
}

/**
 * Restores a removed link at its former index. The link is hidden if the maximum of visible links is reached. Returns `links` itself if it
 * contains the link, undefined if it is full.
 */
export function restoreNavLink(
  links: readonly NavLink[],
  { item, index }: RemovedItem<NavLink>,
): readonly NavLink[] | undefined {
  if (links.some(({ id }) => id === item.id)) return links;
  if (links.length >= NAVBAR_LINKS_MAX) return undefined;
  return restoreItem(links, { item: { ...item, visible: item.visible && canShowMore(links) }, index });
}

/** Returns whether a target is an anchor on the page. Any other target is an address, perhaps an incomplete one. */
export const isPagePlace = (target: NavTarget): boolean => NAV_TARGETS.some((place) => place === target);

export type LabelProblem = 'required';
/** Why the address of a link or the button is not valid. `bare`: only `https://` is missing, or the address has `http://` instead. */
export type TargetProblem = 'required' | 'bare' | 'invalid';
/** Problems that prevent a link or the button from being saved. */
export interface LinkProblems {
  readonly label?: LabelProblem;
  readonly address?: TargetProblem;
}

/**
 * Matches invisible control characters, some of which reverse the direction of the following text. The server stores no label that contains
 * one.
 */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
const tidyLabel = (label: string): string => label.replace(INVISIBLE, '').trim();

function problemsOfLink({ label, target }: Pick<NavLink, 'label' | 'target'>): LinkProblems {
  const { kind } = isPagePlace(target) ? { kind: 'valid' as const } : readTarget(target);
  return {
    ...(tidyLabel(label) === '' && { label: 'required' as const }),
    ...(kind !== 'valid' && { address: kind === 'empty' ? ('required' as const) : kind }),
  };
}

/**
 * Problems that prevent saving: those of the links, by the id of the link, and those of the button. A link without problems has no entry.
 */
export interface NavbarProblems {
  readonly links: ReadonlyMap<string, LinkProblems>;
  readonly button: LinkProblems;
}

const hasProblems = (problems: LinkProblems): boolean => Object.keys(problems).length > 0;

/** Returns the problems of the links and the button that prevent saving, even of a hidden link or button. */
export const problemsOf = (navbar: NavbarSettings): NavbarProblems => ({
  links: new Map(
    navbar.links.flatMap((link) => {
      const problems = problemsOfLink(link);
      return hasProblems(problems) ? [[link.id, problems] as const] : [];
    }),
  ),
  button: problemsOfLink(navbar.button),
});

/** Returns whether the settings can be saved: nothing has a problem, and their stored form (`tidy`) matches the schema of the server. */
export const canSave = (navbar: NavbarSettings): boolean => {
  const { links, button } = problemsOf(navbar);
  return links.size === 0 && !hasProblems(button) && z.safeParse(navbarSettingsSchema, tidy(navbar)).success;
};

const tidyTarget = (target: NavTarget): NavTarget => {
  if (isPagePlace(target)) return target;
  const address = readTarget(target);
  return address.kind === 'valid' ? address.url : target;
};

/**
 * Returns the settings in the form in which they are stored: trimmed labels without invisible control characters, and normalised addresses.
 */
export const tidy = (navbar: NavbarSettings): NavbarSettings => {
  const tidied = <Part extends Pick<NavLink, 'label' | 'target'>>(part: Part): Part => ({
    ...part,
    label: tidyLabel(part.label),
    target: tidyTarget(part.target),
  });
  return { ...navbar, links: navbar.links.map(tidied), button: tidied(navbar.button) };
};

/** Returns the settings as the preview shows them: without links that have no label, and with the button hidden if it has no label. */
export const toShownNavbar = (navbar: NavbarSettings): NavbarSettings => {
  const { links, button } = problemsOf(navbar);
  return {
    ...navbar,
    links: navbar.links.filter(({ id }) => links.get(id)?.label === undefined),
    button: { ...navbar.button, visible: navbar.button.visible && button.label === undefined },
  };
};

/** Returns the label of a link, or a placeholder if the label is empty. */
export const nameOfLink = ({ label }: NavLink): string => label.trim() || text(navbarEditor, 'unnamed');

/** Returns the names of the changed parts for the save bar: links, button, behaviour. Empty if nothing has changed. */
export const navbarChanges = (oldNavbar: NavbarSettings, newNavbar: NavbarSettings): string[] => [
  ...(isEqual(oldNavbar.links, newNavbar.links) ? [] : [text(navbarEditor, 'links')]),
  ...(isEqual(oldNavbar.button, newNavbar.button) ? [] : [text(navbarEditor, 'button')]),
  ...(oldNavbar.sticky === newNavbar.sticky && oldNavbar.themeSwitch === newNavbar.themeSwitch
    ? []
    : [text(navbarEditor, 'behaviour')]),
];
