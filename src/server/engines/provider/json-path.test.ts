import { describe, expect, it } from 'vitest';
import { firstAt, valuesAt } from './json-path.ts';

const at = (value: unknown) => ({ root: { top: 'root' }, value });

describe('valuesAt', () => {
  it.each<[string, unknown, unknown[]]>([
    ['a', { a: 1 }, [1]],
    ['a.b', { a: { b: 2 } }, [2]],
    ['a[1]', { a: [5, 6] }, [6]],
    ['a[*].b', { a: [{ b: 1 }, {}, { b: 3 }] }, [1, 3]],
    ['a[*][*]', { a: [[1], [2, 3]] }, [1, 2, 3]],
    ['[0]', ['x'], ['x']],
    ['@', 'x', ['x']],
    ['$.top', {}, ['root']],
    ['a-b.c_d', { 'a-b': { c_d: 1 } }, [1]],
    ['a', null, []],
    ['a[*]', { a: 'text' }, []],
    ['a', { a: undefined }, []],
    ['toString', {}, []],
    ['__proto__.a', JSON.parse('{"__proto__":{"a":1}}'), [1]],
    ['__proto__', {}, []],
  ])('%s of %j', (path, value, found) => {
    expect(valuesAt(path, at(value))).toEqual(found);
  });

  it('yields 200 values at most, however large the answer is', () => {
    const wide = { a: Array.from({ length: 5_000 }, () => Array.from({ length: 100 }, () => 1)) };
    expect(valuesAt('a[*][*]', at(wide))).toHaveLength(200);
  });
});

describe('firstAt', () => {
  it('skips values that say nothing', () => {
    const value = { a: null, b: ' ', c: [], d: [null, '', 'last'], e: 0 };
    expect(firstAt(['a', 'b', 'c', 'd'], at(value))).toBe('last');
    expect(firstAt(['a', 'e'], at(value))).toBe(0);
    expect(firstAt(['a', 'x'], at(value))).toBeUndefined();
    expect(firstAt(undefined, at(value))).toBeUndefined();
  });
});
