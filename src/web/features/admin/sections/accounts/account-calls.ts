import {
  type AccountList,
  accountListSchema,
  type OpenSession,
  openSessionsSchema,
  type PasswordChange,
  type SignUpMode,
} from '#shared/contract/account.ts';
import type { PanelFailure } from '../../../../lib/panel-client.ts';
import { notifyError, notifySuccess } from '../../../../state/notices.ts';
import { PANEL_KEYS, PanelCallError, queryClient } from '../../../../state/panel/query-client.ts';
import { callAsAccount, checkSession } from '../../../../state/panel/session.ts';

export const SESSIONS_KEY = [...PANEL_KEYS.accounts, 'sessions'];

/** Asks for all accounts. Throws PanelCallError. */
async function askAccounts(): Promise<AccountList> {
  const answer = await callAsAccount('/api/admin/accounts', { responseSchema: accountListSchema });
  if (!answer.ok) throw new PanelCallError(answer.detail);
  return answer.value;
}

export const accountsQuery = { queryKey: PANEL_KEYS.accounts, queryFn: askAccounts };

/** Asks where the own account is signed in. Throws PanelCallError. */
export async function askSessions(): Promise<readonly OpenSession[]> {
  const answer = await callAsAccount('/api/auth/sessions', { responseSchema: openSessionsSchema });
  if (!answer.ok) throw new PanelCallError(answer.detail);
  return answer.value.sessions;
}

type Call = Parameters<typeof callAsAccount>[1];

/** Makes a call that changes something here, says how it went, and waits for what it changed. Gives the failure, or null. */
async function act(path: string, call: Call, done: string, loud = true): Promise<PanelFailure | null> {
  const answer = await callAsAccount(path, call);
  if (answer.ok) notifySuccess(done);
  else if (loud) notifyError(answer.detail);
  void queryClient.invalidateQueries({ queryKey: PANEL_KEYS.activity });
  // Before the list says it too, a control that is let go would jump back to what it showed.
  await queryClient.invalidateQueries({ queryKey: PANEL_KEYS.accounts });
  return answer.ok ? null : answer;
}

const accountPath = (id: string, part = ''): string => `/api/admin/accounts/${encodeURIComponent(id)}${part}`;

/** The calls below say themselves how they went; each gives the failure, or null. None rejects. */
export const setRole = (id: string, role: 'administrator' | 'waiting', done: string) =>
  act(accountPath(id, '/role'), { method: 'PUT', body: { role } }, done);

export const removeAccount = (id: string, done: string) => act(accountPath(id), { method: 'DELETE' }, done);

export const signOutEverywhere = (id: string, done: string) =>
  act(accountPath(id, '/sessions'), { method: 'DELETE' }, done);

/** A wrong password is for its field to say. */
export async function transferOwnership(
  id: string,
  password: string,
  done: string,
): Promise<PanelFailure | null> {
  const failure = await act(accountPath(id, '/owner'), { method: 'POST', body: { password } }, done, false);
  if (failure === null) await checkSession();
  return failure;
}

export const setSignUpMode = (mode: SignUpMode, done: string) =>
  act('/api/admin/sign-up', { method: 'PUT', body: { mode } }, done);

export const changePassword = (change: PasswordChange, done: string) =>
  act('/api/auth/password', { method: 'POST', body: change }, done, false);

export const endSession = (id: string, done: string) =>
  act(`/api/auth/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' }, done);

export const endOtherSessions = (done: string) => act('/api/auth/sessions', { method: 'DELETE' }, done);
