// Pure edits of an ordered list whose items are known by their `id`; every one gives a new list.

interface Listed {
  readonly id: string | number;
}

/** An item taken out of a list, and where it stood. */
export interface Removed<Item> {
  readonly item: Item;
  readonly index: number;
}

const indexOf = (items: readonly Listed[], id: Listed['id']): number =>
  items.findIndex((item) => item.id === id);

/** The list with the item at place `to`, counted from 0 and held within the list; the same list where nothing moves. */
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

/** Takes the item out; undefined where there is none with this id. */
export function removeItem<Item extends Listed>(
  items: readonly Item[],
  id: Item['id'],
): { items: readonly Item[]; removed: Removed<Item> } | undefined {
  const index = indexOf(items, id);
  const item = items[index];
  return item === undefined ? undefined : { items: items.toSpliced(index, 1), removed: { item, index } };
}

/** Puts an item back where it stood, as far as the list still reaches; one that is there already stays as it is. */
export const putBack = <Item extends Listed>(
  items: readonly Item[],
  { item, index }: Removed<Item>,
): readonly Item[] =>
  indexOf(items, item.id) >= 0 ? items : items.toSpliced(Math.min(index, items.length), 0, item);

/** The list with one item changed in part. */
export const changeItem = <Item extends Listed>(
  items: readonly Item[],
  id: Item['id'],
  part: Partial<Omit<Item, 'id'>>,
): readonly Item[] => items.map((item) => (item.id === id ? { ...item, ...part } : item));

/** Who gets the focus once the item at `index` is gone: the next, else the one before it; undefined when none is left. */
export const neighbourOf = <Item extends Listed>(items: readonly Item[], index: number): Item | undefined =>
  items[index] ?? items[index - 1];
