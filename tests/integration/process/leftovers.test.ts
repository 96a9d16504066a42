import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createFakeYtDlp, type FakeYtDlp, isRunning } from '../../mock-platforms/yt-dlp-program.ts';
import { until } from '../loopback-upstream.ts';
import { MAIN, type RunningProcess, startProcess } from './running-process.ts';

const MINUTES_20_S = 20 * 60;

let temporary = '';
let program: FakeYtDlp;
const running: RunningProcess[] = [];

beforeAll(async () => {
  temporary = mkdtempSync(path.join(os.tmpdir(), 'savelet-leftovers-'));
  program = await createFakeYtDlp();
  // The version check is a run like any other. Its child does not die of a signal to the parent.
  program.setBehaviour('version', {
    script: 'sleep 300 & printf "%s" "$!" > "$folder/child"; while :; do wait; done',
  });
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.remove();
  for (const name of readdirSync(temporary)) rmSync(path.join(temporary, name), { recursive: true });
});
afterAll(() => {
  rmSync(temporary, { recursive: true, force: true });
  program?.remove();
});

const start = async () => {
  const one = await startProcess(MAIN, {
    ENGINES: 'yt-dlp,sample',
    YTDLP_PATH: program.program,
    PATH: program.searchPath,
    TMPDIR: temporary,
  });
  running.push(one);
  await one.origin();
  return one;
};

const untilProgramRuns = async (): Promise<readonly number[]> => {
  await until(() => program.written('child') !== '' && program.written('version.pid') !== '', 10_000);
  return [Number(program.written('version.pid')), Number(program.written('child'))];
};

describe.runIf(process.platform === 'linux')('what a killed server has left behind', () => {
  it('is ended and removed by the next start, but nothing of a running server is', async () => {
    const first = await start();
    const left = await untilProgramRuns();
    const [folder = ''] = readdirSync(temporary);
    first.child.kill('SIGKILL');
    await first.ended;
    expect(left.every(isRunning)).toBe(true);
    for (const file of ['child', 'version.pid']) rmSync(path.join(path.dirname(program.program), file));

    const second = await start();
    await until(() => !left.some(isRunning) && !existsSync(path.join(temporary, folder)), 10_000);
    const own = await untilProgramRuns();
    const [ownFolder = ''] = readdirSync(temporary);

    await start();
    await until(() => readdirSync(temporary).length === 2, 10_000);
    expect([existsSync(path.join(temporary, ownFolder)), own.every(isRunning)]).toEqual([true, true]);
    expect(second.output()).toContain('removed the leftover programs');
    expect(second.output()).not.toContain(temporary);
  });

  it('does not exist after a stop, however sudden', async () => {
    const one = await start();
    const programs = await untilProgramRuns();
    one.child.kill('SIGTERM');
    await one.ended;
    expect(programs.some(isRunning)).toBe(false);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it("excludes links, other users' processes, and recent folders of another container", async () => {
    const kept = path.join(temporary, 'kept');
    mkdirSync(kept);
    symlinkSync(kept, path.join(temporary, 'savelet-program-link'));
    const young = path.join(temporary, 'savelet-program-0123456789ab-1-1-abcdef');
    const old = path.join(temporary, 'savelet-program-0123456789ab-1-1-ghijkl');
    for (const folder of [young, old]) mkdirSync(folder);
    const then = Date.now() / 1_000 - MINUTES_20_S;
    utimesSync(old, then, then);
    const bystander = spawn('sleep', ['300'], { cwd: kept, stdio: 'ignore' });
    await start();
    await until(() => !existsSync(old), 10_000);
    expect([existsSync(kept), existsSync(young), isRunning(bystander.pid ?? 0)]).toEqual([true, true, true]);
    bystander.kill('SIGKILL');
  });
});
