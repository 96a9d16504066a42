import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { StartError } from '../config/start-error.ts';
import { createLogger } from '../observability/logger.ts';
import type { Message } from './channel.ts';
import { createSupervisor } from './supervisor.ts';
import { createUnstartedProcess, MESSAGE, type WorkerProcess } from './worker-process.ts';

const BACK_OFF_MS = 100;
const LONGEST_BACK_OFF_MS = 3_200;

interface FakeProcess {
  notify(name: string, payload: unknown): void;
  end(code: number | null, signal?: string): void;
  isKilled(): boolean;
}

const systemError = (code: string): Error =>
  Object.assign(new Error(`spawn /opt/node/bin/node ${code}`), { code, path: '/opt/node/bin/node' });

/**
 * Creates a supervisor whose processes are objects of the test. `failing` decides for each fork, by its index, whether it throws, fails
 * later, or fails when the test calls `fail`.
 */
const createFake = ({
  count = 2,
  failing = () => null,
}: {
  count?: number;
  failing?: (index: number) => 'throws' | 'later' | 'on call' | null;
} = {}) => {
  vi.useFakeTimers();
  const processes: FakeProcess[] = [];
  const onCrashLoop = vi.fn<(reason: string) => void>();
  const output = new PassThrough({ encoding: 'utf8' });
  let forks = 0;
  let fail = (): void => undefined;
  const fork = (): WorkerProcess => {
    forks += 1;
    const failure = failing(forks - 1);
    if (failure === 'throws') throw systemError('ENOMEM');
    if (failure === 'later')
      return createUnstartedProcess((listener) => queueMicrotask(() => listener(systemError('EAGAIN'))));
    if (failure === 'on call')
      return createUnstartedProcess((listener) => {
        fail = () => listener(systemError('EAGAIN'));
      });
    let receive: (messages: readonly Message[]) => void = () => undefined;
    let onExit: (code: number | null, signal: string | null) => void = () => undefined;
    let isKilled = false;
    processes.push({
      notify: (name, payload) => receive([['notify', name, payload]]),
      end: (code, signal) => onExit(code, signal ?? null),
      isKilled: () => isKilled,
    });
    return {
      pid: processes.length,
      send: () => undefined,
      onMessages(listener) {
        receive = listener;
      },
      onExit(listener) {
        onExit = listener;
      },
      kill() {
        isKilled = true;
      },
    };
  };
  const supervisor = createSupervisor({
    count,
    fork,
    answer: () => null,
    log: createLogger('info', output),
    onCrashLoop,
    now: () => Date.now(),
  });
  const listen = async (index: number): Promise<void> => {
    processes[index]?.notify(MESSAGE.ready, `http://127.0.0.1:${index}`);
    await vi.advanceTimersByTimeAsync(0);
  };
  const lines = (): readonly Record<string, unknown>[] =>
    String(output.read() ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { supervisor, processes, onCrashLoop, listen, lines, forks: () => forks, fail: () => fail() };
};

/** Starts a server whose workers all listen. */
const createStarted = async (given: Parameters<typeof createFake>[0] = {}) => {
  const fake = createFake(given);
  const started = fake.supervisor.start();
  for (let index = 0; index < (given.count ?? 2); index += 1) await fake.listen(index);
  await started;
  return fake;
};

/** Returns a promise's outcome as soon as it is settled. */
const follow = (promise: Promise<string>) => {
  const followed: { address?: string; error?: unknown } = {};
  promise.then(
    (address) => {
      followed.address = address;
    },
    (error: unknown) => {
      followed.error = error;
    },
  );
  return followed;
};

afterEach(() => {
  vi.useRealTimers();
});

describe('a worker that ends while others start', () => {
  it('is replaced after a back-off and logged if it listened; the start waits for its replacement', async () => {
    const { supervisor, processes, listen, lines } = createFake({ count: 3 });
    const started = follow(supervisor.start());
    await listen(0);
    await listen(1);
    processes[0]?.end(null, 'SIGKILL');
    expect(lines()).toMatchObject([{ worker: 1, signal: 'SIGKILL', waitMs: BACK_OFF_MS }]);
    await listen(2);
    expect(processes).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(BACK_OFF_MS);
    expect(processes).toHaveLength(4);
    expect(started).toEqual({});
    await listen(3);
    expect(started).toEqual({ address: 'http://127.0.0.1:0' });
  });

  it('fails the start with its reason if it did not listen, and leaves no replacement to come', async () => {
    const { supervisor, processes, listen, onCrashLoop } = createFake({ count: 3 });
    const started = follow(supervisor.start());
    await listen(0);
    await listen(1);
    processes[1]?.end(1);
    processes[2]?.notify(MESSAGE.failed, 'the database is away');
    processes[2]?.end(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(started).toEqual({ error: new StartError('the database is away') });
    expect(processes[0]?.isKilled()).toBe(true);
    expect(processes).toHaveLength(3);
    expect(onCrashLoop).not.toHaveBeenCalled();
  });

  it('fails the start when its replacements end again and again', async () => {
    const { supervisor, processes, listen, onCrashLoop } = createFake({ count: 3 });
    const started = follow(supervisor.start());
    await listen(0);
    await listen(1);
    processes[1]?.end(1);
    for (let index = 3; index < 8; index += 1) {
      await vi.advanceTimersByTimeAsync(10_000 - 1);
      processes[index]?.notify(MESSAGE.failed, 'the database is away');
      processes[index]?.end(1);
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(started.error).toBeInstanceOf(StartError);
    expect(String(started.error)).toContain('the database is away');
    expect(onCrashLoop).not.toHaveBeenCalled();
  });
});

describe.each([
  ['throws', 'ENOMEM'],
  ['later', 'EAGAIN'],
] as const)('a process that the system does not start (%s)', (way, code) => {
  it('fails the start with the code of the error', async () => {
    const { supervisor, processes, listen } = createFake({ failing: (index) => (index === 1 ? way : null) });
    const started = follow(supervisor.start());
    await listen(0);
    expect(started.error).toBeInstanceOf(StartError);
    expect(String(started.error)).toContain(`(${code})`);
    expect(String(started.error)).not.toContain('/opt');
    expect(processes[0]?.isKilled()).toBe(true);
  });

  it('fails the start also when it would replace a worker that listened', async () => {
    const { supervisor, processes, listen, forks } = createFake({
      count: 3,
      failing: (index) => (index === 3 ? way : null),
    });
    const started = follow(supervisor.start());
    await listen(0);
    await listen(1);
    processes[1]?.end(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(started.error).toBeInstanceOf(StartError);
    expect(String(started.error)).toContain(`(${code})`);
    expect(forks()).toBe(4);
  });

  it('is tried again at the longest back-off, without end, while another worker runs', async () => {
    let isRefusing = true;
    const fake = await createStarted({ failing: (index) => (isRefusing && index >= 2 ? way : null) });
    const { processes, onCrashLoop, lines, forks } = fake;
    processes[1]?.end(null, 'SIGKILL');
    lines();
    await vi.advanceTimersByTimeAsync(BACK_OFF_MS);
    const first = JSON.stringify(lines());
    expect(JSON.parse(first)).toMatchObject([
      { worker: 2, startError: code, waitMs: LONGEST_BACK_OFF_MS, msg: expect.stringContaining('started') },
    ]);
    expect(first).not.toContain('/opt');
    await vi.advanceTimersByTimeAsync(20 * LONGEST_BACK_OFF_MS);
    expect(forks()).toBe(2 + 21);
    isRefusing = false;
    await vi.advanceTimersByTimeAsync(LONGEST_BACK_OFF_MS);
    expect(processes).toHaveLength(3);
    expect(onCrashLoop).not.toHaveBeenCalled();
  });

  it('counts toward a crash loop when no worker runs', async () => {
    const fake = await createStarted({ failing: (index) => (index >= 2 ? way : null) });
    for (const one of fake.processes) one.end(null, 'SIGKILL');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fake.onCrashLoop).toHaveBeenCalled();
    expect(fake.onCrashLoop.mock.calls[0]?.[0]).toContain(`(${code})`);
  });

  it('is not waited for by a stop', async () => {
    const { supervisor, processes } = await createStarted({ failing: (index) => (index >= 2 ? way : null) });
    processes[1]?.end(null, 'SIGKILL');
    await vi.advanceTimersByTimeAsync(BACK_OFF_MS);
    const stopped = supervisor.stop();
    processes[0]?.end(0);
    await stopped;
  });
});

it('does not count a process that the system did not start in the exit code of a stop', async () => {
  const fake = await createStarted({ failing: (index) => (index >= 2 ? 'on call' : null) });
  fake.processes[1]?.end(null, 'SIGKILL');
  await vi.advanceTimersByTimeAsync(BACK_OFF_MS);
  const stopped = fake.supervisor.stop();
  fake.processes[0]?.end(0);
  fake.fail();
  await stopped;
  expect([fake.supervisor.exitCode(), fake.forks()]).toEqual([0, 3]);
});
