import { describe, expect, it } from 'vitest';
import { type Observation, statusReportSchema } from '#shared/contract/status.ts';
import { FINDINGS, type Finding, PUBLIC_FINDINGS } from '#shared/findings.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import { UNKNOWN } from './series.ts';
import type { HourTally, StatusHistory } from './status-history.ts';
import { EMPTY_HISTORY } from './status-history.ts';
import {
  buildStatusReport,
  overlayCauses,
  overlayFailingEngines,
  overlayOwnStatus,
  overlaySwitches,
} from './status-report.ts';
import { createWorkLog } from './work-log.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOW = Date.UTC(2026, 10, 21, 15, 30);

/** Returns the start of the hour that is `hours` before the current one. */
const hourBack = (hours: number): number => Math.floor(NOW / HOUR_MS) * HOUR_MS - hours * HOUR_MS;
const tally = (
  hoursAgo: number,
  worked: number,
  failed: number,
  more: Partial<HourTally> = {},
): HourTally => ({
  hour: hourBack(hoursAgo),
  platform: 'tiktok',
  engine: '',
  worked,
  failed,
  ...more,
});
/** Returns a history with the hours sorted as the database returns them: oldest first. */
const historyOf = (hours: readonly HourTally[], more: Partial<StatusHistory> = {}): StatusHistory => ({
  ...EMPTY_HISTORY,
  hours: hours.toSorted((one, other) => one.hour - other.hour),
  ...more,
});
const report = (history: StatusHistory) => buildStatusReport(history, NOW);
const seenJudged = (minutesAgo: number, engine = '') => ({
  kind: 'judged',
  platform: 'tiktok',
  engine,
  at: NOW - minutesAgo * MINUTE_MS,
});

describe('days', () => {
  it('are thirty, oldest first, and unknown without counters', () => {
    const { days, past, incidents, tested, engines } = report(EMPTY_HISTORY);
    expect([days.length, days[0], days[29]]).toEqual([30, '2026-10-23', '2026-11-21']);
    expect(new Set(past.previews.tiktok.states)).toEqual(new Set(['unknown']));
    expect(new Set(past.downloads.shares)).toEqual(new Set([null]));
    expect({ incidents, tested, engines, pastEngines: past.engines }).toEqual({
      incidents: [],
      tested: byPlatform(() => null),
      engines: [],
      pastEngines: [],
    });
    expect(statusReportSchema.safeParse(report(EMPTY_HISTORY)).success).toBe(true);
  });

  it.each([
    ['all worked', [tally(1, 9, 0)], 'working', 100],
    ['one of many failed, and the share is rounded down', [tally(1, 999, 1)], 'working', 99],
    ['a single failure does not count', [tally(1, 0, 1)], 'unknown', null],
    ['most of it failed', [tally(1, 1, 2), tally(3, 2, 9)], 'failing', 21],
    ['one hour of it failed', [tally(1, 0, 2), tally(3, 30, 0)], 'disturbed', 93],
    ['half failed', [tally(1, 2, 2)], 'working', 50],
  ] as const)('have the state of their attempts: %s', (_case, hours, state, share) => {
    const { states, shares } = report(historyOf(hours)).past.previews.tiktok;
    expect([states[29], shares[29]]).toEqual([state, share]);
    expect(states.slice(0, 29).every((other) => other === 'unknown')).toBe(true);
  });

  it('begin and end at midnight in UTC, separately for each part and engine', () => {
    const { past } = report(
      historyOf([
        tally(16, 5, 0),
        tally(15, 0, 5),
        tally(1, 4, 0, { engine: 'native' }),
        tally(1, 3, 0, { platform: 'downloads' }),
      ]),
    );
    expect(past.previews.tiktok.states.slice(28)).toEqual(['working', 'failing']);
    expect(past.previews.instagram.states.slice(28)).toEqual(['unknown', 'unknown']);
    expect(past.downloads.shares.slice(28)).toEqual([null, 100]);
    expect(past.engines).toMatchObject([{ engine: 'native', platform: 'tiktok' }]);
    expect(past.engines[0]?.shares[29]).toBe(100);
  });
});

describe('an incident', () => {
  const incidents = (...hours: HourTally[]) => report(historyOf(hours)).incidents;
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
    const over = (...hours: HourTally[]) => incidents(...hours).map((incident) => incident.over);
    expect(over(tally(60, 0, 3), tally(10, 0, 3))).toEqual([false, false]);
    expect(over(tally(60, 0, 3), tally(10, 0, 3), tally(9, 2, 0))).toEqual([true, true]);
  });

  it('is over if the part works again within the same hour', () => {
    const shared = report(historyOf([tally(0, 3, 9)], { seen: [seenJudged(20)] }));
    const own = createWorkLog(() => NOW);
    expect(overlayOwnStatus(own.status(), shared).incidents).toMatchObject([{ part: 'tiktok', over: false }]);
    for (let count = 0; count < 3; count += 1)
      own.preview({ platform: 'tiktok', engine: null, ms: 40, outcome: { ok: true } });
    expect(overlayOwnStatus(own.status(), shared).incidents).toMatchObject([{ part: 'tiktok', over: true }]);
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
  const fails = { platform: 'tiktok', engine: null, ms: 5, outcome: { ok: false, code: 'network' } } as const;

  it('are known from the first attempt on, and for ever', () => {
    const own = createWorkLog(() => NOW);
    expect(overlayOwnStatus(own.status(), report(EMPTY_HISTORY)).used).toEqual([]);
    own.preview(fails);
    const once = overlayOwnStatus(own.status(), report(EMPTY_HISTORY));
    expect(once).toMatchObject({ used: ['tiktok'], previews: { tiktok: { state: 'unknown' } } });
    expect(report({ ...EMPTY_HISTORY, seen: [seenJudged(90 * 24 * 60)] }).used).toEqual(['tiktok']);
    expect(report({ ...EMPTY_HISTORY, seen: [{ ...seenJudged(1), kind: 'test' }] }).used).toEqual([]);
  });
});

describe('the last check', () => {
  it('is reported for thirty days', () => {
    const tested = (daysAgo: number) =>
      report({ ...EMPTY_HISTORY, seen: [{ ...seenJudged(daysAgo * 24 * 60), kind: 'test' }] }).tested.tiktok;
    expect(tested(29)).toBe(new Date(NOW - 29 * 24 * HOUR_MS).toISOString());
    expect(tested(31)).toBeNull();
  });
});

describe('the current state from all instances', () => {
  it('comes from this hour and the previous one, with the median time step', () => {
    const history = historyOf([tally(0, 2, 0), tally(2, 0, 9)], {
      seen: [seenJudged(4)],
      timeSteps: [
        { platform: 'tiktok', engine: '', outcome: '900', count: 1 },
        { platform: 'tiktok', engine: '', outcome: '1200', count: 2 },
        { platform: 'tiktok', engine: 'native', outcome: '9000', count: 9 },
      ],
    });
    expect(report(history).previews).toEqual({
      ...byPlatform(() => UNKNOWN),
      tiktok: { state: 'working', medianMs: 1200, lastSeen: new Date(NOW - 4 * MINUTE_MS).toISOString() },
    });
  });

  it.each([
    ['it fails now after an hour of successes', tally(0, 0, 2), tally(1, 30, 0), 'failing'],
    ['it works again after an hour of failures', tally(0, 2, 0), tally(1, 0, 30), 'working'],
    ['a single failure does not outweigh the previous hour', tally(0, 0, 1), tally(1, 30, 0), 'working'],
    ['a single success does not outweigh the previous hour', tally(0, 1, 0), tally(1, 0, 30), 'failing'],
  ] as const)(
    'comes from the newest hour, or from both if that has a single attempt: %s',
    (_case, newest, before, state) => {
      const history = historyOf([newest, before], { seen: [seenJudged(4)] });
      expect(report(history).previews.tiktok.state).toBe(state);
    },
  );

  it('is unknown after an hour', () => {
    const history = (minutes: number) => historyOf([tally(1, 5, 0)], { seen: [seenJudged(minutes)] });
    expect(report(history(60)).previews.tiktok.state).toBe('working');
    expect(report(history(61)).previews.tiktok).toEqual(UNKNOWN);
  });

  it.each([
    [4, 'failing'],
    [6, 'working'],
  ] as const)('is compared with an own observation that is %d minutes older: %s', (minutes, state) => {
    const own = createWorkLog(() => NOW - minutes * MINUTE_MS);
    for (let count = 0; count < 2; count += 1)
      own.preview({ platform: 'tiktok', engine: null, ms: 5, outcome: { ok: false, code: 'network' } });
    const shared = report(historyOf([tally(0, 3, 0)], { seen: [seenJudged(0)] }));
    expect(overlayOwnStatus(own.status(), shared).previews.tiktok).toMatchObject({
      state,
      lastSeen: new Date(NOW).toISOString(),
    });
  });

  it('is used where this instance has too few attempts for a state', () => {
    const shared = report(
      historyOf([tally(0, 9, 0), tally(0, 0, 9, { engine: 'native' })], {
        seen: [seenJudged(20), seenJudged(20, 'native')],
      }),
    );
    const state = (own: ReturnType<typeof createWorkLog>): Observation['state'] =>
      overlayOwnStatus(own.status(), shared).previews.tiktok.state;
    const fails = {
      platform: 'tiktok',
      engine: null,
      ms: 5,
      outcome: { ok: false, code: 'network' },
    } as const;
    const own = createWorkLog(() => NOW);
    expect(state(own)).toBe('working');
    expect(overlayOwnStatus(own.status(), shared).engines).toMatchObject([
      { engine: 'native', state: 'failing' },
    ]);
    own.preview(fails);
    expect(state(own)).toBe('working');
    own.preview(fails);
    expect(state(own)).toBe('failing');
    own.preview({ platform: 'tiktok', engine: 'native', ms: 40, outcome: { ok: true } });
    expect(overlayOwnStatus(own.status(), shared).engines).toMatchObject([
      { engine: 'native', platform: 'tiktok', state: 'working', medianMs: 42 },
    ]);
  });
});

describe('overlayFailingEngines', () => {
  it('marks engines whose circuit is open as failing, and leaves other engines and the platforms unchanged', () => {
    const own = createWorkLog(() => NOW);
    for (const engine of [null, 'native', 'yt-dlp'] as const)
      for (let count = 0; count < 9; count += 1)
        own.preview({ platform: 'tiktok', engine, ms: 40, outcome: { ok: true } });
    const seen = overlayOwnStatus(own.status(), report(historyOf([])));
    const result = overlayFailingEngines(seen, [{ engine: 'native', platform: 'tiktok' }]);
    expect(seen.engines.map(({ state }) => state)).toEqual(['working', 'working']);
    expect(result.engines.map(({ engine, state }) => [engine, state])).toEqual([
      ['native', 'failing'],
      ['yt-dlp', 'working'],
    ]);
    expect(result.previews.tiktok.state).toBe('working');
  });
});

describe('overlayCauses', () => {
  const FAILING = { state: 'failing', medianMs: null, lastSeen: null } as const;
  const causeWith = (finding: Finding | null, state: Observation = FAILING) => {
    const seen = report(historyOf([]));
    const failing = { ...seen, previews: { ...seen.previews, tiktok: state } };
    return overlayCauses(failing, (platform) => (platform === 'tiktok' ? finding : 'login_wall')).causes;
  };

  it('names the cause of the platforms that fail, and of no other', () => {
    expect(causeWith('challenge')).toEqual({ instagram: null, tiktok: 'challenge' });
    expect(causeWith('challenge', { ...FAILING, state: 'slow' })).toEqual({ instagram: null, tiktok: null });
    expect(causeWith(null)).toEqual({ instagram: null, tiktok: null });
  });

  it.each(FINDINGS)('says nothing about the setup of the owner or a single post: %s', (finding) => {
    const isPublic = (PUBLIC_FINDINGS as readonly Finding[]).includes(finding);
    expect(causeWith(finding).tiktok).toBe(isPublic ? finding : null);
    if (/^(?:proxy|service|program|unlisted|fault|post|gone|private)/.test(finding))
      expect(isPublic).toBe(false);
  });
});

describe('a platform that is switched off', () => {
  it('is off whatever it did before, and has no cause of failures', () => {
    const work = createWorkLog(() => NOW);
    for (const ms of [5, 6, 7]) work.preview({ platform: 'tiktok', engine: null, ms, outcome: { ok: true } });
    const working = overlayOwnStatus(work.status(), report(EMPTY_HISTORY));
    const isOn = { ...byPlatform(() => true), tiktok: false };
    const { previews, causes } = overlayCauses(overlaySwitches(working, isOn), () => 'login_wall');
    expect(working.previews.tiktok.state).toBe('working');
    expect(previews.tiktok).toEqual({
      state: 'off',
      medianMs: null,
      lastSeen: working.previews.tiktok.lastSeen,
    });
    expect(causes.tiktok).toBeNull();
    expect(
      overlaySwitches(
        working,
        byPlatform(() => true),
      ),
    ).toEqual(working);
  });
});
