import { expect, it } from 'vitest';
import { timeText } from './time-text.ts';

it('is the time for today, and date and time for earlier days', () => {
  const at = new Date(2026, 10, 20, 14, 2);
  expect(timeText(at.toISOString(), new Date(2026, 10, 20, 23))).toBe('14:02');
  expect(timeText(at.toISOString(), new Date(2026, 10, 21, 0))).toMatch(/^20 November 2026\D+14:02$/u);
});
