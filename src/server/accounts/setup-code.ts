import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

const ROW = 'setup_code';
const RANDOM_BYTES = 18;

/** The code that makes an account the owner while there is none. The database holds a keyed hash of it. */
export interface SetupCode {
  /** Keeps the owner's own code, or a new random one, and gives it; null when there is an owner. */
  issue(): Promise<string | null>;
  /** Null when it is the right one, else why it is of no use. */
  verify(given: string): Promise<'setup_code_wrong' | 'owner_exists' | null>;
  /** After this no code is the right one. */
  revoke(query: Kysely<Tables>): Promise<void>;
}

/** Whether the installation has its owner already. */
export const hasOwner = async (query: Kysely<Tables>): Promise<boolean> =>
  (await query.selectFrom('accounts').select('id').where('role', '=', 'owner').executeTakeFirst()) !==
  undefined;

/** Makes the setup code's keeper; `secret` is the master secret. */
export const createSetupCode = (
  { setupCode }: Pick<Config, 'setupCode'>,
  database: Database,
  secret: string,
): SetupCode => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'savelet setup code', 32));
  const hashOf = (code: string): string => createHmac('sha256', key).update(code).digest('base64url');
  return {
    async issue() {
      if (await hasOwner(database.query)) return null;
      const code = setupCode ?? randomBytes(RANDOM_BYTES).toString('base64url');
      const value = hashOf(code);
      await database.query
        .insertInto('site_state')
        .values({ name: ROW, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
      return code;
    },
    async verify(given) {
      const row = await database.query
        .selectFrom('site_state')
        .select('value')
        .where('name', '=', ROW)
        .executeTakeFirst();
      const isCorrect =
        row !== undefined && timingSafeEqual(Buffer.from(row.value), Buffer.from(hashOf(given)));
      // Looked at last: whoever was faster has made every code void.
      if (await hasOwner(database.query)) return 'owner_exists';
      return isCorrect ? null : 'setup_code_wrong';
    },
    async revoke(query) {
      await query.deleteFrom('site_state').where('name', '=', ROW).execute();
    },
  };
};
