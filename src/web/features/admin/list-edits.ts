// Pure edits of an ordered list whose items are identified by `id`; each returns a new list.

export interface ListedItem {
  readonly id: string | number;
}

/** A removed item and the index that it had. */
export interface RemovedItem<Item> {
  readonly item: Item;
  readonly index: number;
}

const indexOf = (items: readonly ListedItem[], id: ListedItem['id']): number =>
  items.findIndex((item) => item.id === id);

/**
 * Moves an item to `toIndex`, limited to the indexes of the list. Returns `items` itself if no item has this id or the item is already
 * there.
 */
export function moveItem<Item extends ListedItem>(
  items: readonly Item[],
  id: Item['id'],
  toIndex: number,
): readonly Item[] {
  const from = indexOf(items, id);
  const item = items[from];
  const place = Math.max(0, Math.min(items.length - 1, toIndex));
  return item === undefined || place === from ? items : items.toSpliced(from, 1).toSpliced(place, 0, item);
}

/** Returns the list without an item, and the removed item; undefined if no item has this id. */
export function removeItem<Item extends ListedItem>(
  items: readonly Item[],
  id: Item['id'],
): { items: readonly Item[]; removed: RemovedItem<Item> } | undefined {
  const index = indexOf(items, id);
  const item = items[index];
  return item === undefined ? undefined : { items: items.toSpliced(index, 1), removed: { item, index } };
}

/**
 * Inserts a removed item at its former index, or at the end of a shorter list. Returns `items` itself if it contains an item with this id.
 */
export const restoreItem = <Item extends ListedItem>(
  items: readonly Item[],
  { item, index }: RemovedItem<Item>,
): readonly Item[] =>
  indexOf(items, item.id) >= 0 ? items : items.toSpliced(Math.min(index, items.length), 0, item);

/** Returns the list with `part` merged into the item with this id; an equal list if no item has this id. */
export const changeItem = <Item extends ListedItem>(
  items: readonly Item[],
  id: Item['id'],
  part: Partial<Omit<Item, 'id'>>,
): readonly Item[] => items.map((item) => (item.id === id ? { ...item, ...part } : item));

/**
 * Returns the item to focus after the item at `index` was removed: the item after it, or else the item before it; undefined for an empty
 * list.
 */
export const neighbourOf = <Item extends ListedItem>(
  items: readonly Item[],
  index: number,
): Item | undefined => items[index] ?? items[index - 1];
