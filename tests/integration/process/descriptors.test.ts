import { once } from 'node:events';
import net from 'node:net';
import process from 'node:process';
import { expect, it, onTestFinished, vi } from 'vitest';
import { MAIN, startProcess } from './running-process.ts';

/** A few more than an idle server uses. */
const LIMIT = '-n 80';
const CONNECTIONS = 100;
const LINE = 'no file descriptor is left';

it.runIf(process.platform === 'linux')(
  'used-up file descriptors are one line in the log, and the server works on once some are free',
  async () => {
    const one = await startProcess(MAIN, {}, { limit: LIMIT });
    onTestFinished(() => one.remove());
    const origin = await one.origin();
    const sockets = Array.from({ length: CONNECTIONS }, () => {
      const socket = net.connect(Number(new URL(origin).port), '127.0.0.1');
      return socket.on('error', () => undefined).resume();
    });
    await vi.waitFor(() => expect(one.output()).toContain(LINE), 10_000);
    expect(one.output()).toContain('"code":"EMFILE"');
    await Promise.all(
      sockets.map((socket) =>
        socket.destroyed ? null : Promise.all([once(socket, 'close'), socket.destroy()]),
      ),
    );
    await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200), 5_000);
    one.child.kill('SIGTERM');
    expect(await one.ended).toMatchObject({ code: 0 });
    expect(one.output().split(LINE)).toHaveLength(2);
  },
);
