import { expect, it } from 'vitest';
import { createExpiringSet } from './expiring-set.ts';

it('contains a key until it expires, and drops the oldest key beyond its maximum size', () => {
  let time = 0;
  const set = createExpiringSet({ lifetimeMs: 100, maxKeys: 2, now: () => time });
  const contained = () => ['a', 'b', 'c'].filter(set.has);
  set.add('a');
  set.add('b');
  expect(contained()).toEqual(['a', 'b']);
  time = 60;
  set.add('a');
  set.add('c');
  expect(contained()).toEqual(['a', 'c']);
  time = 159;
  expect(contained()).toEqual(['a', 'c']);
  time = 160;
  expect(contained()).toEqual([]);
});
