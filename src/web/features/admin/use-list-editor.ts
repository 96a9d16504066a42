import type { RefObject } from 'react';
import { listEditor } from '#messages/list-editor.ts';
import { text } from '#shared/messages/text.ts';
import { announce } from '../../state/announcer.ts';
import { notify } from '../../state/notices.ts';
import { type Listed, moveItem, neighbourOf, type Removed, removeItem } from './list-edits.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useUndoNotices } from './use-undo-notices.tsx';

/**
 * Returns the functions that move and remove the rows of a sortable list, which also move the focus, and `focusRow`. `area` contains the
 * rows and the control that gets the focus when the list is empty (`emptyFocus`: its row, or null, and its `data-focus`).
 */
export function useListEditor<Item extends Listed>({
  area,
  now,
  set,
  nameOf,
  withRestored,
  noRoom,
  emptyFocus,
}: {
  area: RefObject<HTMLElement | null>;
  /** Returns the list as it is now; callbacks run many renders later. */
  now: () => readonly Item[];
  set: (items: readonly Item[]) => void;
  nameOf: (item: Item) => string;
  /** Returns the list with a removed item; undefined if it has no room for it. */
  withRestored: (items: readonly Item[], removed: Removed<Item>) => readonly Item[] | undefined;
  /** Says why a removed item cannot be restored. */
  noRoom: (item: Item) => string;
  emptyFocus: { readonly row: string | null; readonly control: string };
}) {
  const focusRow = useRowFocus(area);
  const raiseUndo = useUndoNotices();
  /** Focuses the row of an item and announces its place. */
  const follow = (id: Item['id'], words: 'position' | 'restored') => {
    const items = now();
    const place = items.findIndex((item) => item.id === id);
    const item = items[place];
    if (item === undefined) return;
    focusRow(id, 'menu');
    const values = { name: nameOf(item), position: place + 1, count: items.length };
    announce(text(listEditor, words, values), 'polite');
  };
  const drop = (id: Item['id'], to: number) => set(moveItem(now(), id, to));
  const restore = (removed: Removed<Item>) => {
    const items = withRestored(now(), removed);
    if (items === undefined) return notify(noRoom(removed.item));
    set(items);
    follow(removed.item.id, 'restored');
  };
  return {
    focusRow,
    /** Moves an item at the end of a drag, in which dnd-kit handles the focus. */
    drop,
    /** Moves an item through its menu. */
    move: (id: Item['id'], to: number) => {
      drop(id, to);
      follow(id, 'position');
    },
    /** Removes an item and shows a notice with Undo. */
    remove: (id: Item['id']) => {
      const without = removeItem(now(), id);
      if (without === undefined) return;
      const { items, removed } = without;
      const next = neighbourOf(items, removed.index);
      if (next === undefined) focusRow(emptyFocus.row, emptyFocus.control);
      else focusRow(next.id, 'menu');
      set(items);
      raiseUndo(text(listEditor, 'removed', { name: nameOf(removed.item) }), () => restore(removed));
    },
  };
}
