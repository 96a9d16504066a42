import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../bench/server-process.ts';
import { MAIN, type RunningProcess, START_SCRIPT, startProcess } from './running-process.ts';

const running: RunningProcess[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.remove();
});

const startOn = async (args: readonly string[], port: number) => {
  const one = await startProcess(args, { PORT: String(port), LOG_LEVEL: 'trace' });
  running.push(one);
  return one;
};

const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
const ask = async (port: number, path = '/healthz'): Promise<number> => {
  const request = http.get({ port, path, agent, host: '127.0.0.1' });
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode ?? 0;
};

const untilServing = async (port: number): Promise<void> => {
  const end = performance.now() + 20_000;
  while ((await ask(port).catch(() => 0)) !== 200) {
    if (performance.now() > end) throw new Error('it does not serve');
    await sleep(50);
  }
};

/** Produces several log lines per request, more in total than an unread pipe can hold. */
const writeMuch = async (port: number): Promise<void> => {
  await Promise.all(Array.from({ length: 600 }, () => ask(port, '/api/nowhere')));
};

describe('a reader of standard output', () => {
  it.each([
    ['the server', MAIN],
    ['the start script', START_SCRIPT],
  ])('that has died before %s started stops nothing', async (_what, args) => {
    const port = await freePort();
    const one = await startOn(args, port);
    one.child.stdout?.destroy();
    await untilServing(port);
    await writeMuch(port);
    expect(await ask(port)).toBe(200);
    one.child.kill('SIGTERM');
    expect(await one.ended).toMatchObject({ code: 0, signal: null });
  });

  it('that dies while the server runs stops nothing', async () => {
    const port = await freePort();
    const one = await startOn(MAIN, port);
    await one.origin();
    one.child.stdout?.destroy();
    one.child.stderr?.destroy();
    await writeMuch(port);
    await sleep(100);
    expect(await ask(port)).toBe(200);
    one.child.kill('SIGTERM');
    expect(await one.ended).toMatchObject({ code: 0, signal: null });
  });

  it('that stops reading delays neither responses nor the shutdown', async () => {
    const port = await freePort();
    const one = await startOn(MAIN, port);
    await one.origin();
    one.child.stdout?.pause();
    await writeMuch(port);
    expect(await ask(port)).toBe(200);
    const stoppedAt = performance.now();
    one.child.kill('SIGTERM');
    const ended = await one.ended;
    expect(ended).toMatchObject({ code: 0, signal: null });
    expect(ended.at - stoppedAt).toBeLessThan(3_000);
  });
});
