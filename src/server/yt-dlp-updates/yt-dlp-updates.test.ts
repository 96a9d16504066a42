import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CheckOfPlatform } from '#shared/contract/check.ts';
import type { Finding } from '#shared/findings.ts';
import type { ActivityLine } from '../activity/activity-log.ts';
import { openYtDlpUpdates, type YtDlpUpdatesParts, type YtDlpUpdatesService } from './yt-dlp-updates.ts';

const NIGHT = Date.UTC(2026, 8, 3, 2, 29, 59, 400);
let dataDir: string;
let lines: ActivityLine[];
let newest: string;
let findings: readonly Finding[];
let updates: YtDlpUpdatesService;
let sum: string;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'savelet-updates-'));
  lines = [];
  newest = '2026.08.19';
  findings = ['post'];
  sum = 'same';
});
afterEach(async () => {
  await updates.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Returns what a check of the program finds on each platform. */
const checked = (): CheckOfPlatform[] =>
  findings.map((finding, index) => ({
    platform: index === 0 ? 'instagram' : 'tiktok',
    isOwnPost: true,
    results: [{ engine: 'yt-dlp', route: 'direct', finding, ms: 1 }],
  }));
/** Settles when it is aborted. */
const hanging = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** Opens the service a moment before 02:30 UTC, at which its random minute is. */
const open = async (more: Partial<YtDlpUpdatesParts> = {}): Promise<void> => {
  const began = Date.now();
  updates = await openYtDlpUpdates({
    dataDir,
    releases: {
      newest: () => Promise.resolve(newest),
      checksum: () => Promise.resolve('same'),
      download: (_file, { path: target }) => {
        writeFileSync(target, newest);
        return Promise.resolve(sum);
      },
    },
    machine: { platform: 'linux', arch: 'x64', isMusl: false },
    reportedVersion: () => Promise.resolve(newest),
    check: () => Promise.resolve(checked()),
    versionInUse: () => null,
    record: (line) => Promise.resolve(void lines.push(line)),
    onChange: () => undefined,
    log: { info: () => undefined, warn: () => undefined },
    now: () => NIGHT + Date.now() - began,
    random: () => 30 / 180,
    ...more,
  });
};
const ended = () => expect.poll(() => updates.state().running, { interval: 5 }).toBeNull();
const install = async (): Promise<void> => {
  expect(updates.install('stable', null)).toBeNull();
  await ended();
};
const scheduledEnd = () => expect.poll(() => updates.state().last?.isScheduled, { interval: 5 }).toBe(true);

describe('the nightly update', () => {
  it('installs a newer version once a night, in the name of the server', async () => {
    await open();
    await install();
    newest = '2026.09.02';
    await updates.schedule('stable', null);
    expect(updates.state().nextAt).toBe('2026-09-03T02:30:00.000Z');
    await scheduledEnd();
    await ended();
    const { current, previous, last, nextAt } = updates.state();
    expect([current?.version, previous?.version, last?.finding, nextAt]).toEqual([
      '2026.09.02',
      '2026.08.19',
      'installed',
      '2026-09-04T02:30:00.000Z',
    ]);
    expect(lines.at(-1)).toMatchObject({ actor: null, action: 'yt_dlp_installed', subject: '2026.09.02' });
  });

  it('keeps the program and reports it when the newer one fails', async () => {
    await open();
    await install();
    newest = '2026.09.02';
    findings = ['program'];
    await updates.schedule('stable', null);
    await scheduledEnd();
    const { current, last } = updates.state();
    expect([current?.version, last?.finding]).toEqual(['2026.08.19', 'check_failed']);
    await expect
      .poll(() => lines.at(-1))
      .toMatchObject({ actor: null, action: 'yt_dlp_refused', subject: '2026.09.02' });
  });

  it('does not bring back a version from which the owner went back', async () => {
    await open();
    await install();
    newest = '2026.09.02';
    await install();
    let reported = '2026.08.19';
    await updates.close();
    await open({ reportedVersion: () => Promise.resolve(reported) });
    expect(updates.rollBack(null)).toBeNull();
    await ended();
    expect(updates.state()).toMatchObject({
      current: { version: '2026.08.19' },
      previous: { version: newest },
    });
    reported = newest;
    await updates.schedule('stable', null);
    await scheduledEnd();
    expect(updates.state()).toMatchObject({
      current: { version: '2026.08.19' },
      last: { finding: 'up_to_date' },
    });
  });

  it('is kept over a restart, and left out while something else is installed', async () => {
    await open();
    await install();
    await updates.schedule('nightly', null);
    await updates.close();
    let go: () => void = () => undefined;
    await open({
      releases: {
        newest: () => new Promise((resolve) => (go = () => resolve('2026.08.19'))),
        checksum: () => Promise.resolve('same'),
        download: () => Promise.resolve('same'),
      },
    });
    expect(updates.state()).toMatchObject({ schedule: 'nightly', nextAt: '2026-09-03T02:30:00.000Z' });
    updates.install('stable', null);
    expect(updates.install('stable', null)).toBe('busy');
    await expect.poll(() => updates.state().nextAt, { interval: 5 }).toBe('2026-09-04T02:30:00.000Z');
    expect(updates.state().last?.isScheduled).toBe(false);
    go();
    await ended();
    expect(updates.state().last).toMatchObject({ isScheduled: false, finding: 'up_to_date' });
  });

  it('is off unless it is chosen', async () => {
    await open();
    expect(await updates.schedule('stable', null)).toBe('unavailable');
    await install();
    expect(updates.state()).toMatchObject({ schedule: 'off', nextAt: null });
  });
});

describe('an installation', () => {
  it('is refused on a machine without a build, and while the environment names the program', async () => {
    await open({ machine: { platform: 'win32', arch: 'x64', isMusl: false } });
    expect([updates.state().unavailable, updates.install('stable', null)]).toEqual([
      'machine',
      'unavailable',
    ]);
    await updates.close();
    await open({ releases: null });
    expect([updates.state().unavailable, updates.install('stable', null)]).toEqual([
      'environment',
      'unavailable',
    ]);
  });

  it.each([
    [['post', 'post'], 'installed'],
    [['limited', 'refused'], 'installed'],
    [['unreadable', 'slow'], 'installed'],
    [['program', 'post'], 'check_failed'],
    [['fault', 'slow'], 'check_failed'],
    [['slow', 'no_network'], 'platforms_unreachable'],
    [[], 'nothing_to_check'],
  ] as const)('that finds %j ends as %s', async (found, finding) => {
    findings = found;
    await open();
    await install();
    expect(updates.state().last).toMatchObject({ finding, check: checked() });
    expect(updates.program() !== null).toBe(finding === 'installed');
  });

  it('changes nothing when the server closes', async () => {
    await open({ check: (_program, signal) => hanging(signal) });
    updates.install('stable', null);
    await expect.poll(() => updates.state().running?.step).toBe('trying');
    await updates.close();
    expect(updates.state()).toMatchObject({ current: null, last: { finding: 'interrupted' } });
  });

  it('ends when the download takes too long', async () => {
    await open({
      downloadMs: 20,
      releases: {
        newest: () => Promise.resolve(newest),
        checksum: () => Promise.resolve('same'),
        download: (_file, { signal }) => hanging(signal),
      },
    });
    await install();
    expect(updates.state()).toMatchObject({ current: null, last: { finding: 'too_slow' } });
  });

  it('with another sum is deleted before it is run', async () => {
    let checks = 0;
    await open({
      reportedVersion: () => {
        checks += 1;
        return Promise.resolve(newest);
      },
    });
    sum = 'other';
    await install();
    expect([updates.state().last?.finding, updates.program(), checks]).toEqual([
      'checksum_mismatch',
      null,
      0,
    ]);
  });

  it('is removed alone: nothing else begins meanwhile', async () => {
    await open();
    await install();
    newest = '2026.09.02';
    await install();
    const removal = updates.remove(null);
    expect([updates.install('stable', null), updates.rollBack(null)]).toEqual(['busy', 'busy']);
    expect([await updates.schedule('stable', null), await updates.remove(null)]).toEqual(['busy', 'busy']);
    expect([await removal, updates.state().current]).toEqual([null, null]);
    await install();
    expect(updates.state().current?.version).toBe('2026.09.02');
  });

  it('states the age of the version, unless its number is no date', async () => {
    await open();
    await install();
    expect(updates.state().ageDays).toBe(15);
    newest = '2026.13.45';
    await install();
    expect(updates.state()).toMatchObject({ current: { version: newest }, ageDays: null });
  });

  it('looks for a newer version while the panel is open', async () => {
    await open();
    await install();
    await updates.close();
    newest = '2026.09.02';
    await open();
    expect(updates.state().newer).toBeNull();
    await expect.poll(() => updates.state().newer, { interval: 5 }).toBe('2026.09.02');
  });
});
