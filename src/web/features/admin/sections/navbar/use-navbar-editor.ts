import { useState } from 'react';
import { navbarEditor } from '#messages/navbar-editor.ts';
import type { NavbarSettings, NavLink } from '#shared/contract/site.ts';
import { NAVBAR_LINKS_SHOWN_MAX } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { announce } from '../../../../state/announcer.ts';
import type { Draft } from '../../../../state/panel/use-draft.ts';
import { useListEditor } from '../../use-list-editor.ts';
import {
  addNavLink,
  canSave,
  canShowMore,
  editLink,
  isPagePlace,
  type LinkProblems,
  nameOfLink,
  problemsOf,
  restoreNavLink,
  tidy,
} from './navbar-draft.ts';

/** Returns an unused link id. `crypto.randomUUID` is not available on plain http. */
const freshId = (links: readonly NavLink[]): string => {
  let stamp = Date.now();
  while (links.some(({ id }) => id === `link-${String(stamp)}`)) stamp += 1;
  return `link-${String(stamp)}`;
};

const NO_PROBLEMS: LinkProblems = {};

/**
 * Returns the settings of the header in the draft, the functions that edit them, which also move the focus, and, after a failed save, the
 * problems of the settings.
 */
export function useNavbarEditor(draft: Draft<'navbar'>) {
  const now = () => draft.now().navbar;
  const set = (navbar: NavbarSettings) => draft.edit({ navbar });
  const { focusRow, ...list } = useListEditor<NavLink>({
    currentItems: () => now().links,
    setItems: (links) => set({ ...now(), links: [...links] }),
    nameOf: nameOfLink,
    insertRemoved: restoreNavLink,
    noRoomText: () => text(navbarEditor, 'noRoomForUndo'),
    emptyFocus: 'add',
  });
  const { navbar } = draft.values;
  /**
   * Whether the last save failed because of problems. They are shown only then, until a link is added or a link leads to a section of the
   * page.
   */
  const [checked, setChecked] = useState(false);
  const problems = problemsOf(navbar);
  return {
    ...list,
    navbar,
    set,
    /** Returns the problems of a link that are to be shown. `problemsOfButton` are those of the button. */
    problemsOfLink: (id: string) => (checked && problems.links.get(id)) || NO_PROBLEMS,
    problemsOfButton: checked ? problems.button : NO_PROBLEMS,
    add: () => {
      const id = freshId(now().links);
      setChecked(false);
      focusRow(id, 'label');
      set(addNavLink(now(), id));
      announce(text(navbarEditor, 'added'), 'polite');
    },
    editLink: (id: string, part: Partial<Omit<NavLink, 'id'>>) => {
      if (part.visible === true && !canShowMore(now().links))
        announce(text(navbarEditor, 'enoughShown', { count: NAVBAR_LINKS_SHOWN_MAX }), 'assertive');
      // An address field that appears again starts without a problem.
      if (part.target !== undefined && isPagePlace(part.target)) setChecked(false);
      set(editLink(now(), id, part));
    },
    /** Call it before a save. Normalises the settings and returns true, or shows all problems and returns false. */
    check: (): boolean => {
      const ok = canSave(now());
      if (ok) set(tidy(now()));
      setChecked(!ok);
      return ok;
    },
  };
}

export type NavbarEditor = ReturnType<typeof useNavbarEditor>;
