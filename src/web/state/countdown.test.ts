import { describe, expect, it } from 'vitest';
import { secondsLeft, tryAgainLabel, waitEndOf } from './countdown.ts';

describe('secondsLeft', () => {
  it('rounds up, so that it does not reach 0 too early', () => {
    expect(secondsLeft(24_000, 0)).toBe(24);
    expect(secondsLeft(24_000, 1)).toBe(24);
    expect(secondsLeft(24_000, 23_999)).toBe(1);
  });

  it('returns 0 when the time is past or null', () => {
    expect(secondsLeft(24_000, 24_000)).toBe(0);
    expect(secondsLeft(24_000, 90_000)).toBe(0);
    expect(secondsLeft(null, 0)).toBe(0);
  });
});

describe('waitEndOf', () => {
  it('holds back the links of the platform that must wait, and no other', () => {
    const waits = { instagram: 2_000 };
    expect(waitEndOf(waits, 'instagram')).toBe(2_000);
    expect(waitEndOf(waits, 'tiktok')).toBe(0);
    expect(waitEndOf(waits, undefined)).toBe(0);
  });

  it('holds back everything where every link must wait, for the longer time', () => {
    const waits = { instagram: 2_000, all: 1_000 };
    expect(waitEndOf(waits, 'instagram')).toBe(2_000);
    expect(waitEndOf(waits, 'tiktok')).toBe(1_000);
    expect(waitEndOf(waits, undefined)).toBe(1_000);
  });
});

describe('tryAgainLabel', () => {
  it('formats a long wait in minutes', () => {
    expect([tryAgainLabel(120), tryAgainLabel(121), tryAgainLabel(3_600)]).toEqual([
      'Try again in 120 s',
      'Try again in 3 min',
      'Try again in 60 min',
    ]);
  });
});
