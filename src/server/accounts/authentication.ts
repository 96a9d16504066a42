import type { Role } from '#shared/contract/account.ts';
import { writeActivity } from '../activity/activity-log.ts';
import { accountLabel } from '../activity/activity-log-lines.ts';
import type { Database } from '../db/database.ts';
import { currentReference } from '../observability/request-reference.ts';
import { passwordHashOf, roleOfEmail, setPasswordHash, setRole } from './account-rows.ts';
import type { Accounts, SessionResult } from './accounts.ts';
import {
  type AuthenticationParts,
  endPreviousSession,
  ownActivity,
  recordSignIn,
  refusal,
} from './authentication-steps.ts';
import { withReservedHashes } from './password-hasher.ts';
import { hasOwner } from './setup-code.ts';
import { createSignUp } from './sign-up.ts';
import { isWeakPassword } from './weak-password.ts';

/** Operations by which visitors sign up, in and out, claim ownership and change their password. */
export type Authentication = Pick<
  Accounts,
  'signUp' | 'signUpWithoutSession' | 'signIn' | 'signOut' | 'claim' | 'changePassword'
>;

const hasAdminRole = (role: Role | null): boolean => role === 'owner' || role === 'administrator';

/** Runs work whose hashes take the slots open to everybody. */
const withOpenHashes = <T>(work: () => Promise<T>): Promise<T> => work();

const createSignIn = (parts: AuthenticationParts): Authentication['signIn'] => {
  const { database, gateway, hasher } = parts;
  const { query } = database;
  /**
   * Rehashes the password at the present cost when the stored hash is outdated. The password is known only at sign-in.
   */
  const rehashPassword = async (accountId: string, password: string): Promise<void> => {
    const stored = await passwordHashOf(query, accountId);
    if (stored !== null && hasher.isOutdated(stored))
      await setPasswordHash(query, accountId, await hasher.hash(password));
  };
  return async (given, browser) => {
    // Queried before the password is checked, even when the result is not needed: the responses differ, but their
    // timing must not.
    const role = await roleOfEmail(query, given.email);
    // Reserved slots are only for known browsers of the owner and administrators: anybody may sign up and get a
    // known-browser token for a waiting account.
    const withHashes = browser.isKnown === true && hasAdminRole(role) ? withReservedHashes : withOpenHashes;
    const opened = await withHashes(() => gateway.signIn(given, browser));
    if (!opened.ok)
      return opened.code === 'password_wrong' && role === null ? refusal('account_not_found') : opened;
    await endPreviousSession(parts, browser.cookie);
    await withHashes(() => rehashPassword(opened.signedIn.account.id, given.password));
    await recordSignIn(parts, opened.signedIn, [{ ...ownActivity(opened.signedIn), action: 'signed_in' }]);
    return opened;
  };
};

const createClaim = (parts: AuthenticationParts): Authentication['claim'] => {
  const { database, gateway, setupCode, listeners } = parts;
  return async (signedIn, givenCode, browser) => {
    const code = await setupCode.verify(givenCode);
    if (code !== null) return refusal(code);
    const claimed = await database.write(async (trx) => {
      if (await hasOwner(trx)) return false;
      await setRole(trx, signedIn.account.id, 'owner');
      await setupCode.revoke(trx);
      const line = { ...ownActivity(signedIn), before: signedIn.account.role, after: 'owner' };
      await writeActivity(trx, [{ action: 'owner_claimed', ...line }], Date.now());
      return true;
    });
    if (!claimed) return refusal('owner_exists');
    const opened = await gateway.rotate(browser);
    listeners.accessChanged(signedIn.account.id);
    return opened;
  };
};

const createPasswordChange = (parts: AuthenticationParts): Authentication['changePassword'] => {
  const { database, gateway, hasher, listeners } = parts;
  return async ({ account }, given, browser) => {
    if (await isWeakPassword(given.next, { email: account.email, siteTitle: parts.siteTitle() }))
      return refusal('password_weak');
    const previousSessions = await sessionIdsOf(database, account.id);
    const withHashes = hasAdminRole(account.role) ? withReservedHashes : withOpenHashes;
    const opened: SessionResult = await withHashes(async () => {
      const hash = await hasher.hash(given.next);
      return gateway.changePassword({ ...given, hash }, browser);
    });
    if (!opened.ok) return opened;
    await recordSignIn(parts, opened.signedIn, [
      { ...ownActivity(opened.signedIn), action: 'password_changed' },
    ]);
    listeners.accessChanged(account.id, previousSessions);
    return opened;
  };
};

const sessionIdsOf = async ({ query }: Database, accountId: string): Promise<string[]> =>
  (await query.selectFrom('sessions').select('id').where('user_id', '=', accountId).execute()).map(
    ({ id }) => id,
  );

/** Creates sign-up, sign-in, sign-out, ownership claim and password change. */
export const createAuthentication = (parts: AuthenticationParts): Authentication => ({
  ...createSignUp(parts),
  signIn: createSignIn(parts),
  claim: createClaim(parts),
  changePassword: createPasswordChange(parts),
  async signOut(cookie) {
    const signedIn = await parts.gateway.authenticate(cookie);
    const cookies = cookie === undefined ? [] : await parts.gateway.signOut(cookie);
    if (signedIn !== null) {
      parts.listeners.accessChanged(signedIn.account.id, [signedIn.sessionId]);
      parts.log.info(
        { reference: currentReference(), account: accountLabel(signedIn.account) },
        'signed out',
      );
    }
    return cookies;
  },
});
