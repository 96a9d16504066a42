import { describe, expect, it } from 'vitest';
import type { StatusState } from '#shared/contract/status.ts';
import { checkedAgo, headlineOf, timeOf } from './status-facts.ts';

describe('headlineOf', () => {
  it.each<[string, StatusState[]]>([
    ['Everything is working', ['working', 'working', 'working']],
    ['Working, as far as we know', ['working', 'unknown', 'working']],
    ['Slower than usual', ['working', 'slow', 'unknown']],
    ['Some parts are not working', ['working', 'slow', 'failing']],
    ['Some parts are not working', ['unknown', 'unknown', 'failing']],
    ['Not working right now', ['failing', 'failing', 'failing']],
    ['No recent previews', ['unknown', 'unknown', 'unknown']],
  ])('returns %j for %j', (headline, states) => expect(headlineOf(states)).toBe(headline));
});

describe('checkedAgo', () => {
  it.each([
    [-5_000, 'Checked just now'],
    [9_999, 'Checked just now'],
    [10_000, 'Checked 10 seconds ago'],
    [49_000, 'Checked 40 seconds ago'],
    [60_000, 'Checked 1 minute ago'],
    [3_599_999, 'Checked 59 minutes ago'],
    [3_600_000, 'Checked 1 hour ago'],
    [7_200_000, 'Checked 2 hours ago'],
  ])('after %d ms: %j', (age, text) => expect(checkedAgo(age)).toBe(text));
});

describe('timeOf', () => {
  it.each([
    [null, ''],
    [1_432, '1.4 s'],
    [120, '0.1 s'],
    [12, 'under 0.1 s'],
  ])('formats %j ms as %j', (medianMs, text) =>
    expect(timeOf({ state: 'working', medianMs, lastSeen: null })).toBe(text),
  );
});
