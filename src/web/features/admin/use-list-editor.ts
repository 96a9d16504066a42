import { useCallback, useEffect, useRef } from 'react';
import { listEditor } from '#messages/list-editor.ts';
import { text } from '#shared/messages/text.ts';
import { announce } from '../../state/announcer.ts';
import { notify } from '../../state/notices.ts';
import { type ListedItem, moveItem, neighbourOf, type RemovedItem, removeItem } from './list-edits.ts';
import { reveal } from './reveal.ts';
import { useUndoNotices } from './use-undo-notices.tsx';

/**
 * Returns a function that, after the next render, focuses the control with the given `data-focus` in the row with the given `data-row`, and
 * opens the `details` elements around it. Call it before or after the change of the list.
 */
export function useRowFocus(): (row: ListedItem['id'], control: string) => void {
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

interface EditedList<Item extends ListedItem> {
  /** Returns the list at the time of the call, because an Undo button may be pressed many renders after it was shown. */
  readonly currentItems: () => readonly Item[];
  readonly setItems: (items: readonly Item[]) => void;
  readonly nameOf: (item: Item) => string;
}

/**
 * Returns functions that move the rows of a sortable list (`drop`, `move`), and functions that focus a row: `focusRow`, and `follow`, which
 * also announces the row.
 */
export function useListOrder<Item extends ListedItem>({ currentItems, setItems, nameOf }: EditedList<Item>) {
  const focusRow = useRowFocus();
  /**
   * Focuses the menu button of the row of an item and announces its position, or that it was restored. Does nothing if the list has no such
   * item.
   */
  const follow = (id: Item['id'], words: 'position' | 'restored') => {
    const items = currentItems();
    const place = items.findIndex((item) => item.id === id);
    const item = items[place];
    if (item === undefined) return;
    focusRow(id, 'menu');
    const values = { name: nameOf(item), position: place + 1, count: items.length };
    announce(text(listEditor, words, values), 'polite');
  };
  /** Moves an item at the end of a drag. dnd-kit handles the focus then. */
  const drop = (id: Item['id'], toIndex: number) => setItems(moveItem(currentItems(), id, toIndex));
  /** Moves an item through its menu. */
  const move = (id: Item['id'], toIndex: number) => {
    drop(id, toIndex);
    follow(id, 'position');
  };
  return { focusRow, follow, drop, move };
}

/**
 * Returns functions that move and remove the rows of a sortable list, which also move the focus, and `focusRow`. `emptyFocus` is the
 * `data-focus` of the control in the row `new` that gets the focus when the list becomes empty.
 */
export function useListEditor<Item extends ListedItem>({
  insertRemoved,
  noRoomText,
  emptyFocus,
  ...list
}: EditedList<Item> & {
  /** Returns the list with the removed item restored; undefined if the list has no room for the item. */
  readonly insertRemoved: (items: readonly Item[], removed: RemovedItem<Item>) => readonly Item[] | undefined;
  /** Returns the sentence that says why a removed item cannot be restored. */
  readonly noRoomText: (item: Item) => string;
  readonly emptyFocus: string;
}) {
  const { currentItems, setItems, nameOf } = list;
  const { focusRow, follow, drop, move } = useListOrder(list);
  const raiseUndo = useUndoNotices();
  const restore = (removed: RemovedItem<Item>) => {
    const items = insertRemoved(currentItems(), removed);
    if (items === undefined) return notify(noRoomText(removed.item));
    setItems(items);
    follow(removed.item.id, 'restored');
  };
  /** Removes an item and shows a notice with Undo. */
  const remove = (id: Item['id']) => {
    const without = removeItem(currentItems(), id);
    if (without === undefined) return;
    const { items, removed } = without;
    const next = neighbourOf(items, removed.index);
    if (next === undefined) focusRow('new', emptyFocus);
    else focusRow(next.id, 'menu');
    setItems(items);
    raiseUndo(text(listEditor, 'removed', { name: nameOf(removed.item) }), () => restore(removed));
  };
  return { focusRow, drop, move, remove };
}
