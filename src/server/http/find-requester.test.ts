import type { FastifyRequest } from 'fastify';
import { expect, it, vi } from 'vitest';
import { createSlidingWindows } from '../limits/sliding-windows.ts';
import { createRequesterFinder } from './find-requester.ts';

const setUp = () => {
  const passes = vi.fn<() => Promise<boolean>>(async () => true);
  const findRequester = createRequesterFinder(
    {
      networkKey: (address) => `key of ${address}`,
      sessionLookups: createSlidingWindows({ windows: [{ name: 'minute', limit: 3, seconds: 60 }] }),
    },
    { hasSession: ({ headers }) => headers.cookie !== undefined, passes },
  );
  const ask = (ip: string, cookie?: string) => findRequester({ ip, headers: { cookie } } as FastifyRequest);
  return { ask, passes };
};

it('asks for the account of a session cookie, and of a request without one nobody', async () => {
  const { ask, passes } = setUp();
  expect(await ask('192.0.2.7')).toEqual({ network: 'key of 192.0.2.7', budget: 'visitor' });
  expect(passes).not.toHaveBeenCalled();
  expect(await ask('192.0.2.7', 'sid=a')).toEqual({ network: 'key of 192.0.2.7', budget: 'operator' });
});

it('looks accounts up a limited number of times for one network', async () => {
  const { ask, passes } = setUp();
  const budgets: string[] = [];
  for (let count = 0; count < 5; count += 1) budgets.push((await ask('192.0.2.7', 'sid=made-up')).budget);
  expect(budgets).toEqual(['operator', 'operator', 'operator', 'visitor', 'visitor']);
  expect(passes).toHaveBeenCalledTimes(3);
  expect((await ask('192.0.2.8', 'sid=a')).budget).toBe('operator');
});
