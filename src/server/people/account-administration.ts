import type { Account } from '#shared/contract/account.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Config } from '../base/config/config.ts';
import type { Database } from '../base/db/database.ts';
import type { SignedIn } from '../http/guard.ts';
import type { AccountListeners } from './account-listeners.ts';
import { deleteAccount, findAccount, setRole } from './account-rows.ts';
import type { AccountResult, Accounts } from './accounts.ts';
import { writeActivity } from './activity/activity-log.ts';
import { withReservedHashes } from './password-hasher.ts';
import { endSessions } from './sessions.ts';
import { readSignUpMode, storeSignUpMode } from './sign-up-mode.ts';

/** Account operations that only the owner may use. */
export type AccountAdministration = Pick<
  Accounts,
  'changeRole' | 'remove' | 'signOutEverywhere' | 'transferOwnership' | 'setSignUpMode'
>;

export interface AccountAdministrationParts {
  readonly config: Pick<Config, 'signUp' | 'signUpGiven'>;
  readonly database: Database;
  readonly listeners: AccountListeners;
  readonly isPassword: Accounts['isPassword'];
}

const refusal = (code: ErrorCode): AccountResult => ({ ok: false, code });
const DONE: AccountResult = { ok: true };

/** Returns the activity action of a role change. "Approved" means that a waiting account became an administrator. */
const roleAction = (role: Account['role']) =>
  role === 'administrator' ? ('account_approved' as const) : ('account_demoted' as const);

/** Checks inside the transaction that the requester is still the owner: the role may just have changed. */
const isStillOwner = async (query: Database['query'], { account }: SignedIn): Promise<boolean> =>
  (await findAccount(query, account.id))?.role === 'owner';

const createOwnershipTransfer = ({
  database,
  listeners,
  isPassword,
}: AccountAdministrationParts): AccountAdministration['transferOwnership'] => {
  return async (owner, accountId, password) => {
    const isOwn = await withReservedHashes(() => isPassword(owner.account.id, password));
    if (!isOwn) return refusal('password_wrong');
    const outcome = await database.write(async (trx) => {
      if (!(await isStillOwner(trx, owner))) return refusal('role_forbidden');
      const target = await findAccount(trx, accountId);
      if (target === null) return refusal('account_unknown');
      if (target.role === 'owner') return DONE;
      // The order matters: not even inside the transaction may there be a second owner.
      await setRole(trx, owner.account.id, 'administrator');
      await setRole(trx, accountId, 'owner');
      const line = { subject: target.name, before: owner.account.name, after: target.name };
      await writeActivity(trx, [{ actor: owner.account, action: 'owner_changed', ...line }], Date.now());
      return DONE;
    });
    if (outcome.ok) {
      listeners.accessChanged(accountId);
      listeners.accessChanged(owner.account.id);
    }
    return outcome;
  };
};

const createSignOutEverywhere = ({
  database,
  listeners,
}: AccountAdministrationParts): AccountAdministration['signOutEverywhere'] => {
  return async (owner, accountId) => {
    let ended: string[] = [];
    const outcome = await database.write(async (trx) => {
      if (!(await isStillOwner(trx, owner))) return refusal('role_forbidden');
      const target = await findAccount(trx, accountId);
      if (target === null) return refusal('account_unknown');
      const isOwn = accountId === owner.account.id;
      ended = await endSessions(trx, accountId, { allBut: isOwn ? owner.sessionId : null });
      const action = isOwn ? ('sessions_ended' as const) : ('account_signed_out' as const);
      const line = { actor: owner.account, action, subject: target.name };
      if (ended.length > 0) await writeActivity(trx, [line], Date.now());
      return DONE;
    });
    if (ended.length > 0) listeners.accessChanged(accountId, ended);
    return outcome;
  };
};

/**
 * Creates the owner's account operations. Each one checks inside its transaction that the requester is still the owner.
 */
export const createAccountAdministration = (parts: AccountAdministrationParts): AccountAdministration => {
  const { config, database, listeners } = parts;
  return {
    async changeRole(owner, accountId, role) {
      const outcome = await database.write(async (trx) => {
        if (!(await isStillOwner(trx, owner))) return refusal('role_forbidden');
        const target = await findAccount(trx, accountId);
        if (target === null) return refusal('account_unknown');
        if (target.role === 'owner') return refusal('role_forbidden');
        if (target.role === role) return DONE;
        await setRole(trx, accountId, role);
        const line = { subject: target.name, before: target.role, after: role };
        await writeActivity(trx, [{ actor: owner.account, action: roleAction(role), ...line }], Date.now());
        return DONE;
      });
      if (outcome.ok) listeners.accessChanged(accountId);
      return outcome;
    },
    async remove(owner, accountId) {
      const outcome = await database.write(async (trx) => {
        if (!(await isStillOwner(trx, owner))) return refusal('role_forbidden');
        const target = await findAccount(trx, accountId);
        if (target === null) return refusal('account_unknown');
        if (target.role === 'owner') return refusal('role_forbidden');
        await deleteAccount(trx, accountId);
        const action = target.role === 'waiting' ? 'account_declined' : 'account_removed';
        await writeActivity(trx, [{ actor: owner.account, action, subject: target.name }], Date.now());
        return DONE;
      });
      if (outcome.ok) listeners.accessChanged(accountId);
      return outcome;
    },
    signOutEverywhere: createSignOutEverywhere(parts),
    transferOwnership: createOwnershipTransfer(parts),
    async setSignUpMode(owner, mode) {
      const outcome = await database.write(async (trx) => {
        if (!(await isStillOwner(trx, owner))) return refusal('role_forbidden');
        const line = { before: (await readSignUpMode(trx, config)).mode, after: mode };
        await storeSignUpMode(trx, mode);
        await writeActivity(trx, [{ actor: owner.account, action: 'sign_up_changed', ...line }], Date.now());
        return DONE;
      });
      if (outcome.ok) listeners.accountsChanged();
      return outcome;
    },
  };
};
