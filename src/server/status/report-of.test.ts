import { describe, expect, it } from 'vitest';
import { type Observation, statusReportSchema } from '#shared/contract/status.ts';
import { reportOf, withFailing, withOwn } from './report-of.ts';
import { UNKNOWN } from './series.ts';
import type { HourTally, StatusHistory } from './status-history.ts';
import { EMPTY_HISTORY } from './status-history.ts';
import { createWorkLog } from './work-log.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOW = Date.UTC(2026, 10, 21, 15, 30);

/** The hour by the clock so many before that of now. */
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
/** As the database gives them: oldest first. */
const factsOf = (hours: readonly HourTally[], more: Partial<StatusHistory> = {}): StatusHistory => ({
  ...EMPTY_HISTORY,
  hours: hours.toSorted((one, other) => one.hour - other.hour),
  ...more,
});
const report = (facts: StatusHistory) => reportOf(facts, NOW);
const seenJudged = (minutesAgo: number, engine = '') => ({
  kind: 'judged',
  platform: 'tiktok',
  engine,
  at: NOW - minutesAgo * MINUTE_MS,
});

describe('the days', () => {
  it('are thirty, oldest first, and nobody knows of them where nothing was counted', () => {
    const { days, past, incidents, tested, engines } = report(EMPTY_HISTORY);
    expect([days.length, days[0], days[29]]).toEqual([30, '2026-10-23', '2026-11-21']);
    expect(new Set(past.previews.tiktok.states)).toEqual(new Set(['unknown']));
    expect(new Set(past.downloads.shares)).toEqual(new Set([null]));
    expect({ incidents, tested, engines, pastEngines: past.engines }).toEqual({
      incidents: [],
      tested: { instagram: null, tiktok: null },
      engines: [],
      pastEngines: [],
    });
    expect(statusReportSchema.safeParse(report(EMPTY_HISTORY)).success).toBe(true);
  });

  it.each([
    ['all worked', [tally(1, 9, 0)], 'working', 100],
    ['one of many failed: not all, whatever rounding says', [tally(1, 999, 1)], 'working', 99],
    ['one failure alone says nothing', [tally(1, 0, 1)], 'unknown', null],
    ['most of it failed', [tally(1, 1, 2), tally(3, 2, 9)], 'failing', 21],
    ['one hour of it failed', [tally(1, 0, 2), tally(3, 30, 0)], 'disturbed', 93],
    ['half failed', [tally(1, 2, 2)], 'working', 50],
  ] as const)('say what is known: %s', (_case, hours, state, share) => {
    const { states, shares } = report(factsOf(hours)).past.previews.tiktok;
    expect([states[29], shares[29]]).toEqual([state, share]);
    expect(states.slice(0, 29).every((other) => other === 'unknown')).toBe(true);
  });

  it('begin and end at midnight in UTC, and keep parts and engines apart', () => {
    const { past } = report(
      factsOf([
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
  const incidents = (...hours: HourTally[]) => report(factsOf(hours)).incidents;
  const at = (hoursAgo: number): string => new Date(hourBack(hoursAgo)).toISOString();

  it('goes from the first failing hour to the end of the last, and is over when something works again', () => {
    expect(incidents(tally(9, 5, 0), tally(8, 0, 3), tally(7, 1, 4), tally(5, 3, 0))).toEqual([
      { part: 'tiktok', from: at(8), until: at(6), over: true },
    ]);
  });

  it('goes on over hours of which nothing is known, for a day at most', () => {
    expect(incidents(tally(30, 0, 3), tally(20, 0, 1), tally(10, 0, 3))).toEqual([
      { part: 'tiktok', from: at(30), until: at(9), over: false },
    ]);
    expect(incidents(tally(60, 0, 3), tally(10, 0, 3))).toHaveLength(2);
  });

  it('is over, as are those before it, with the first hour after them in which most worked', () => {
    const over = (...hours: HourTally[]) => incidents(...hours).map((incident) => incident.over);
    expect(over(tally(60, 0, 3), tally(10, 0, 3))).toEqual([false, false]);
    expect(over(tally(60, 0, 3), tally(10, 0, 3), tally(9, 2, 0))).toEqual([true, true]);
  });

  it('is over too when the part works again within its very hour', () => {
    const shared = report(factsOf([tally(0, 3, 9)], { seen: [seenJudged(20)] }));
    const own = createWorkLog(() => NOW);
    expect(withOwn(own.status(), shared).incidents).toMatchObject([{ part: 'tiktok', over: false }]);
    for (let count = 0; count < 3; count += 1)
      own.preview({ platform: 'tiktok', engine: null, ms: 40, outcome: { ok: true } });
    expect(withOwn(own.status(), shared).incidents).toMatchObject([{ part: 'tiktok', over: true }]);
  });

  it('of this hour ends now, not in the future', () => {
    expect(incidents(tally(0, 0, 2))).toEqual([
      { part: 'tiktok', from: at(0), until: new Date(NOW).toISOString(), over: false },
    ]);
  });

  it('is none of an engine’s, and the newest is first', () => {
    expect(
      incidents(
        tally(4, 0, 9, { engine: 'native' }),
        tally(9, 0, 2),
        tally(3, 0, 2, { platform: 'downloads' }),
      ).map(({ part }) => part),
    ).toEqual(['downloads', 'tiktok']);
  });
});

describe('the last self-test', () => {
  it('is told for as long as the days are', () => {
    const tested = (daysAgo: number) =>
      report({ ...EMPTY_HISTORY, seen: [{ ...seenJudged(daysAgo * 24 * 60), kind: 'test' }] }).tested.tiktok;
    expect(tested(29)).toBe(new Date(NOW - 29 * 24 * HOUR_MS).toISOString());
    expect(tested(31)).toBeNull();
  });
});

describe('what all instances saw lately', () => {
  it('is told from this hour and the one before, with the time of the middle step', () => {
    const facts = factsOf([tally(0, 2, 0), tally(2, 0, 9)], {
      seen: [seenJudged(4)],
      timeSteps: [
        { platform: 'tiktok', engine: '', outcome: '900', count: 1 },
        { platform: 'tiktok', engine: '', outcome: '1200', count: 2 },
        { platform: 'tiktok', engine: 'native', outcome: '9000', count: 9 },
      ],
    });
    expect(report(facts).previews).toEqual({
      instagram: UNKNOWN,
      tiktok: { state: 'working', medianMs: 1200, lastSeen: new Date(NOW - 4 * MINUTE_MS).toISOString() },
    });
  });

  it.each([
    ['it fails now, though it worked all the hour before', tally(0, 0, 2), tally(1, 30, 0), 'failing'],
    ['it works again after an hour in which it did not', tally(0, 2, 0), tally(1, 0, 30), 'working'],
    ['a single failure says nothing against the hour before', tally(0, 0, 1), tally(1, 30, 0), 'working'],
    ['nor does a single success', tally(0, 1, 0), tally(1, 0, 30), 'failing'],
  ] as const)('is told by the newest hour, with one try by both: %s', (_case, newest, before, state) => {
    const facts = factsOf([newest, before], { seen: [seenJudged(4)] });
    expect(report(facts).previews.tiktok.state).toBe(state);
  });

  it('is nothing once an hour has gone by', () => {
    const facts = (minutes: number) => factsOf([tally(1, 5, 0)], { seen: [seenJudged(minutes)] });
    expect(report(facts(60)).previews.tiktok.state).toBe('working');
    expect(report(facts(61)).previews.tiktok).toEqual(UNKNOWN);
  });

  it.each([
    [4, 'failing'],
    [6, 'working'],
  ] as const)('speaks over what this instance saw, when that is %d minutes older', (minutes, state) => {
    const own = createWorkLog(() => NOW - minutes * MINUTE_MS);
    for (let count = 0; count < 2; count += 1)
      own.preview({ platform: 'tiktok', engine: null, ms: 5, outcome: { ok: false, code: 'network' } });
    const shared = report(factsOf([tally(0, 3, 0)], { seen: [seenJudged(0)] }));
    expect(withOwn(own.status(), shared).previews.tiktok).toMatchObject({
      state,
      lastSeen: new Date(NOW).toISOString(),
    });
  });

  it('stands in where this instance has seen nothing, or too little to tell', () => {
    const shared = report(
      factsOf([tally(0, 9, 0), tally(0, 0, 9, { engine: 'native' })], {
        seen: [seenJudged(20), seenJudged(20, 'native')],
      }),
    );
    const state = (own: ReturnType<typeof createWorkLog>): Observation['state'] =>
      withOwn(own.status(), shared).previews.tiktok.state;
    const fails = {
      platform: 'tiktok',
      engine: null,
      ms: 5,
      outcome: { ok: false, code: 'network' },
    } as const;
    const own = createWorkLog(() => NOW);
    expect(state(own)).toBe('working');
    expect(withOwn(own.status(), shared).engines).toMatchObject([{ engine: 'native', state: 'failing' }]);
    own.preview(fails);
    expect(state(own)).toBe('working');
    own.preview(fails);
    expect(state(own)).toBe('failing');
    own.preview({ platform: 'tiktok', engine: 'native', ms: 40, outcome: { ok: true } });
    expect(withOwn(own.status(), shared).engines).toMatchObject([
      { engine: 'native', platform: 'tiktok', state: 'working', medianMs: 40 },
    ]);
  });
});

describe('withFailing', () => {
  it('calls no engine working whose circuit is open, and leaves the others and the platforms alone', () => {
    const own = createWorkLog(() => NOW);
    for (const engine of [null, 'native', 'yt-dlp'] as const)
      for (let count = 0; count < 9; count += 1)
        own.preview({ platform: 'tiktok', engine, ms: 40, outcome: { ok: true } });
    const seen = withOwn(own.status(), report(factsOf([])));
    const told = withFailing(seen, [{ engine: 'native', platform: 'tiktok' }]);
    expect(seen.engines.map(({ state }) => state)).toEqual(['working', 'working']);
    expect(told.engines.map(({ engine, state }) => [engine, state])).toEqual([
      ['native', 'failing'],
      ['yt-dlp', 'working'],
    ]);
    expect(told.previews.tiktok.state).toBe('working');
  });
});
