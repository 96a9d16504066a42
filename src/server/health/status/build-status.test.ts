import { describe, expect, it } from 'vitest';
import { statusReportSchema } from '#shared/contract/status.ts';
import { PUBLIC_CAUSES, SHOWN_CAUSES, type ShownCause } from '#shared/failures.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import type { CounterRow, LastSeenRow } from '../../base/db/tables.ts';
import { buildStatus, recentCause, type StatusFacts, UNKNOWN_STATUS } from './build-status.ts';
import type { FailedCheck } from './failed-checks.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOW = Date.UTC(2026, 10, 21, 15, 30);
const ALL_ON = byPlatform(() => true);

/** Returns the start of the hour that is `hours` before the current one. */
const hourBack = (hours: number): number => Math.floor(NOW / HOUR_MS) * HOUR_MS - hours * HOUR_MS;
const row = (kind: string, step: number, outcome: string, count: number, more: Partial<CounterRow> = {}) => ({
  ...{ step, kind, platform: 'tiktok', engine: '', outcome, count, bytes: 0 },
  ...more,
});
type Rows = readonly CounterRow[];
/** Returns the counters of attempts in the step that starts at a time. */
const attempts = (step: number, worked: number, failed: number, more: Partial<CounterRow> = {}): Rows => [
  ...(worked > 0 ? [row('judged', step, 'worked', worked, more)] : []),
  ...(failed > 0 ? [row('judged', step, 'failed', failed, more)] : []),
];
const tally = (hoursAgo: number, ...counts: [number, number, Partial<CounterRow>?]): Rows =>
  attempts(hourBack(hoursAgo), ...counts);
const minute = (minutesAgo: number, ...counts: [number, number, Partial<CounterRow>?]): Rows =>
  attempts(NOW - minutesAgo * MINUTE_MS, ...counts);
const seen = (minutesAgo: number, engine = '', kind = 'judged'): LastSeenRow => ({
  ...{ kind, platform: 'tiktok', engine },
  at: NOW - minutesAgo * MINUTE_MS,
});
const factsOf = (rows: readonly Rows[], more: Partial<StatusFacts> = {}): StatusFacts => ({
  past: new Map(),
  rows: rows.flat(),
  seen: [],
  failedChecks: byPlatform(() => null),
  ...more,
});
const report = (rows: readonly Rows[] = [], more: Partial<StatusFacts> = {}, isOn = ALL_ON) =>
  buildStatus(factsOf(rows, more), isOn, NOW);

describe('days', () => {
  it('are thirty, oldest first, and unknown without counters', () => {
    const { days, past, incidents, tested, engines } = report();
    expect([days.length, days[0], days[29]]).toEqual([30, '2026-10-23', '2026-11-21']);
    expect(new Set(past.previews.tiktok.states)).toEqual(new Set(['unknown']));
    expect(new Set(past.downloads.shares)).toEqual(new Set([null]));
    expect({ incidents, tested, engines, pastEngines: past.engines }).toEqual({
      incidents: [],
      tested: byPlatform(() => null),
      engines: [],
      pastEngines: [],
    });
    expect(statusReportSchema.safeParse(report()).success).toBe(true);
  });

  it.each([
    ['all worked', [tally(1, 9, 0)], 'working', 100],
    ['one of many failed, and the share is rounded down', [tally(1, 999, 1)], 'working', 99],
    ['a single failure does not count', [tally(1, 0, 1)], 'unknown', null],
    ['most of it failed', [tally(1, 1, 2), tally(3, 2, 9)], 'failing', 21],
    ['one hour of it failed', [tally(1, 0, 2), tally(3, 30, 0)], 'disturbed', 93],
    ['half failed', [tally(1, 2, 2)], 'working', 50],
  ] as const)('have the state of their attempts: %s', (_case, hours, state, share) => {
    const { states, shares } = report(hours).past.previews.tiktok;
    expect([states[29], shares[29]]).toEqual([state, share]);
    expect(states.slice(0, 29).every((other) => other === 'unknown')).toBe(true);
  });

  it('begin and end at midnight in UTC, separately for each part and engine', () => {
    const { past } = report([
      tally(16, 5, 0),
      tally(15, 0, 5),
      tally(1, 4, 0, { engine: 'native' }),
      tally(1, 3, 0, { platform: 'downloads' }),
    ]);
    expect(past.previews.tiktok.states.slice(28)).toEqual(['working', 'failing']);
    expect(past.previews.instagram.states.slice(28)).toEqual(['unknown', 'unknown']);
    expect(past.downloads.shares.slice(28)).toEqual([null, 100]);
    expect(past.engines).toMatchObject([{ engine: 'native', platform: 'tiktok' }]);
    expect(past.engines[0]?.shares[29]).toBe(100);
  });
});

describe('an incident', () => {
  const incidents = (...rows: Rows[]) => report(rows).incidents;
  const at = (hoursAgo: number): string => new Date(hourBack(hoursAgo)).toISOString();

  it('lasts from the first failing hour to the end of the last, and is over when the part works again', () => {
    expect(incidents(tally(9, 5, 0), tally(8, 0, 3), tally(7, 1, 4), tally(5, 3, 0))).toEqual([
      { part: 'tiktok', from: at(8), until: at(6), over: true },
    ]);
  });

  it('continues over hours without attempts, for a day at most', () => {
    expect(incidents(tally(30, 0, 3), tally(20, 0, 1), tally(10, 0, 3))).toEqual([
      { part: 'tiktok', from: at(30), until: at(9), over: false },
    ]);
    expect(incidents(tally(60, 0, 3), tally(10, 0, 3))).toHaveLength(2);
  });

  it('is over, as are all earlier ones, after the first working hour', () => {
    const over = (...rows: Rows[]) => incidents(...rows).map((incident) => incident.over);
    expect(over(tally(60, 0, 3), tally(10, 0, 3))).toEqual([false, false]);
    expect(over(tally(60, 0, 3), tally(10, 0, 3), tally(9, 2, 0))).toEqual([true, true]);
  });

  it('is over if the part works again within the same hour', () => {
    const failing = [minute(20, 0, 30)];
    expect(report(failing, { seen: [seen(20)] }).incidents).toMatchObject([{ part: 'tiktok', over: false }]);
    const working = [...failing, minute(1, 10, 0)];
    expect(report(working, { seen: [seen(1)] }).incidents).toMatchObject([{ part: 'tiktok', over: true }]);
  });

  it('in the current hour ends now, not in the future', () => {
    expect(incidents(tally(0, 0, 2))).toEqual([
      { part: 'tiktok', from: at(0), until: new Date(NOW).toISOString(), over: false },
    ]);
  });

  it('does not come from engine counters, and the newest is first', () => {
    expect(
      incidents(
        tally(4, 0, 9, { engine: 'native' }),
        tally(9, 0, 2),
        tally(3, 0, 2, { platform: 'downloads' }),
      ).map(({ part }) => part),
    ).toEqual(['downloads', 'tiktok']);
  });
});

describe('the parts that were used', () => {
  it('are known from the first attempt on, and for ever', () => {
    expect(report().used).toEqual([]);
    expect(report([minute(1, 0, 1)], { seen: [seen(1)] })).toMatchObject({
      used: ['tiktok'],
      previews: { tiktok: { state: 'unknown' } },
    });
    expect(report([], { seen: [seen(90 * 24 * 60)] }).used).toEqual(['tiktok']);
    expect(report([], { seen: [seen(1, '', 'test')] }).used).toEqual([]);
  });
});

describe('the last check by the timer', () => {
  it('is reported for thirty days', () => {
    const tested = (daysAgo: number) =>
      report([], { seen: [seen(daysAgo * 24 * 60, '', 'test')] }).tested.tiktok;
    expect(tested(29)).toBe(new Date(NOW - 29 * 24 * HOUR_MS).toISOString());
    expect(tested(31)).toBeNull();
  });
});

describe('the current state', () => {
  const stateOf = (...rows: Rows[]) => report(rows, { seen: [seen(0)] }).previews.tiktok.state;

  it('comes from the last hour, with the median time step', () => {
    const rows = [minute(4, 2, 0), minute(70, 0, 9)];
    const times = [
      row('run_ms', NOW, '900', 1),
      row('run_ms', NOW, '1200', 2),
      row('run_ms', NOW - 70 * MINUTE_MS, '9000', 9),
      row('run_ms', NOW, '9000', 9, { engine: 'native' }),
    ];
    expect(report([...rows, times], { seen: [seen(4)] }).previews).toEqual({
      ...byPlatform(() => UNKNOWN_STATUS),
      tiktok: { state: 'working', medianMs: 1200, lastSeen: new Date(NOW - 4 * MINUTE_MS).toISOString() },
    });
  });

  it.each([
    ['the newest six failed', minute(0, 0, 6), minute(9, 30, 0), 'failing'],
    ['the newest five failed', minute(0, 0, 5), minute(9, 30, 0), 'working'],
    ['the newest six worked', minute(0, 6, 0), minute(9, 0, 30), 'working'],
    ['a single failure does not outweigh the ones before', minute(0, 0, 1), minute(9, 30, 0), 'working'],
    ['a single success does not outweigh the ones before', minute(0, 1, 0), minute(9, 0, 30), 'failing'],
    ['all of the newest minute count', minute(0, 10, 12), minute(9, 30, 0), 'failing'],
  ] as const)('comes from the last ten attempts: %s', (_case, newest, before, state) => {
    expect(stateOf(before, newest)).toBe(state);
  });

  it('comes from counters of an earlier version, which are of whole hours', () => {
    expect(stateOf(tally(0, 0, 3))).toBe('failing');
  });

  it('is unknown after an hour', () => {
    const at = (minutes: number) =>
      report([minute(minutes, 5, 0)], { seen: [seen(minutes)] }).previews.tiktok;
    expect(at(60).state).toBe('working');
    expect(at(61)).toEqual(UNKNOWN_STATUS);
  });

  it('of an engine that previews skip since its last run is failing, of other engines and the platform is not', () => {
    const engines = ['', 'native', 'yt-dlp'];
    const rows = engines.map((engine) => minute(5, 9, 0, { engine }));
    const known = engines.map((engine) => seen(5, engine));
    const states = (more: readonly LastSeenRow[]) => {
      const { engines: shown, previews } = report(rows, { seen: [...known, ...more] });
      return [...shown.map(({ engine, state }) => `${engine} ${state}`), previews.tiktok.state];
    };
    expect(states([seen(5, 'native', 'skipped')])).toEqual(['native failing', 'yt-dlp working', 'working']);
    expect(states([seen(6, 'native', 'skipped')])).toEqual(['native working', 'yt-dlp working', 'working']);
  });
});

describe('an engine whose name stands for another program', () => {
  it('is unknown until that has run', () => {
    const rows = [minute(5, 0, 9, { engine: 'yt-dlp' }), minute(1, 20, 0, { engine: 'yt-dlp' })];
    const failed: FailedCheck = {
      at: NOW - 6 * MINUTE_MS,
      hasNoWorkingEngine: false,
      engines: ['yt-dlp'],
      cause: null,
    };
    const failedChecks = { ...byPlatform(() => null), tiktok: failed };
    const replaced = seen(3, 'yt-dlp', 'replaced');
    const statesWith = (...known: LastSeenRow[]) =>
      report(rows, { seen: known, failedChecks }).engines.map(({ engine, state }) => `${engine} ${state}`);
    expect(statesWith(seen(5, 'yt-dlp'))).toEqual(['yt-dlp working']);
    expect(statesWith(seen(5, 'yt-dlp'), replaced)).toEqual([]);
    expect(statesWith(seen(1, 'yt-dlp'), replaced)).toEqual(['yt-dlp working']);
  });
});

describe('a check that failed', () => {
  const check = (minutesAgo: number, more: Partial<FailedCheck> = {}): FailedCheck => ({
    ...{
      at: NOW - minutesAgo * MINUTE_MS,
      hasNoWorkingEngine: true,
      engines: ['native'],
      cause: 'login_wall',
    },
    ...more,
  });
  const withCheck = (failed: FailedCheck, rows: readonly Rows[] = [], known: readonly LastSeenRow[] = []) => {
    const failedChecks = { ...byPlatform(() => null), tiktok: failed };
    const { previews, engines, causes } = report(rows, { seen: known, failedChecks });
    const native = engines.find(({ engine, platform }) => engine === 'native' && platform === 'tiktok');
    return [previews.tiktok.state, native?.state ?? 'unknown', causes.tiktok];
  };
  const both = (...counts: [number, number]) =>
    ['', 'native'].map((engine) => minute(10, ...counts, { engine }));
  const seenBoth = [seen(10), seen(10, 'native')];

  it('makes the platform and the engine failing, with its cause, until something is known', () => {
    expect(withCheck(check(3 * 24 * 60))).toEqual(['failing', 'failing', 'login_wall']);
    expect(withCheck(check(20), both(0, 1), seenBoth)).toEqual(['failing', 'failing', 'login_wall']);
    expect(withCheck(check(20), both(3, 0), seenBoth)).toEqual(['working', 'working', null]);
  });

  it('counts against what was known before it', () => {
    expect(withCheck(check(5), both(3, 0), seenBoth)).toEqual(['failing', 'failing', 'login_wall']);
  });

  it('of one engine says nothing about the platform', () => {
    expect(withCheck(check(5, { hasNoWorkingEngine: false }))).toEqual(['unknown', 'failing', null]);
  });

  it('of the timer concerns the engines that ran in it', () => {
    const byTimer = check(11, { engines: null, cause: null });
    expect(withCheck(byTimer, both(0, 1), seenBoth)).toEqual(['failing', 'failing', null]);
    expect(withCheck(byTimer)).toEqual(['failing', 'unknown', null]);
  });
});

describe('the cause of failures', () => {
  type CountedCause = readonly [minutesAgo: number, outcome: string, count: number];
  const caused = (...outcomes: readonly CountedCause[]) =>
    outcomes.map(([ago, outcome, count]) => row('cause', NOW - ago * MINUTE_MS, outcome, count));
  const causeAfter = (...outcomes: readonly CountedCause[]) =>
    recentCause(factsOf([caused(...outcomes)]), 'tiktok', NOW);
  const causesWith = (cause: string, worked = 0) =>
    report([minute(1, worked, 2), caused([1, cause, 2])], { seen: [seen(1)] }).causes;

  it('is what most of the newest show, on all engines and instances', () => {
    expect(causeAfter([3, 'login_wall', 2], [1, 'no_network', 1])).toEqual({ cause: 'login_wall' });
    expect(causeAfter([3, 'login_wall', 1], [1, 'no_network', 1])).toEqual({ cause: 'no_network' });
    expect(causeAfter([3, 'login_wall', 9], [1, 'no_network', 3])).toEqual({ cause: 'no_network' });
    expect(causeAfter([1, 'unlisted_host newcdn.example', 3])).toEqual({
      cause: 'unlisted_host',
      host: 'newcdn.example',
    });
  });

  it('is unknown without failures, if the last one is an hour old, or if another version has named it', () => {
    expect(causeAfter()).toBeNull();
    expect(causeAfter([62, 'login_wall', 3])).toBeNull();
    expect(causeAfter([1, 'of_another_version', 3])).toBeNull();
  });

  it('is named for the platforms that fail, and for no other', () => {
    expect(causesWith('challenge')).toEqual({ instagram: null, tiktok: 'challenge' });
    expect(causesWith('challenge', 9)).toEqual({ instagram: null, tiktok: null });
  });

  it.each(SHOWN_CAUSES)('says nothing about the setup of the owner or a single post: %s', (cause) => {
    const isPublic = (PUBLIC_CAUSES as readonly ShownCause[]).includes(cause);
    expect(causesWith(cause).tiktok).toBe(isPublic ? cause : null);
    if (/^(?:proxy|service|program|unlisted|fault|post|gone|private)/.test(cause))
      expect(isPublic).toBe(false);
  });
});

describe('a platform that is switched off', () => {
  it('is off whatever it did before, and has no cause of failures', () => {
    const failing = [minute(1, 0, 9), [row('cause', NOW, 'login_wall', 9)]];
    const on = report(failing, { seen: [seen(1)] });
    const off = report(failing, { seen: [seen(1)] }, { ...ALL_ON, tiktok: false });
    expect([on.previews.tiktok.state, on.causes.tiktok]).toEqual(['failing', 'login_wall']);
    expect(off.previews.tiktok).toEqual({
      state: 'off',
      medianMs: null,
      lastSeen: on.previews.tiktok.lastSeen,
    });
    expect(off.causes.tiktok).toBeNull();
  });
});
