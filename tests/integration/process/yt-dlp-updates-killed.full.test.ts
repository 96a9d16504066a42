import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type YtDlpUpdates, ytDlpUpdatesSchema } from '../../../src/shared/contract/yt-dlp-updates.ts';
import {
  type MockRelease,
  type MockReleases,
  startMockReleases,
} from '../../mock-platforms/mock-releases.ts';
import { createShellTools, type ShellTools } from '../../mock-platforms/shell-tools.ts';
import { createFakeYtDlp, type FakeYtDlp } from '../../mock-platforms/yt-dlp-program.ts';
import { MAIN, type RunningProcess, startProcess } from './running-process.ts';

const YT_DLP = '/api/admin/engines/yt-dlp';
const OLD = '2026.08.19';
const NEW = '2026.09.02';
const SETUP_CODE = 'a setup code for tests';
const ACCOUNT = { name: 'Mara', email: 'mara@mail.example', password: 'blue kettle 42' };
/** Posts that the check reads while the owner has chosen none. */
const CHECK_POSTS = ['aye83DjauH', 'Chunk8-jurw', '6748451240264420610'];
const GONE = { output: 'null', stderr: 'ERROR: [x] x: HTTP Error 429: Too Many Requests', code: 1 };

let folder: string;
let releases: MockReleases;
let tools: ShellTools;
const programs: FakeYtDlp[] = [];
const running: RunningProcess[] = [];

beforeAll(async () => {
  releases = await startMockReleases();
  tools = createShellTools();
});
afterAll(async () => {
  tools.remove();
  await releases.close();
});
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'savelet-killed-'));
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.remove();
  for (const program of programs.splice(0)) program.remove();
  releases.clear();
  rmSync(folder, { recursive: true, force: true });
});

const publish = async (version: string, more: Partial<MockRelease> = {}, script?: string): Promise<void> => {
  const program = await createFakeYtDlp();
  programs.push(program);
  program.setBehaviour('version', { output: `${version}\n` });
  for (const id of CHECK_POSTS)
    program.setBehaviour(id, { ...GONE, ...(script === undefined ? {} : { script }) });
  releases.publish({ version, program: program.text, ...more });
};

const dataDir = (): string => path.join(folder, 'data');

/** Starts the server and signs the owner in. */
const start = async () => {
  const one = await startProcess(MAIN, {
    ENGINES: 'yt-dlp,sample',
    PATH: tools.folder,
    DATA_DIR: dataDir(),
    SETUP_CODE,
    UPSTREAM_ROUTES: releases.routes,
  });
  running.push(one);
  const origin = await one.origin();
  const post = (call: string, body: object, cookie = '') =>
    fetch(origin + call, {
      method: 'POST',
      headers: { origin, cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const isNew = running.length === 1;
  const signed = await post(
    isNew ? '/api/auth/sign-up' : '/api/auth/sign-in',
    isNew ? { ...ACCOUNT, setupCode: SETUP_CODE } : { email: ACCOUNT.email, password: ACCOUNT.password },
  );
  const cookie = signed.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const state = async (): Promise<YtDlpUpdates> => {
    const answer = await fetch(origin + YT_DLP, { headers: { cookie } });
    return ytDlpUpdatesSchema.parse(await answer.json());
  };
  return {
    state,
    output: one.output,
    install: async () => {
      expect((await post(`${YT_DLP}/install`, { channel: 'stable' }, cookie)).status).toBe(202);
    },
    ended: () => expect.poll(async () => (await state()).running, { timeout: 15_000 }).toBeNull(),
    step: (step: string) =>
      expect.poll(async () => (await state()).running?.step, { timeout: 15_000, interval: 20 }).toBe(step),
    kill: async () => {
      one.child.kill('SIGKILL');
      await one.ended;
    },
  };
};

describe.runIf(process.platform === 'linux')('a server that is killed while it installs yt-dlp', () => {
  it.each([
    [
      'downloads',
      'downloading',
      { serve: (response) => void response.writeHead(200, { 'content-length': 90_000 }).write('half') },
      undefined,
    ],
    ['tries', 'trying', {}, 'exec sleep 600'],
  ] as const satisfies readonly (readonly [string, string, Partial<MockRelease>, string | undefined])[])(
    'and %s keeps the old program, and installs the new one after the start',
    async (_what, step, release, script) => {
      await publish(OLD);
      const first = await start();
      await first.install();
      await first.ended();
      expect((await first.state()).current).toMatchObject({ version: OLD });
      await publish(NEW, release, script);
      await first.install();
      await first.step(step);
      await first.kill();
      const place = path.join(dataDir(), 'yt-dlp');
      expect(readdirSync(path.join(place, 'versions'))).toContain('candidate');

      const second = await start();
      expect(await second.state()).toMatchObject({
        current: { version: OLD },
        previous: null,
        running: null,
        last: { finding: 'interrupted' },
      });
      await expect.poll(async () => (await second.state()).version, { timeout: 10_000 }).toBe(OLD);
      expect(readdirSync(path.join(place, 'versions'))).toEqual([`${OLD}-stable`]);
      releases.clear();
      await publish(NEW);
      await second.install();
      await second.ended();
      expect(await second.state()).toMatchObject({ current: { version: NEW }, previous: { version: OLD } });
      expect(JSON.parse(readFileSync(path.join(place, 'state.json'), 'utf8'))).toMatchObject({
        current: { version: NEW },
      });
      expect(second.output()).not.toContain('github');
    },
  );
});
