import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { expect, it, onTestFinished, vi } from 'vitest';
import { MAIN, startProcess } from './running-process.ts';

/** Files may not grow beyond a few kilobytes, so that SQLite cannot make the files beside the database, as on a full disk. */
const NO_SPACE = '-S -f 16';

it.runIf(process.platform === 'linux')(
  'a start on a full disk serves visitors, saves nothing, and saves again once there is space',
  async () => {
    const data = mkdtempSync(path.join(os.tmpdir(), 'savelet-full-'));
    onTestFinished(() => rmSync(data, { recursive: true }));
    const start = async (options: { limit?: string }) => {
      const one = await startProcess(MAIN, { DATA_DIR: data, SETUP_CODE: 'a-code-of-this-test' }, options);
      onTestFinished(() => one.remove());
      return { ...one, address: await one.origin() };
    };
    const first = await start({});
    first.child.kill('SIGTERM');
    await first.ended;

    const full = await start({ limit: NO_SPACE });
    const get = async (url: string) => (await fetch(full.address + url)).json() as Promise<unknown>;
    const signUp = async (): Promise<unknown> => {
      const answer = await fetch(`${full.address}/api/auth/sign-up`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: full.address },
        body: JSON.stringify({
          name: 'Olga',
          email: 'olga@mail.example',
          password: 'correct horse battery',
          setupCode: 'a-code-of-this-test',
        }),
      });
      return answer.json();
    };
    expect(await get('/readyz')).toEqual({ status: 'ok', degraded: ['storage_full'] });
    expect((await fetch(full.address)).status).toBe(200);
    expect(await get('/api/site')).toMatchObject({ title: 'Savelet' });
    expect(await signUp()).toMatchObject({ status: 503, code: 'storage_full' });
    expect(full.output()).toContain('the disk is full: the database is only read until there is space');

    execFileSync('prlimit', ['--pid', String(full.child.pid), '--fsize=unlimited']);
    await vi.waitFor(async () => expect(await get('/readyz')).toEqual({ status: 'ok' }), 5_000);
    expect(await signUp()).toMatchObject({ account: { role: 'owner' } });
    full.child.kill('SIGTERM');
    expect(await full.ended).toMatchObject({ code: 0 });
  },
);
