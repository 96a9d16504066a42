import { ChildProcess } from 'node:child_process';
import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LineOutput } from '../observability/line-output.ts';
import { createForker } from './cluster-workers.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const OUTPUT: LineOutput = { write: () => undefined, flush: async () => undefined };

describe('a worker whose process the system does not start', () => {
  it('is reported once with the code of the error, and leaves nothing in node:cluster', async () => {
    const fork = createForker(OUTPUT);
    // The system refuses to start a process in a folder that does not exist.
    cluster.setupPrimary({ cwd: join(tmpdir(), 'savelet-no-such-folder') });
    const onExit = vi.fn<(...given: readonly unknown[]) => void>();
    const started = fork();
    started.onExit(onExit);
    await vi.waitFor(() => expect(onExit).toHaveBeenCalledExactlyOnceWith(null, null, 'ENOENT'));
    started.send([]);
    started.kill();
    await pause(50);
    expect(onExit).toHaveBeenCalledTimes(1);
    expect(Object.keys(cluster.workers ?? {})).toEqual([]);
  });

  it('is reported when it has neither channel nor output', async () => {
    // Node creates neither after EMFILE and ENFILE.
    const child = new ChildProcess();
    const worker = Object.assign(new EventEmitter(), { id: 7, process: child, isConnected: () => false });
    vi.spyOn(cluster, 'fork').mockReturnValue(worker as unknown as Worker);
    const onExit = vi.fn<(...given: readonly unknown[]) => void>();
    createForker(OUTPUT)().onExit(onExit);
    worker.emit('error', Object.assign(new Error('spawn /opt/node EMFILE'), { code: 'EMFILE' }));
    expect(onExit).toHaveBeenCalledExactlyOnceWith(null, null, 'EMFILE');
  });
});
