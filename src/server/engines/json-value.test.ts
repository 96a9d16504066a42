import { describe, expect, it } from 'vitest';
import { findByKey, positiveOf, readJson, valueAt } from './json-value.ts';

describe('json values of strangers', () => {
  it('reads no broken JSON and no inherited names', () => {
    expect(readJson('{"a":')).toBeUndefined();
    expect(valueAt({}, 'constructor', 'name')).toBeUndefined();
    expect(valueAt(readJson('{"__proto__":{"a":1}}'), '__proto__', 'a')).toBe(1);
    expect(valueAt([['x']], 0, 0)).toBe('x');
  });

  it('finds values in the order of the document, however deep, and inside what it found', () => {
    const tree = { a: [{ k: 1 }, { b: { k: { k: 2 } } }], k: 3 };
    expect(findByKey(tree, new Set(['k'])).map(({ value }) => value)).toEqual([1, { k: 2 }, 2, 3]);
    let deep: unknown = { k: 'down here' };
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    expect(findByKey(deep, new Set(['k']))).toEqual([{ key: 'k', value: 'down here' }]);
  });

  it.each([
    [0, null],
    ['', null],
    ['12', 12],
    ['12px', null],
    [-1, null],
    [Number.NaN, null],
    [true, null],
  ])('takes %j for %j', (value, expected) => {
    expect(positiveOf(value)).toBe(expected);
  });
});
