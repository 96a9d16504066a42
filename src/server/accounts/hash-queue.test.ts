import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createHashQueue, type HashKind } from './hash-queue.ts';

const setUp = (maxQueue = 3) => {
  const queue = createHashQueue({ concurrency: 2, reserved: 1, maxQueue });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (kind: HashKind, name: string): Promise<unknown> =>
    queue
      .run(kind, () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      })
      .catch((error: unknown) => error);
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await turn();
  };
  return { ask, end, started };
};

describe('createHashQueue', () => {
  it('keeps a place free of open work', async () => {
    const { ask, started } = setUp();
    for (const name of ['a', 'b', 'c', 'd']) void ask('open', name);
    await turn();
    expect(started).toEqual(['a']);
    expect(await ask('open', 'e')).toMatchObject({ name: 'HasherBusyError', statusCode: 503 });
    void ask('reserved', 'owner');
    await turn();
    expect(started).toEqual(['a', 'owner']);
  });

  it('starts reserved work that waits before open work that came earlier', async () => {
    const { ask, end, started } = setUp();
    void ask('open', 'a');
    void ask('open', 'b');
    void ask('reserved', 'one');
    void ask('reserved', 'two');
    await turn();
    expect(started).toEqual(['a', 'one']);
    await end('a');
    expect(started).toEqual(['a', 'one', 'two']);
    await end('one');
    expect(started).toEqual(['a', 'one', 'two', 'b']);
  });

  it('gives reserved work both places while no open work runs', async () => {
    const { ask, started } = setUp();
    for (const name of ['one', 'two', 'three']) void ask('reserved', name);
    void ask('open', 'a');
    await turn();
    expect(started).toEqual(['one', 'two']);
  });

  it('frees the place of work that fails', async () => {
    const queue = createHashQueue({ concurrency: 2, reserved: 1, maxQueue: 0 });
    for (let count = 0; count < 5; count += 1)
      await expect(
        queue.run('open', async () => {
          throw new TypeError('no memory');
        }),
      ).rejects.toThrow('no memory');
    expect(await queue.run('open', async () => 'made')).toBe('made');
  });
});
