import { ACCOUNT_WAITING_KEPT_MS, ACCOUNTS_WAITING_MAX } from '#shared/limits.ts';
import { type ActivityLine, writeActivity } from '../activity/activity-log.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { hasEmail, passwordHashOf, setPasswordHash, setRole } from './account-rows.ts';
import type { Accounts, Opened, Refused, SignedIn } from './accounts.ts';
import type { Enter } from './enter.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { endSessions, pruneSessions } from './sessions.ts';
import { hasOwner, type SetupCode } from './setup-code.ts';
import { readSignUpMode } from './sign-up-mode.ts';
import type { Told } from './told.ts';
import { isWeakPassword } from './weak-password.ts';

export type Entrance = Pick<Accounts, 'signUp' | 'signIn' | 'signOut' | 'claim' | 'changePassword'>;

export interface EntranceParts {
  readonly config: Pick<Config, 'signUp'>;
  readonly database: Database;
  readonly enter: Enter;
  readonly hasher: PasswordHasher;
  readonly setup: SetupCode;
  readonly told: Told;
  readonly siteTitle: () => string;
}

const refused = (code: Refused['code']): Refused => ({ ok: false, code });

const nameOf = ({ account }: SignedIn): Pick<ActivityLine, 'actor' | 'subject'> => ({
  actor: account,
  subject: account.name,
});

/** Ends the session a browser had before it got another. */
const endFormer = async ({ database, enter }: EntranceParts, cookie: string | undefined): Promise<void> => {
  const former = await enter.whoIs(cookie);
  if (former !== null) await endSessions(database.query, former.account.id, { only: former.sessionId });
};

/** What every way in ends with; the lines tell of it in the log. */
const welcome = async (
  { database, told }: EntranceParts,
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
  if (ended.length > 0) told.accessChanged(id, ended);
};

/** Whether one more may wait: those the owner has not looked at for a month make room, so that nobody can fill the list for ever. */
const hasRoom = async ({ query }: Database): Promise<boolean> => {
  const waiting = () => query.selectFrom('accounts').where('role', '=', 'waiting');
  const count = async (): Promise<number> =>
    (await waiting().select('id').limit(ACCOUNTS_WAITING_MAX).execute()).length;
  if ((await count()) < ACCOUNTS_WAITING_MAX) return true;
  const before = new Date(Date.now() - ACCOUNT_WAITING_KEPT_MS).toISOString();
  await query.deleteFrom('accounts').where('role', '=', 'waiting').where('created_at', '<', before).execute();
  return (await count()) < ACCOUNTS_WAITING_MAX;
};

const createSignUp = (parts: EntranceParts): Entrance['signUp'] => {
  const { config, database, enter, hasher, setup, told } = parts;
  const { query } = database;
  const roleFor = async (setupCode: string | undefined) => {
    if (setupCode !== undefined) {
      const code = await setup.refusalOf(setupCode);
      return code === null ? 'owner' : refused(code);
    }
    const { mode } = await readSignUpMode(query, config);
    if (mode === 'closed') return refused('sign_up_closed');
    if (mode === 'open') return 'administrator';
    return (await hasRoom(database)) ? 'waiting' : refused('overloaded');
  };
  return async (given, browser) => {
    const role = await roleFor(given.setupCode);
    if (typeof role !== 'string') return role;
    if (await isWeakPassword(given.password, { email: given.email, siteTitle: parts.siteTitle() }))
      return refused('password_weak');
    const hash = await hasher.hash(given.password);
    const opened = await enter.signUp({ ...given, role, hash }, browser).catch(async (error: unknown) => {
      // Somebody else was faster: the database has refused a second owner, or a second account with this address.
      if (role === 'owner' && (await hasOwner(query))) return refused('owner_exists');
      if (await hasEmail(query, given.email)) return refused('email_in_use');
      throw error;
    });
    if (!opened.ok) return opened;
    await endFormer(parts, browser.cookie);
    if (role === 'owner') await setup.void(query);
    const action = role === 'owner' ? 'owner_claimed' : 'account_created';
    await welcome(parts, opened.signedIn, [{ ...nameOf(opened.signedIn), action, after: role }]);
    told.accountsChanged();
    return opened;
  };
};

const createSignIn = (parts: EntranceParts): Entrance['signIn'] => {
  const { database, enter, hasher } = parts;
  const { query } = database;
  /** What a hash costs rises over the years; the password is known only now. */
  const renewHash = async (accountId: string, password: string): Promise<void> => {
    const stored = await passwordHashOf(query, accountId);
    if (stored !== null && hasher.isOutdated(stored))
      await setPasswordHash(query, accountId, await hasher.hash(password));
  };
  return async (given, browser) => {
    // Asked in both cases, before the password: the answers differ, the time they take must not.
    const known = await hasEmail(query, given.email);
    const opened = await enter.signIn(given, browser);
    if (!opened.ok) return opened.code === 'password_wrong' && !known ? refused('account_not_found') : opened;
    await endFormer(parts, browser.cookie);
    await renewHash(opened.signedIn.account.id, given.password);
    await welcome(parts, opened.signedIn, [{ ...nameOf(opened.signedIn), action: 'signed_in' }]);
    return opened;
  };
};

const createClaim = (parts: EntranceParts): Entrance['claim'] => {
  const { database, enter, setup, told } = parts;
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
  const { database, enter, hasher, told } = parts;
  return async ({ account }, given, browser) => {
    if (await isWeakPassword(given.next, { email: account.email, siteTitle: parts.siteTitle() }))
      return refused('password_weak');
    const hash = await hasher.hash(given.next);
    const before = await endedBy(database, account.id);
    const opened: Opened = await enter.changePassword({ ...given, hash }, browser);
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
  signUp: createSignUp(parts),
  signIn: createSignIn(parts),
  claim: createClaim(parts),
  changePassword: createPasswordChange(parts),
  async signOut(cookie) {
    const signedIn = await parts.enter.whoIs(cookie);
    const cookies = cookie === undefined ? [] : await parts.enter.signOut(cookie);
    if (signedIn !== null) parts.told.accessChanged(signedIn.account.id, [signedIn.sessionId]);
    return cookies;
  },
});
