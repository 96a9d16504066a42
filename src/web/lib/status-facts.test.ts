import { describe, expect, it } from 'vitest';
import type { StatusState } from '#shared/contract/status.ts';
import { headlineOf, seenAgo, timeOf } from './status-facts.ts';

describe('headlineOf', () => {
  it.each<[string, StatusState[]]>([
    ['Everything is working', ['working', 'working', 'working']],
    ['Working, as far as we know', ['working', 'unknown', 'working']],
    ['Slower than usual', ['working', 'slow', 'unknown']],
    ['Some of it is not working', ['working', 'slow', 'failing']],
    ['Some of it is not working', ['unknown', 'unknown', 'failing']],
    ['Not working right now', ['failing', 'failing', 'failing']],
    ['Not known yet', ['unknown', 'unknown', 'unknown']],
  ])('says %j of %j', (headline, states) => expect(headlineOf(states)).toBe(headline));
});

describe('seenAgo', () => {
  it.each([
    [-5_000, 'Seen just now'],
    [9_999, 'Seen just now'],
    [10_000, 'Seen 10 seconds ago'],
    [49_000, 'Seen 40 seconds ago'],
    [60_000, 'Seen 1 minute ago'],
    [3_599_999, 'Seen 59 minutes ago'],
    [3_600_000, 'Seen 1 hour ago'],
    [7_200_000, 'Seen 2 hours ago'],
  ])('after %d ms: %j', (age, text) => expect(seenAgo(age)).toBe(text));
});

describe('timeOf', () => {
  it.each([
    [null, ''],
    [1_432, '1.4 s'],
    [120, '0.1 s'],
    [12, 'under 0.1 s'],
  ])('%j ms reads %j', (medianMs, text) =>
    expect(timeOf({ state: 'working', medianMs, lastSeen: null })).toBe(text),
  );
});
