import { setImmediate as tick } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createPasswordHasher, withReservedHashes } from './password-hasher.ts';

const { started } = vi.hoisted(() => ({ started: [] as string[] }));
// Hashes that never finish: the test counts which ones start.
vi.mock('node:crypto', async (original) => ({
  ...(await original<typeof import('node:crypto')>()),
  argon2: (_algorithm: string, { message }: { message: string }) => void started.push(message),
}));

it('hashes one open password at a time and reserves the second slot for known users', async () => {
  const hasher = createPasswordHasher();
  for (const password of ['one', 'two', 'three']) void hasher.hash(password);
  await tick();
  expect(started).toEqual(['one']);
  void withReservedHashes(() => hasher.verify('no hash', "the owner's"));
  await tick();
  expect(started).toEqual(['one', "the owner's"]);
});
