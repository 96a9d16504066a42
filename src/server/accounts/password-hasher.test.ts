import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createPasswordHasher, withReservedHashes } from './password-hasher.ts';

const { started } = vi.hoisted(() => ({ started: [] as string[] }));
// Hashes that never end: what counts is which of them are begun.
vi.mock('node:crypto', async (original) => ({
  ...(await original<typeof import('node:crypto')>()),
  argon2: (_algorithm: string, { message }: { message: string }) => void started.push(message),
}));

it('hashes one password of strangers at a time, and keeps the second place for people the site knows', async () => {
  const hasher = createPasswordHasher();
  for (const password of ['one', 'two', 'three']) void hasher.hash(password);
  await turn();
  expect(started).toEqual(['one']);
  void withReservedHashes(() => hasher.verify('no hash', "the owner's"));
  await turn();
  expect(started).toEqual(['one', "the owner's"]);
});
