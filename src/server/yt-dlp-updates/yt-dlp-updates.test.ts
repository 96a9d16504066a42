import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CheckFinding, CheckOfPlatform } from '#shared/contract/check.ts';
import type { ActivityLine } from '../people/activity/activity-log.ts';
import type { ReleaseServer } from './release-server.ts';
import { openYtDlpUpdates, type YtDlpUpdatesParts, type YtDlpUpdatesService } from './yt-dlp-updates.ts';

const MINUTE_MS = 60_000;
/** A minute before the time of the night at which the timer is. */
const NIGHT = Date.UTC(2026, 8, 3, 2, 29);
const OWNER = { id: '1', name: 'Mara' };
let dataDir: string;
let lines: ActivityLine[];
let newest: string;
let findings: readonly CheckFinding[];
let updates: YtDlpUpdatesService;
let isIntact: boolean;

beforeEach(() => {
  vi.useFakeTimers({ now: NIGHT, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  vi.spyOn(Math, 'random').mockReturnValue(30 / 180);
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'savelet-updates-'));
  lines = [];
  newest = '2026.08.19';
  findings = ['post'];
  isIntact = true;
});
afterEach(async () => {
  await updates.close();
  rmSync(dataDir, { recursive: true, force: true });
  vi.restoreAllMocks();
  vi.useRealTimers();
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

const releases = (more: Partial<ReleaseServer> = {}): ReleaseServer => {
  let known: string | null = null;
  return {
    readNewestVersion: async () => {
      known = await Promise.resolve(newest);
      return known;
    },
    lastNewestVersion: () => known,
    download: (_release, target) => {
      writeFileSync(target, newest);
      return Promise.resolve(isIntact);
    },
    ...more,
  };
};

/** Opens the service. */
const open = async (more: Partial<YtDlpUpdatesParts> = {}): Promise<void> => {
  updates = await openYtDlpUpdates({
    dataDir,
    releases: releases(),
    reportedVersion: () => Promise.resolve(newest),
    check: () => Promise.resolve(checked()),
    versionInUse: () => null,
    record: (line) => Promise.resolve(void lines.push(line)),
    onChange: () => undefined,
    log: { info: () => undefined, warn: () => undefined },
    ...more,
  });
};
const ended = () => expect.poll(() => updates.state().running, { interval: 5 }).toBeNull();
const install = async (): Promise<void> => {
  expect(updates.install('stable', OWNER)).toBeNull();
  await ended();
};
const scheduledEnd = async (): Promise<void> => {
  vi.advanceTimersByTime(MINUTE_MS);
  await expect.poll(() => updates.state().last?.isScheduled, { interval: 5 }).toBe(true);
};

describe('the nightly update', () => {
  it('installs a newer version once a night, in the name of the server', async () => {
    await open();
    await install();
    newest = '2026.09.02';
    await updates.schedule('stable', OWNER);
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
    await updates.schedule('stable', OWNER);
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
    expect(updates.rollBack(OWNER)).toBeNull();
    await ended();
    expect(updates.state()).toMatchObject({
      current: { version: '2026.08.19' },
      previous: { version: newest },
    });
    reported = newest;
    await updates.schedule('stable', OWNER);
    await scheduledEnd();
    expect(updates.state()).toMatchObject({
      current: { version: '2026.08.19' },
      last: { finding: 'up_to_date' },
    });
  });

  it('is kept over a restart, and left out while something else is installed', async () => {
    await open();
    await install();
    await updates.schedule('nightly', OWNER);
    await updates.close();
    let go: () => void = () => undefined;
    await open({
      releases: releases({
        readNewestVersion: () => new Promise((resolve) => (go = () => resolve('2026.08.19'))),
      }),
    });
    expect(updates.state()).toMatchObject({ schedule: 'nightly', nextAt: '2026-09-03T02:30:00.000Z' });
    updates.install('stable', OWNER);
    expect(updates.install('stable', OWNER)).toBe('update_busy');
    vi.advanceTimersByTime(MINUTE_MS);
    expect(updates.state().nextAt).toBe('2026-09-04T02:30:00.000Z');
    expect(updates.state().last?.isScheduled).toBe(false);
    go();
    await ended();
    expect(updates.state().last).toMatchObject({ isScheduled: false, finding: 'up_to_date' });
  });

  it('is off unless it is chosen', async () => {
    await open();
    expect(await updates.schedule('stable', OWNER)).toBe('update_unavailable');
    await install();
    expect(updates.state()).toMatchObject({ schedule: 'off', nextAt: null });
  });
});

describe('an installation', () => {
  it('is refused on a machine without a build, and while the environment names the program', async () => {
    for (const why of ['machine', 'environment'] as const) {
      await open({ releases: why });
      expect([updates.state().unavailable, updates.install('stable', OWNER)]).toEqual([
        why,
        'update_unavailable',
      ]);
      await updates.close();
    }
  });

  it.each([
    [['post', 'post'], 'installed'],
    [['limited', 'refused'], 'installed'],
    [['unreadable', 'slow'], 'installed'],
    [['program', 'post'], 'check_failed'],
    [['fault', 'slow'], 'check_failed'],
    [['slow', 'no_network'], 'platforms_unreachable'],
    [[], 'platforms_unreachable'],
  ] as const)('that finds %j ends as %s', async (found, finding) => {
    findings = found;
    await open();
    await install();
    expect(updates.state().last).toMatchObject({ finding, check: checked() });
    expect(updates.program() !== null).toBe(finding === 'installed');
  });

  it('changes nothing when the server closes', async () => {
    await open({ check: (_program, signal) => hanging(signal) });
    updates.install('stable', OWNER);
    await expect.poll(() => updates.state().running?.step).toBe('trying');
    await updates.close();
    expect(updates.state()).toMatchObject({ current: null, last: { finding: 'interrupted' } });
  });

  it('with another sum is deleted before it is run', async () => {
    let checks = 0;
    await open({
      reportedVersion: () => {
        checks += 1;
        return Promise.resolve(newest);
      },
    });
    isIntact = false;
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
    const removal = updates.remove(OWNER);
    expect([updates.install('stable', OWNER), updates.rollBack(OWNER)]).toEqual([
      'update_busy',
      'update_busy',
    ]);
    expect([await updates.schedule('stable', OWNER), await updates.remove(OWNER)]).toEqual([
      'update_busy',
      'update_busy',
    ]);
    expect([await removal, updates.state().current]).toEqual([null, null]);
    await install();
    expect(updates.state().current?.version).toBe('2026.09.02');
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
