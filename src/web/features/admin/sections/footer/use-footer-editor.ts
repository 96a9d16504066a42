import { type RefObject, useState } from 'react';
import { footerEditor } from '#messages/footer-editor.ts';
import { listEditor } from '#messages/list-editor.ts';
import type { SocialLink } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import { announce } from '../../../../state/announcer.ts';
import { notify } from '../../../../state/notices.ts';
import type { Draft } from '../../../../state/panel/use-draft.ts';
import { moveItem, neighbourOf, type Removed, removeItem } from '../../list-edits.ts';
import { useLatestValues } from '../../use-latest-values.ts';
import { useRowFocus } from '../../use-row-focus.ts';
import { useUndoNotices } from '../../use-undo-notices.tsx';
import {
  addLink,
  allUsed,
  changeLink,
  type FormProblem,
  type LinkForm,
  problemOf,
  restoreLink,
} from './footer-draft.ts';

type Id = SocialLink['id'];

function useLatestLinks(draft: Draft<'socialLinks'>) {
  const { now, set } = useLatestValues(draft);
  const links: readonly SocialLink[] = draft.values.socialLinks;
  return {
    links,
    now: (): readonly SocialLink[] => now().socialLinks,
    set: (next: readonly SocialLink[]) => set({ socialLinks: [...next] }),
  };
}

type Latest = ReturnType<typeof useLatestLinks>;

/** Returns a function that removes a link, shows an Undo toast and focuses a neighbouring row. */
function useRemoval({ now, set }: Latest, focusRow: ReturnType<typeof useRowFocus>) {
  const raiseUndo = useUndoNotices();
  const restore = (removed: Removed<SocialLink>) => {
    const { id, name } = removed.item;
    const next = restoreLink(now(), removed);
    if (next === undefined) return notify(text(footerEditor, 'noRoomForUndo', { name }));
    focusRow(id, 'edit');
    set(next);
    const place = next.findIndex((link) => link.id === id);
    announce(text(listEditor, 'restored', { name, position: place + 1, count: next.length }), 'polite');
  };
  return (id: Id) => {
    const without = removeItem(now(), id);
    if (without === undefined) return;
    const next = neighbourOf(without.items, without.removed.index);
    if (next === undefined) focusRow('new', 'platform');
    else focusRow(next.id, 'remove');
    set(without.items);
    raiseUndo(text(listEditor, 'removed', { name: without.removed.item.name }), () =>
      restore(without.removed),
    );
  };
}

/** Returns the draft of the social links and its edits. `area` contains the rows and the form that adds one. */
export function useFooterEditor(draft: Draft<'socialLinks'>, area: RefObject<HTMLElement | null>) {
  const latest = useLatestLinks(draft);
  const { links, now, set } = latest;
  const focusRow = useRowFocus(area);
  const remove = useRemoval(latest, focusRow);
  const [editing, setEditing] = useState<readonly Id[]>([]);
  const close = (id: Id) => {
    setEditing((open) => open.filter((other) => other !== id));
    focusRow(id, 'edit');
  };
  return {
    links,
    /** Whether the form of a link is open. Several can be: opening one must not drop what is typed in another. */
    isEditing: (id: Id) => editing.includes(id),
    open: (id: Id) => {
      setEditing((open) => [...open, id]);
      focusRow(id, 'url');
    },
    close,
    /** Returns why a new link, or the changed link with this id, is not valid; null if it is. */
    problemOf: (form: LinkForm, id?: Id) => problemOf(now(), form, id),
    add: (form: LinkForm): FormProblem | null => {
      const outcome = addLink(now(), form, Date.now());
      if (!outcome.ok) return outcome.problem;
      set(outcome.links);
      // Focuses the form for the next link, or the added row if no platform is left.
      if (allUsed(outcome.links)) focusRow(outcome.link.id, 'edit');
      else focusRow('new', 'platform');
      announce(
        text(footerEditor, 'added', { name: outcome.link.name, count: outcome.links.length }),
        'polite',
      );
      return null;
    },
    change: (id: Id, form: LinkForm): FormProblem | null => {
      const outcome = changeLink(now(), id, form);
      if (!outcome.ok) return outcome.problem;
      set(outcome.links);
      close(id);
      announce(text(footerEditor, 'changed', { name: outcome.link.name }), 'polite');
      return null;
    },
    /** Moves a link through its menu; the focus follows the row. For a drag, dnd-kit handles the focus (`drop`). */
    move: (id: Id, to: number) => {
      const moved = moveItem(now(), id, to);
      const place = moved.findIndex((link) => link.id === id);
      set(moved);
      focusRow(id, 'menu');
      announce(
        text(listEditor, 'position', {
          name: moved[place]?.name ?? '',
          position: place + 1,
          count: moved.length,
        }),
        'polite',
      );
    },
    drop: (id: Id, to: number) => set(moveItem(now(), id, to)),
    remove,
  };
}

export type FooterEditor = ReturnType<typeof useFooterEditor>;
