import { describe, expect, it } from 'vitest';
import { formatDay } from './day.ts';

describe('formatDay', () => {
  it.each([
    ['2026-11-20T08:00:00.000Z', '20 November 2026'],
    ['2026-01-01T00:00:00.000Z', '1 January 2026'],
    ['2025-12-31T23:59:59.999Z', '31 December 2025'],
    ['2028-02-29T12:00:00Z', '29 February 2028'],
  ])('formats the UTC day of %s as %s', (iso, day) => expect(formatDay(iso)).toBe(day));
});
