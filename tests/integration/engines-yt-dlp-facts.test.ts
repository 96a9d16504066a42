import { chmodSync, renameSync, utimesSync } from 'node:fs';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createYtDlpEngine, type YtDlpEngine } from '../../src/server/engines/yt-dlp/yt-dlp-engine.ts';
import {
  createFakeYtDlp,
  type FakeBehaviour,
  type FakeYtDlp,
  isRunning,
} from '../mock-platforms/yt-dlp-program.ts';
import { linkTo } from '../platforms/link-to.ts';
import { neverAborted } from './fake-outbound-client.ts';
import { REEL, reel } from './yt-dlp-answers.ts';

const AUTUMN = Date.UTC(2026, 8, 1);
const WINTER = Date.UTC(2026, 11, 24);
const UNAVAILABLE = `[info] Available impersonate targets
Client    OS   Source
--------------------------------------------
Chrome    -    curl_cffi (unavailable)
Safari    -    curl_cffi (unavailable)
`;
const WARNING =
  'WARNING: [TikTok] The extractor is attempting impersonation, but no impersonate target is available; if you encounter errors, then see elsewhere\n';

let program: FakeYtDlp;
let engine: YtDlpEngine;
let lines: string[];

beforeEach(async () => {
  program = await createFakeYtDlp();
  lines = [];
});
afterEach(async () => {
  await engine.close();
  program.remove();
});

let clock = AUTUMN;
const start = (now = AUTUMN, lookMs?: number): YtDlpEngine => {
  clock = now;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  engine = createYtDlpEngine({
    program: () => program.program,
    searchPath: program.searchPath,
    proxy: {
      openSession: () => Promise.resolve({ url: 'http://run:secret@127.0.0.1:9', end: () => undefined }),
      close: () => Promise.resolve(),
    },
    log: pino({ level: 'trace' }, sink),
    now: () => clock,
    ...(lookMs === undefined ? {} : { checkTimeoutMs: lookMs }),
  });
  return engine;
};
const ask = (played: FakeBehaviour) => {
  program.setBehaviour(REEL, played);
  return engine.extract(linkTo('instagram', REEL), neverAborted);
};
const known = (version: string | null, warning: string | null) =>
  expect.poll(() => engine.facts()).toEqual({ version, warning });

describe('yt-dlp engine: what the panel shows of the program', () => {
  it('knows nothing at first, then the version', async () => {
    expect(start().facts()).toEqual({ version: null, warning: null });
    await known('2026.08.19', null);
    expect(lines).toEqual([]);
  });

  it.each([
    ['a nightly build', '2026.08.25.232345', AUTUMN, null],
    ['a build of three months ago', '2026.08.19', WINTER, 'too_old'],
    ['one from before these options', '2023.03.04', AUTUMN, 'too_old'],
  ])('warns of %s', async (_name, version, now, warning) => {
    program.setBehaviour('version', { output: `${version}\n` });
    start(now);
    await known(version, warning);
  });

  it('warns of missing impersonation, and logs it once', async () => {
    program.setBehaviour('list-impersonate-targets', { output: UNAVAILABLE });
    start();
    await known('2026.08.19', 'impersonation_missing');
    await ask({ output: reel(), stderr: WARNING });
    expect(lines.filter((line) => line.includes('curl_cffi'))).toHaveLength(1);
  });

  it('detects missing impersonation during a run, too', async () => {
    program.setBehaviour('list-impersonate-targets', { output: 'something else', code: 1 });
    start();
    await known('2026.08.19', null);
    await ask({ stderr: WARNING, output: reel() });
    expect(engine.facts()).toEqual({ version: '2026.08.19', warning: 'impersonation_missing' });
  });

  it('warns of a program that does not support the required options', async () => {
    start();
    await known('2026.08.19', null);
    const outcome = await ask({ stderr: 'yt-dlp: error: no such option: --use-extractors', code: 2 });
    expect(outcome).toMatchObject({ ok: false, code: 'failed', reason: 'page_unreadable' });
    expect(engine.facts()).toEqual({ version: '2026.08.19', warning: 'too_old' });
  });

  it('checks again after the file has been replaced', async () => {
    program.setBehaviour('version', { output: '2023.03.04\n' });
    start();
    await known('2023.03.04', 'too_old');
    program.setBehaviour('version', { output: '2026.08.19\n' });
    expect(engine.facts().version).toBe('2023.03.04');
    utimesSync(program.program, new Date(), new Date(Date.now() + 5_000));
    await known('2026.08.19', null);
  });

  it('shows nothing but a version, whatever the program prints', async () => {
    program.setBehaviour('version', { output: '<script>alert(1)</script>\n' });
    start();
    await expect.poll(() => program.written('list-impersonate-targets.args')).not.toBe('');
    await ask({ output: { ...reel(), _version: { version: 'v1; rm -rf' } } });
    expect(engine.facts()).toEqual({ version: null, warning: null });
  });

  it('reports a program that cannot run, and continues', async () => {
    program.remove();
    start();
    await expect.poll(() => lines.join('')).toContain('does not report its version');
    await known(null, 'does_not_run');
  });

  it.each([
    ['ends with an error', { stderr: "env: 'python3': No such file or directory\n", code: 127 }],
    ['is killed', { output: '2026.08.19\n', script: 'kill -9 $$' }],
  ])('reports that the program %s', async (_how, played) => {
    program.setBehaviour('version', played);
    start();
    await known(null, 'does_not_run');
    expect(lines).toHaveLength(1);
  });

  it('reports a program that hangs, and ends it', async () => {
    program.setBehaviour('version', { script: 'exec sleep 600' });
    start(AUTUMN, 700);
    await known(null, 'does_not_run');
    const pid = program.written('version.pid');
    // On a busy machine the program may not even have started.
    expect(pid !== '' && isRunning(Number(pid))).toBe(false);
  });

  it('reports a program that is no longer executable, and recovers once it is', async () => {
    start();
    await known('2026.08.19', null);
    chmodSync(program.program, 0o644);
    await known(null, 'does_not_run');
    chmodSync(program.program, 0o755);
    await ask({ output: reel() });
    expect(engine.facts()).toEqual({ version: '2026.08.19', warning: null });
  });

  it('detects during a run that the program was removed', async () => {
    start();
    await known('2026.08.19', null);
    program.remove();
    await expect(engine.extract(linkTo('instagram', REEL), neverAborted)).rejects.toThrow(
      'could not be started',
    );
    await expect.poll(() => lines.join('')).toContain('does not report its version');
    expect(engine.facts()).toEqual({ version: null, warning: 'does_not_run' });
  });

  it('requests the version with options that the oldest program supports', async () => {
    start();
    await known('2026.08.19', null);
    expect(program.argumentsOf('version')).toEqual(['--ignore-config', '--version']);
  });

  it('ends a version check when the server closes, and later ones, too', async () => {
    start();
    await known('2026.08.19', null);
    program.setBehaviour('version', { script: 'echo > "$folder/began"; exec sleep 600' });
    utimesSync(program.program, new Date(), new Date(Date.now() + 5_000));
    const begun = () => engine.facts() && program.written('began');
    await expect.poll(begun).not.toBe('');
    const pid = Number(program.written('version.pid'));
    expect(isRunning(pid)).toBe(true);
    await engine.close();
    expect(isRunning(pid)).toBe(false);
  });

  it('checks a failed program again after a minute, and logs it once', async () => {
    const file = program.program;
    renameSync(file, `${file}-away`);
    start();
    await expect.poll(() => lines.length).toBe(1);
    renameSync(`${file}-away`, file);
    engine.facts();
    expect(program.written('version.args')).toBe('');
    clock += 60_000;
    await known('2026.08.19', null);
    expect(lines).toHaveLength(1);
  });
});
