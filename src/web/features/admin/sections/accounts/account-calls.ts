import {
  accountListSchema,
  openSessionsSchema,
  type PasswordChange,
  type SignUpMode,
} from '#shared/contract/account.ts';
import type { PanelFailure } from '../../../../lib/panel-client.ts';
import { notifyError, notifySuccess } from '../../../../state/notices.ts';
import { PANEL_KEYS, queryClient } from '../../../../state/panel/query-client.ts';
import { callAsAccount, checkSession, fetchAsAccount } from '../../../../state/panel/session.ts';

/** Query options that load all accounts and who may sign up. */
export const accountsQuery = {
  queryKey: PANEL_KEYS.accounts,
  queryFn: () => fetchAsAccount('/api/admin/accounts', accountListSchema),
};

/** Query options that load the signed-in account's sessions. A reload of the accounts, whose key this one extends, includes them. */
export const sessionsQuery = {
  queryKey: [...PANEL_KEYS.accounts, 'sessions'],
  queryFn: () => fetchAsAccount('/api/auth/sessions', openSessionsSchema),
};

type Call = Parameters<typeof callAsAccount>[1];

/**
 * Calls an endpoint that changes accounts, shows a toast and reloads the accounts. The toast says `done` after a success, and the server's
 * sentence after a failure if `loud`. Resolves with the failure, or null.
 */
async function callAndReload(
  path: string,
  call: Call,
  done: string,
  loud = true,
): Promise<PanelFailure | null> {
  const answer = await callAsAccount(path, call);
  if (answer.ok) notifySuccess(done);
  else if (loud) notifyError(answer.detail);
  void queryClient.invalidateQueries({ queryKey: PANEL_KEYS.activity });
  // Wait for the reloaded list: a control re-enabled earlier would jump back to its old value.
  await queryClient.invalidateQueries({ queryKey: PANEL_KEYS.accounts });
  return answer.ok ? null : answer;
}

const accountPath = (id: string, part = ''): string => `/api/admin/accounts/${encodeURIComponent(id)}${part}`;

/**
 * Changes the role of an account. Shows the result in a toast, reloads the accounts and resolves to the failure, or null. Like all calls
 * below, it never rejects.
 */
export const changeRole = (id: string, role: 'administrator' | 'waiting', done: string) =>
  callAndReload(accountPath(id, '/role'), { method: 'PUT', body: { role } }, done);

export const removeAccount = (id: string, done: string) =>
  callAndReload(accountPath(id), { method: 'DELETE' }, done);

export const signOutEverywhere = (id: string, done: string) =>
  callAndReload(accountPath(id, '/sessions'), { method: 'DELETE' }, done);

/**
 * Makes an account the owner and then checks the session, whose role has changed. A failure shows no toast, because the password field
 * shows it. Resolves to the failure, or null.
 */
export async function transferOwnership(
  id: string,
  password: string,
  done: string,
): Promise<PanelFailure | null> {
  const failure = await callAndReload(
    accountPath(id, '/owner'),
    { method: 'POST', body: { password } },
    done,
    false,
  );
  if (failure === null) await checkSession();
  return failure;
}

export const setSignUpMode = (mode: SignUpMode, done: string) =>
  callAndReload('/api/admin/sign-up', { method: 'PUT', body: { mode } }, done);

export const changePassword = (change: PasswordChange, done: string) =>
  callAndReload('/api/auth/password', { method: 'POST', body: change }, done, false);

export const endSession = (id: string, done: string) =>
  callAndReload(`/api/auth/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' }, done);

export const endOtherSessions = (done: string) =>
  callAndReload('/api/auth/sessions', { method: 'DELETE' }, done);
