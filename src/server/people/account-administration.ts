import type { Transaction } from 'kysely';
import type { Account, AccountList, SignUpMode } from '#shared/contract/account.ts';
import type { Tables } from '../base/db/tables.ts';
import type { SignedIn } from '../http/guard.ts';
import { findAccount, listAccounts, passwordHashOf, setRole } from './account-rows.ts';
import { type ActivityLine, writeActivity } from './activity/activity-log.ts';
import { type Refusal, refused } from './auth-gateway.ts';
import { withReservedHashes } from './password-hasher.ts';
import { endSessions } from './sessions.ts';
import type { SignInParts } from './sign-in.ts';
import { readSignUpMode, storeSignUpMode } from './sign-up-mode.ts';

/** Result of an account operation: success without a value, or a refusal. */
export type AccountResult = { readonly ok: true } | Refusal;

const DONE: AccountResult = { ok: true };

/** Change inside a transaction. `record` writes its activity entry. */
type Change = (
  trx: Transaction<Tables>,
  record: (line: Omit<ActivityLine, 'actor'>) => Promise<void>,
) => Promise<AccountResult>;

/** Creates the account operations that only the owner may use. */
export const createAccountAdministration = ({ config, database, hasher, listeners }: SignInParts) => {
  /** Runs a change after checking, in its transaction, that the requester is still the owner: the role may just have changed. */
  const asOwner = ({ account }: SignedIn, change: Change): Promise<AccountResult> =>
    database.write(async (trx) => {
      if ((await findAccount(trx, 'id', account.id))?.role !== 'owner') return refused('role_forbidden');
      return change(trx, (line) => writeActivity(trx, [{ actor: account, ...line }], Date.now()));
    });

  const changeAccount = (
    owner: SignedIn,
    accountId: string,
    change: (target: Account, ...rest: Parameters<Change>) => Promise<AccountResult>,
  ): Promise<AccountResult> =>
    asOwner(owner, async (trx, record) => {
      const target = await findAccount(trx, 'id', accountId);
      return target === null ? refused('account_unknown') : change(target, trx, record);
    });

  const announce = (result: AccountResult, accountId: string): AccountResult => {
    if (result.ok) listeners.accessChanged(accountId);
    return result;
  };

  return {
    async list(): Promise<AccountList> {
      const { query } = database;
      const [accounts, signUp] = await Promise.all([listAccounts(query), readSignUpMode(query, config)]);
      return { accounts, signUp };
    },

    async changeRole(owner: SignedIn, accountId: string, role: 'administrator' | 'waiting') {
      const result = await changeAccount(owner, accountId, async (target, trx, record) => {
        if (target.role === 'owner') return refused('role_forbidden');
        if (target.role === role) return DONE;
        await setRole(trx, accountId, role);
        const action = role === 'administrator' ? 'account_approved' : 'account_demoted';
        await record({ action, subject: target.name, before: target.role, after: role });
        return DONE;
      });
      return announce(result, accountId);
    },

    /** Declines a waiting account or removes an administrator. The owner's account cannot be removed. */
    async remove(owner: SignedIn, accountId: string) {
      const result = await changeAccount(owner, accountId, async (target, trx, record) => {
        if (target.role === 'owner') return refused('role_forbidden');
        // Its sessions and its password go with it.
        await trx.deleteFrom('accounts').where('id', '=', accountId).execute();
        const action = target.role === 'waiting' ? 'account_declined' : 'account_removed';
        await record({ action, subject: target.name });
        return DONE;
      });
      return announce(result, accountId);
    },

    /** Ends every session of an account. For the owner's own account the requesting session stays open. */
    async signOutEverywhere(owner: SignedIn, accountId: string) {
      let ended: string[] = [];
      const result = await changeAccount(owner, accountId, async (target, trx, record) => {
        const isOwn = accountId === owner.account.id;
        ended = await endSessions(trx, accountId, { allBut: isOwn ? owner.sessionId : null });
        const action = isOwn ? 'sessions_ended' : 'account_signed_out';
        if (ended.length > 0) await record({ action, subject: target.name });
        return DONE;
      });
      if (ended.length > 0) listeners.accessChanged(accountId, ended);
      return result;
    },

    /** Makes another account the owner and the previous owner an administrator. */
    async transferOwnership(owner: SignedIn, accountId: string, password: string) {
      const { id, name } = owner.account;
      const hash = await passwordHashOf(database.query, id);
      const isOwn = await withReservedHashes(() => hasher.verify(hash, password));
      if (!isOwn) return refused('password_wrong');
      const result = await changeAccount(owner, accountId, async (target, trx, record) => {
        if (target.role === 'owner') return DONE;
        // The order matters: not even inside the transaction may there be a second owner.
        await setRole(trx, id, 'administrator');
        await setRole(trx, accountId, 'owner');
        await record({ action: 'owner_changed', subject: target.name, before: name, after: target.name });
        return DONE;
      });
      announce(result, accountId);
      return announce(result, id);
    },

    async setSignUpMode(owner: SignedIn, mode: SignUpMode) {
      const result = await asOwner(owner, async (trx, record) => {
        const { mode: before } = await readSignUpMode(trx, config);
        await storeSignUpMode(trx, mode);
        await record({ action: 'sign_up_changed', before, after: mode });
        return DONE;
      });
      if (result.ok) listeners.accountsChanged();
      return result;
    },
  };
};
