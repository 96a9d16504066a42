import type { DayCounts, OverviewCounts } from '#shared/contract/overview.ts';
import { COUNTS_RETENTION_DAYS } from '#shared/limits.ts';
import type { CounterRow } from '../../base/db/tables.ts';
import { type Counters, dayOf, firstOfDays, lastDays, medianDuration } from '../counters/counters.ts';

/** Counter kinds of the Overview. */
const KINDS = ['preview', 'preview_ms', 'download'] as const;

const sum = (rows: readonly CounterRow[]): number => rows.reduce((total, { count }) => total + count, 0);

const countsOf = (day: string, rows: readonly CounterRow[]): DayCounts => {
  const all = (kind: string): number => sum(rows.filter((row) => row.kind === kind));
  const failed = (kind: string): number =>
    sum(rows.filter((row) => row.kind === kind && row.outcome !== 'ok'));
  return {
    day,
    previews: all('preview'),
    previewsFailed: failed('preview'),
    downloads: all('download'),
    downloadsFailed: failed('download'),
  };
};

const failuresOf = (rows: readonly CounterRow[]): Record<string, number> => {
  const failures: Record<string, number> = {};
  for (const { kind, outcome, count } of rows) {
    if (outcome === 'ok' || (kind !== 'preview' && kind !== 'download')) continue;
    const name = kind === 'download' ? 'download' : outcome;
    failures[name] = (failures[name] ?? 0) + count;
  }
  return failures;
};

/**
 * Builds the overview of the last COUNTS_RETENTION_DAYS days (UTC, oldest first, days without counts included), with details of the day of
 * `now` (milliseconds since 1970).
 */
export const buildOverview = (rows: readonly CounterRow[], now: number): OverviewCounts => {
  const byDay = Map.groupBy(rows, ({ step }) => dayOf(step));
  const days = lastDays(COUNTS_RETENTION_DAYS, now).map(dayOf);
  const today = byDay.get(dayOf(now)) ?? [];
  return {
    days: days.map((day) => countsOf(day, byDay.get(day) ?? [])),
    today: {
      failures: failuresOf(today),
      bytes: today.reduce((total, { kind, bytes }) => total + (kind === 'download' ? bytes : 0), 0),
      medianPreviewMs: medianDuration(today.filter(({ kind }) => kind === 'preview_ms')),
    },
  };
};

/** Reads the overview of all instances, including counts of this instance that are not written yet. Throws DatabaseUnavailableError. */
export const readOverview = async (
  counters: Pick<Counters, 'readStored' | 'readUnwritten'>,
  now: number = Date.now(),
): Promise<OverviewCounts> => {
  const { rows } = await counters.readStored(KINDS, firstOfDays(COUNTS_RETENTION_DAYS, now));
  return buildOverview([...rows, ...counters.readUnwritten().rows], now);
};
