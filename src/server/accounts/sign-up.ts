import type { Role, SignUp } from '#shared/contract/account.ts';
import { writeActivity } from '../activity/activity-log.ts';
import { insertAccount, roleOfEmail } from './account-rows.ts';
import type { Accounts, Refusal } from './accounts.ts';
import {
  type AuthenticationParts,
  endPreviousSession,
  ownActivity,
  recordSignIn,
  refusal,
} from './authentication-steps.ts';
import { withReservedHashes } from './password-hasher.ts';
import { hasOwner } from './setup-code.ts';
import { readSignUpMode } from './sign-up-mode.ts';
import { expireWaitingAccounts } from './waiting-list.ts';
import { isWeakPassword } from './weak-password.ts';

/**
 * Decides the role of a new account, or returns why sign-up is refused. Runs before the e-mail address is looked up, so
 * that these refusals do not depend on it.
 */
const decideRole = async (
  { config, database, setupCode }: AuthenticationParts,
  givenCode: string | undefined,
): Promise<Role | Refusal> => {
  if (givenCode !== undefined) {
    const code = await setupCode.verify(givenCode);
    return code === null ? 'owner' : refusal(code);
  }
  const { mode } = await readSignUpMode(database.query, config);
  if (mode === 'closed') return refusal('sign_up_closed');
  return mode === 'open' ? 'administrator' : 'waiting';
};

const isWeak = (
  { siteTitle }: AuthenticationParts,
  { email, password }: Pick<SignUp, 'email' | 'password'>,
) => isWeakPassword(password, { email, siteTitle: siteTitle() });

const createSignUpWithSession = (parts: AuthenticationParts): Accounts['signUp'] => {
  const { database, gateway, hasher, setupCode, listeners } = parts;
  const { query } = database;
  return async (given, browser) => {
    const role = await decideRole(parts, given.setupCode);
    if (typeof role !== 'string') return role;
    if (await isWeak(parts, given)) return refusal('password_weak');
    // Only the operator of the server has the setup code.
    const makeHash = () => hasher.hash(given.password);
    const hash = await (role === 'owner' ? withReservedHashes(makeHash) : makeHash());
    const opened = await gateway.signUp({ ...given, role, hash }, browser).catch(async (error: unknown) => {
      // A concurrent request won: the database rejected a second owner or a second account with this address.
      if (role === 'owner' && (await hasOwner(query))) return refusal('owner_exists');
      if ((await roleOfEmail(query, given.email)) !== null) return refusal('email_in_use');
      throw error;
    });
    if (!opened.ok) return opened;
    await endPreviousSession(parts, browser.cookie);
    if (role === 'owner') await setupCode.revoke(query);
    const action = role === 'owner' ? 'owner_claimed' : 'account_created';
    await recordSignIn(parts, opened.signedIn, [{ ...ownActivity(opened.signedIn), action, after: role }]);
    await database.write((trx) => expireWaitingAccounts(trx, opened.signedIn.account.id));
    listeners.accountsChanged();
    return opened;
  };
};

const createSignUpWithoutSession = (parts: AuthenticationParts): Accounts['signUpWithoutSession'] => {
  const { database, hasher, listeners } = parts;
  const isTaken = async (query: typeof database.query, email: string): Promise<boolean> =>
    (await roleOfEmail(query, email)) !== null;
  return async (given) => {
    const { name, email, password } = given;
    const role = await decideRole(parts, undefined);
    if (typeof role !== 'string') return role;
    if (await isWeak(parts, given)) return refusal('password_weak');
    // Computed for a registered address too, so that the timing reveals nothing.
    const hash = await hasher.hash(password);
    const create = database.write(async (trx) => {
      if (await isTaken(trx, email)) return false;
      const id = await insertAccount(trx, { name, email, role, hash });
      const line = { actor: { id, name }, action: 'account_created' as const, subject: name, after: role };
      await writeActivity(trx, [line], Date.now());
      await expireWaitingAccounts(trx, id);
      return true;
    });
    const created = await create.catch(async (error: unknown) => {
      // A concurrent request created an account with the same address.
      if (await isTaken(database.query, email)) return false;
      throw error;
    });
    if (created) listeners.accountsChanged();
    return { ok: true };
  };
};

/**
 * Creates the two kinds of sign-up: one that opens a session, and one that does not, so that its result does not reveal
 * whether the address was registered.
 */
export const createSignUp = (
  parts: AuthenticationParts,
): Pick<Accounts, 'signUp' | 'signUpWithoutSession'> => ({
  signUp: createSignUpWithSession(parts),
  signUpWithoutSession: createSignUpWithoutSession(parts),
});
