import { type RefObject, useCallback, useRef, useState } from 'react';
import type { NavbarSettings, NavLink } from '#shared/contract/site.ts';
import { LIST_EDITOR } from '#shared/editor-messages.ts';
import { NAVBAR_LINKS_SHOWN_MAX } from '#shared/limits.ts';
import { NAVBAR_EDITOR } from '#shared/navbar-messages.ts';
import { announce } from '../../../../state/announcer.ts';
import { notify } from '../../../../state/notices.ts';
import type { Draft } from '../../../../state/panel/use-draft.ts';
import { afterPress } from '../../after-press.ts';
import { neighbourOf, type Removed } from '../../list-edits.ts';
import { useRowFocus } from '../../use-row-focus.ts';
import { useUndoNotices } from '../../use-undo-notices.tsx';
import { nameOfLink } from './link-name.ts';
import {
  addLink,
  canSave,
  canShowMore,
  editLink,
  type LinkProblems,
  moveLink,
  problemsOf,
  removeLink,
  restoreLink,
  tidy,
} from './navbar-draft.ts';

/** A field that may be wrong: of a link, or of the button. */
const fieldKey = (owner: string, field: keyof LinkProblems): string => `${owner} ${field}`;
/** No link's id has a space. */
const BUTTON = 'the button';

/** A name no link has; `crypto.randomUUID` is missing on plain http. */
const freshId = (links: readonly NavLink[]): string => {
  let stamp = Date.now();
  while (links.some(({ id }) => id === `link-${String(stamp)}`)) stamp += 1;
  return `link-${String(stamp)}`;
};

/** Which fields have been left, or asked about by a save: only those are told what is wrong with them. */
function useLeftFields() {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);
  const leave = useCallback((owner: string, field: keyof LinkProblems) => {
    const key = fieldKey(owner, field);
    afterPress(() => setLeft((before) => (before.has(key) ? before : new Set(before).add(key))));
  }, []);
  const showProblemsOf = (owner: string, problems: LinkProblems = {}): LinkProblems =>
    Object.fromEntries(
      Object.entries(problems).filter(
        ([field]) => all || left.has(fieldKey(owner, field as keyof LinkProblems)),
      ),
    );
  return { leave, tellOf: showProblemsOf, showAllProblems: setAll };
}

/** The draft's navbar as it is now, for what comes many renders after the one that began it, such as a notice's Undo. */
function useLatestNavbar(draft: Draft<'navbar'>) {
  const { navbar } = draft.values;
  const latest = useRef(navbar);
  latest.current = navbar;
  const set = (next: NavbarSettings) => {
    latest.current = next;
    draft.edit({ navbar: next });
  };
  return { navbar, now: () => latest.current, set };
}

type Latest = ReturnType<typeof useLatestNavbar>;

/** Has a link taken out, with a notice that brings it back; the focus goes where the hand is. */
function useRemoval({ now, set }: Latest, focusRow: ReturnType<typeof useRowFocus>) {
  const raiseUndo = useUndoNotices();
  const restore = (removed: Removed<NavLink>) => {
    const next = restoreLink(now(), removed);
    if (next === undefined) return notify(NAVBAR_EDITOR.noRoomForUndo);
    const place = next.links.findIndex(({ id }) => id === removed.item.id);
    focusRow(removed.item.id, 'menu');
    set(next);
    announce(LIST_EDITOR.restored(nameOfLink(removed.item), place + 1, next.links.length), 'polite');
  };
  return (id: string) => {
    const without = removeLink(now(), id);
    if (without === undefined) return;
    const next = neighbourOf(without.navbar.links, without.removed.index);
    if (next === undefined) focusRow(null, 'add');
    else focusRow(next.id, 'menu');
    set(without.navbar);
    raiseUndo(LIST_EDITOR.removed(nameOfLink(without.removed.item)), () => restore(without.removed));
  };
}

/** The navbar's draft with everything its form can do to it; `area` holds the rows and the button that adds one. */
export function useNavbarEditor(draft: Draft<'navbar'>, area: RefObject<HTMLElement | null>) {
  const latest = useLatestNavbar(draft);
  const { navbar, now, set } = latest;
  const focusRow = useRowFocus(area);
  const remove = useRemoval(latest, focusRow);
  const { leave, tellOf, showAllProblems: tellAll } = useLeftFields();
  const problems = problemsOf(navbar);
  return {
    navbar,
    set,
    /** What may be said to be wrong, of a link or of the button. */
    problemsOfLink: (id: string) => tellOf(id, problems.links.get(id)),
    problemsOfButton: tellOf(BUTTON, problems.button),
    leaveLink: leave,
    leaveButton: (field: keyof LinkProblems) => leave(BUTTON, field),
    add: () => {
      const id = freshId(now().links);
      focusRow(id, 'label');
      set(addLink(now(), id));
      announce(NAVBAR_EDITOR.added, 'polite');
    },
    editLink: (id: string, part: Partial<Omit<NavLink, 'id'>>) => {
      if (part.visible === true && !canShowMore(now()))
        announce(NAVBAR_EDITOR.enoughShown(NAVBAR_LINKS_SHOWN_MAX), 'assertive');
      set(editLink(now(), id, part));
    },
    /** By the row's menu: the focus follows the row. A drag looks after its own. */
    move: (id: string, to: number) => {
      set(moveLink(now(), id, to));
      const { links } = now();
      const place = links.findIndex((link) => link.id === id);
      const link = links[place];
      if (link === undefined) return;
      focusRow(id, 'menu');
      announce(LIST_EDITOR.position(nameOfLink(link), place + 1, links.length), 'polite');
    },
    drop: (id: string, to: number) => set(moveLink(now(), id, to)),
    remove,
    /** Before a save: tidies what is typed, or has everything told that is wrong and gives false. */
    check: (): boolean => {
      const ok = canSave(now());
      tellAll(!ok);
      if (ok) set(tidy(now()));
      return ok;
    },
  };
}

export type NavbarEditor = ReturnType<typeof useNavbarEditor>;
