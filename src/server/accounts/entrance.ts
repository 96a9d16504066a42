import type { Role } from '#shared/contract/account.ts';
import { writeActivity } from '../activity/activity-log.ts';
import { accountLabel } from '../activity/activity-log-lines.ts';
import type { Database } from '../db/database.ts';
import { currentReference } from '../observability/request-reference.ts';
import { passwordHashOf, roleOfEmail, setPasswordHash, setRole } from './account-rows.ts';
import type { Accounts, Opened } from './accounts.ts';
import { type EntranceParts, endFormer, nameOf, refused, welcome } from './entrance-steps.ts';
import { withReservedHashes } from './password-hasher.ts';
import { hasOwner } from './setup-code.ts';
import { createSignUp } from './sign-up.ts';
import { isWeakPassword } from './weak-password.ts';

export type Entrance = Pick<
  Accounts,
  'signUp' | 'signUpQuietly' | 'signIn' | 'signOut' | 'claim' | 'changePassword'
>;

const runsSite = (role: Role | null): boolean => role === 'owner' || role === 'administrator';

const atOpenPlace = <T>(work: () => Promise<T>): Promise<T> => work();

const createSignIn = (parts: EntranceParts): Entrance['signIn'] => {
  const { database, enter, hasher } = parts;
  const { query } = database;
  /** What a hash costs rises over the years; the password is known only now. */
  const rehashPassword = async (accountId: string, password: string): Promise<void> => {
    const stored = await passwordHashOf(query, accountId);
    if (stored !== null && hasher.isOutdated(stored))
      await setPasswordHash(query, accountId, await hasher.hash(password));
  };
  return async (given, browser) => {
    // Asked in both cases, before the password: the answers differ, the time they take must not.
    const role = await roleOfEmail(query, given.email);
    // A mark is worth what its account is: anybody may sign up and be known to an account that waits.
    const inPlace = browser.isKnown === true && runsSite(role) ? withReservedHashes : atOpenPlace;
    const opened = await inPlace(() => enter.signIn(given, browser));
    if (!opened.ok)
      return opened.code === 'password_wrong' && role === null ? refused('account_not_found') : opened;
    await endFormer(parts, browser.cookie);
    await inPlace(() => rehashPassword(opened.signedIn.account.id, given.password));
    await welcome(parts, opened.signedIn, [{ ...nameOf(opened.signedIn), action: 'signed_in' }]);
    return opened;
  };
};

const createClaim = (parts: EntranceParts): Entrance['claim'] => {
  const { database, enter, setup, listeners: told } = parts;
  return async (signedIn, setupCode, browser) => {
    const code = await setup.refusalOf(setupCode);
    if (code !== null) return refused(code);
    const claimed = await database.write(async (trx) => {
      if (await hasOwner(trx)) return false;
      await setRole(trx, signedIn.account.id, 'owner');
      await setup.void(trx);
      const line = { ...nameOf(signedIn), before: signedIn.account.role, after: 'owner' };
      await writeActivity(trx, [{ action: 'owner_claimed', ...line }], Date.now());
      return true;
    });
    if (!claimed) return refused('owner_exists');
    const opened = await enter.rotate(browser);
    told.accessChanged(signedIn.account.id);
    return opened;
  };
};

const createPasswordChange = (parts: EntranceParts): Entrance['changePassword'] => {
  const { database, enter, hasher, listeners: told } = parts;
  return async ({ account }, given, browser) => {
    if (await isWeakPassword(given.next, { email: account.email, siteTitle: parts.siteTitle() }))
      return refused('password_weak');
    const before = await endedBy(database, account.id);
    const inPlace = runsSite(account.role) ? withReservedHashes : atOpenPlace;
    const opened: Opened = await inPlace(async () => {
      const hash = await hasher.hash(given.next);
      return enter.changePassword({ ...given, hash }, browser);
    });
    if (!opened.ok) return opened;
    await welcome(parts, opened.signedIn, [{ ...nameOf(opened.signedIn), action: 'password_changed' }]);
    told.accessChanged(account.id, before);
    return opened;
  };
};

const endedBy = async ({ query }: Database, accountId: string): Promise<string[]> =>
  (await query.selectFrom('sessions').select('id').where('user_id', '=', accountId).execute()).map(
    ({ id }) => id,
  );

/** The ways in and out: sign-up, sign-in, sign-out, claim, and another password. */
export const createEntrance = (parts: EntranceParts): Entrance => ({
  ...createSignUp(parts),
  signIn: createSignIn(parts),
  claim: createClaim(parts),
  changePassword: createPasswordChange(parts),
  async signOut(cookie) {
    const signedIn = await parts.enter.whoIs(cookie);
    const cookies = cookie === undefined ? [] : await parts.enter.signOut(cookie);
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
