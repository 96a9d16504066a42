import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { textRow } from '../db/key-value-row.ts';
import type { Tables } from '../db/tables.ts';

/** Row with the keyed hash of the setup code. */
export const SETUP_CODE_ROW = textRow('setup_code');
const RANDOM_BYTES = 18;

/** Code that makes an account the owner while there is none. The database stores only a keyed hash of it. */
export interface SetupCode {
  /** Stores the configured code, or a new random one, and returns it. Returns null when there is an owner. */
  issue(): Promise<string | null>;
  /** Checks a given code. Returns null when it is correct, else the error code. */
  verify(given: string): Promise<'setup_code_wrong' | 'owner_exists' | null>;
  /** Deletes the stored code, so that no code is accepted any more. */
  revoke(query: Kysely<Tables>): Promise<void>;
}

/** Checks whether the installation has an owner. */
export const hasOwner = async (query: Kysely<Tables>): Promise<boolean> =>
  (await query.selectFrom('accounts').select('id').where('role', '=', 'owner').executeTakeFirst()) !==
  undefined;

/** Creates the setup code service. `secret` is the master secret. */
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
      await SETUP_CODE_ROW.write(database.query, hashOf(code));
      return code;
    },
    async verify(given) {
      const stored = await SETUP_CODE_ROW.read(database.query);
      const isCorrect = stored !== null && timingSafeEqual(Buffer.from(stored), Buffer.from(hashOf(given)));
      // Checked last: a concurrent claim may just have made every code invalid.
      if (await hasOwner(database.query)) return 'owner_exists';
      return isCorrect ? null : 'setup_code_wrong';
    },
    revoke: SETUP_CODE_ROW.remove,
  };
};
