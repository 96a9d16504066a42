import { useSyncExternalStore } from 'react';
import { type Account, type SessionState, sessionStateSchema } from '#shared/contract/account.ts';
import { callPanel, type PanelCall, type PanelFailure, type PanelResult } from '../../lib/panel-client.ts';
import { PanelCallError, queryClient } from './query-client.ts';
import { currentUnsavedChanges } from './unsaved.ts';

/**
 * Session state of the panel. `checking`: the server has not responded yet. `unreachable`: the check failed. `out`: nobody is signed in.
 * `waiting`: the signed-in account is not approved. `in`: the signed-in account may use the panel.
 */
export type Session =
  | { readonly kind: 'checking' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'out'; readonly state: SessionState; readonly lostSession: LostSession }
  /** `isAccessRevoked`: the owner withdrew the account's access while the panel was open, which also dropped any unsaved changes. */
  | {
      readonly kind: 'waiting';
      readonly state: SessionState;
      readonly account: Account;
      readonly isAccessRevoked: boolean;
    }
  /** `isExpired`: the session ended while there were unsaved changes; the panel stays open until the next sign-in. */
  | {
      readonly kind: 'in';
      readonly state: SessionState;
      readonly account: Account;
      readonly isExpired: boolean;
    };

/**
 * How a session ended without a sign-out in this page. `in`, `waiting`: the session of an approved or of a waiting account ended, and the
 * account can sign in again. `removed`, `declined`: the account was removed after or before its approval. Null if no session was lost.
 */
export type LostSession = 'in' | 'waiting' | 'removed' | 'declined' | null;

let session: Session = { kind: 'checking' };
/**
 * Number of sign-ins, sign-outs and abandoned sessions in this page, so that responses to earlier session checks are recognised and
 * discarded.
 */
let generation = 0;
/** Whether this page has requested a sign-out. */
let isSigningOut = false;
const listeners = new Set<() => void>();
/** Callbacks of calls to the API that wait for the next sign-in. */
let resumeCalls: ((isSignedIn: boolean) => void)[] = [];

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns whether a waiting account was allowed to use the panel earlier in this page, so that its access has been withdrawn. */
const wasInPanel = (account: Account): boolean =>
  (session.kind === 'in' || (session.kind === 'waiting' && session.isAccessRevoked)) &&
  session.account.id === account.id;

/** Returns how the session was lost, now that nobody is signed in; null if no session was lost. */
function lostNow(accountRemoved: boolean): LostSession {
  if (session.kind === 'out') return session.lostSession;
  if (isSigningOut || (session.kind !== 'in' && session.kind !== 'waiting')) return null;
  if (!accountRemoved) return session.kind;
  return session.kind === 'waiting' && !session.isAccessRevoked ? 'declined' : 'removed';
}

function sessionOf(state: SessionState): Session {
  const { account } = state;
  if (account !== null)
    return account.role === 'waiting'
      ? { kind: 'waiting', state, account, isAccessRevoked: wasInPanel(account) }
      : { kind: 'in', state, account, isExpired: false };
  const accountRemoved = state.accountRemoved === true;
  // The unsaved changes stay for the next sign-in, unless the account no longer exists.
  if (session.kind === 'in' && currentUnsavedChanges() !== null && !accountRemoved)
    return { ...session, isExpired: true };
  const lostSession = lostNow(accountRemoved);
  if (accountRemoved) currentUnsavedChanges()?.discard();
  return { kind: 'out', state, lostSession };
}

function show(next: Session): void {
  const before = session;
  session = next;
  const isOtherAccount =
    before.kind === 'in' && next.kind === 'in' ? before.account.id !== next.account.id : next.kind !== 'in';
  // Data of one account must not be shown to the next account.
  if (isOtherAccount && before.kind === 'in') queryClient.clear();
  if (!(next.kind === 'in' && next.isExpired)) {
    const waiting = resumeCalls;
    resumeCalls = [];
    for (const resume of waiting) resume(next.kind === 'in');
  }
  for (const listener of listeners) listener();
}

export const useSession = (): Session => useSyncExternalStore(subscribe, () => session);

/** Returns whether an approved account uses the panel; true also if its session has expired with unsaved changes. */
export const isInPanel = (): boolean => session.kind === 'in';

/** Sets the session from the response of sign-in, sign-up or claim. */
export function setSession(state: SessionState): void {
  generation += 1;
  isSigningOut = false;
  show(sessionOf(state));
}

let pendingCheck: Promise<void> | null = null;

async function fetchSession(): Promise<void> {
  const startGeneration = generation;
  const accountId = session.kind === 'in' || session.kind === 'waiting' ? session.account.id : null;
  const path = `/api/auth/session${accountId === null ? '' : `?${new URLSearchParams({ account: accountId })}`}`;
  const answer = await callPanel(path, { responseSchema: sessionStateSchema });
  if (startGeneration !== generation) return;
  if (answer.ok) show(sessionOf(answer.value));
  // A signed-in account keeps its page, because the connection may return; if it does not, the next save reports the problem.
  else if (session.kind !== 'in' && session.kind !== 'waiting') show({ kind: 'unreachable' });
}

/**
 * Fetches the session state and shows the page for it. Concurrent calls share one request. Without a response, the page of a signed-in
 * account stays as it is, and any other page becomes `unreachable`. Never rejects.
 */
export function checkSession(): Promise<void> {
  if (session.kind === 'unreachable') show({ kind: 'checking' });
  pendingCheck ??= fetchSession().finally(() => {
    pendingCheck = null;
  });
  return pendingCheck;
}

/** Ends the session on the server, then drops unsaved changes and shows the sign-in page. Returns the failure, or null on success. */
export async function signOut(): Promise<PanelFailure | null> {
  isSigningOut = true;
  const answer = await callPanel('/api/auth/sign-out', {
    method: 'POST',
    body: {},
    responseSchema: sessionStateSchema,
  });
  if (!answer.ok) {
    isSigningOut = false;
    return answer;
  }
  generation += 1;
  // Unsaved changes are discarded, which the user has confirmed before.
  show({ kind: 'out', state: answer.value, lostSession: null });
  return null;
}

/**
 * Calls to the API without a response so far. A response may set the session's next cookie, so a session check that is sent before that
 * response would fail.
 */
const pendingCalls = new Set<Promise<unknown>>();

/** Fetches the session state after all pending calls to the API have ended. Never rejects. */
export async function recheckSession(): Promise<void> {
  await Promise.allSettled([...pendingCalls]);
  await checkSession();
}

/** Discards the unsaved changes of an expired session and shows the sign-in page. Does nothing if no approved account uses the panel. */
export function abandonSession(): void {
  if (session.kind !== 'in') return;
  currentUnsavedChanges()?.discard();
  generation += 1;
  show({ kind: 'out', state: { ...session.state, account: null }, lostSession: null });
}

/** Error codes that contradict the known session state. */
const SESSION_ERROR_CODES: ReadonlySet<string> = new Set(['signed_out', 'account_waiting', 'role_forbidden']);

/** Waits for the next sign-in if the session has expired. Resolves to whether an account is signed in. */
const untilSignedIn = (): Promise<boolean> =>
  session.kind === 'in' && session.isExpired
    ? new Promise((resolve) => {
        resumeCalls.push(resolve);
      })
    : Promise.resolve(session.kind === 'in');

/**
 * Calls the admin API as the signed-in account. When the server reports an ended session or another role, fetches the session again. After
 * an ended session, repeats the call if an account is signed in; with unsaved changes, first waits for the next sign-in. Never rejects.
 */
export async function callAsAccount<Value = undefined>(
  path: string,
  call: PanelCall<Value> = {},
): Promise<PanelResult<Value>> {
  const calling = callPanel(path, call);
  pendingCalls.add(calling);
  const answer = await calling.finally(() => pendingCalls.delete(calling));
  if (answer.ok || !SESSION_ERROR_CODES.has(answer.code)) return answer;
  await checkSession();
  const shouldRepeat = answer.code === 'signed_out' && (await untilSignedIn());
  return shouldRepeat ? callPanel(path, call) : answer;
}

/** Fetches data of the panel for a query. Rejects with a PanelCallError if the call fails. */
export async function fetchAsAccount<Value>(
  path: string,
  responseSchema: NonNullable<PanelCall<Value>['responseSchema']>,
): Promise<Value> {
  const answer = await callAsAccount(path, { responseSchema });
  if (!answer.ok) throw new PanelCallError(answer.detail);
  return answer.value;
}
