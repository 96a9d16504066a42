import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/server/base/observability/logger.ts';
import {
  createYtDlpEngine,
  type YtDlpEngine,
  type YtDlpEngineOptions,
} from '../../src/server/engines/yt-dlp/yt-dlp-engine.ts';
import type { ConnectProxy } from '../../src/server/outbound/connect-proxy.ts';
import { SERVER_PLATFORMS } from '../../src/server/platforms/server-platforms.ts';
import { PLATFORM_IDS } from '../../src/shared/platforms/platforms.ts';
import {
  createFakeYtDlp,
  type FakeBehaviour,
  type FakeYtDlp,
  isRunning,
  waitForRelease,
} from '../mock-platforms/yt-dlp-program.ts';
import { linkTo } from '../platforms/link-to.ts';
import { neverAborted } from './fake-outbound-client.ts';
import { REEL, reel, VIDEO } from './yt-dlp-answers.ts';

const run = promisify(execFile);
const PROXY = 'http://run:secret@127.0.0.1:9';
const IDS = ['DOwnYtRun01', 'DOwnYtRun02', 'DOwnYtRun03', 'DOwnYtRun04', 'DOwnYtRun05'] as const;
const TIMED_OUT = {
  ok: false,
  code: 'failed',
  terminal: false,
  reason: 'upstream_timeout',
  cause: 'run_timeout',
};
const CUT = {
  ok: false,
  code: 'failed',
  terminal: false,
  reason: 'page_unreadable',
  cause: 'output_too_large',
};

let program: FakeYtDlp;
let engine: YtDlpEngine | null = null;
/** Number of runs that hold a proxy admission now. */
let admitted = 0;

beforeEach(async () => {
  program = await createFakeYtDlp();
  admitted = 0;
});
afterEach(async () => {
  await engine?.close();
  engine = null;
  program.remove();
});

const proxy: ConnectProxy = {
  openSession: () => {
    admitted += 1;
    const end = (): void => {
      admitted -= 1;
    };
    return Promise.resolve({ url: PROXY, end });
  },
  close: () => Promise.resolve(),
};

const engineFor = (options: Partial<YtDlpEngineOptions> = {}): YtDlpEngine => {
  engine = createYtDlpEngine({
    program: () => program.program,
    searchPath: program.searchPath,
    proxy,
    log: createLogger('silent'),
    now: () => Date.UTC(2026, 8, 1),
    ...options,
  });
  return engine;
};

/** Extracts a post with a new engine; the fake program behaves as given. */
const ask = (played: FakeBehaviour, options: Partial<YtDlpEngineOptions> = {}, signal = neverAborted) => {
  program.setBehaviour(REEL, played);
  return engineFor(options).extract(linkTo('instagram', REEL), signal);
};

const SLEEPS_WITH_A_CHILD =
  'pwd > "$folder/cwd"; sleep 600 & echo $! > "$folder/child.pid"; echo > "$folder/began"; wait';
const pidIn = (file: string): number => Number(program.written(file));
const begun = (file = 'began') => expect.poll(() => program.written(file)).not.toBe('');
/** The program and its child; the child's zombie is reaped by whichever process inherits it. */
const bothGone = () =>
  expect.poll(() => [isRunning(pidIn(`${REEL}.pid`)), isRunning(pidIn('child.pid'))]).toEqual([false, false]);
/** The folder of the run is removed before the run resolves. */
const expectNoHome = () => {
  const home = program.written('cwd').trim();
  expect([home === '', existsSync(home)]).toEqual([false, false]);
};

const EXTRACTORS = PLATFORM_IDS.map((id) => SERVER_PLATFORMS[id].ytDlp.extractor).join(',');

describe('yt-dlp engine: the run', () => {
  it.each([
    ['instagram', REEL, `https://www.instagram.com/p/${REEL}/`],
    ['tiktok', VIDEO, `https://www.tiktok.com/@_/video/${VIDEO}`],
  ] as const)('passes exactly the expected arguments for a post of %s', async (platform, id, address) => {
    await engineFor().extract(linkTo(platform, id, { url: 'https://elsewhere.example/' }), neverAborted);
    expect(program.argumentsOf(id).join(' ')).toBe(
      '--ignore-config --no-update --no-cache-dir --no-plugin-dirs --no-playlist --dump-single-json ' +
        '--no-progress --color never --socket-timeout 10 --retries 1 --extractor-retries 1 ' +
        `--ignore-no-formats-error --use-extractors ${EXTRACTORS} -- ${address}`,
    );
    expect(admitted).toBe(0);
  });

  it.skipIf(process.platform !== 'linux')(
    'passes the proxy without showing the credential in the process list',
    async () => {
      await ask({
        script: 'tr "\\0" " " < "/proc/$$/cmdline" > "$folder/listed"; export -p > "$folder/env"',
      });
      expect(program.written('listed')).toContain(REEL);
      expect(program.written('listed')).not.toContain('secret');
      const variables = [...program.written('env').matchAll(/(\w+_proxy)=["']?([^"'\n]+)/g)];
      expect(variables.map(([, name, value]) => [name, value]).toSorted()).toEqual([
        ['all_proxy', PROXY],
        ['http_proxy', PROXY],
        ['https_proxy', PROXY],
      ]);
    },
  );

  it("runs in an empty folder of its own, without the server's environment variables", async () => {
    process.env['SAVELET_TEST_KEY'] = 'a key of ours';
    try {
      await ask({
        script:
          'export -p > "$folder/env"; pwd > "$folder/cwd"; ls -A "$HOME" > "$folder/home"; : > "$HOME/left"',
      });
    } finally {
      delete process.env['SAVELET_TEST_KEY'];
    }
    const names = [...program.written('env').matchAll(/^(?:export|declare -x) (\w+)=/gm)].map(
      ([, name]) => name,
    );
    const ours = [
      ...['HOME', 'LANG', 'PATH', 'PYTHONUTF8', 'TMPDIR', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME'],
      ...['all_proxy', 'http_proxy', 'https_proxy'],
    ];
    expect(names.filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name ?? '')).toSorted()).toEqual(
      ours,
    );
    const home = program.written('cwd').trim();
    expect(program.written('env')).toMatch(new RegExp(`HOME=["']?${home}`));
    expect(program.written('home')).toBe('');
    expect(existsSync(home)).toBe(false);
  });

  it('supports single posts, but neither TikTok pictures nor posts that need an account', () => {
    const { supports } = engineFor();
    const kinds = (['post', 'reel', 'tv', 'story', 'highlight', 'share'] as const).filter((kind) =>
      supports(linkTo('instagram', REEL, { kind })),
    );
    expect(kinds).toEqual(['post', 'reel', 'tv']);
    expect(supports(linkTo('tiktok', VIDEO))).toBe(true);
    expect(supports(linkTo('tiktok', VIDEO, { kind: 'photo' }))).toBe(false);
    expect(supports(linkTo('tiktok', 'ZM', { kind: 'share' }))).toBe(false);
    expect(supports(linkTo('sample', 'clip', { kind: 'sample' }))).toBe(false);
  });

  it('has a longer time limit than other engines', () => {
    expect(engineFor().runMs).toBe(27_500);
  });

  it('reports an internal error when the program was removed', async () => {
    const made = engineFor();
    program.remove();
    await expect(made.extract(linkTo('instagram', REEL), neverAborted)).rejects.toThrow(
      'could not be started',
    );
    expect(admitted).toBe(0);
  });

  it.skipIf(process.platform !== 'linux')(
    'reports an internal error, too, when the machine has no file handles left',
    async () => {
      const module = path.resolve(import.meta.dirname, '../../src/server/engines/yt-dlp/run-program.ts');
      const script = `
        import { openSync, closeSync, readdirSync } from 'node:fs';
        const { runProgram } = await import(${JSON.stringify(pathToFileURL(module).href)});
        const taken = [];
        try { for (;;) taken.push(openSync('/dev/null')); } catch {}
        closeSync(taken.pop());
        const call = { program: '/bin/true', args: [], searchPath: '', signal: AbortSignal.timeout(60_000) };
        const told = await runProgram(call).then(() => 'ran', ({ message }) => message);
        for (const one of taken) closeSync(one);
        console.log(told, readdirSync(process.env.TMPDIR));`;
      const home = mkdtempSync(path.join(os.tmpdir(), 'savelet-handles-'));
      const few = [
        '-c',
        'ulimit -n 64; exec "$0" "$@"',
        process.execPath,
        '--input-type=module',
        '-e',
        script,
      ];
      const { stdout } = await run('sh', few, { env: { ...process.env, TMPDIR: home } });
      rmSync(home, { recursive: true });
      expect(stdout).toBe('the program could not be started []\n');
    },
  );
});

describe('yt-dlp engine: the end of a run', () => {
  it('comes at the deadline, for child processes, too', async () => {
    const outcome = ask({ script: SLEEPS_WITH_A_CHILD }, { maxMs: 3_000 });
    await begun();
    expect(isRunning(pidIn('child.pid'))).toBe(true);
    expect(await outcome).toMatchObject(TIMED_OUT);
    expectNoHome();
    await bothGone();
    expect(admitted).toBe(0);
  });

  it('comes when no request waits any more, even if the program ignores signals', async () => {
    const leaving = new AbortController();
    const outcome = ask({ script: `trap '' TERM INT HUP; ${SLEEPS_WITH_A_CHILD}; wait` }, {}, leaving.signal);
    await begun();
    leaving.abort(new Error('no request waits'));
    await expect(outcome).rejects.toThrow('no request waits');
    expectNoHome();
    await bothGone();
    expect(admitted).toBe(0);
  });

  it('comes when the server closes', async () => {
    const outcome = ask({ script: SLEEPS_WITH_A_CHILD });
    await begun();
    await engine?.close();
    expectNoHome();
    expect(await outcome).toMatchObject(TIMED_OUT);
    await bothGone();
  });

  it('leaves no child process behind that the program forgot', async () => {
    const outcome = await ask({
      script: 'sleep 600 > /dev/null 2>&1 & echo $! > "$folder/child.pid"',
      output: reel(),
    });
    expect(outcome.ok).toBe(true);
    await bothGone();
  });

  it.skipIf(process.platform !== 'linux')(
    'does not wait for a process that has left the process group and holds its pipes',
    async () => {
      const outcome = await ask({
        script: `setsid sh -c 'echo $$ > "$0"; sleep 5' "$folder/child.pid" & while [ ! -s "$folder/child.pid" ]; do sleep 0.02; done`,
        output: reel(),
      });
      expect(outcome.ok).toBe(true);
      expect(isRunning(pidIn('child.pid'))).toBe(true);
      process.kill(pidIn('child.pid'), 'SIGKILL');
    },
  );

  it.each([
    ['output', ''],
    ['complaints', '>&2'],
  ])('comes when the program writes endlessly, as %s', async (_name, where) => {
    const flood = `pwd > "$folder/cwd"; while :; do printf '%8192s' x ${where}; done`;
    expect(await ask({ script: flood })).toMatchObject(CUT);
    expectNoHome();
    await expect.poll(() => isRunning(pidIn(`${REEL}.pid`))).toBe(false);
  });

  it('accepts an output just below the limit', async () => {
    const long = { ...reel(), description: 'x'.repeat(5 * 1024 * 1024 - 10_000) };
    expect(await ask({ output: long })).toMatchObject({ ok: true });
  });
});

describe('yt-dlp engine: concurrent runs', () => {
  it('have no queue of their own: a run that the chain admits starts at once', async () => {
    const outcomes = IDS.map((id) => {
      program.setBehaviour(id, {
        script: waitForRelease(`go-${id}`),
        stderr: 'ERROR: There is no video in this post',
      });
      return (engine ?? engineFor()).extract(linkTo('instagram', id), neverAborted);
    });
    await expect
      .poll(() =>
        program
          .log()
          .filter((line) => line.startsWith('begin'))
          .toSorted(),
      )
      .toEqual(IDS.map((id) => `begin ${id}`));
    for (const id of IDS) program.release(`go-${id}`);
    expect(new Set((await Promise.all(outcomes)).map(({ ok }) => ok))).toEqual(new Set([false]));
  });
});
