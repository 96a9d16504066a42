import { type RefObject, useCallback, useState } from 'react';
import { listEditor } from '#messages/list-editor.ts';
import { navbarEditor } from '#messages/navbar-editor.ts';
import type { NavbarSettings, NavLink } from '#shared/contract/site.ts';
import { NAVBAR_LINKS_SHOWN_MAX } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { announce } from '../../../../state/announcer.ts';
import { notify } from '../../../../state/notices.ts';
import type { Draft } from '../../../../state/panel/use-draft.ts';
import { neighbourOf, type Removed } from '../../list-edits.ts';
import { runAfterPress } from '../../run-after-press.ts';
import { useLatestValues } from '../../use-latest-values.ts';
import { useRowFocus } from '../../use-row-focus.ts';
import { useUndoNotices } from '../../use-undo-notices.tsx';
import {
  addLink,
  canSave,
  canShowMore,
  editLink,
  type LinkProblems,
  moveLink,
  nameOfLink,
  problemsOf,
  removeLink,
  restoreLink,
  tidy,
} from './navbar-draft.ts';

/** Returns the key of a field of a link or of the button. */
const fieldKey = (owner: string, field: keyof LinkProblems): string => `${owner} ${field}`;
/** Contains a space, which no link id does. */
const BUTTON = 'the button';

/** Returns an unused link id. `crypto.randomUUID` is not available on plain http. */
const freshId = (links: readonly NavLink[]): string => {
  let stamp = Date.now();
  while (links.some(({ id }) => id === `link-${String(stamp)}`)) stamp += 1;
  return `link-${String(stamp)}`;
};

/**
 * Tracks which fields have lost the focus or were part of a failed save; only those show their problems. A field that
 * appears afterwards starts anew.
 */
function useTouchedFields() {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const leave = useCallback((owner: string, field: keyof LinkProblems) => {
    const key = fieldKey(owner, field);
    runAfterPress(() => setLeft((before) => (before.has(key) ? before : new Set(before).add(key))));
  }, []);
  const forget = (owner: string, field: keyof LinkProblems) =>
    setLeft((before) => new Set([...before].filter((key) => key !== fieldKey(owner, field))));
  const markAll = ({ links, button }: ReturnType<typeof problemsOf>) => {
    const keysOf = (owner: string, problems: LinkProblems) =>
      Object.keys(problems).map((field) => fieldKey(owner, field as keyof LinkProblems));
    const wrong = [...links].flatMap(([id, problems]) => keysOf(id, problems));
    setLeft((before) => new Set([...before, ...wrong, ...keysOf(BUTTON, button)]));
  };
  const problemsToShow = (owner: string, problems: LinkProblems = {}): LinkProblems =>
    Object.fromEntries(
      Object.entries(problems).filter(([field]) => left.has(fieldKey(owner, field as keyof LinkProblems))),
    );
  return { leave, forget, markAll, problemsToShow };
}

function useLatestNavbar(draft: Draft<'navbar'>) {
  const { now, set } = useLatestValues(draft);
  return {
    navbar: draft.values.navbar,
    now: () => now().navbar,
    set: (navbar: NavbarSettings) => set({ navbar }),
  };
}

type Latest = ReturnType<typeof useLatestNavbar>;

/** Returns a function that removes a link, shows an Undo toast and focuses a neighbouring row. */
function useRemoval({ now, set }: Latest, focusRow: ReturnType<typeof useRowFocus>) {
  const raiseUndo = useUndoNotices();
  const restore = (removed: Removed<NavLink>) => {
    const next = restoreLink(now(), removed);
    if (next === undefined) return notify(text(navbarEditor, 'noRoomForUndo'));
    const place = next.links.findIndex(({ id }) => id === removed.item.id);
    focusRow(removed.item.id, 'menu');
    set(next);
    announce(
      text(listEditor, 'restored', {
        name: nameOfLink(removed.item),
        position: place + 1,
        count: next.links.length,
      }),
      'polite',
    );
  };
  return (id: string) => {
    const without = removeLink(now(), id);
    if (without === undefined) return;
    const next = neighbourOf(without.navbar.links, without.removed.index);
    if (next === undefined) focusRow(null, 'add');
    else focusRow(next.id, 'menu');
    set(without.navbar);
    raiseUndo(text(listEditor, 'removed', { name: nameOfLink(without.removed.item) }), () =>
      restore(without.removed),
    );
  };
}

/** Returns the navbar's draft and its edits; `area` contains the rows and the button that adds one. */
export function useNavbarEditor(draft: Draft<'navbar'>, area: RefObject<HTMLElement | null>) {
  const latest = useLatestNavbar(draft);
  const { navbar, now, set } = latest;
  const focusRow = useRowFocus(area);
  const remove = useRemoval(latest, focusRow);
  const { leave, forget, markAll, problemsToShow } = useTouchedFields();
  const problems = problemsOf(navbar);
  return {
    navbar,
    set,
    /** Problems to show, of a link and of the button. */
    problemsOfLink: (id: string) => problemsToShow(id, problems.links.get(id)),
    problemsOfButton: problemsToShow(BUTTON, problems.button),
    /** Called when a target stops being a web address or becomes one; its field is new then. */
    renewLinkAddress: (id: string) => forget(id, 'address'),
    renewButtonAddress: () => forget(BUTTON, 'address'),
    leaveLink: leave,
    leaveButton: (field: keyof LinkProblems) => leave(BUTTON, field),
    add: () => {
      const id = freshId(now().links);
      focusRow(id, 'label');
      set(addLink(now(), id));
      announce(text(navbarEditor, 'added'), 'polite');
    },
    editLink: (id: string, part: Partial<Omit<NavLink, 'id'>>) => {
      if (part.visible === true && !canShowMore(now()))
        announce(text(navbarEditor, 'enoughShown', { count: NAVBAR_LINKS_SHOWN_MAX }), 'assertive');
      set(editLink(now(), id, part));
    },
    /** Moves a link through its menu; the focus follows the row. For a drag, dnd-kit handles the focus (`drop`). */
    move: (id: string, to: number) => {
      set(moveLink(now(), id, to));
      const { links } = now();
      const place = links.findIndex((link) => link.id === id);
      const link = links[place];
      if (link === undefined) return;
      focusRow(id, 'menu');
      announce(
        text(listEditor, 'position', { name: nameOfLink(link), position: place + 1, count: links.length }),
        'polite',
      );
    },
    drop: (id: string, to: number) => set(moveLink(now(), id, to)),
    remove,
    /** Before a save, normalises the settings, or shows all problems and returns false. */
    check: (): boolean => {
      const ok = canSave(now());
      if (ok) set(tidy(now()));
      else markAll(problemsOf(now()));
      return ok;
    },
  };
}

export type NavbarEditor = ReturnType<typeof useNavbarEditor>;
