import { type RefObject, useCallback, useRef, useState } from 'react';
import type { NavbarSettings, NavLink } from '#shared/contract/site.ts';
import { LIST_EDITOR } from '#shared/editor-messages.ts';
import { NAVBAR_LINKS_SHOWN_MAX } from '#shared/limits.ts';
import { NAVBAR_EDITOR } from '#shared/navbar-messages.ts';
import { announce } from '../../../../state/announcer.ts';
import { notify } from '../../../../state/notices.ts';
import type { Draft } from '../../../../state/panel/use-draft.ts';
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
    setLeft((before) =>
      before.has(fieldKey(owner, field)) ? before : new Set(before).add(fieldKey(owner, field)),
    );
  }, []);
  const tellOf = (owner: string, problems: LinkProblems = {}): LinkProblems =>
    Object.fromEntries(
      Object.entries(problems).filter(
        ([field]) => all || left.has(fieldKey(owner, field as keyof LinkProblems)),
      ),
    );
  return { leave, tellOf, tellAll: setAll };
}

/** The navbar's draft with everything its form can do to it; `area` holds the rows and the button that adds one. */
export function useNavbarEditor(draft: Draft<'navbar'>, area: RefObject<HTMLElement | null>) {
  const { navbar } = draft.values;
  // A notice's Undo comes many renders after the one that raised it.
  const latest = useRef(navbar);
  latest.current = navbar;
  const set = (next: NavbarSettings) => {
    latest.current = next;
    draft.edit({ navbar: next });
  };
  const focusRow = useRowFocus(area);
  const raiseUndo = useUndoNotices();
  const { leave, tellOf, tellAll } = useLeftFields();
  const problems = problemsOf(navbar);

  const restore = (removed: Removed<NavLink>) => {
    const next = restoreLink(latest.current, removed);
    if (next === undefined) return notify(NAVBAR_EDITOR.noRoomForUndo);
    const place = next.links.findIndex(({ id }) => id === removed.item.id);
    focusRow(removed.item.id, 'menu');
    set(next);
    announce(LIST_EDITOR.restored(nameOfLink(removed.item), place + 1, next.links.length), 'polite');
  };
  const placeOf = (id: string): number => latest.current.links.findIndex((link) => link.id === id);

  return {
    navbar,
    set,
    /** What may be said to be wrong, of a link or of the button. */
    problemsOfLink: (id: string) => tellOf(id, problems.links.get(id)),
    problemsOfButton: tellOf(BUTTON, problems.button),
    leaveLink: leave,
    leaveButton: (field: keyof LinkProblems) => leave(BUTTON, field),
    add: () => {
      const id = freshId(latest.current.links);
      focusRow(id, 'label');
      set(addLink(latest.current, id));
      announce(NAVBAR_EDITOR.added, 'polite');
    },
    editLink: (id: string, part: Partial<Omit<NavLink, 'id'>>) => {
      if (part.visible === true && !canShowMore(latest.current))
        announce(NAVBAR_EDITOR.enoughShown(NAVBAR_LINKS_SHOWN_MAX), 'assertive');
      if (part.target === '') focusRow(id, 'address');
      set(editLink(latest.current, id, part));
    },
    /** By the row's menu: the focus follows the row. A drag looks after its own. */
    move: (id: string, to: number) => {
      set(moveLink(latest.current, id, to));
      const link = latest.current.links[placeOf(id)];
      if (link === undefined) return;
      focusRow(id, 'menu');
      announce(
        LIST_EDITOR.position(nameOfLink(link), placeOf(id) + 1, latest.current.links.length),
        'polite',
      );
    },
    drop: (id: string, to: number) => set(moveLink(latest.current, id, to)),
    remove: (id: string) => {
      const without = removeLink(latest.current, id);
      if (without === undefined) return;
      const next = neighbourOf(without.navbar.links, without.removed.index);
      if (next === undefined) focusRow(null, 'add');
      else focusRow(next.id, 'menu');
      set(without.navbar);
      raiseUndo(LIST_EDITOR.removed(nameOfLink(without.removed.item)), () => restore(without.removed));
    },
    /** Before a save: tidies what is typed, or shows everything that is wrong and leads to the first of it. */
    check: (): boolean => {
      const ok = canSave(latest.current);
      tellAll(!ok);
      if (ok) set(tidy(latest.current));
      return ok;
    },
  };
}

export type NavbarEditor = ReturnType<typeof useNavbarEditor>;
