import type { AccountsChange } from './accounts.ts';

/** Tells those who listen what has happened to accounts, once it is stored. */
export interface AccountListeners {
  accountsChanged(): void;
  /** Of all sessions of the account, or of those given. */
  accessChanged(accountId: string, sessionIds?: readonly string[]): void;
  onChange(listener: (change: AccountsChange) => void): void;
}

/** Makes one with nobody listening yet. */
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
