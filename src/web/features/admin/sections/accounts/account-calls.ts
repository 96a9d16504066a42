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

/** Query options that load all accounts and the sign-up mode with its origin. */
export const accountsQuery = {
  queryKey: PANEL_KEYS.accounts,
  queryFn: () => fetchAsAccount('/api/admin/accounts', accountListSchema),
};

/**
 * Query options that load the sessions of the signed-in account. Their key begins with the key of the accounts, so a reload of the accounts
 * includes the sessions.
 */
export const sessionsQuery = {
  queryKey: [...PANEL_KEYS.accounts, 'sessions'],
  queryFn: () => fetchAsAccount('/api/auth/sessions', openSessionsSchema),
};

type Call = Parameters<typeof callAsAccount>[1];

/**
 * Calls an endpoint that changes accounts or sessions, shows a toast, and reloads the accounts, the sessions and the activity log. The
 * toast shows `doneText` after a success and, if `showsFailure`, the sentence of the server after a failure. Resolves with the failure, or
 * null.
 */
async function callAndReload(
  path: string,
  call: Call,
  doneText: string,
  showsFailure = true,
): Promise<PanelFailure | null> {
  const answer = await callAsAccount(path, call);
  if (answer.ok) notifySuccess(doneText);
  else if (showsFailure) notifyError(answer.detail);
  void queryClient.invalidateQueries({ queryKey: PANEL_KEYS.activity });
  // Waits for the reloaded list. A control that is available earlier would jump back to its old value.
  await queryClient.invalidateQueries({ queryKey: PANEL_KEYS.accounts });
  return answer.ok ? null : answer;
}

const accountPath = (id: string, part = ''): string => `/api/admin/accounts/${encodeURIComponent(id)}${part}`;

/**
 * Changes the role of an account, shows the result in a toast (`doneText` after a success) and reloads the accounts. Resolves with the
 * failure, or null. Like all calls below, never rejects.
 */
export const changeRole = (id: string, role: 'administrator' | 'waiting', doneText: string) =>
  callAndReload(accountPath(id, '/role'), { method: 'PUT', body: { role } }, doneText);

export const removeAccount = (id: string, doneText: string) =>
  callAndReload(accountPath(id), { method: 'DELETE' }, doneText);

export const signOutEverywhere = (id: string, doneText: string) =>
  callAndReload(accountPath(id, '/sessions'), { method: 'DELETE' }, doneText);

/**
 * Makes an account the owner, and then checks the session, because its role has changed. A failure shows no toast, because the password
 * field shows it. Resolves with the failure, or null.
 */
export async function transferOwnership(
  id: string,
  password: string,
  doneText: string,
): Promise<PanelFailure | null> {
  const failure = await callAndReload(
    accountPath(id, '/owner'),
    { method: 'POST', body: { password } },
    doneText,
    false,
  );
  if (failure === null) await checkSession();
  return failure;
}

export const setSignUpMode = (mode: SignUpMode, doneText: string) =>
  callAndReload('/api/admin/sign-up', { method: 'PUT', body: { mode } }, doneText);

export const changePassword = (change: PasswordChange, doneText: string) =>
  callAndReload('/api/auth/password', { method: 'POST', body: change }, doneText, false);

export const endSession = (id: string, doneText: string) =>
  callAndReload(`/api/auth/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' }, doneText);

export const endOtherSessions = (doneText: string) =>
  callAndReload('/api/auth/sessions', { method: 'DELETE' }, doneText);
