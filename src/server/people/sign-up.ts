import type { Role, SignUp } from '#shared/contract/account.ts';
import { findAccount, hasOwner, insertAccount, type NewAccount } from './account-rows.ts';
import { writeActivity } from './activity/activity-log.ts';
import { type Browser, type Refusal, refused, type SessionResult } from './auth-gateway.ts';
import { withReservedHashes } from './password-hasher.ts';
import { completeSignIn, type SignInParts } from './sign-in.ts';
import { readSignUpMode } from './sign-up-mode.ts';
import { expireWaitingAccounts } from './waiting-list.ts';
import { isWeakPassword } from './weak-password.ts';

export const createSignUp = (parts: SignInParts) => {
  const { config, database, gateway, hasher, setupCode, listeners, siteTitle } = parts;

  /** Decides the role of a new account, or returns why sign-up is refused. */
  const decideRole = async (givenCode: string | undefined): Promise<Role | Refusal> => {
    if (givenCode !== undefined) {
      const code = await setupCode.verify(givenCode);
      return code === null ? 'owner' : refused(code);
    }
    const { mode } = await readSignUpMode(database.query, config);
    if (mode === 'closed') return refused('sign_up_closed');
    return mode === 'open' ? 'administrator' : 'waiting';
  };

  const storeAccount = (account: NewAccount): Promise<{ ok: true; id: string } | Refusal> =>
    database.write(async (trx) => {
      const { name, email, role } = account;
      if (role === 'owner' && (await hasOwner(trx))) return refused('owner_exists');
      if ((await findAccount(trx, 'email', email)) !== null) return refused('email_in_use');
      const id = await insertAccount(trx, account);
      if (role === 'owner') await setupCode.revoke(trx);
      const action = role === 'owner' ? ('owner_claimed' as const) : ('account_created' as const);
      await writeActivity(trx, [{ actor: { id, name }, action, subject: name, after: role }], Date.now());
      await expireWaitingAccounts(trx, id);
      return { ok: true, id };
    });

  /**
   * Creates an account. What does not depend on the e-mail address is refused first, and the hash is made for an address
   * in use, too, so that the time reveals nothing.
   */
  const create = async ({ name, email, password, setupCode: code }: SignUp) => {
    const role = await decideRole(code);
    if (typeof role !== 'string') return role;
    if (await isWeakPassword(password, { email, siteTitle: siteTitle() })) return refused('password_weak');
    const makeHash = () => hasher.hash(password);
    // Only the operator of the server has the setup code.
    const hash = await (role === 'owner' ? withReservedHashes(makeHash) : makeHash());
    const stored = await storeAccount({ name, email, role, hash });
    if (stored.ok) listeners.accountsChanged();
    return stored;
  };

  return {
    async signUp(given: SignUp, browser: Browser): Promise<SessionResult> {
      const created = await create(given);
      if (!created.ok) return created;
      const opened = await gateway.openSession(created.id, browser);
      if (opened.ok && opened.signedIn !== null) await completeSignIn(parts, opened.signedIn, browser, []);
      return opened;
    },
    /** Opens no session and has the same result for an address in use, so that nobody can test whether an address is registered. */
    async signUpWithoutSession(given: Omit<SignUp, 'setupCode'>): Promise<{ readonly ok: true } | Refusal> {
      const created = await create({ ...given, setupCode: undefined });
      return created.ok || created.code === 'email_in_use' ? { ok: true } : created;
    },
  };
};
