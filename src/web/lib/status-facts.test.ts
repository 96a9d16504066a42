import { describe, expect, it } from 'vitest';
import type { StatusPart, StatusState } from '#shared/contract/status.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import {
  headlineOf,
  medianText,
  observationAgeText,
  observationOf,
  stateText,
  waitingLine,
} from './status-facts.ts';

const LATELY = '2026-11-24T09:57:00.000Z';
/** Returns a report with the states of Instagram, TikTok and the downloads. */
const reportOf = ([instagram, tiktok, downloads]: readonly StatusState[], used: boolean, lately = false) => {
  const seen = (state: StatusState = 'unknown') => ({
    state,
    medianMs: null,
    lastSeen: lately || state !== 'unknown' ? LATELY : null,
  });
  return {
    previews: { ...byPlatform(() => seen(tiktok)), instagram: seen(instagram) },
    downloads: seen(downloads),
    engines: [],
    used: used ? (['tiktok'] satisfies StatusPart[]) : [],
  };
};

describe('headlineOf', () => {
  it.each<[string, StatusState[]]>([
    ['Everything is working', ['working', 'working', 'working']],
    ['Working, as far as we know', ['working', 'unknown', 'working']],
    ['Slower than usual', ['working', 'slow', 'unknown']],
    ['Some parts are not working', ['working', 'slow', 'failing']],
    ['Some parts are not working', ['unknown', 'unknown', 'failing']],
    ['Not working right now', ['failing', 'failing', 'failing']],
    ['No recent previews', ['unknown', 'unknown', 'unknown']],
    ['Everything that is on is working', ['off', 'working', 'working']],
    ['Not working right now', ['off', 'failing', 'failing']],
    ['Working, as far as we know', ['off', 'unknown', 'working']],
    ['Switched off right now', ['off', 'off', 'working']],
  ])('returns %j for %j', (headline, states) => expect(headlineOf(reportOf(states, true))).toBe(headline));

  it.each([
    ['no preview ever', false, false, 'No previews yet', 'The status shows up after the first one.'],
    ['none in the last hour', true, false, 'No recent previews', 'The status shows up after the next one.'],
    ['a single failure', true, true, 'Too little use to tell', null],
  ])('tells why nothing is known: %s', (_case, used, lately, headline, line) => {
    const report = reportOf(['unknown', 'unknown', 'unknown'], used, lately);
    expect([headlineOf(report), waitingLine(report)]).toEqual([headline, line]);
  });
});

describe('stateText', () => {
  it('does not call a part that was just used one without data', () => {
    expect(stateText({ state: 'unknown', lastSeen: LATELY })).toBe('Too few to tell');
    expect(stateText({ state: 'unknown', lastSeen: null })).toBe('No recent data');
    expect(stateText({ state: 'failing', lastSeen: LATELY })).toBe('Not working');
    expect(stateText({ state: 'off', lastSeen: LATELY })).toBe('Switched off');
  });
});

describe('observationOf', () => {
  const engine = { engine: 'native', platform: 'instagram' } as const;
  const worked = { ...engine, state: 'working', medianMs: 5, lastSeen: LATELY } as const;

  it('of an engine is off with its platform, whatever it did before', () => {
    const report = (state: StatusState) => ({
      ...reportOf([state, 'working', 'working'], true),
      engines: [worked],
    });
    expect(observationOf(report('working'), engine)).toBe(worked);
    expect(observationOf(report('off'), engine).state).toBe('off');
    expect(observationOf(report('working'), { ...engine, platform: 'tiktok' }).state).toBe('unknown');
  });
});

describe('observationAgeText', () => {
  it.each([
    [-5_000, 'Checked just now'],
    [9_999, 'Checked just now'],
    [10_000, 'Checked 10 seconds ago'],
    [49_000, 'Checked 40 seconds ago'],
    [60_000, 'Checked 1 minute ago'],
    [3_599_999, 'Checked 59 minutes ago'],
    [3_600_000, 'Checked 1 hour ago'],
    [7_200_000, 'Checked 2 hours ago'],
  ])('after %d ms: %j', (age, text) => expect(observationAgeText(age)).toBe(text));
});

describe('medianText', () => {
  it.each([
    [null, ''],
    [1_432, '1.4 s'],
    [120, '0.1 s'],
    [12, 'under 0.1 s'],
  ])('formats %j ms as %j', (medianMs, text) => expect(medianText({ medianMs })).toBe(text));
});
