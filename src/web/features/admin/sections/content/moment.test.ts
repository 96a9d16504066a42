import { expect, it } from 'vitest';
import { momentOf } from './moment.ts';

it('is the time alone today, and has its day before that', () => {
  const at = new Date(2026, 10, 20, 14, 2);
  expect(momentOf(at.toISOString(), new Date(2026, 10, 20, 23))).toBe('14:02');
  expect(momentOf(at.toISOString(), new Date(2026, 10, 21, 0))).toMatch(/^20 November 2026\D+14:02$/u);
});
