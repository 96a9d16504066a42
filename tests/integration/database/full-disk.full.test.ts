import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DatabaseFullError } from '../../../src/server/base/db/database-fault.ts';
import { postgresEngines } from './engines.ts';

describe.each(postgresEngines)('a full disk of $kind', (engine) => {
  it('is recognised by its error code', async () => {
    const empty = await engine.create();
    const database = await empty.open();
    const full = sql`do $$ begin raise exception 'no space' using errcode = '53100'; end $$`;
    await expect(database.write((trx) => full.execute(trx))).rejects.toThrow(DatabaseFullError);
    await expect(full.execute(database.query)).rejects.toThrow(DatabaseFullError);
    await database.ping();
    await empty.drop();
  });
});
