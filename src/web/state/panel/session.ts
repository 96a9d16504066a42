import { useSyncExternalStore } from 'react';
import { type Account, type SessionState, sessionStateSchema } from '#shared/contract/account.ts';
import { callPanel, type PanelCall, type PanelFailure, type PanelResult } from '../../lib/panel-client.ts';
import { PanelCallError, queryClient } from './query-client.ts';
import { currentUnsaved } from './unsaved.ts';

/**
 * Session state of the panel. `checking`: the server has not responded yet. `unreachable`: the check failed. `out`: nobody is signed in.
 * `waiting`: the account is not approved yet. `in`: the account may use the panel.
 */
export type Session =
  | { readonly kind: 'checking' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'out'; readonly state: SessionState; readonly lost: LostSession }
  /** `revoked`: access was withdrawn while the panel was open, which also dropped any unsaved changes. */
  | {
      readonly kind: 'waiting';
      readonly state: SessionState;
      readonly account: Account;
      readonly revoked: boolean;
    }
  /** `expired`: the session ended while there are unsaved changes; the panel stays open until the next sign-in. */
  | {
      readonly kind: 'in';
      readonly state: SessionState;
      readonly account: Account;
      readonly expired: boolean;
    };

/**
 * How a session ended without a sign-out in this page: the accounts of `in` and `waiting` can sign in again, those of `removed` (approved
 * before) and `declined` (never approved) no longer exist. Null if no session was lost.
 */
export type LostSession = 'in' | 'waiting' | 'removed' | 'declined' | null;

let session: Session = { kind: 'checking' };
/** Increases with every sign-in and sign-out, so that responses to earlier session checks are discarded. */
let generation = 0;
/** Whether this page asked for the end of its session. */
let signingOut = false;
const listeners = new Set<() => void>();
/** Callbacks of calls that wait for the next sign-in. */
let resumeCalls: ((signedIn: boolean) => void)[] = [];

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns whether a waiting account was allowed to use the panel earlier in this page, so that its access has been withdrawn. */
const isRevoked = (account: Account): boolean =>
  (session.kind === 'in' || (session.kind === 'waiting' && session.revoked)) &&
  session.account.id === account.id;

/** Returns how the session was lost, now that nobody is signed in; null if no session was lost. */
function lostNow(accountRemoved: boolean): LostSession {
  if (session.kind === 'out') return session.lost;
  if (signingOut || (session.kind !== 'in' && session.kind !== 'waiting')) return null;
  if (!accountRemoved) return session.kind;
  return session.kind === 'waiting' && !session.revoked ? 'declined' : 'removed';
}

function sessionOf(state: SessionState): Session {
  const { account } = state;
  if (account !== null)
    return account.role === 'waiting'
      ? { kind: 'waiting', state, account, revoked: isRevoked(account) }
      : { kind: 'in', state, account, expired: false };
  const accountRemoved = state.accountRemoved === true;
  // The changes stay for the next sign-in, unless there is no account left to sign in to.
  if (session.kind === 'in' && currentUnsaved() !== null && !accountRemoved)
    return { ...session, expired: true };
  const lost = lostNow(accountRemoved);
  if (accountRemoved) currentUnsaved()?.discard();
  return { kind: 'out', state, lost };
}

function show(next: Session): void {
  const before = session;
  session = next;
  const someoneElse =
    before.kind === 'in' && next.kind === 'in' ? before.account.id !== next.account.id : next.kind !== 'in';
  // Data of one account must not be shown to the next.
  if (someoneElse && before.kind === 'in') queryClient.clear();
  if (!(next.kind === 'in' && next.expired)) {
    const waiting = resumeCalls;
    resumeCalls = [];
    for (const resume of waiting) resume(next.kind === 'in');
  }
  for (const listener of listeners) listener();
}

export const useSession = (): Session => useSyncExternalStore(subscribe, () => session);

/** Returns whether the panel is shown to an approved account, even if its session has expired with unsaved changes. */
export const isIn = (): boolean => session.kind === 'in';

/** Sets the session from the response of sign-in, sign-up or claim. */
export function setSession(state: SessionState): void {
  generation += 1;
  signingOut = false;
  show(sessionOf(state));
}

let pendingCheck: Promise<void> | null = null;

async function fetchSession(): Promise<void> {
  const startGeneration = generation;
  const known = session.kind === 'in' || session.kind === 'waiting' ? session.account.id : null;
  const path = `/api/auth/session${known === null ? '' : `?${new URLSearchParams({ account: known })}`}`;
  const answer = await callPanel(path, { responseSchema: sessionStateSchema });
  if (startGeneration !== generation) return;
  if (answer.ok) show(sessionOf(answer.value));
  // A signed-in account keeps its page: the connection returns, or the next save reports the problem.
  else if (session.kind !== 'in' && session.kind !== 'waiting') show({ kind: 'unreachable' });
}

/** Fetches the session state; concurrent calls share one request. Without a response, an open panel stays as it is. Never rejects. */
export function checkSession(): Promise<void> {
  if (session.kind === 'unreachable') show({ kind: 'checking' });
  pendingCheck ??= fetchSession().finally(() => {
    pendingCheck = null;
  });
  return pendingCheck;
}

/** Ends the session on the server, then drops unsaved changes and shows the sign-in page. Returns the failure, or null on success. */
export async function signOut(): Promise<PanelFailure | null> {
  signingOut = true;
  const answer = await callPanel('/api/auth/sign-out', {
    method: 'POST',
    body: {},
    responseSchema: sessionStateSchema,
  });
  if (!answer.ok) {
    signingOut = false;
    return answer;
  }
  generation += 1;
  // Unsaved changes are discarded; the user has already confirmed that.
  show({ kind: 'out', state: answer.value, lost: null });
  return null;
}

/** Calls in flight. Some return the session's next cookie, so a session check sent before their response would fail. */
const pendingCalls = new Set<Promise<unknown>>();

/** Fetches the session state after all calls in flight have ended. Never rejects. */
export async function recheckSession(): Promise<void> {
  await Promise.allSettled([...pendingCalls]);
  await checkSession();
}

/** Discards the unsaved changes of an expired session and shows the sign-in page. */
export function abandonSession(): void {
  if (session.kind !== 'in') return;
  currentUnsaved()?.discard();
  generation += 1;
  show({ kind: 'out', state: { ...session.state, account: null }, lost: null });
}

/** Error codes that contradict the known session state. */
const SESSION_ERROR_CODES: ReadonlySet<string> = new Set(['signed_out', 'account_waiting', 'role_forbidden']);

/** Waits for the next sign-in if the session has expired. Resolves to whether an account is signed in. */
const untilSignedIn = (): Promise<boolean> =>
  session.kind === 'in' && session.expired
    ? new Promise((resolve) => {
        resumeCalls.push(resolve);
      })
    : Promise.resolve(session.kind === 'in');

/**
 * Calls the admin API as the signed-in account; all panel code calls the API through it. When the server reports an
 * ended session or another role, fetches the session again; with unsaved changes the call then waits for the next
 * sign-in and is repeated. Never rejects.
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
  const again = answer.code === 'signed_out' && (await untilSignedIn());
  return again ? callPanel(path, call) : answer;
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
