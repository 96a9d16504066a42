import type { DayCounts, OverviewCounts } from '#shared/contract/overview.ts';
import { OVERVIEW_DAYS } from '#shared/limits.ts';
import { medianStep } from './time-steps.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * How often something of a kind had an outcome in an hour that began at `hour` (ms since 1970). Kinds: 'preview' with 'ok' or
 * an error code, 'preview_ms' with the upper bound of its step in milliseconds, 'download' with 'ok' or 'failed'.
 */
export interface CountRow {
  readonly hour: number;
  readonly kind: string;
  readonly platform: string;
  readonly outcome: string;
  readonly count: number;
  readonly bytes: number;
}

/** The kinds an overview is made of. */
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

/** Sums counts up to the days (UTC) until `now`, days without any included. */
export const overviewOf = (rows: readonly CountRow[], now: number): OverviewCounts => {
  const byDay = Map.groupBy(rows, ({ hour }) => dayOf(hour));
  const days = Array.from({ length: OVERVIEW_DAYS }, (_, index) =>
    dayOf(now - (OVERVIEW_DAYS - 1 - index) * DAY_MS),
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
