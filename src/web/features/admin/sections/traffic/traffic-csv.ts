import { sentOn, type TrafficDay } from '#shared/contract/traffic.ts';
import { PLATFORM_IDS } from '#shared/platforms/platforms.ts';

const SOURCES = [...PLATFORM_IDS, 'sample'] as const;

/**
 * Returns the days as CSV (RFC 4180): the total bytes, and those of each platform and of the samples. The names of the columns are the same
 * in every language.
 */
export const trafficCsv = (days: readonly TrafficDay[]): string =>
  [
    ['day', 'total_bytes', ...SOURCES.map((source) => `${source}_bytes`)],
    ...days.map((one) => [one.day, sentOn(one), ...SOURCES.map((source) => one.bytes[source])]),
  ]
    .map((row) => `${row.join(',')}\r\n`)
    .join('');
