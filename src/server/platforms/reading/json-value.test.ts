import { describe, expect, it } from 'vitest';
import { positiveOf, readJson, valueAt } from './json-value.ts';

describe('untrusted JSON values', () => {
  it('rejects invalid JSON and ignores inherited properties', () => {
    expect(readJson('{"a":')).toBeUndefined();
    expect(valueAt({}, 'constructor', 'name')).toBeUndefined();
    expect(valueAt(readJson('{"__proto__":{"a":1}}'), '__proto__', 'a')).toBe(1);
    expect(valueAt([['x']], 0, 0)).toBe('x');
  });

  it('rejects more values than a real answer has, however few characters they take', () => {
    expect(readJson(`[${'1,'.repeat(59_000)}1]`)).toHaveLength(59_001);
    expect(readJson(`[${'1,'.repeat(60_000)}1]`)).toBeUndefined();
    expect(readJson(`[${'[],'.repeat(35_000)}1]`)).toBeUndefined();
    const text = '[,{\\"'.repeat(60_000);
    expect(readJson(`{"text":"${text}"}`)).toEqual({ text: '[,{\\"'.repeat(60_000).replaceAll('\\"', '"') });
  });

  it.each([
    [0, null],
    ['', null],
    ['12', 12],
    ['12px', null],
    [-1, null],
    [Number.NaN, null],
    [true, null],
  ])('positiveOf(%j) is %j', (value, expected) => {
    expect(positiveOf(value)).toBe(expected);
  });
});
