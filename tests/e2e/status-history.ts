import type { Database } from '../../src/server/base/db/database.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
/** Number of days with data; the earlier ones of the thirty are before the site existed. */
const KNOWN_DAYS = 25;
const NATIVE = { engine: 'native' };
const PROVIDER = { engine: 'provider' };

/**
 * Inserts invented counters: 25 good days, with a bad day of Instagram nine days ago and a bad hour of TikTok four days
 * ago, and everything working in this hour.
 */
export const furnishStatus = async (database: Database, now: number): Promise<void> => {
  const thisHour = Math.floor(now / HOUR_MS) * HOUR_MS;
  const row = (step: number, platform: string, outcome: string, count: number, { engine = '' } = {}) => ({
    step,
    kind: 'judged',
    platform,
    engine,
    outcome,
    count,
    bytes: 0,
  });
  const days = Array.from({ length: KNOWN_DAYS }, (_, day) => {
    // Noon of the day; for today the current hour, so that it is never in the future.
    const hour = day === 0 ? thisHour : Math.floor(now / DAY_MS) * DAY_MS - day * DAY_MS + 12 * HOUR_MS;
    const bad = day === 9;
    return [
      row(hour, 'instagram', 'worked', bad ? 3 : 60),
      ...(bad ? [row(hour, 'instagram', 'failed', 40)] : []),
      row(hour, 'tiktok', 'worked', 80),
      ...(day === 4 ? [row(hour + HOUR_MS, 'tiktok', 'failed', 6)] : []),
      row(hour, 'downloads', 'worked', 90),
      row(hour, 'instagram', 'worked', bad ? 2 : 50, NATIVE),
      ...(bad ? [row(hour, 'instagram', 'failed', 41, NATIVE)] : []),
      row(hour, 'instagram', 'worked', 9, PROVIDER),
      row(hour, 'tiktok', 'worked', 80, NATIVE),
    ];
  }).flat();
  const time = (platform: string, outcome: string, engine = '') => ({
    ...row(thisHour, platform, outcome, 9, { engine }),
    kind: 'run_ms',
  });
  const times = [
    time('instagram', '1294'),
    time('tiktok', '829'),
    time('downloads', '137'),
    time('instagram', '1036', 'native'),
    time('tiktok', '663', 'native'),
  ];
  await database.query
    .insertInto('counters')
    .values([...days, ...times])
    .execute();
  const seen = (kind: string, platform: string, minutesAgo: number, engine = '') => ({
    kind,
    platform,
    engine,
    at: now - minutesAgo * 60_000,
  });
  await database.query
    .insertInto('last_seen')
    .values([
      seen('judged', 'instagram', 3),
      seen('judged', 'tiktok', 1),
      seen('judged', 'downloads', 2),
      seen('judged', 'instagram', 3, 'native'),
      seen('judged', 'tiktok', 1, 'native'),
      seen('test', 'instagram', 12),
      seen('test', 'tiktok', 17),
    ])
    .execute();
};
