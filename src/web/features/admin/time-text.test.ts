import { describe, expect, it } from 'vitest';
import { shortTimeText, timeText } from './time-text.ts';

describe('timeText', () => {
  it('is the time for today, and date and time for earlier days', () => {
    const at = new Date(2026, 10, 20, 14, 2);
    expect(timeText(at.toISOString(), new Date(2026, 10, 20, 23))).toBe('14:02');
    expect(timeText(at.toISOString(), new Date(2026, 10, 21, 0))).toMatch(/^20 November 2026\D+14:02$/u);
  });
});

describe('shortTimeText', () => {
  const now = new Date(2026, 10, 21, 14, 30);

  it('is the time for today, and date and time for other days', () => {
    expect(shortTimeText(new Date(2026, 10, 21, 9, 5).toISOString(), now)).toBe('09:05');
    expect(shortTimeText(new Date(2026, 10, 20, 9, 5).toISOString(), now)).toBe('20 Nov, 09:05');
  });
});
