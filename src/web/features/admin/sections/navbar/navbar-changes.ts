import type { NavbarSettings, NavLink } from '#shared/contract/site.ts';
import { NAVBAR_EDITOR } from '#shared/navbar-messages.ts';

const { parts } = NAVBAR_EDITOR;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns whether the links that both lists contain are in a different order. */
function isReordered(before: readonly NavLink[], after: readonly NavLink[]): boolean {
  const ids = (links: readonly NavLink[], others: readonly NavLink[]): string[] =>
    links.map(({ id }) => id).filter((id) => others.some((other) => other.id === id));
  return !same(ids(before, after), ids(after, before));
}

function linkChanges(before: readonly NavLink[], after: readonly NavLink[]): string {
  const find = (links: readonly NavLink[], id: string) => links.find((link) => link.id === id);
  const switched = (to: boolean): number =>
    after.filter(({ id, visible }) => visible === to && find(before, id)?.visible === !to).length;
  const counts = [
    [after.filter(({ id }) => find(before, id) === undefined).length, parts.added],
    [before.filter(({ id }) => find(after, id) === undefined).length, parts.removed],
    [switched(false), parts.hidden],
    [switched(true), parts.shown],
  ] as const;
  const countTexts = counts.flatMap(([count, words]) => (count > 0 ? [words(count)] : []));
  return [...countTexts, ...(isReordered(before, after) ? [parts.moved] : [])].join(', ');
}

/** Returns the changes as the save bar names them; empty if there are none. */
export const navbarChanges = (before: NavbarSettings, after: NavbarSettings): string[] => [
  ...(same(before.links, after.links) ? [] : [parts.links(linkChanges(before.links, after.links))]),
  ...(same(before.button, after.button) ? [] : [NAVBAR_EDITOR.button]),
  ...(before.sticky === after.sticky && before.themeSwitch === after.themeSwitch
    ? []
    : [NAVBAR_EDITOR.behaviour]),
];
