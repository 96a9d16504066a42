import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ytDlpUpdatesSchema } from '../../src/shared/contract/yt-dlp-updates.ts';
import { waitForRelease } from '../mock-platforms/yt-dlp-program.ts';
import { REEL, reel } from './yt-dlp-answers.ts';
import {
  activity,
  ENGINES,
  ended,
  engineFacts,
  folder,
  install,
  leftovers,
  NEW,
  OLD,
  owner,
  programOf,
  publish,
  releases,
  rollBack,
  runBy,
  setUpReleases,
  start,
  state,
  test,
  versions,
  YT_DLP,
} from './yt-dlp-updates-suite.ts';

setUpReleases();

describe('an installation', () => {
  it('takes the newest release, tries it on the posts of the owner, and is used from then on', async () => {
    const program = await publish(OLD);
    await start();
    expect(await state()).toMatchObject({ unavailable: null, version: null, current: null, last: null });
    expect(await engineFacts()).toMatchObject({ configured: false, version: null });
    expect(await install()).toMatchObject({
      current: { version: OLD, channel: 'stable' },
      previous: null,
      last: {
        version: OLD,
        finding: 'installed',
        isScheduled: false,
        check: [
          { platform: 'instagram', isOwnPost: true, results: [{ found: { items: 1 } }] },
          { platform: 'tiktok', isOwnPost: true, results: [{ found: { items: 1 } }] },
        ],
      },
    });
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
