import { afterEach, describe, expect, it, vi } from 'vitest';
import { MESSAGE } from '../../../src/server/workers/worker-process.ts';
import { createFakeSite, type FakeSite } from './in-process-site.ts';

const created: FakeSite[] = [];
const create = (...given: Parameters<typeof createFakeSite>): FakeSite => {
  const fake = createFakeSite(...given);
  created.push(fake);
  return fake;
};
afterEach(() => {
  for (const { workers } of created.splice(0)) for (const worker of workers) worker.channel.close();
});

const ready = (fake: FakeSite, index: number): void =>
  fake.workers[index]?.channel.notify(MESSAGE.ready, `http://127.0.0.1:${index}`);
const untilStarted = (fake: FakeSite, count: number): Promise<void> =>
  vi.waitFor(() => expect(fake.workers).toHaveLength(count));

describe('the start of several workers', () => {
  it('starts the first alone, then the others together, and ends when all listen', async () => {
    const fake = create({ count: 3, onStart: () => undefined });
    let address: string | null = null;
    const started = fake.supervisor.start().then((given) => {
      address = given;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(fake.workers).toHaveLength(1);
    ready(fake, 0);
    await untilStarted(fake, 3);
    ready(fake, 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(address).toBeNull();
    ready(fake, 2);
    await started;
    expect(address).toBe('http://127.0.0.1:0');
  });

  it('fails with the reason of a worker that cannot start, and kills the others', async () => {
    const fake = create({
      count: 2,
      onStart(worker, index) {
        if (index === 0) worker.channel.notify(MESSAGE.ready, 'http://127.0.0.1:1');
        else {
          worker.channel.notify(MESSAGE.failed, 'PORT: another program already listens on port 80.');
          setTimeout(() => worker.end(1), 20);
        }
      },
    });
    await expect(fake.supervisor.start()).rejects.toThrow(
      'PORT: another program already listens on port 80.',
    );
    expect(fake.workers[0]?.isKilled()).toBe(true);
    expect(fake.crashLoops).toEqual([]);
  });
});

describe('a worker that ends', () => {
  it('is replaced under its number', async () => {
    const fake = create();
    await fake.supervisor.start();
    fake.workers[1]?.end(null, 'SIGKILL');
    await untilStarted(fake, 3);
    expect(await fake.workers[2]?.channel.ask(MESSAGE.welcome, null)).toMatchObject({ value: { number: 2 } });
  });

  it('ends the server when workers end again and again soon after their start', async () => {
    const fake = create({
      onStart(worker, index) {
        if (index < 2) worker.channel.notify(MESSAGE.ready, 'http://127.0.0.1:1');
        else {
          worker.channel.notify(MESSAGE.failed, 'the database is away');
          setTimeout(() => worker.end(1), 5);
        }
      },
    });
    await fake.supervisor.start();
    fake.workers[1]?.end(1);
    await vi.waitFor(() => expect(fake.crashLoops).toHaveLength(1));
    expect(fake.crashLoops[0]).toContain('the database is away');
    expect(fake.workers).toHaveLength(7);
  });

  it('does not count toward that end after a life of ten seconds', async () => {
    let at = 0;
    const fake = create({ now: () => at });
    await fake.supervisor.start();
    for (let ended = 0; ended < 10; ended += 1) {
      at += 10_000;
      const started = fake.workers.length;
      fake.workers.at(-1)?.end(1);
      await untilStarted(fake, started + 1);
    }
    expect(fake.crashLoops).toEqual([]);
  });
});

describe('a stop', () => {
  it('reaches every worker once, ends when all have ended, and replaces none', async () => {
    const fake = create();
    await fake.supervisor.start();
    let isStopped = false;
    const stopped = fake.supervisor.stop().then(() => {
      isStopped = true;
    });
    await vi.waitFor(() =>
      expect(fake.workers.every(({ notifications }) => notifications.length === 1)).toBe(true),
    );
    expect(fake.workers.map(({ notifications }) => notifications[0]?.[0])).toEqual([
      MESSAGE.stop,
      MESSAGE.stop,
    ]);
    fake.workers[0]?.end(0);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isStopped).toBe(false);
    fake.workers[1]?.end(1);
    await stopped;
    expect([fake.supervisor.exitCode(), fake.workers.length]).toEqual([1, 2]);
  });

  it('ends with 0 when each worker did', async () => {
    const fake = create();
    await fake.supervisor.start();
    const stopped = fake.supervisor.stop();
    for (const worker of fake.workers) worker.end(0);
    await stopped;
    expect(fake.supervisor.exitCode()).toBe(0);
  });
});

describe('messages between workers', () => {
  it('passes topics to the others, duties to the first, and questions for everyone to the others', async () => {
    const fake = create({ count: 3 });
    await fake.supervisor.start();
    const [first, second, third] = fake.workers;
    second?.channel.notify(MESSAGE.topic, ['settings', 3]);
    await vi.waitFor(() => expect([first, third].every((one) => one?.notifications.length === 1)).toBe(true));
    expect([first?.notifications[0], second?.notifications.length]).toEqual([
      [MESSAGE.topic, ['settings', 3]],
      0,
    ]);
    const duty = await second?.channel.ask(MESSAGE.duty, { name: 'reach check', payload: 1 });
    expect(duty?.value).toEqual({ value: { answered: 'reach check', payload: 1, by: 0 } });
    const all = await second?.channel.ask(MESSAGE.everyone, { name: 'flush', payload: null });
    expect(all?.value).toMatchObject([{ by: 0 }, { by: 2 }]);
  });
});
