import type { DayCounts, OverviewCounts } from '#shared/contract/overview.ts';
import { COUNTS_RETENTION_DAYS } from '#shared/limits.ts';
import { medianStep } from './time-steps.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * One hourly counter; `hour` is the start of the hour in milliseconds since 1970. The kind 'preview' has the outcome 'ok' or an
 * error code, 'preview_ms' the upper bound of a time step in milliseconds, 'download' 'ok' or 'failed'.
 */
export interface CountRow {
  readonly hour: number;
  readonly kind: string;
  readonly platform: string;
  readonly outcome: string;
  readonly count: number;
  readonly bytes: number;
}

/** Counter kinds that `buildOverview` uses. */
export const OVERVIEW_KINDS = ['preview', 'preview_ms', 'download'] as const;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const sum = (rows: readonly CountRow[]): number => rows.reduce((total, { count }) => total + count, 0);

const countsOf = (day: string, rows: readonly CountRow[]): DayCounts => {
  const previews = rows.filter(({ kind }) => kind === 'preview');
  const downloads = rows.filter(({ kind }) => kind === 'download');
  return {
    day,
    previews: sum(previews),
    previewsFailed: sum(previews.filter(({ outcome }) => outcome !== 'ok')),
    downloads: sum(downloads),
    downloadsFailed: sum(downloads.filter(({ outcome }) => outcome !== 'ok')),
  };
};

const failuresOf = (rows: readonly CountRow[]): Record<string, number> => {
  const failures: Record<string, number> = {};
  for (const { kind, outcome, count } of rows) {
    if (outcome === 'ok' || kind === 'preview_ms') continue;
    const name = kind === 'download' ? 'download' : outcome;
    failures[name] = (failures[name] ?? 0) + count;
  }
  return failures;
};

/**
 * Builds the overview of the COUNTS_RETENTION_DAYS days (UTC, oldest first, days without counts included) and the details of the
 * day of `now` (milliseconds since 1970).
 */
export const buildOverview = (rows: readonly CountRow[], now: number): OverviewCounts => {
  const byDay = Map.groupBy(rows, ({ hour }) => dayOf(hour));
  const days = Array.from({ length: COUNTS_RETENTION_DAYS }, (_, index) =>
    dayOf(now - (COUNTS_RETENTION_DAYS - 1 - index) * DAY_MS),
  );
  const today = byDay.get(dayOf(now)) ?? [];
  return {
    days: days.map((day) => countsOf(day, byDay.get(day) ?? [])),
    today: {
      failures: failuresOf(today),
      bytes: today.reduce((total, { bytes }) => total + bytes, 0),
      medianPreviewMs: medianStep(today.filter(({ kind }) => kind === 'preview_ms')),
    },
  };
};
