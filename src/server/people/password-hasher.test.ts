import { setImmediate as tick } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import {
  createHashQueue,
  createPasswordHasher,
  type currentHashKind,
  withHashes,
} from './password-hasher.ts';

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
  void withHashes(true, () => hasher.verify('no hash', "the owner's"));
  await tick();
  expect(started).toEqual(['one', "the owner's"]);
});

const setUp = (maxQueue = 3) => {
  const queue = createHashQueue({ concurrency: 2, reservedSlots: 1, maxQueue });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (kind: ReturnType<typeof currentHashKind>, name: string): Promise<unknown> =>
    withHashes(kind === 'reserved', () =>
      queue(() => {
        started.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      }),
    ).catch((error: unknown) => error);
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await tick();
  };
  return { run, end, started };
};

describe('createHashQueue', () => {
  it('keeps the reserved slot free of open work', async () => {
    const { run, started } = setUp();
    for (const name of ['a', 'b', 'c', 'd']) void run('open', name);
    await tick();
    expect(started).toEqual(['a']);
    expect(await run('open', 'e')).toMatchObject({ name: 'HasherBusyError', statusCode: 503 });
    void run('reserved', 'owner');
    await tick();
    expect(started).toEqual(['a', 'owner']);
  });

  it('starts queued reserved work before open work that was queued earlier', async () => {
    const { run, end, started } = setUp();
    void run('open', 'a');
    await tick();
    void run('open', 'b');
    void run('reserved', 'one');
    void run('reserved', 'two');
    await tick();
    expect(started).toEqual(['a', 'one']);
    await end('a');
    expect(started).toEqual(['a', 'one', 'two']);
    await end('one');
    expect(started).toEqual(['a', 'one', 'two', 'b']);
  });

  it('gives reserved work both slots while no open work runs', async () => {
    const { run, started } = setUp();
    for (const name of ['one', 'two', 'three']) void run('reserved', name);
    void run('open', 'a');
    await tick();
    expect(started).toEqual(['one', 'two']);
  });

  it('frees the slot when the work fails', async () => {
    const queue = createHashQueue({ concurrency: 2, reservedSlots: 1, maxQueue: 0 });
    for (let count = 0; count < 5; count += 1)
      await expect(
        queue(async () => {
          throw new TypeError('no memory');
        }),
      ).rejects.toThrow('no memory');
    expect(await queue(async () => 'made')).toBe('made');
  });
});
