import type { FastifyRequest } from 'fastify';
import { expect, it, vi } from 'vitest';
import { createMemoryWindows } from '../limits/windows.ts';
import { createRequestCounter, createRequesterFinder } from './find-requester.ts';

const setUp = () => {
  const isOperator = vi.fn<() => Promise<boolean>>(async () => true);
  const findRequester = createRequesterFinder({
    networkKey: (address) => `key of ${address}`,
    sessionLookups: createMemoryWindows([{ name: 'minute', limit: 3, seconds: 60 }]),
    isOperator,
  });
  const find = (ip: string, cookie?: string) => findRequester({ ip, headers: { cookie } } as FastifyRequest);
  return { find, isOperator };
};

it('looks up the account only for a request with a session cookie', async () => {
  const { find, isOperator } = setUp();
  expect(await find('192.0.2.7')).toEqual({ network: 'key of 192.0.2.7', budget: 'visitor' });
  expect(isOperator).not.toHaveBeenCalled();
  expect(await find('192.0.2.7', 'sid=a')).toEqual({ network: 'key of 192.0.2.7', budget: 'operator' });
});

it('limits the account lookups of one network', async () => {
  const { find, isOperator } = setUp();
  const budgets: string[] = [];
  for (let count = 0; count < 5; count += 1) budgets.push((await find('192.0.2.7', 'sid=made-up')).budget);
  expect(budgets).toEqual(['operator', 'operator', 'operator', 'visitor', 'visitor']);
  expect(isOperator).toHaveBeenCalledTimes(3);
  expect((await find('192.0.2.8', 'sid=a')).budget).toBe('operator');
});

it('counts pages, media and health checks of a network apart, and not those of a proxy that nobody named', () => {
  const warn = vi.fn<() => void>();
  const counter = createRequestCounter({
    networkKey: (address) => address,
    isTrustedProxy: () => false,
    log: { warn },
    requests: createMemoryWindows([{ name: 'requests', limit: 2, seconds: 30 }]),
  });
  const socket = {};
  const waits = (url: string, ip = '192.0.2.7', headers = {}) =>
    [1, 2, 3].map(() => counter.count({ url, ip, headers, socket } as unknown as FastifyRequest));
  for (const url of ['/', '/api/media/ticket', '/healthz']) expect(waits(url)).toEqual([0, 0, 30]);
  expect(waits('/api/site?a=1')).toEqual([30, 30, 30]);
  expect(waits('/readyz')).toEqual([30, 30, 30]);
  // The same connection of a trusted proxy brings another visitor.
  expect(waits('/', '192.0.2.8')).toEqual([0, 0, 30]);
  expect(counter.sawUntrustedForwarding()).toBe(false);
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };
  expect(waits('/', '127.0.0.1', forwarded)).toEqual([0, 0, 0]);
  expect(waits('/', '192.0.2.9', forwarded)).toEqual([0, 0, 30]);
  expect([counter.sawUntrustedForwarding(), warn.mock.calls.length]).toEqual([true, 1]);
});
