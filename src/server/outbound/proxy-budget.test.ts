import { expect, it } from 'vitest';
import { createProxyBudget } from './proxy-budget.ts';

const MINUTE_MS = 60_000;

it('allows so many reads in any hour, and says when the next one is free', () => {
  let now = 5_000;
  const budget = createProxyBudget(2, () => now);
  expect(budget.take()).toBeNull();
  now += 20 * MINUTE_MS;
  expect(budget.take()).toBeNull();
  expect([budget.used(), budget.take()]).toEqual([2, 40 * 60]);
  now += 39.99 * MINUTE_MS;
  expect(budget.take()).toBe(1);
  now += MINUTE_MS;
  expect([budget.used(), budget.take()]).toEqual([1, null]);
  now += 60 * MINUTE_MS;
  expect([budget.used(), budget.take()]).toEqual([0, null]);
});
