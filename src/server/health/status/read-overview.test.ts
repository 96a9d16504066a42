import { describe, expect, it } from 'vitest';
import type { CounterRow } from '../../base/db/tables.ts';
import { buildOverview } from './read-overview.ts';

const HOUR_MS = 60 * 60 * 1_000;
const NOW = Date.UTC(2026, 10, 21, 15, 30);

const row = (
  kind: string,
  outcome: string,
  count: number,
  hoursAgo = 0,
  more: Partial<CounterRow> = {},
): CounterRow => ({
  step: Math.floor(NOW / HOUR_MS) * HOUR_MS - hoursAgo * HOUR_MS,
  kind,
  platform: 'tiktok',
  engine: '',
  outcome,
  count,
  bytes: 0,
  ...more,
});

describe('buildOverview', () => {
  it('returns ninety days, oldest first, even without counts', () => {
    const { days, today } = buildOverview([], NOW);
    expect(days).toHaveLength(90);
    expect(days[0]?.day).toBe('2026-08-24');
    expect(days[89]).toEqual({
      day: '2026-11-21',
      previews: 0,
      previewsFailed: 0,
      downloads: 0,
      downloadsFailed: 0,
    });
    expect(today).toEqual({ failures: {}, bytes: 0, medianPreviewMs: null });
  });

  it('sums hours, platforms and outcomes per day', () => {
    const { days } = buildOverview(
      [
        row('preview', 'ok', 7),
        row('preview', 'private', 2, 3),
        row('preview', 'ok', 1, 3, { platform: 'instagram' }),
        row('download', 'ok', 4, 0, { bytes: 900 }),
        row('download', 'failed', 1, 0),
        row('preview', 'ok', 11, 24),
      ],
      NOW,
    );
    expect(days[89]).toMatchObject({ previews: 10, previewsFailed: 2, downloads: 5, downloadsFailed: 1 });
    expect(days[88]).toMatchObject({ previews: 11, previewsFailed: 0, downloads: 0 });
  });

  it('returns today’s failures by error code, and the bytes', () => {
    const { today } = buildOverview(
      [
        row('preview', 'private', 2),
        row('preview', 'private', 1, 2, { platform: 'instagram' }),
        row('preview', 'gone', 4),
        row('download', 'failed', 3),
        row('download', 'ok', 2, 0, { bytes: 2_000 }),
        row('preview', 'gone', 50, 24),
      ],
      NOW,
    );
    expect(today).toMatchObject({ failures: { private: 3, gone: 4, download: 3 }, bytes: 2_000 });
  });

  it('calculates the median of today’s times numerically, not by text order', () => {
    const times = [row('preview_ms', '900', 3), row('preview_ms', '90', 4), row('preview_ms', '12000', 2)];
    expect(buildOverview(times, NOW).today.medianPreviewMs).toBe(900);
    expect(buildOverview([row('preview_ms', '42', 1)], NOW).today.medianPreviewMs).toBe(42);
  });
});
