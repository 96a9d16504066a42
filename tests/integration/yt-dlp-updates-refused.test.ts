import { describe, expect, it } from 'vitest';
import { FOREIGN_HOST, type MockRelease, sumsOf } from '../mock-platforms/mock-releases.ts';
import type { FakeYtDlp } from '../mock-platforms/yt-dlp-program.ts';
import {
  activity,
  install,
  leftovers,
  NEW,
  OLD,
  programOf,
  publish,
  REFUSED,
  releases,
  runBy,
  setUpReleases,
  start,
  state,
  versions,
  versionsIfAny,
} from './yt-dlp-updates-suite.ts';

setUpReleases();

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
    expect(last).toMatchObject({ version: NEW, finding: 'check_failed' });
    expect(last?.check.some(({ results }) => results[0]?.finding !== 'post')).toBe(true);
    await expectOld();
  });

  it('crashes where the platform refuses the old one', async () => {
    await startWithOld({ reel: REFUSED });
    await publish(NEW, { reel: { code: 1 } });
    expect((await install()).last?.finding).toBe('check_failed');
    await expectOld();
  });

  it('reports another version', async () => {
    await startWithOld();
    await publish(NEW, {}, { program: (await programOf('2026.09.01')).text });
    expect((await install()).last?.finding).toBe('check_failed');
    await expectOld();
  });

  it.each([
    ['is no program', 'this is text'],
    ['ends with an error', '#!/bin/sh\nexit 1\n'],
    ['needs something that is missing', '#!/no/such/interpreter\n'],
  ])('%s', async (_how, program) => {
    await startWithOld();
    await publish(NEW, {}, { program });
    expect((await install()).last?.finding).toMatch(/^(?:does_not_run|check_failed)$/u);
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
    expect((await install()).last?.finding).toBe('bad_release');
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
      expect([location, (await install()).last?.finding]).toEqual([location, 'bad_release']);
    }
    expect(releases.requests.filter((one) => one.startsWith(FOREIGN_HOST))).toEqual([]);
    await expectOld();
  });

  it.each([
    ['has no such file', { sums: `${'a'.repeat(64)}  yt-dlp.exe\n` }, 'bad_release'],
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

describe('the check of a program', () => {
  it('takes an update that the platform refuses', async () => {
    await publish(OLD, { reel: REFUSED });
    await start();
    await install();
    await publish(NEW, { reel: REFUSED });
    expect(await install()).toMatchObject({
      current: { version: NEW },
      last: {
        check: [
          { platform: 'instagram', results: [{ finding: 'limited' }] },
          { platform: 'tiktok', results: [{ found: { items: 1 } }] },
        ],
      },
    });
  });

  it('takes an update that mends what the old program could no longer read', async () => {
    const changed = { output: 'null', stderr: 'ERROR: [Instagram] x: Unable to extract data', code: 1 };
    await publish(OLD, { reel: changed });
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
    expect((await install()).last).toMatchObject({ finding: 'check_failed' });
    expect((await state()).current).toBeNull();
    expect([versionsIfAny(), leftovers()]).toEqual([[], []]);
  });
});
