import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/server/base/db/database.ts';
import { type EmptyDatabase, engines } from './engines.ts';

const WRITES = 40;

describe.each(engines)('writes on $kind', (engine) => {
  let empty: EmptyDatabase;
  let database: Database;
  beforeEach(async () => {
    empty = await engine.create();
    database = await empty.open();
  });
  afterEach(() => empty.drop());

  const names = async (of = database) =>
    (await of.query.selectFrom('site_state').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    );
  const put = (name: string, of: Pick<Database['query'], 'insertInto'> = database.query) =>
    of.insertInto('site_state').values({ name, value: '' }).execute();

  /** Increments a number that it has read before, so that two overlapping writes would lose one increment. */
  const countUp = (of: Database) =>
    of.write(async (trx) => {
      const row = await trx
        .selectFrom('site_state')
        .select('value')
        .where('name', '=', 'n')
        .executeTakeFirst();
      const value = String(Number(row?.value ?? 0) + 1);
      await trx
        .insertInto('site_state')
        .values({ name: 'n', value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
      return Number(value);
    });

  it('return the result of the work, and are visible to another instance at once', async () => {
    const other = await empty.open();
    expect(await database.write(async (trx) => (await put('a', trx)).length)).toBe(1);
    expect(await names(other)).toEqual(['a']);
  });

  it('leave nothing when the work throws, nor when a statement fails', async () => {
    const thrown = new Error('changed my mind');
    await expect(
      database.write(async (trx) => {
        await put('a', trx);
        throw thrown;
      }),
    ).rejects.toBe(thrown);
    await expect(
      database.write(async (trx) => {
        await put('b', trx);
        await put('b', trx);
      }),
    ).rejects.toThrow(/unique/i);
    // PostgreSQL discards a transaction after a failed statement, so SQLite must, too.
    expect(await names()).toEqual([]);
    await put('c');
    expect(await names()).toEqual(['c']);
  });

  it('do not overlap, whichever instance makes them', async () => {
    const other = await empty.open();
    const results = await Promise.all(
      Array.from({ length: WRITES }, (_, at) => countUp(at % 2 === 0 ? database : other)),
    );
    expect(results.toSorted((a, b) => a - b)).toEqual(Array.from({ length: WRITES }, (_, at) => at + 1));
  });

  it('do not block reads', async () => {
    await put('before');
    let seen: string[] = [];
    await database.write(async (trx) => {
      await put('inside', trx);
      seen = await names();
    });
    expect(seen).toEqual(['before']);
    expect(await names()).toEqual(['before', 'inside']);
  });

  it('let single statements through before and after', async () => {
    await Promise.all([countUp(database), put('x'), countUp(database), put('y'), countUp(database)]);
    expect(await names()).toEqual(['n', 'x', 'y']);
  });

  if (engine.kind === 'sqlite')
    it('fail completely on a full disk, and work once there is space', async () => {
      await put('before');
      const pages = (limit: number) => sql.raw(`pragma max_page_count = ${limit}`).execute(database.query);
      await pages(1);
      await expect(
        database.write(async (trx) => {
          await put('half', trx);
          await put('x'.repeat(100_000), trx);
        }),
      ).rejects.toThrow(/full/);
      expect(await names()).toEqual(['before']);
      await pages(1_000_000);
      await put('y'.repeat(100_000));
      expect(await names()).toHaveLength(2);
    });

  it('are rejected once the database is closed', async () => {
    await database.close();
    await expect(countUp(database)).rejects.toThrow();
    await expect(database.ping()).rejects.toThrow();
  });
});
