// Pure edits of an ordered list whose items are identified by `id`; each returns a new list.

export interface Listed {
  readonly id: string | number;
}

/** A removed item and its former index. */
export interface Removed<Item> {
  readonly item: Item;
  readonly index: number;
}

const indexOf = (items: readonly Listed[], id: Listed['id']): number =>
  items.findIndex((item) => item.id === id);

/** Moves an item to index `to`, clamped to the list. Returns `items` itself if the item is missing or already at that index. */
export function moveItem<Item extends Listed>(
  items: readonly Item[],
  id: Item['id'],
  to: number,
): readonly Item[] {
  const from = indexOf(items, id);
  const item = items[from];
  const place = Math.max(0, Math.min(items.length - 1, to));
  return item === undefined || place === from ? items : items.toSpliced(from, 1).toSpliced(place, 0, item);
}

/** Removes an item; returns undefined if none has this id. */
export function removeItem<Item extends Listed>(
  items: readonly Item[],
  id: Item['id'],
): { items: readonly Item[]; removed: Removed<Item> } | undefined {
  const index = indexOf(items, id);
  const item = items[index];
  return item === undefined ? undefined : { items: items.toSpliced(index, 1), removed: { item, index } };
}

/**
 * Inserts a removed item at its former index, or at the end of a shorter list. Returns `items` itself if it contains an item with this id.
 */
export const restoreItem = <Item extends Listed>(
  items: readonly Item[],
  { item, index }: Removed<Item>,
): readonly Item[] =>
  indexOf(items, item.id) >= 0 ? items : items.toSpliced(Math.min(index, items.length), 0, item);

/** Returns the list with `part` merged into the item with this id; no item changes if none has it. */
export const changeItem = <Item extends Listed>(
  items: readonly Item[],
  id: Item['id'],
  part: Partial<Omit<Item, 'id'>>,
): readonly Item[] => items.map((item) => (item.id === id ? { ...item, ...part } : item));

/**
 * Returns the item to focus after the item at `index` was removed: the next one, else the previous one; undefined for
 * an empty list.
 */
export const neighbourOf = <Item extends Listed>(items: readonly Item[], index: number): Item | undefined =>
  items[index] ?? items[index - 1];
