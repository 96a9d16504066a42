import { expect, it } from 'vitest';
import { createSlotCounter } from './slot-counter.ts';

it('limits what is open by key and in total, and gives each slot back once', () => {
  const { open } = createSlotCounter({ perKey: 2, total: 3 });
  const [first, second] = [open('a'), open('a')];
  expect(open('a')).toBeNull();
  expect(open(null)).not.toBeNull();
  expect(open('b')).toBeNull();
  first?.();
  first?.();
  expect(open('a')).not.toBeNull();
  expect(open('a')).toBeNull();
  second?.();
  expect(open('b')).not.toBeNull();
});
