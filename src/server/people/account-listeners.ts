/**
 * Change that listeners are notified of. `accounts`: the list of accounts changed. `access`: the sessions or the role
 * of an account changed, for the given sessions or for all of them.
 */
export type AccountsChange =
  | { readonly kind: 'accounts' }
  | {
      readonly kind: 'access';
      readonly accountId: string;
      readonly sessionIds?: readonly string[] | undefined;
    };

/** Creates the list of listeners for changes of accounts, sessions and roles, initially empty, with the functions that notify them. */
export const createAccountListeners = () => {
  const listeners: ((change: AccountsChange) => void)[] = [];
  const notify = (change: AccountsChange): void => {
    for (const listener of listeners) listener(change);
  };
  const accountsChanged = (): void => notify({ kind: 'accounts' });
  return {
    accountsChanged,
    /** Reports changed access for the given sessions, or for all sessions of the account when none are given. */
    accessChanged(accountId: string, sessionIds?: readonly string[]): void {
      notify({ kind: 'access', accountId, sessionIds });
      if (sessionIds === undefined) accountsChanged();
    },
    onChange(listener: (change: AccountsChange) => void): void {
      listeners.push(listener);
    },
  };
};

export type AccountListeners = ReturnType<typeof createAccountListeners>;
