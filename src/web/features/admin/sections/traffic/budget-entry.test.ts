import { expect, it } from 'vitest';
import { entriesOf, limitIn } from './budget-entry.ts';

it('reads a number with a decimal point or comma, and nothing as no budget', () => {
  expect(['', '  ', '4,2', ' 4.20 ', '0.1', '1000000'].map(limitIn)).toEqual([
    null,
    null,
    4.2,
    4.2,
    0.1,
    1_000_000,
  ]);
});

it.each(['1,000', '1.000', '1,000,000', '0x10', '1e3', '-1', '4 GB', '0', '0.05', '1000001', '.5', '5.'])(
  'refuses %s',
  (entry) => expect(limitIn(entry)).toBeUndefined(),
);

it('writes a budget as it reads it', () => {
  expect(entriesOf({ day: 0.5, month: null })).toEqual({ day: '0.5', month: '' });
});
