import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createNightlyTimer, nextNightlyTime } from './nightly-timer.ts';

const at = (time: string): number => Date.parse(`2026-08-${time}Z`);
const next = (now: string, lastDay: string | null, random: number): string =>
  new Date(nextNightlyTime(at(now), lastDay, random)).toISOString().slice(8, 16);

describe('the time of the nightly update', () => {
  it.each([
    ['19T00:00', null, 0, '19T02:00'],
    ['19T00:00', null, 0.999, '19T04:59'],
    ['19T02:30', null, 0.5, '19T03:30'],
    ['19T03:30', null, 0.5, '20T03:30'],
    ['19T12:00', null, 0, '20T02:00'],
    ['19T02:10', '2026-08-19', 0.9, '20T04:42'],
    ['19T01:00', '2026-08-18', 0, '19T02:00'],
    ['31T12:00', null, 0, '01T02:00'],
  ])('after %s (last on %s) is a random minute of the night', (now, lastDay, random, expected) => {
    expect(next(now, lastDay, random)).toBe(expected);
  });
});

describe('the timer of the nightly update', () => {
  beforeEach(() => vi.useFakeTimers({ now: at('19T12:00') }));
  afterEach(() => vi.useRealTimers());

  it('runs once a night while it is on', async () => {
    const nights: string[] = [];
    let isOn = true;
    const timer = createNightlyTimer({
      isOn: () => isOn,
      lastDay: null,
      run: (day) => Promise.resolve(void nights.push(day)),
      now: Date.now,
      random: () => 0.25,
    });
    expect(timer.nextAt()).toBeNull();
    timer.plan();
    expect(timer.nextAt()).toBe(at('20T02:45'));
    await vi.advanceTimersByTimeAsync(3 * 24 * 60 * 60 * 1_000);
    expect(nights).toEqual(['2026-08-20', '2026-08-21', '2026-08-22']);
    isOn = false;
    timer.plan();
    expect(timer.nextAt()).toBeNull();
    await vi.advanceTimersByTimeAsync(3 * 24 * 60 * 60 * 1_000);
    isOn = true;
    timer.stop();
    timer.plan();
    expect([nights.length, vi.getTimerCount()]).toEqual([3, 0]);
  });
});
