import { expect, it } from 'vitest';
import { createCheckedLookup } from './checked-lookup.ts';

const lookUp = (...addresses: readonly string[]): Promise<unknown> =>
  new Promise((resolve) => {
    const done = (error: NodeJS.ErrnoException | null, found: unknown): void =>
      resolve(error === null ? found : 'refused');
    createCheckedLookup(async () => addresses)('cdn.example.com', { all: true }, done);
  });

it('finds a host with only IPv4 on a network that has only IPv6, where DNS64 answers', async () => {
  expect(await lookUp('64:ff9b::808:808')).toEqual([{ address: '64:ff9b::808:808', family: 6 }]);
  expect(await lookUp('8.8.8.8', '64:ff9b::808:808')).toHaveLength(2);
});

it('refuses the same form of an address that is not public, also among public ones', async () => {
  expect(await lookUp('64:ff9b::7f00:1')).toBe('refused');
  expect(await lookUp('64:ff9b::808:808', '64:ff9b::a9fe:a9fe')).toBe('refused');
});
