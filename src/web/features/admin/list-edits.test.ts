import { describe, expect, it } from 'vitest';
import { changeItem, moveItem, neighbourOf, putBack, removeItem } from './list-edits.ts';

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

  it('gives the same list where nothing moves, and never changes the one it got', () => {
    expect(moveItem(items, 'a', -1)).toBe(items);
    moveItem(items, 'a', 3);
    expect(order(items)).toBe('abcd');
  });
});

describe('removeItem and putBack', () => {
  it.each(['a', 'b', 'd'])('takes %s out and brings it back where it stood', (id) => {
    const { items: rest, removed } = removeItem(items, id)!;
    expect(order(rest)).toBe('abcd'.replace(id, ''));
    expect(order(putBack(rest, removed))).toBe('abcd');
  });

  it('knows nothing of an id that is not there', () => expect(removeItem(items, 'x')).toBeUndefined());

  it('brings two back in whichever order', () => {
    const first = removeItem(items, 'b')!;
    const second = removeItem(first.items, 'c')!;
    expect(order(putBack(putBack(second.items, second.removed), first.removed))).toBe('abcd');
    expect(order(putBack(putBack(second.items, first.removed), second.removed))).toBe('acbd');
  });

  it('brings nothing back twice, nor beyond a list that has become shorter', () => {
    const { removed } = removeItem(items, 'd')!;
    expect(putBack(items, removed)).toBe(items);
    expect(order(putBack(items.slice(0, 1), removed))).toBe('ad');
  });
});

it('changes one item in part', () =>
  expect(changeItem(items, 'b', { text: 'new' }).map(({ text }) => text)).toEqual(['a', 'new', 'c', 'd']));

describe('neighbourOf', () => {
  it.each([
    [items, 1, 'b'],
    [items.slice(0, 3), 3, 'c'],
    [items.slice(0, 1), 1, 'a'],
    [[], 0, undefined],
  ])('is the next, else the one before', (list, index, id) => expect(neighbourOf(list, index)?.id).toBe(id));
});
