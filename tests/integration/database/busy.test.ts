import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../src/server/base/db/database.ts';
import { DATABASE_BUSY_MAX_MS } from '../../../src/server/base/db/database.ts';
import { DatabaseBusyError } from '../../../src/server/base/db/database-fault.ts';
import { sqlite } from './engines.ts';
import { startDatabaseProcess } from './start-database-process.ts';

const HELD_MS = 3_000;
/**
 * Longest allowed pause of the event loop. Waiting for a lock inside SQLite would block it for as long as the lock is
 * held; a slow machine alone does not block it for this long.
 */
const STANDSTILL_MS = 1_500;

/** Runs a test on a database file that another process keeps locked until `release` is called. */
const withLockedFile = async (
  test: (database: Database, release: () => Promise<unknown>) => Promise<void>,
): Promise<void> => {
  const empty = await sqlite.create();
  const database = await empty.open();
  const holder = startDatabaseProcess('hold', empty.config);
  const letGo = () => {
    holder.child.kill('SIGKILL');
    return holder.ended;
  };
  try {
    await holder.started();
    await test(database, letGo);
  } finally {
    await letGo();
    await empty.drop();
  }
};

const longestStandstill = async (work: () => Promise<unknown>): Promise<number> => {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
};

const put = (database: Database, name: string) =>
  database.write((trx) => trx.insertInto('site_state').values({ name, value: '' }).execute());

describe.concurrent('a file that another process has locked', () => {
  it('is waited for without blocking other work, and stays readable', async () => {
    await withLockedFile(async (database, letGo) => {
      const standstill = await longestStandstill(async () => {
        const began = performance.now();
        let written = 0;
        const count = () => {
          written += 1;
        };
        const writing = Promise.all([
          put(database, 'a').then(count),
          database.query.insertInto('site_state').values({ name: 'b', value: '' }).execute().then(count),
        ]);
        await database.ping();
        expect(performance.now() - began).toBeLessThan(STANDSTILL_MS);
        await pause(HELD_MS);
        expect(written).toBe(0);
        await Promise.all([letGo(), writing]);
      });
      expect(standstill).toBeLessThan(STANDSTILL_MS);
      expect(await database.query.selectFrom('site_state').select('name').orderBy('name').execute()).toEqual([
        { name: 'a' },
        { name: 'b' },
      ]);
    });
  });

  it('times out after five seconds, and works again afterwards', async () => {
    await withLockedFile(async (database, letGo) => {
      const began = performance.now();
      // The second write queues behind the first: neither waits longer than its own five seconds.
      const failing = await Promise.allSettled([put(database, 'a'), put(database, 'a')]);
      expect(performance.now() - began).toBeGreaterThan(DATABASE_BUSY_MAX_MS - 100);
      expect(performance.now() - began).toBeLessThan(DATABASE_BUSY_MAX_MS * 1.5);
      for (const outcome of failing)
        expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(DatabaseBusyError);
      await letGo();
      await put(database, 'a');
    });
  });
});

describe('a file that another process writes', () => {
  it('can be opened when its tables are up to date', async () => {
    const empty = await sqlite.create();
    const first = await empty.open();
    await first.write(async () => {
      await (await empty.open()).ping();
    });
    await empty.drop();
  });
});
