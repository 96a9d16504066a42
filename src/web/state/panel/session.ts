import { useSyncExternalStore } from 'react';
import { type Account, type SessionState, sessionStateSchema } from '#shared/contract/account.ts';
import { callPanel, type PanelAnswer, type PanelCall, type PanelFailure } from '../../lib/panel-client.ts';
import { queryClient } from './query-client.ts';
import { currentUnsaved } from './unsaved.ts';

/** Who is at the panel, as far as the server has said. */
export type Session =
  | { readonly kind: 'checking' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'out'; readonly state: SessionState }
  | { readonly kind: 'waiting'; readonly state: SessionState; readonly account: Account }
  /** `expired`: signed out meanwhile, with changes that are not saved; the panel stays until somebody signs in again. */
  | {
      readonly kind: 'in';
      readonly state: SessionState;
      readonly account: Account;
      readonly expired: boolean;
    };

let session: Session = { kind: 'checking' };
/** Grows whenever somebody signs in or out here: what the server was asked before says nothing any more. */
let generation = 0;
const listeners = new Set<() => void>();
/** Calls that go on once somebody has signed in again. */
let resumed: ((signedIn: boolean) => void)[] = [];

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function sessionOf(state: SessionState): Session {
  const { account } = state;
  if (account !== null)
    return account.role === 'waiting'
      ? { kind: 'waiting', state, account }
      : { kind: 'in', state, account, expired: false };
  return session.kind === 'in' && currentUnsaved() !== null
    ? { ...session, expired: true }
    : { kind: 'out', state };
}

function show(next: Session): void {
  const before = session;
  session = next;
  const someoneElse =
    before.kind === 'in' && next.kind === 'in' ? before.account.id !== next.account.id : next.kind !== 'in';
  // Nothing an account was shown stays for the next one.
  if (someoneElse && before.kind === 'in') queryClient.clear();
  if (!(next.kind === 'in' && next.expired)) {
    const waiting = resumed;
    resumed = [];
    for (const resume of waiting) resume(next.kind === 'in');
  }
  for (const listener of listeners) listener();
}

/** Who is at the panel. */
export const useSession = (): Session => useSyncExternalStore(subscribe, () => session);

/** The server has said who is signed in: the answer of sign-in, sign-up and claim. */
export function takeSession(state: SessionState): void {
  generation += 1;
  show(sessionOf(state));
}

let checking: Promise<void> | null = null;

async function check(): Promise<void> {
  const turn = generation;
  const answer = await callPanel('/api/auth/session', { answer: sessionStateSchema });
  if (turn !== generation) return;
  if (answer.ok) show(sessionOf(answer.value));
  // Somebody who is at work stays at work: the line comes back, or the next save says what is wrong.
  else if (session.kind !== 'in') show({ kind: 'unreachable' });
}

/** Asks the server who is signed in; calls meanwhile share the one under way. Never rejects. */
export function checkSession(): Promise<void> {
  if (session.kind === 'unreachable') show({ kind: 'checking' });
  checking ??= check().finally(() => {
    checking = null;
  });
  return checking;
}

/** Ends the session on the server; the page is as for a stranger then. Gives the failure, or null. */
export async function signOut(): Promise<PanelFailure | null> {
  const answer = await callPanel('/api/auth/sign-out', {
    method: 'POST',
    body: {},
    answer: sessionStateSchema,
  });
  if (!answer.ok) return answer;
  generation += 1;
  // Whatever is not saved: who leaves was asked about it.
  show({ kind: 'out', state: answer.value });
  return null;
}

/** Calls on their way. Some bring the session's next cookie; who asks meanwhile would be nobody. */
const underWay = new Set<Promise<unknown>>();

/** Asks again who is signed in, after the calls that are on their way. Never rejects. */
export async function checkSessionAgain(): Promise<void> {
  await Promise.allSettled([...underWay]);
  await checkSession();
}

/** Whoever was signed out over unsaved changes gives them up and does not sign in again: the page is as for a stranger then. */
export function giveUpSession(): void {
  if (session.kind !== 'in') return;
  currentUnsaved()?.discard();
  generation += 1;
  show({ kind: 'out', state: { ...session.state, account: null } });
}

/** Answers that say the session is not what this page thinks. */
const DOUBTS: ReadonlySet<string> = new Set(['signed_out', 'account_waiting', 'role_forbidden']);

/** True once somebody has signed in again, false when they may not go on here. */
const signedInAgain = (): Promise<boolean> =>
  session.kind === 'in' && session.expired
    ? new Promise((resolve) => {
        resumed.push(resolve);
      })
    : Promise.resolve(session.kind === 'in');

/**
 * Calls the server for the signed-in account; the way every part of the panel does. Where the server says that the session
 * is over or the role another, the session is checked again; with unsaved changes the call waits for the next sign-in and
 * is made again. Never rejects.
 */
export async function callAsAccount<Value = undefined>(
  path: string,
  call: PanelCall<Value> = {},
): Promise<PanelAnswer<Value>> {
  const calling = callPanel(path, call);
  underWay.add(calling);
  const answer = await calling.finally(() => underWay.delete(calling));
  if (answer.ok || !DOUBTS.has(answer.code)) return answer;
  await checkSession();
  const again = answer.code === 'signed_out' && (await signedInAgain());
  return again ? callPanel(path, call) : answer;
}
