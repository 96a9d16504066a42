import { describe, expect, it } from 'vitest';
import { clockText, dayText, fullMomentText, momentText } from './time-text.ts';

const NOW = new Date(2026, 10, 21, 14, 30);
const at = (...[month, day, hour, minute]: [number, number, number, number]): string =>
  new Date(2026, month, day, hour, minute).toISOString();

describe('momentText', () => {
  it.each<[string, Parameters<typeof at>]>([
    ['today, 14:02', [10, 21, 14, 2]],
    ['today, 00:00', [10, 21, 0, 0]],
    ['yesterday, 23:59', [10, 20, 23, 59]],
    ['tomorrow, 03:10', [10, 22, 3, 10]],
    ['19 Nov 2026, 09:05', [10, 19, 9, 5]],
    ['23 Nov 2026, 09:05', [10, 23, 9, 5]],
    ['12 Jan 2026, 14:32', [0, 12, 14, 32]],
  ])('is %s', (words, moment) => expect(momentText(at(...moment), NOW)).toBe(words));

  it('names the day before on the first of a month', () => {
    expect(momentText(at(9, 31, 8, 0), new Date(2026, 10, 1, 0, 1))).toBe('yesterday, 08:00');
  });
});

it('dayText and clockText are the two parts', () => {
  expect(dayText(at(10, 21, 9, 5), NOW)).toBe('today');
  expect(dayText(at(10, 12, 9, 5), NOW)).toBe('12 Nov 2026');
  expect(clockText(at(10, 12, 9, 5))).toBe('09:05');
});

it('fullMomentText names weekday, day, time and zone', () => {
  expect(fullMomentText(at(10, 12, 14, 32))).toMatch(/^Thursday,? 12 November 2026 at 14:32:00 \S+/u);
});
