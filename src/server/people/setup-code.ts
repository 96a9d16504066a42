import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from '../base/config/config.ts';
import { deriveKey } from '../base/config/secret-keys.ts';
import type { Database } from '../base/db/database.ts';
import { textRow } from '../base/db/key-value-row.ts';
import { hasOwner } from './account-rows.ts';

/** Row with a random text. The setup code is derived from this text and the secret. Earlier versions stored a hash of a code in the row. */
export const SETUP_CODE_ROW = textRow('setup_code');
const RANDOM_BYTES = 18;
const CODE_LENGTH = 24;

/**
 * Creates the functions that issue and verify the setup code, which makes an account the owner while there is no owner. All instances with the
 * same SECRET and the same database have the same code. `secret` is the master secret.
 */
export const createSetupCode = (
  { setupCode }: Pick<Config, 'setupCode'>,
  { query, write }: Database,
  secret: string,
) => {
  const key = deriveKey(secret, 'savelet setup code');
  const hashOf = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const codeFrom = (seed: string): string =>
    setupCode ?? hashOf(`code ${seed}`).toString('base64url').slice(0, CODE_LENGTH);
  return {
    /** Returns the configured code or, if none is configured, the code of this database; null if there is an owner. */
    async issueSetupCode(): Promise<string | null> {
      if (await hasOwner(query)) return null;
      const seed = await write(async (trx) => {
        const stored = await SETUP_CODE_ROW.read(trx);
        const created = stored ?? randomBytes(RANDOM_BYTES).toString('base64url');
        if (stored === null) await SETUP_CODE_ROW.write(trx, created);
        return created;
      });
      return codeFrom(seed);
    },
    /** Returns null if a given code is correct and there is no owner, else the error code. */
    async verifySetupCode(givenCode: string): Promise<'setup_code_wrong' | 'owner_exists' | null> {
      const seed = await SETUP_CODE_ROW.read(query);
      const isCorrect = seed !== null && timingSafeEqual(hashOf(codeFrom(seed)), hashOf(givenCode));
      // Checked last: a concurrent claim may just have made every code invalid.
      if (await hasOwner(query)) return 'owner_exists';
      return isCorrect ? null : 'setup_code_wrong';
    },
  };
};
