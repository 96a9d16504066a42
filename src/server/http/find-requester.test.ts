import type { FastifyRequest } from 'fastify';
import { expect, it, vi } from 'vitest';
import { createMemoryWindows } from '../limits/windows.ts';
import { createRequesterFinder, createRequestWait } from './find-requester.ts';

const setUp = () => {
  const bypassesMaintenance = vi.fn<() => Promise<boolean>>(async () => true);
  const findRequester = createRequesterFinder(
    {
      networkKey: (address) => `key of ${address}`,
      sessionLookups: createMemoryWindows([{ name: 'minute', limit: 3, seconds: 60 }]),
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

it('counts pages, media and health checks of a network apart, and not those of a proxy that nobody named', () => {
  const waitOf = createRequestWait({
    networkKey: (address) => address,
    requests: createMemoryWindows([{ name: 'requests', limit: 2, seconds: 30 }]),
  });
  const socket = {};
  const waits = (url: string, ip = '192.0.2.7', headers = {}) =>
    [1, 2, 3].map(() => waitOf({ url, ip, headers, socket } as unknown as FastifyRequest));
  for (const url of ['/', '/api/media/ticket', '/healthz']) expect(waits(url)).toEqual([0, 0, 30]);
  expect(waits('/api/site?a=1')).toEqual([30, 30, 30]);
  expect(waits('/readyz')).toEqual([30, 30, 30]);
  // The same connection of a trusted proxy brings another visitor.
  expect(waits('/', '192.0.2.8')).toEqual([0, 0, 30]);
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };
  expect(waits('/', '127.0.0.1', forwarded)).toEqual([0, 0, 0]);
  expect(waits('/', '192.0.2.9', forwarded)).toEqual([0, 0, 30]);
});
