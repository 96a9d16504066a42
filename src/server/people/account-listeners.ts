import type { AccountsChange } from './accounts.ts';

/** Notifies listeners about stored changes to accounts. */
export interface AccountListeners {
  accountsChanged(): void;
  /** Reports changed access for the given sessions, or for all sessions of the account when none are given. */
  accessChanged(accountId: string, sessionIds?: readonly string[]): void;
  onChange(listener: (change: AccountsChange) => void): void;
}

/** Creates a notifier without listeners. */
export const createAccountListeners = (): AccountListeners => {
  const listeners: ((change: AccountsChange) => void)[] = [];
  const notify = (change: AccountsChange): void => {
    for (const listener of listeners) listener(change);
  };
  const accountsChanged = (): void => notify({ kind: 'accounts' });
  return {
    accountsChanged,
    accessChanged(accountId, sessionIds) {
      notify({ kind: 'access', accountId, ...(sessionIds === undefined ? {} : { sessionIds }) });
      if (sessionIds === undefined) accountsChanged();
    },
    onChange(listener) {
      listeners.push(listener);
    },
  };
};
