import { afterEach, describe, expect, it, vi } from 'vitest';
import { createNightlyTimer } from './nightly-timer.ts';

const DAYS_3 = 3 * 24 * 60 * 60 * 1_000;

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('the timer of the nightly update', () => {
  it.each([
    ['19T00:00', 0, '19T02:00'],
    ['19T00:00', 0.999, '19T04:59'],
    ['19T02:30', 0.5, '19T03:30'],
    ['19T03:30', 0.5, '20T03:30'],
    ['19T12:00', 0, '20T02:00'],
    ['31T12:00', 0, '01T02:00'],
  ])('after %s is at a random time of the night', (now, random, expected) => {
    vi.useFakeTimers({ now: new Date(`2026-08-${now}Z`) });
    vi.spyOn(Math, 'random').mockReturnValue(random);
    const timer = createNightlyTimer(
      () => true,
      () => undefined,
    );
    expect(timer.nextAt()).toBeNull();
    timer.plan();
    expect(timer.nextAt()?.slice(8, 16)).toBe(expected);
  });

  it('runs once a night while it is on', () => {
    vi.useFakeTimers({ now: new Date('2026-08-19T12:00Z') });
    const nights: string[] = [];
    let isOn = true;
    const timer = createNightlyTimer(
      () => isOn,
      () => void nights.push(new Date().toISOString().slice(0, 10)),
    );
    timer.plan();
    vi.advanceTimersByTime(DAYS_3);
    expect(nights).toEqual(['2026-08-20', '2026-08-21', '2026-08-22']);
    isOn = false;
    timer.plan();
    expect([timer.nextAt(), vi.getTimerCount()]).toEqual([null, 0]);
  });
});
