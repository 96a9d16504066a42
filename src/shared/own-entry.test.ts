import { expect, it } from 'vitest';
import { ownEntry } from './own-entry.ts';

it('returns own properties and no inherited ones', () => {
  const table: Readonly<Record<string, number>> = { a: 1 };
  expect(ownEntry(table, 'a')).toBe(1);
  expect(ownEntry(table, 'b')).toBeUndefined();
  expect(ownEntry(table, undefined)).toBeUndefined();
  for (const name of Object.getOwnPropertyNames(Object.prototype))
    expect(ownEntry(table, name)).toBeUndefined();
});
