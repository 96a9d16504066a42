import { describe, expect, it } from 'vitest';
import { changeItem, moveItem, neighbourOf, removeItem, restoreItem } from './list-edits.ts';

const items = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: id }));
const order = (list: readonly { id: string }[]): string => list.map(({ id }) => id).join('');

describe('moveItem', () => {
  it.each([
    ['a', 0, 'abcd'],
    ['a', 1, 'bacd'],
    ['a', 3, 'bcda'],
    ['d', 0, 'dabc'],
    ['c', 1, 'acbd'],
    ['b', 99, 'acdb'],
    ['b', -1, 'bacd'],
    ['x', 0, 'abcd'],
  ])('%s to %d', (id, to, expected) => expect(order(moveItem(items, id, to))).toBe(expected));

  it('returns the same list if nothing moves, and never mutates its argument', () => {
    expect(moveItem(items, 'a', -1)).toBe(items);
    moveItem(items, 'a', 3);
    expect(order(items)).toBe('abcd');
  });
});

describe('removeItem and restoreItem', () => {
  it.each(['a', 'b', 'd'])('removes %s and restores it at the same index', (id) => {
    const { items: rest, removed } = removeItem(items, id)!;
    expect(order(rest)).toBe('abcd'.replace(id, ''));
    expect(order(restoreItem(rest, removed))).toBe('abcd');
  });

  it('returns undefined for an unknown id', () => expect(removeItem(items, 'x')).toBeUndefined());

  it('restores two items in either order', () => {
    const first = removeItem(items, 'b')!;
    const second = removeItem(first.items, 'c')!;
    expect(order(restoreItem(restoreItem(second.items, second.removed), first.removed))).toBe('abcd');
    expect(order(restoreItem(restoreItem(second.items, first.removed), second.removed))).toBe('acbd');
  });

  it('restores nothing twice, nor beyond the end of a shorter list', () => {
    const { removed } = removeItem(items, 'd')!;
    expect(restoreItem(items, removed)).toBe(items);
    expect(order(restoreItem(items.slice(0, 1), removed))).toBe('ad');
  });
});

it('merges a change into one item', () =>
  expect(changeItem(items, 'b', { text: 'new' }).map(({ text }) => text)).toEqual(['a', 'new', 'c', 'd']));

describe('neighbourOf', () => {
  it.each([
    [items, 1, 'b'],
    [items.slice(0, 3), 3, 'c'],
    [items.slice(0, 1), 1, 'a'],
    [[], 0, undefined],
  ])('is the next item, else the previous one', (list, index, id) =>
    expect(neighbourOf(list, index)?.id).toBe(id),
  );
});
