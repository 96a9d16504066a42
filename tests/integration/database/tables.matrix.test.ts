import { type Insertable, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/server/base/db/database.ts';
import { DatabaseValueError } from '../../../src/server/base/db/database-fault.ts';
import type { Tables } from '../../../src/server/base/db/tables.ts';
import { type EmptyDatabase, engines } from './engines.ts';

const TIME = '2026-11-21T09:04:43.017Z';
const MOMENT = Date.parse(TIME);
/** Right-to-left and combining characters, characters outside the basic plane, and characters with a meaning in SQL. */
const TEXT = `Žofie נועה 𝕊 👩‍👩‍👧 e\u0301 "quoted" 'single' \\ %_ ; --\r\n\t\u0001\u2028`;

const account = (id: string, more: Partial<Insertable<Tables['accounts']>> = {}) => ({
  id,
  name: TEXT,
  email: `${id}@savelet.test`,
  email_verified: 0,
  image: null,
  created_at: TIME,
  updated_at: TIME,
  last_sign_in_at: null,
  ...more,
});

describe.each(engines)('the tables on $kind', (engine) => {
  let empty: EmptyDatabase;
  let database: Database;
  beforeAll(async () => {
    empty = await engine.create();
    database = await empty.open();
  });
  afterAll(() => empty.drop());

  it('store accounts with their dependent rows, and delete these with the account', async () => {
    const { query } = database;
    const ann = account('ann', { email_verified: 1, last_sign_in_at: TIME });
    await query.insertInto('accounts').values(ann).execute();
    const session = {
      id: 's1',
      token: 'token',
      user_id: 'ann',
      expires_at: TIME,
      created_at: TIME,
      updated_at: TIME,
      ip_address: null,
      user_agent: TEXT,
    };
    await query.insertInto('sessions').values(session).execute();
    const credential = {
      id: 'c1',
      account_id: 'ann',
      provider_id: 'credential',
      user_id: 'ann',
      password: '$argon2id$v=19$x',
      access_token: null,
      refresh_token: null,
      id_token: null,
      access_token_expires_at: null,
      refresh_token_expires_at: TIME,
      scope: null,
      created_at: TIME,
      updated_at: TIME,
    };
    await query.insertInto('credentials').values(credential).execute();
    expect(await query.selectFrom('accounts').selectAll().execute()).toEqual([{ ...ann, role: 'waiting' }]);
    expect(await query.selectFrom('sessions').selectAll().execute()).toEqual([session]);
    expect(await query.selectFrom('credentials').selectAll().execute()).toEqual([credential]);
    await query.deleteFrom('accounts').where('id', '=', 'ann').execute();
    expect(await query.selectFrom('sessions').selectAll().execute()).toEqual([]);
    expect(await query.selectFrom('credentials').selectAll().execute()).toEqual([]);
  });

  it('reject a second owner, an address in capitals, a duplicate address, and an owner of nothing', async () => {
    const { query } = database;
    const add = (row: Insertable<Tables['accounts']>) => query.insertInto('accounts').values(row).execute();
    await add({ ...account('o1'), role: 'owner' });
    await expect(add({ ...account('o2'), role: 'owner' })).rejects.toThrow(/unique/i);
    await add(account('o2'));
    await expect(
      query.updateTable('accounts').set({ role: 'owner' }).where('id', '=', 'o2').execute(),
    ).rejects.toThrow(/unique/i);
    await expect(add({ ...account('o3'), email: 'O3@savelet.test' })).rejects.toThrow(/check/i);
    await expect(add({ ...account('o4'), email: 'o1@savelet.test' })).rejects.toThrow(/unique/i);
    await expect(
      query
        .insertInto('sessions')
        .values({
          id: 's2',
          token: 't2',
          user_id: 'nobody',
          expires_at: TIME,
          created_at: TIME,
          updated_at: TIME,
          ip_address: null,
          user_agent: null,
        })
        .execute(),
    ).rejects.toThrow(/foreign key/i);
  });

  it('store settings of a quarter of a megabyte unchanged', async () => {
    const stored = JSON.stringify({ content: TEXT.repeat(Math.ceil(262_144 / TEXT.length)), nothing: null });
    const row = {
      revision: 1,
      changed: '["content"]',
      stored,
      author_id: null,
      author_name: TEXT,
      saved_at: MOMENT,
    };
    await database.query.insertInto('settings_revisions').values(row).execute();
    expect(await database.query.selectFrom('settings_revisions').selectAll().execute()).toEqual([row]);
    await expect(database.query.insertInto('settings_revisions').values(row).execute()).rejects.toThrow(
      /unique/i,
    );
  });

  it('store every byte of a logo', async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 256);
    const row = {
      hash: 'ab',
      bytes,
      type: 'image/webp',
      width: 512,
      height: 1,
      thumbnail: 'data:image/webp;base64,AA==',
      created_at: MOMENT,
    };
    await database.query.insertInto('logos').values(row).execute();
    const stored = await database.query.selectFrom('logos').selectAll().executeTakeFirstOrThrow();
    expect(Object.getPrototypeOf(stored.bytes)).toBe(Uint8Array.prototype);
    expect(stored).toEqual(row);
    await database.query
      .insertInto('logos')
      .values({ ...row, hash: 'none', bytes: new Uint8Array() })
      .execute();
    expect(
      (await database.query.selectFrom('logos').select('bytes').where('hash', '=', 'none').executeTakeFirst())
        ?.bytes,
    ).toEqual(new Uint8Array());
  });

  it('number the activity entries, and increment in one statement', async () => {
    const { query } = database;
    const entry = { at: MOMENT, actor_id: null, actor_name: null, action: 'a', subject: null, before: null };
    const ids: number[] = [];
    for (const after of ['1', '2', '3'])
      ids.push(
        (
          await query
            .insertInto('activity')
            .values({ ...entry, after })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id,
      );
    await query.deleteFrom('activity').where('id', '=', ids[2]!).execute();
    const next = await query
      .insertInto('activity')
      .values({ ...entry, after: '4' })
      .returningAll()
      .executeTakeFirstOrThrow();
    expect(next).toEqual({ id: expect.any(Number), ...entry, after: '4' });
    expect([...ids, next.id]).toEqual([...ids, next.id].toSorted((a, b) => a - b));
    expect(next.id).toBeGreaterThan(ids[2]!);
    const place = { step: MOMENT, kind: 'preview', platform: 'tiktok', engine: 'native', outcome: 'ok' };
    for (const bytes of [3_000_000_000, 5_000_000_000])
      await query
        .insertInto('counters')
        .values({ ...place, count: 1, bytes })
        .onConflict((conflict) =>
          conflict.columns(['step', 'kind', 'platform', 'engine', 'outcome']).doUpdateSet((old) => ({
            count: old('counters.count', '+', 1),
            bytes: old('counters.bytes', '+', bytes),
          })),
        )
        .execute();
    expect(
      await query
        .selectFrom('counters')
        .select(({ fn }) => [
          fn.sum('bytes').as('bytes'),
          fn.countAll().as('rows'),
          fn.max('count').as('most'),
        ])
        .executeTakeFirst(),
    ).toEqual({ bytes: 8_000_000_000, rows: 1, most: 2 });
  });

  it('report how many rows a statement changed', async () => {
    const { query } = database;
    await query
      .insertInto('site_state')
      .values([
        { name: 'a', value: '1' },
        { name: 'b', value: '1' },
      ])
      .execute();
    const changed = await query.updateTable('site_state').set({ value: '2' }).execute();
    expect(changed.map((result) => Number(result.numUpdatedRows))).toEqual([2]);
    const gone = await query.deleteFrom('site_state').where('name', '=', 'a').execute();
    expect(gone.map((result) => Number(result.numDeletedRows))).toEqual([1]);
  });

  it('sort texts by their bytes', async () => {
    const { query } = database;
    await query.deleteFrom('site_state').execute();
    const names = ['a', 'B', 'ä', '_', 'Z', 'é', '2', '10', '😀', '\uffee'];
    await query
      .insertInto('site_state')
      .values(names.map((name) => ({ name, value: '' })))
      .execute();
    const sorted = await query.selectFrom('site_state').select('name').orderBy('name').execute();
    expect(sorted.map(({ name }) => name)).toEqual(
      names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    );
  });

  it('reject values that one of the engines could not store', async () => {
    const put = (value: string) =>
      database.query.insertInto('site_state').values({ name: 'odd', value }).execute();
    await expect(put('before\0after')).rejects.toThrow(DatabaseValueError);
    await expect(put(null as unknown as string)).rejects.toThrow(/null/i);
    await expect(
      database.query
        .updateTable('accounts')
        .set({ email_verified: 'many' as unknown as number })
        .execute(),
    ).rejects.toThrow(/integer|bigint/i);
  });

  it('answer a ping', async () => {
    await database.ping();
  });

  it("are written in the engine's safest mode", async () => {
    const ask = async (setting: string) =>
      Object.values(
        (await sql<Record<string, unknown>>`${sql.raw(setting)}`.execute(database.query)).rows[0] ?? {},
      )[0];
    if (engine.kind === 'sqlite') {
      expect(await ask('pragma journal_mode')).toBe('wal');
      expect(await ask('pragma synchronous')).toBe(2);
      expect(await ask('pragma foreign_keys')).toBe(1);
      expect(await ask('pragma busy_timeout')).toBe(0);
    } else {
      expect(await ask('show statement_timeout')).toBe('5s');
      expect(await ask('show idle_in_transaction_session_timeout')).toBe('5s');
      expect(await ask('show synchronous_commit')).toBe('on');
    }
  });
});
