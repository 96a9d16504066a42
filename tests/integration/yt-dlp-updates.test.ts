import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { activityPageSchema } from '../../src/shared/contract/admin-settings.ts';
import { adminEnginesSchema } from '../../src/shared/contract/engines.ts';
import { type YtDlpUpdates, ytDlpUpdatesSchema } from '../../src/shared/contract/yt-dlp-updates.ts';
import {
  FOREIGN_HOST,
  type MockRelease,
  type MockReleases,
  startMockReleases,
  sumsOf,
} from '../mock-platforms/mock-releases.ts';
import { createShellTools, type ShellTools } from '../mock-platforms/shell-tools.ts';
import {
  createFakeYtDlp,
  type FakeBehaviour,
  type FakeYtDlp,
  waitForRelease,
} from '../mock-platforms/yt-dlp-program.ts';
import { type AccountBrowser, openOwner } from './account-browser.ts';
import { createTestApp, type TestApp } from './test-app.ts';
import { REEL, reel, tiktok, tiktokFormat, VIDEO } from './yt-dlp-answers.ts';

const ENGINES = '/api/admin/engines';
const YT_DLP = `${ENGINES}/yt-dlp`;
const OLD = '2026.08.19';
const NEW = '2026.09.02';
const REEL_LINK = `https://www.instagram.com/reel/${REEL}/`;
const VIDEO_LINK = `https://www.tiktok.com/@heron.marsh/video/${VIDEO}`;
const REFUSED = {
  output: 'null',
  stderr: 'ERROR: [Instagram] x: HTTP Error 429: Too Many Requests\n',
  code: 1,
};

let tools: ShellTools;
let releases: MockReleases;
let test: TestApp;
let owner: AccountBrowser;
const programs: FakeYtDlp[] = [];

beforeAll(async () => {
  releases = await startMockReleases();
  tools = createShellTools();
});
afterAll(async () => {
  tools.remove();
  await releases.close();
});
beforeEach(() => releases.clear());
afterEach(async () => {
  await test.app.close();
  for (const program of programs.splice(0)) program.remove();
});

/** Creates a program of a version; it reads both posts of the owner unless told otherwise. */
const programOf = async (
  version: string,
  posts: { readonly reel?: FakeBehaviour; readonly video?: FakeBehaviour } = {},
): Promise<FakeYtDlp> => {
  const program = await createFakeYtDlp();
  programs.push(program);
  program.setBehaviour('version', { output: `${version}\n` });
  program.setBehaviour(REEL, posts.reel ?? { output: reel() });
  program.setBehaviour(VIDEO, posts.video ?? { output: tiktok([tiktokFormat('h264')]) });
  return program;
};

/** Publishes a program as the newest release of its version. */
const publish = async (
  version: string,
  posts: Parameters<typeof programOf>[1] = {},
  release: Partial<MockRelease> = {},
): Promise<FakeYtDlp> => {
  const program = await programOf(version, posts);
  releases.publish({ version, program: program.text, ...release });
  return program;
};

/** Starts the app with an owner who has chosen two posts. */
const start = async (environment: Record<string, string> = {}): Promise<void> => {
  test = await createTestApp({
    PATH: tools.folder,
    ENGINES: 'yt-dlp',
    UPSTREAM_ROUTES: releases.routes,
    ...environment,
  });
  owner = await openOwner(test, 'Mara');
  const { revision } = adminEnginesSchema.parse((await owner.call('GET', ENGINES)).body).settings;
  const canaries = { instagram: [REEL_LINK], tiktok: [VIDEO_LINK] };
  const saved = await owner.call('PATCH', ENGINES, { revision, change: { canaries } });
  expect(saved.status).toBe(200);
};

const state = async (): Promise<YtDlpUpdates> =>
  ytDlpUpdatesSchema.parse((await owner.call('GET', YT_DLP)).body);
const ended = async (): Promise<YtDlpUpdates> => {
  await expect.poll(async () => (await state()).running, { timeout: 20_000, interval: 20 }).toBeNull();
  return state();
};
const install = async (channel = 'stable'): Promise<YtDlpUpdates> => {
  const answer = await owner.call('POST', `${YT_DLP}/install`, { channel });
  expect([answer.status, answer.body['running']]).toMatchObject([202, { step: 'looking' }]);
  return ended();
};
const rollBack = async (): Promise<YtDlpUpdates> => {
  expect((await owner.call('POST', `${YT_DLP}/rollback`)).status).toBe(202);
  return ended();
};

const folder = (): string => path.join(test.config.dataDir, 'yt-dlp');
const versions = (): string[] => readdirSync(path.join(folder(), 'versions')).toSorted();
/** Returns what is in the folder besides the state and the installed versions. */
const leftovers = (): string[] =>
  readdirSync(folder()).filter((name) => name !== 'state.json' && name !== 'versions');
const engineFacts = async () =>
  adminEnginesSchema
    .parse((await owner.call('GET', ENGINES)).body)
    .engines.find(({ name }) => name === 'yt-dlp');
/** Reads a post as the panel's form does. Returns which of the programs was run. */
const runBy = async (...all: readonly FakeYtDlp[]): Promise<readonly boolean[]> => {
  const before = all.map((program) => program.log().length);
  await owner.call('POST', `${ENGINES}/try`, { url: REEL_LINK, type: 'video', engine: 'yt-dlp' });
  return all.map((program, index) => program.log().length > (before[index] ?? 0));
};
const activity = async () =>
  activityPageSchema
    .parse((await owner.call('GET', '/api/admin/activity')).body)
    .entries.filter(({ action }) => action.startsWith('yt_dlp'))
    .map(({ actor, action, subject, before, after }) => [actor, action, subject, before, after]);

describe('an installation', () => {
  it('takes the newest release, tries it on the posts of the owner, and is used from then on', async () => {
    const program = await publish(OLD);
    await start();
    expect(await state()).toMatchObject({ unavailable: null, version: null, current: null, last: null });
    expect(await engineFacts()).toMatchObject({ configured: false, version: null });
    const installed = await install();
    expect(installed).toMatchObject({
      current: { version: OLD, channel: 'stable' },
      previous: null,
      last: {
        version: OLD,
        finding: 'installed',
        isScheduled: false,
        trial: [
          { platform: 'instagram', finding: 'post', before: null },
          { platform: 'tiktok', finding: 'post', before: null },
        ],
      },
    });
    expect(installed.ageDays).toBeGreaterThan(0);
    expect(program.argumentsOf('version')).toEqual(['--ignore-config', '--version']);
    expect(program.proxyOf(REEL)).toMatch(/^http:\/\/run:.+@127\.0\.0\.1:\d+$/u);
    const file = path.join(folder(), 'versions', `${OLD}-stable`, 'yt-dlp');
    expect([statSync(file).mode & 0o777, statSync(folder()).mode & 0o777]).toEqual([0o700, 0o700]);
    expect(leftovers()).toEqual([]);
    expect(await runBy(program)).toEqual([true]);
    await expect.poll(engineFacts).toMatchObject({ configured: true, version: OLD });
    expect((await state()).version).toBe(OLD);
    expect(await activity()).toEqual([['Mara', 'yt_dlp_installed', OLD, null, `${OLD} (stable)`]]);
    for (const word of ['github', 'instagram.com/', 'tiktok.com/']) expect(test.log()).not.toContain(word);
  });

  it('asks the release server for nothing before the owner wants it', async () => {
    await publish(OLD);
    await start();
    const before = releases.requests.length;
    await state();
    await owner.call('GET', ENGINES);
    expect(releases.requests.length).toBe(before);
    expect(existsSync(folder())).toBe(false);
  });

  it('says that a newer version is there, and takes it', async () => {
    const old = await publish(OLD);
    await start();
    await install();
    await publish(OLD, {}, { channel: 'nightly' });
    expect((await install()).last?.finding).toBe('up_to_date');
    const next = await publish(NEW);
    expect(await state()).toMatchObject({ newer: null });
    expect(await install()).toMatchObject({
      current: { version: NEW },
      previous: { version: OLD },
      newer: null,
      last: { finding: 'installed' },
    });
    expect(await runBy(old, next)).toEqual([false, true]);
  });

  it('keeps the current and the previous version only', async () => {
    await start();
    for (const version of ['2026.07.01', OLD, NEW]) {
      await publish(version);
      await install();
    }
    expect(versions()).toEqual([`${OLD}-stable`, `${NEW}-stable`]);
  });

  it('takes a nightly build when that channel is chosen', async () => {
    await publish(NEW);
    await publish(`${OLD}.232345`, {}, { channel: 'nightly' });
    await start();
    await install();
    expect(await install('nightly')).toMatchObject({
      current: { version: `${OLD}.232345`, channel: 'nightly' },
      previous: { version: NEW, channel: 'stable' },
    });
  });

  it('runs once at a time', async () => {
    const program = await publish(OLD, { reel: { output: reel(), script: waitForRelease('go') } });
    await start();
    await owner.call('POST', `${YT_DLP}/install`, { channel: 'stable' });
    await expect.poll(async () => (await state()).running).toMatchObject({ step: 'trying', version: OLD });
    for (const [method, call] of [
      ['POST', '/install'],
      ['POST', '/rollback'],
      ['DELETE', ''],
    ] as const) {
      const { status, code } = await owner.call(
        method,
        `${YT_DLP}${call}`,
        call === '/install' ? { channel: 'stable' } : undefined,
      );
      expect([call, status, code]).toEqual([
        call,
        409,
        call === '/install' ? 'update_busy' : 'update_unavailable',
      ]);
    }
    program.release('go');
    expect((await ended()).last?.finding).toBe('installed');
  });
});

describe('an update that is refused', () => {
  let old: FakeYtDlp;
  const startWithOld = async (posts: Parameters<typeof programOf>[1] = {}): Promise<void> => {
    old = await publish(OLD, posts);
    await start();
    expect((await install()).last?.finding).toBe('installed');
  };
  const expectOld = async (): Promise<void> => {
    expect(await state()).toMatchObject({ current: { version: OLD }, previous: null });
    expect([versions(), leftovers()]).toEqual([[`${OLD}-stable`], []]);
    expect(await runBy(old)).toEqual([true]);
  };

  it('has a wrong checksum: it is deleted and never run', async () => {
    await startWithOld();
    const next = await publish(NEW, {}, { sums: sumsOf('another program') });
    expect((await install()).last).toMatchObject({ version: NEW, finding: 'checksum_mismatch' });
    expect([next.log(), next.argumentsOf('version')]).toEqual([[], []]);
    await expectOld();
    expect((await activity())[0]).toEqual(['Mara', 'yt_dlp_refused', NEW, null, null]);
  });

  const broken: readonly (readonly [string, NonNullable<Parameters<typeof programOf>[1]>])[] = [
    ['reads nothing where the old one reads a post', { reel: REFUSED }],
    [
      'says that posts are gone which the old one reads',
      {
        reel: { output: 'null', stderr: `ERROR: [Instagram] ${REEL}: HTTP Error 404: Not Found`, code: 1 },
        video: { output: 'null', stderr: `ERROR: [TikTok] ${VIDEO}: HTTP Error 404: Not Found`, code: 1 },
      },
    ],
    ['crashes', { reel: { stderr: 'Traceback (most recent call last):\nKeyError: 1\n', code: 1 } }],
    ['is killed', { video: { script: 'kill -9 $$' } }],
    ['prints something else', { reel: { output: '<html>' } }],
    [
      'does not know its options',
      { reel: { stderr: 'yt-dlp: error: no such option: --use-extractors', code: 2 } },
    ],
  ];
  it.each(broken)('%s: the old one stays', async (_how, posts) => {
    await startWithOld();
    await publish(NEW, posts);
    const { last } = await install();
    expect(last).toMatchObject({ version: NEW, finding: 'trial_failed' });
    expect(last?.trial.some(({ finding, before }) => finding !== 'post' && before === 'post')).toBe(true);
    await expectOld();
  });

  it('crashes where the platform refuses the old one', async () => {
    await startWithOld({ reel: REFUSED });
    await publish(NEW, { reel: { code: 1 } });
    expect((await install()).last?.finding).toBe('trial_failed');
    await expectOld();
  });

  it('reports another version', async () => {
    await startWithOld();
    await publish(NEW, {}, { program: (await programOf('2026.09.01')).text });
    expect((await install()).last?.finding).toBe('wrong_version');
    await expectOld();
  });

  it.each([
    ['is no program', 'this is text'],
    ['ends with an error', '#!/bin/sh\nexit 1\n'],
    ['needs something that is missing', '#!/no/such/interpreter\n'],
  ])('%s', async (_how, program) => {
    await startWithOld();
    await publish(NEW, {}, { program });
    expect((await install()).last?.finding).toMatch(/^(?:does_not_run|wrong_version)$/u);
    await expectOld();
  });

  it('is larger than any program', async () => {
    await startWithOld();
    await publish(
      NEW,
      {},
      {
        serve: (response) => void response.writeHead(200, { 'content-length': 200 * 1024 * 1024 }).write('a'),
      },
    );
    expect((await install()).last?.finding).toBe('too_large');
    await expectOld();
  });

  it('comes from a foreign host, which is never asked', async () => {
    await startWithOld();
    for (const location of [
      `https://${FOREIGN_HOST}/yt-dlp_linux`,
      'https://127.0.0.1/yt-dlp_linux',
      'http://github.com/yt-dlp_linux',
      'https://github.com:8443/yt-dlp_linux',
    ]) {
      await publish(NEW, {}, { location });
      expect([location, (await install()).last?.finding]).toEqual([location, 'redirect_refused']);
    }
    expect(releases.requests.filter((one) => one.startsWith(FOREIGN_HOST))).toEqual([]);
    await expectOld();
  });

  it.each([
    ['has no such file', { sums: `${'a'.repeat(64)}  yt-dlp.exe\n` }, 'not_in_release'],
    ['has an unreadable list of checksums', { sums: '<html>' }, 'bad_release'],
    [
      'breaks off',
      {
        serve: (response) =>
          void response.writeHead(200, { 'content-length': 9_000 }).end('short', () => response.destroy()),
      },
      'no_network',
    ],
  ] as const satisfies readonly (readonly [string, Partial<MockRelease>, string])[])(
    '%s',
    async (_how, release, finding) => {
      await startWithOld();
      await publish(NEW, {}, release);
      expect((await install()).last?.finding).toBe(finding);
      await expectOld();
    },
  );

  it('comes from a server without releases, or from none', async () => {
    await startWithOld();
    releases.clear();
    expect((await install()).last).toMatchObject({ version: null, finding: 'bad_release' });
    await expectOld();
  });
});

describe('the conclusion of a trial', () => {
  it('takes an update when the platform refuses both programs', async () => {
    await publish(OLD, { reel: REFUSED });
    await start();
    await install();
    await publish(NEW, { reel: REFUSED });
    expect(await install()).toMatchObject({
      current: { version: NEW },
      last: {
        trial: [
          { finding: 'limited', before: 'limited' },
          { finding: 'post', before: null },
        ],
      },
    });
  });

  it('takes an update that mends what the old program could no longer read', async () => {
    const changed = { output: 'null', stderr: 'ERROR: [Instagram] x: Unable to extract data', code: 1 };
    await publish(OLD, { reel: changed, video: { code: 1, stderr: 'ERROR: [TikTok] x: new words' } });
    await start();
    expect((await install()).last?.finding).toBe('installed');
    await publish(NEW);
    expect((await install()).current).toMatchObject({ version: NEW });
  });

  it('does not install a program that breaks, or of which nothing is known', async () => {
    const unreached = { output: 'null', stderr: 'ERROR: Unable to download webpage: timed out', code: 1 };
    await publish(OLD, { reel: unreached, video: unreached });
    await start();
    expect((await install()).last).toMatchObject({ finding: 'platforms_unreachable' });
    await publish(NEW, { video: { code: 1 } });
    expect((await install()).last).toMatchObject({ finding: 'trial_failed' });
    expect((await state()).current).toBeNull();
    expect([versionsIfAny(), leftovers()]).toEqual([[], []]);
  });

  it('compares with the program on the PATH, which stays in use', async () => {
    const found = await programOf(OLD);
    const onPath = path.join(tools.folder, 'yt-dlp');
    writeFileSync(onPath, found.text, { mode: 0o755 });
    try {
      await publish(NEW, { reel: REFUSED });
      await start();
      expect((await install()).last).toMatchObject({
        finding: 'trial_failed',
        trial: [{ finding: 'limited', before: 'post' }, { finding: 'post' }],
      });
      expect(await runBy(found)).toEqual([true]);
    } finally {
      rmSync(onPath);
    }
  });
});

const versionsIfAny = (): string[] => (existsSync(path.join(folder(), 'versions')) ? versions() : []);

describe('a rollback by hand', () => {
  it('runs the previous version again, keeps both, and can be undone', async () => {
    const old = await publish(OLD);
    await start();
    await install();
    expect((await owner.call('POST', `${YT_DLP}/rollback`)).code).toBe('update_unavailable');
    const next = await publish(NEW);
    await install();
    expect(await runBy(old, next)).toEqual([false, true]);
    expect(await rollBack()).toMatchObject({
      current: { version: OLD },
      previous: { version: NEW },
      newer: NEW,
      last: { version: OLD, finding: 'rolled_back' },
    });
    expect(await runBy(old, next)).toEqual([true, false]);
    expect(versions()).toEqual([`${OLD}-stable`, `${NEW}-stable`]);
    await expect.poll(engineFacts).toMatchObject({ version: OLD });
    expect((await install()).current).toMatchObject({ version: NEW });
    expect(await runBy(old, next)).toEqual([false, true]);
    expect((await activity()).map(([, action]) => action)).toEqual([
      'yt_dlp_installed',
      'yt_dlp_rolled_back',
      'yt_dlp_installed',
      'yt_dlp_installed',
    ]);
  });

  it('refuses a previous version that no longer runs', async () => {
    await publish(OLD);
    await start();
    await install();
    const next = await publish(NEW);
    await install();
    writeFileSync(path.join(folder(), 'versions', `${OLD}-stable`, 'yt-dlp'), '#!/bin/sh\nexit 1\n');
    expect(await rollBack()).toMatchObject({ current: { version: NEW }, last: { finding: 'does_not_run' } });
    expect(await runBy(next)).toEqual([true]);
  });
});

describe('the installed program', () => {
  it('is removed with its schedule, and installed anew', async () => {
    const program = await publish(OLD);
    await start();
    expect((await owner.call('PUT', `${YT_DLP}/schedule`, { schedule: 'stable' })).code).toBe(
      'update_unavailable',
    );
    expect((await owner.call('DELETE', YT_DLP)).code).toBe('update_unavailable');
    await install();
    const scheduled = ytDlpUpdatesSchema.parse(
      (await owner.call('PUT', `${YT_DLP}/schedule`, { schedule: 'nightly' })).body,
    );
    expect(scheduled.schedule).toBe('nightly');
    expect(new Date(scheduled.nextAt ?? '').getUTCHours()).toBeOneOf([2, 3, 4]);
    const removed = ytDlpUpdatesSchema.parse((await owner.call('DELETE', YT_DLP)).body);
    expect(removed).toMatchObject({ current: null, previous: null, schedule: 'off', nextAt: null });
    expect(versions()).toEqual([]);
    expect(await engineFacts()).toMatchObject({ configured: false });
    expect((await install()).current).toMatchObject({ version: OLD });
    expect(await runBy(program)).toEqual([true]);
    expect((await activity()).map(([, action, , before, after]) => [action, before, after]).slice(1)).toEqual(
      [
        ['yt_dlp_removed', `${OLD} (stable)`, null],
        ['yt_dlp_scheduled', 'off', 'nightly'],
        ['yt_dlp_installed', null, `${OLD} (stable)`],
      ],
    );
  });

  it('gives way to YTDLP_PATH', async () => {
    const own = await programOf(OLD);
    await publish(NEW);
    await start({ YTDLP_PATH: own.program });
    await expect.poll(async () => (await state()).version).toBe(OLD);
    expect(await state()).toMatchObject({ unavailable: 'environment', current: null });
    for (const [method, call, body] of [
      ['POST', '/install', { channel: 'stable' }],
      ['PUT', '/schedule', { schedule: 'stable' }],
      ['DELETE', '', undefined],
    ] as const) {
      const answer = await owner.call(method, `${YT_DLP}${call}`, body);
      expect([call, answer.status, answer.code]).toEqual([call, 409, 'update_unavailable']);
    }
    expect(await runBy(own)).toEqual([true]);
  });

  it('is not installed where DATA_DIR cannot be written', async () => {
    await publish(OLD);
    await start();
    writeFileSync(folder(), 'a file in the place of the folder');
    expect((await install()).last).toBeNull();
    expect(test.log()).toContain('not_writable');
    rmSync(folder());
    mkdirSync(folder());
    expect((await install()).last?.finding).toBe('installed');
  });
});
