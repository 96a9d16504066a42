import { useCallback, useEffect, useRef } from 'react';
import { listEditor } from '#messages/list-editor.ts';
import { text } from '#shared/messages/text.ts';
import { announce } from '../../state/announcer.ts';
import { notify } from '../../state/notices.ts';
import { type Listed, moveItem, neighbourOf, type Removed, removeItem } from './list-edits.ts';
import { reveal } from './reveal.ts';
import { useUndoNotices } from './use-undo-notices.tsx';

/**
 * Returns a function that, after the next render, unfolds and focuses the control with the given `data-focus` in the row with the given
 * `data-row`. Call it before or after the change of the list.
 */
export function useRowFocus(): (row: Listed['id'], control: string) => void {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const target = document.querySelector<HTMLElement>(wanted.current);
    wanted.current = null;
    if (target) reveal(target).focus();
  });
  return useCallback((row, control) => {
    wanted.current = `[data-row="${String(row)}"] [data-focus="${control}"]`;
  }, []);
}

interface EditedList<Item extends Listed> {
  /** Returns the list as it is now; callbacks run many renders later. */
  readonly now: () => readonly Item[];
  readonly set: (items: readonly Item[]) => void;
  readonly nameOf: (item: Item) => string;
}

/** Returns the functions that move rows of a sortable list, and those that focus a row: `focusRow`, and `follow`, which also announces. */
export function useListOrder<Item extends Listed>({ now, set, nameOf }: EditedList<Item>) {
  const focusRow = useRowFocus();
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
  /** Moves an item at the end of a drag, in which dnd-kit handles the focus. */
  const drop = (id: Item['id'], to: number) => set(moveItem(now(), id, to));
  /** Moves an item through its menu. */
  const move = (id: Item['id'], to: number) => {
    drop(id, to);
    follow(id, 'position');
  };
  return { focusRow, follow, drop, move };
}

/**
 * Returns the functions that move and remove the rows of a sortable list, which also move the focus, and `focusRow`. `emptyFocus` is the
 * `data-focus` of the control in the row `new` that gets the focus when the list is empty.
 */
export function useListEditor<Item extends Listed>({
  withRestored,
  noRoom,
  emptyFocus,
  ...list
}: EditedList<Item> & {
  /** Returns the list with the removed item in it again; undefined if the list has no room for the item. */
  readonly withRestored: (items: readonly Item[], removed: Removed<Item>) => readonly Item[] | undefined;
  /** Says why a removed item cannot be restored. */
  readonly noRoom: (item: Item) => string;
  readonly emptyFocus: string;
}) {
  const { now, set, nameOf } = list;
  const { focusRow, follow, drop, move } = useListOrder(list);
  const raiseUndo = useUndoNotices();
  const restore = (removed: Removed<Item>) => {
    const items = withRestored(now(), removed);
    if (items === undefined) return notify(noRoom(removed.item));
    set(items);
    follow(removed.item.id, 'restored');
  };
  /** Removes an item and shows a notice with Undo. */
  const remove = (id: Item['id']) => {
    const without = removeItem(now(), id);
    if (without === undefined) return;
    const { items, removed } = without;
    const next = neighbourOf(items, removed.index);
    if (next === undefined) focusRow('new', emptyFocus);
    else focusRow(next.id, 'menu');
    set(items);
    raiseUndo(text(listEditor, 'removed', { name: nameOf(removed.item) }), () => restore(removed));
  };
  return { focusRow, drop, move, remove };
}
