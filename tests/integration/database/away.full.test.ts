import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../src/server/base/db/database.ts';
import { DATABASE_BUSY_MAX_MS } from '../../../src/server/base/db/database.ts';
import { DatabaseBusyError, DatabaseConnectionError } from '../../../src/server/base/db/database-fault.ts';
import { DATABASE_ACQUIRE_MS } from '../../../src/server/base/db/postgres/open-postgres.ts';
import { type EmptyDatabase, type Engine, postgresEngines } from './engines.ts';
import { createFlakyProxy, type FlakyProxy, urlThroughProxy } from './flaky-proxy.ts';

/** Extra time that a slow machine may need beyond a time limit. */
const SLACK_MS = 3_000;

interface Rig {
  readonly empty: EmptyDatabase;
  readonly line: FlakyProxy;
  readonly database: Database;
  put(name: string): Promise<unknown>;
  names(): Promise<string[]>;
}

/** Runs a test on a database that is reached through a proxy which can be frozen and cut. */
const withProxy = async (engine: Engine, test: (rig: Rig) => Promise<void>): Promise<void> => {
  const empty = await engine.create();
  const url = empty.config.databaseUrl ?? '';
  const line = await createFlakyProxy(url);
  const database = await empty.open({ ...empty.config, databaseUrl: urlThroughProxy(url, line) });
  try {
    await test({
      empty,
      line,
      database,
      put: (name) =>
        database.write((trx) => trx.insertInto('site_state').values({ name, value: '' }).execute()),
      names: async () => {
        const rows = await database.query.selectFrom('site_state').select('name').orderBy('name').execute();
        return rows.map(({ name }) => name);
      },
    });
  } finally {
    await line.restore();
    await empty.drop();
    await line.close();
  }
};

describe.concurrent.each(postgresEngines)('when $kind', (engine) => {
  it('is gone, queries fail at once, and work again when it is back', () =>
    withProxy(engine, async ({ line, database, put, names }) => {
      await put('before');
      await line.cut();
      await expect(database.ping()).rejects.toThrow(DatabaseConnectionError);
      const began = performance.now();
      await expect(put('meanwhile')).rejects.toThrow(DatabaseConnectionError);
      expect(performance.now() - began).toBeLessThan(SLACK_MS);
      await line.restore();
      await put('after');
      expect(await names()).toEqual(['after', 'before']);
    }));

  it('stands still, queries fail in time, and work when it moves again', () =>
    withProxy(engine, async ({ line, database, put, names }) => {
      const fill = Promise.all([database.ping(), database.ping()]);
      await fill;
      line.freeze();
      const timed = async (work: Promise<unknown>) => {
        const began = performance.now();
        await expect(work).rejects.toThrow(DatabaseConnectionError);
        return performance.now() - began;
      };
      // Two queries have a connection that never answers; the third waits for a new connection.
      const [first, second, third] = await Promise.all(
        [database.ping(), put('lost'), database.ping()].map(timed),
      );
      expect(Math.max(first ?? 0, second ?? 0)).toBeLessThan(DATABASE_BUSY_MAX_MS + 1_000 + SLACK_MS);
      expect(third).toBeLessThan(DATABASE_ACQUIRE_MS + SLACK_MS);
      await line.restore();
      await database.ping();
      await put('after');
      expect(await names()).toEqual(['after']);
    }));

  it("ends the server's sessions, idle ones and one in a transaction, only that transaction fails", () =>
    withProxy(engine, async ({ empty, database, put, names }) => {
      const other = await empty.open();
      const endOtherSessions = () =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(other.query);
      await expect(
        database.write(async (trx) => {
          await trx.insertInto('site_state').values({ name: 'half', value: '' }).execute();
          await endOtherSessions();
          await trx.insertInto('site_state').values({ name: 'whole', value: '' }).execute();
        }),
      ).rejects.toThrow(DatabaseConnectionError);
      await vi.waitFor(async () => expect(await names()).toEqual([]), SLACK_MS);
      await put('after');
      expect(await names()).toEqual(['after']);
    }));

  it('has a writer that never ends, other writers time out, and proceed once it is gone', () =>
    withProxy(engine, async ({ empty, database, put, names }) => {
      const other = await empty.open();
      const stuck = Promise.withResolvers<void>();
      const holding = other.write(() => stuck.promise);
      holding.catch(() => undefined);
      const locked = async () => {
        const { rows } = await sql`select 1 from pg_locks join pg_database on oid = database
          where locktype = 'advisory' and datname = current_database()`.execute(database.query);
        return rows.length;
      };
      await vi.waitFor(async () => expect(await locked()).toBe(1), SLACK_MS);
      // PostgreSQL itself ends a session that idles in a transaction, after the same time as a waiting writer gives up.
      const waited = await put('while').then(
        () => 'done',
        (error: unknown) => error,
      );
      if (waited !== 'done') expect(waited).toBeInstanceOf(DatabaseBusyError);
      await put('after');
      stuck.resolve();
      await expect(holding).rejects.toThrow(DatabaseConnectionError);
      expect(await names()).toContain('after');
    }));
});
