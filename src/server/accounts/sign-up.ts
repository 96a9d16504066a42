import type { Role, SignUp } from '#shared/contract/account.ts';
import { writeActivity } from '../activity/activity-log.ts';
import { insertAccount, roleOfEmail } from './account-rows.ts';
import type { Accounts, Refused } from './accounts.ts';
import { type EntranceParts, endFormer, nameOf, refused, welcome } from './entrance-steps.ts';
import { withReservedHashes } from './password-hasher.ts';
import { hasOwner } from './setup-code.ts';
import { readSignUpMode } from './sign-up-mode.ts';
import { expireWaiting } from './waiting-list.ts';
import { isWeakPassword } from './weak-password.ts';

/** The role a new account gets, or why there can be none; looked at before the address is. */
const roleFor = async (
  { config, database, setup }: EntranceParts,
  setupCode: string | undefined,
): Promise<Role | Refused> => {
  if (setupCode !== undefined) {
    const code = await setup.refusalOf(setupCode);
    return code === null ? 'owner' : refused(code);
  }
  const { mode } = await readSignUpMode(database.query, config);
  if (mode === 'closed') return refused('sign_up_closed');
  return mode === 'open' ? 'administrator' : 'waiting';
};

const isWeak = ({ siteTitle }: EntranceParts, { email, password }: Pick<SignUp, 'email' | 'password'>) =>
  isWeakPassword(password, { email, siteTitle: siteTitle() });

const createOpenSignUp = (parts: EntranceParts): Accounts['signUp'] => {
  const { database, enter, hasher, setup, listeners: told } = parts;
  const { query } = database;
  return async (given, browser) => {
    const role = await roleFor(parts, given.setupCode);
    if (typeof role !== 'string') return role;
    if (await isWeak(parts, given)) return refused('password_weak');
    // Whoever has the setup code holds the server.
    const makeHash = () => hasher.hash(given.password);
    const hash = await (role === 'owner' ? withReservedHashes(makeHash) : makeHash());
    const opened = await enter.signUp({ ...given, role, hash }, browser).catch(async (error: unknown) => {
      // Somebody else was faster: the database has refused a second owner, or a second account with this address.
      if (role === 'owner' && (await hasOwner(query))) return refused('owner_exists');
      if ((await roleOfEmail(query, given.email)) !== null) return refused('email_in_use');
      throw error;
    });
    if (!opened.ok) return opened;
    await endFormer(parts, browser.cookie);
    if (role === 'owner') await setup.void(query);
    const action = role === 'owner' ? 'owner_claimed' : 'account_created';
    await welcome(parts, opened.signedIn, [{ ...nameOf(opened.signedIn), action, after: role }]);
    await database.write((trx) => expireWaiting(trx, opened.signedIn.account.id));
    told.accountsChanged();
    return opened;
  };
};

const createQuietSignUp = (parts: EntranceParts): Accounts['signUpQuietly'] => {
  const { database, hasher, listeners: told } = parts;
  const isTaken = async (query: typeof database.query, email: string): Promise<boolean> =>
    (await roleOfEmail(query, email)) !== null;
  return async (given) => {
    const { name, email, password } = given;
    const role = await roleFor(parts, undefined);
    if (typeof role !== 'string') return role;
    if (await isWeak(parts, given)) return refused('password_weak');
    // Made for a taken address too: how long the answer takes tells nothing.
    const hash = await hasher.hash(password);
    const create = database.write(async (trx) => {
      if (await isTaken(trx, email)) return false;
      const id = await insertAccount(trx, { name, email, role, hash });
      const line = { actor: { id, name }, action: 'account_created' as const, subject: name, after: role };
      await writeActivity(trx, [line], Date.now());
      await expireWaiting(trx, id);
      return true;
    });
    const created = await create.catch(async (error: unknown) => {
      // Somebody else was faster with the same address.
      if (await isTaken(database.query, email)) return false;
      throw error;
    });
    if (created) told.accountsChanged();
    return { ok: true };
  };
};

/** The two ways to a new account: with a session, and quietly, so that nothing tells whether the address had one. */
export const createSignUp = (parts: EntranceParts): Pick<Accounts, 'signUp' | 'signUpQuietly'> => ({
  signUp: createOpenSignUp(parts),
  signUpQuietly: createQuietSignUp(parts),
});
