import { expect, it } from 'vitest';
import { createExpiringSet } from './expiring-set.ts';

it('knows a key until its time is over, and the oldest only while there is room', () => {
  let time = 0;
  const memory = createExpiringSet({ lifetimeMs: 100, maxKeys: 2, now: () => time });
  const known = () => ['a', 'b', 'c'].filter(memory.has);
  memory.add('a');
  memory.add('b');
  expect(known()).toEqual(['a', 'b']);
  time = 60;
  memory.add('a');
  memory.add('c');
  expect(known()).toEqual(['a', 'c']);
  time = 159;
  expect(known()).toEqual(['a', 'c']);
  time = 160;
  expect(known()).toEqual([]);
});
