import type { FastifyRequest } from 'fastify';
import { expect, it, vi } from 'vitest';
import { createSlidingWindows } from '../limits/sliding-windows.ts';
import { createRequesterFinder } from './find-requester.ts';

const setUp = () => {
  const bypassesMaintenance = vi.fn<() => Promise<boolean>>(async () => true);
  const findRequester = createRequesterFinder(
    {
      networkKey: (address) => `key of ${address}`,
      sessionLookups: createSlidingWindows({ windows: [{ name: 'minute', limit: 3, seconds: 60 }] }),
    },
    { hasSession: ({ headers }) => headers.cookie !== undefined, bypassesMaintenance },
  );
  const find = (ip: string, cookie?: string) => findRequester({ ip, headers: { cookie } } as FastifyRequest);
  return { find, bypassesMaintenance };
};

it('looks up the account only for a request with a session cookie', async () => {
  const { find, bypassesMaintenance } = setUp();
  expect(await find('192.0.2.7')).toEqual({ network: 'key of 192.0.2.7', budget: 'visitor' });
  expect(bypassesMaintenance).not.toHaveBeenCalled();
  expect(await find('192.0.2.7', 'sid=a')).toEqual({ network: 'key of 192.0.2.7', budget: 'operator' });
});

it('limits the account lookups of one network', async () => {
  const { find, bypassesMaintenance } = setUp();
  const budgets: string[] = [];
  for (let count = 0; count < 5; count += 1) budgets.push((await find('192.0.2.7', 'sid=made-up')).budget);
  expect(budgets).toEqual(['operator', 'operator', 'operator', 'visitor', 'visitor']);
  expect(bypassesMaintenance).toHaveBeenCalledTimes(3);
  expect((await find('192.0.2.8', 'sid=a')).budget).toBe('operator');
});
