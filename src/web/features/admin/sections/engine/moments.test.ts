import { describe, expect, it } from 'vitest';
import { secondsText, timeText } from './moments.ts';

describe('a moment', () => {
  const now = new Date(2026, 10, 21, 14, 30);

  it('of today is its time, of another day that too', () => {
    expect(timeText(new Date(2026, 10, 21, 9, 5).toISOString(), now)).toBe('09:05');
    expect(timeText(new Date(2026, 10, 20, 9, 5).toISOString(), now)).toBe('20 Nov, 09:05');
  });
});

describe('a duration', () => {
  it('is told in seconds, and as a dash while nobody knows it', () => {
    expect(secondsText(840)).toBe('0.8 s');
    expect(secondsText(null)).toBe('–');
  });
});
