import type { Role, SignUp } from '#shared/contract/account.ts';
import type { Config } from '../base/config/config.ts';
import type { Database } from '../base/db/database.ts';
import type { Logger } from '../base/observability/logger.ts';
import { currentReference } from '../base/observability/request-reference.ts';
import type { SignedIn } from '../http/guard.ts';
import type { AccountListeners } from './account-listeners.ts';
import { insertAccount, passwordHashOf, roleOfEmail, setPasswordHash, setRole } from './account-rows.ts';
import type { Accounts, Refusal, SessionResult } from './accounts.ts';
import { type ActivityLine, writeActivity } from './activity/activity-log.ts';
import { accountLabel } from './activity/activity-log-lines.ts';
import type { AuthGateway } from './auth-gateway.ts';
import { type PasswordHasher, withReservedHashes } from './password-hasher.ts';
import { endSessions, pruneSessions } from './sessions.ts';
import { hasOwner, type SetupCode } from './setup-code.ts';
import { readSignUpMode } from './sign-up-mode.ts';
import { expireWaitingAccounts } from './waiting-list.ts';
import { isWeakPassword } from './weak-password.ts';

interface AuthenticationParts {
  readonly config: Pick<Config, 'signUp' | 'signUpGiven'>;
  readonly database: Database;
  readonly gateway: AuthGateway;
  readonly hasher: PasswordHasher;
  readonly setupCode: SetupCode;
  readonly listeners: AccountListeners;
  readonly siteTitle: () => string;
  readonly log: Logger;
}

/** Creates a refusal with this error code. */
const refusal = (code: Refusal['code']): Refusal => ({ ok: false, code });

/** Returns actor and subject of an activity entry in which an account acts on itself. */
const ownActivity = ({ account }: SignedIn): Pick<ActivityLine, 'actor' | 'subject'> => ({
  actor: account,
  subject: account.name,
});

/** Ends the session that the browser had before it got a new one. */
const endPreviousSession = async (
  { database, gateway }: AuthenticationParts,
  cookie: string | undefined,
): Promise<void> => {
  const previous = await gateway.authenticate(cookie);
  if (previous !== null) await endSessions(database.query, previous.account.id, { only: previous.sessionId });
};

/** Completes a sign-in or sign-up: stores its time, writes the activity entries and removes excess sessions. */
const recordSignIn = async (
  { database, listeners }: AuthenticationParts,
  signedIn: SignedIn,
  lines: readonly ActivityLine[],
): Promise<void> => {
  const { id } = signedIn.account;
  const ended = await database.write(async (trx) => {
    const at = new Date().toISOString();
    await trx.updateTable('accounts').set({ last_sign_in_at: at }).where('id', '=', id).execute();
    await writeActivity(trx, lines, Date.now());
    return pruneSessions(trx, id);
  });
  if (ended.length > 0) listeners.accessChanged(id, ended);
};

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
const createSignUp = (parts: AuthenticationParts): Pick<Accounts, 'signUp' | 'signUpWithoutSession'> => ({
  signUp: createSignUpWithSession(parts),
  signUpWithoutSession: createSignUpWithoutSession(parts),
});

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
