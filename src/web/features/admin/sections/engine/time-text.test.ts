import { describe, expect, it } from 'vitest';
import { secondsText, timeText } from './time-text.ts';

describe('timeText', () => {
  const now = new Date(2026, 10, 21, 14, 30);

  it('is the time for today, and date and time for other days', () => {
    expect(timeText(new Date(2026, 10, 21, 9, 5).toISOString(), now)).toBe('09:05');
    expect(timeText(new Date(2026, 10, 20, 9, 5).toISOString(), now)).toBe('20 Nov, 09:05');
  });
});

describe('secondsText', () => {
  it('formats seconds, and a dash for null', () => {
    expect(secondsText(840)).toBe('0.8 s');
    expect(secondsText(null)).toBe('–');
  });
});
