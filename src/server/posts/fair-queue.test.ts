import { expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const item = (...names: readonly string[]) => ({ keys: new Map(names.map((name) => [name, null])) });

it('does not displace a request that a visitor shares with a flooding network', () => {
  const queue = createFairQueue<ReturnType<typeof item>>();
  const flood = [item('flood'), item('flood')];
  const shared = item('flood', 'visitor');
  for (const one of [...flood, shared]) queue.add(one);
  expect(queue.displacedBy(item('another').keys)).toBe(flood[1]);
});
