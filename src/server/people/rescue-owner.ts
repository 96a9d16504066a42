import { randomBytes } from 'node:crypto';
import type { Account } from '#shared/contract/account.ts';
import type { Database } from '../base/db/database.ts';
import { findAccount, insertAccount, setPasswordHash, setRole } from './account-rows.ts';
import { writeActivity } from './activity/activity-log.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { endSessions } from './sessions.ts';
import { SETUP_CODE_ROW } from './setup-code.ts';

const PASSWORD_BYTES = 15;

/** Result of `rescueOwner`, for the command line. The command line shows `password` once; only its hash is stored. */
export type RescueResult =
  | { readonly ok: true; readonly outcome: 'created' | 'reset' | 'promoted'; readonly password: string }
  /** Another account owns the site. */
  | { readonly ok: false; readonly ownerEmail: string };

/**
 * Restores access for the operator of the server. The account with the e-mail address of `identity` becomes the owner, and is created if it
 * does not exist; it gets a new password, and its sessions end. A running server applies the change immediately. Changes nothing and returns
 * `ok: false` if another account is the owner.
 */
export const rescueOwner = async (
  database: Database,
  hasher: PasswordHasher,
  identity: Pick<Account, 'email' | 'name'>,
): Promise<RescueResult> => {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const hash = await hasher.hash(password);
  return database.write(async (trx): Promise<RescueResult> => {
    const owner = await findAccount(trx, 'role', 'owner');
    if (owner !== null && owner.email !== identity.email) return { ok: false, ownerEmail: owner.email };
    const account = await findAccount(trx, 'email', identity.email);
    if (account === null) await insertAccount(trx, { ...identity, role: 'owner', hash });
    else {
      if (account.role !== 'owner') await setRole(trx, account.id, 'owner');
      await setPasswordHash(trx, 'user_id', account.id, hash);
      await endSessions(trx, account.id, { keptSessionId: null });
    }
    await SETUP_CODE_ROW.remove(trx);
    const action = owner === null ? 'owner_claimed' : 'password_changed';
    await writeActivity(trx, [{ actor: null, action, subject: account?.name ?? identity.name }], Date.now());
    const outcome = account === null ? 'created' : owner === null ? 'promoted' : 'reset';
    return { ok: true, outcome, password };
  });
};
