import type { Kysely } from 'kysely';
import type {
  Account,
  AccountList,
  OpenSession,
  PasswordChange,
  SessionState,
  SignIn,
  SignUp,
  SignUpMode,
} from '#shared/contract/account.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Tables } from '../db/tables.ts';

/** Somebody signed in, as the database knows them at this moment. */
export interface SignedIn {
  readonly account: Account;
  readonly sessionId: string;
  /** `Set-Cookie` values the answer has to carry. */
  readonly setCookies: readonly string[];
}

/** The browser that asks. */
export interface Browser {
  readonly cookie: string | undefined;
  readonly userAgent: string | undefined;
  /** Whether it carries the mark of an earlier sign-in to the account it asks for; absent for no. */
  readonly isKnown?: boolean;
}

export interface Refusal {
  readonly ok: false;
  readonly code: ErrorCode;
}
export type SessionResult = { readonly ok: true; readonly signedIn: SignedIn } | Refusal;
export type AccountResult = { readonly ok: true } | Refusal;

/** What has happened to accounts: any of them, or the access of some (all sessions of an account, or single sessions). */
export type AccountsChange =
  | { readonly kind: 'accounts' }
  | { readonly kind: 'access'; readonly accountId: string; readonly sessionIds?: readonly string[] };

/**
 * The accounts of the installation. Refusals are values with the code of their sentence; every method may throw the
 * database's faults, and those that look at a password HasherBusyError.
 */
export interface Accounts {
  /**
   * Who the cookie's session belongs to; null when it is none, has ended, or was never one. `renew: false` for callers that
   * do not pass `setCookies` on: a renewal that the browser never hears of would be used up.
   */
  authenticate(cookie: string | undefined, options?: { readonly refresh: boolean }): Promise<SignedIn | null>;
  /** The present role of who is signed in, null once their session has ended; for work inside a transaction, asked through it. */
  currentRole(signedIn: SignedIn, query: Kysely<Tables>): Promise<Account['role'] | null>;
  /** What the forms must know, with the given account. */
  state(account: Account | null): Promise<SessionState>;

  signUp(given: SignUp, browser: Browser): Promise<SessionResult>;
  /**
   * Creates an account unless the address has one, and opens no session: the outcome is the same for both. Refusals do not
   * depend on the address.
   */
  signUpWithoutSession(given: Omit<SignUp, 'setupCode'>): Promise<AccountResult>;
  signIn(given: SignIn, browser: Browser): Promise<SessionResult>;
  /** Writes into the log that tries to sign in at this address were refused; nothing when no account has it. */
  recordBlockedSignIn(email: string): Promise<void>;
  /** Ends the cookie's session; gives the cookies that say so. */
  signOut(cookie: string | undefined): Promise<readonly string[]>;
  /** Makes a waiting account the owner, in exchange for the setup code. */
  claim(signedIn: SignedIn, setupCode: string, browser: Browser): Promise<SessionResult>;
  /** Ends all sessions of the account but a new one, which this browser gets. */
  changePassword(signedIn: SignedIn, given: PasswordChange, browser: Browser): Promise<SessionResult>;

  /** The open sessions of an account, the one last seen first. */
  sessions(signedIn: SignedIn): Promise<OpenSession[]>;
  endSession(signedIn: SignedIn, sessionId: string): Promise<AccountResult>;
  endOtherSessions(signedIn: SignedIn): Promise<void>;
  /** Those of the given sessions that are still open, with the present role of their account. */
  openSessionRoles(sessionIds: readonly string[]): Promise<ReadonlyMap<string, Account['role']>>;

  list(): Promise<AccountList>;
  changeRole(owner: SignedIn, accountId: string, role: 'administrator' | 'waiting'): Promise<AccountResult>;
  /** Declines a waiting account, removes any other; the owner's own cannot go. */
  remove(owner: SignedIn, accountId: string): Promise<AccountResult>;
  /** Ends every session of an account; of the owner's own account, every session but the one that asks. */
  signOutEverywhere(owner: SignedIn, accountId: string): Promise<AccountResult>;
  /** Makes another account the owner; the present one becomes an administrator. */
  transferOwnership(owner: SignedIn, accountId: string, password: string): Promise<AccountResult>;
  /** Whether this is the account's password. */
  isPassword(accountId: string, password: string): Promise<boolean>;
  setSignUpMode(owner: SignedIn, mode: SignUpMode): Promise<AccountResult>;

  /** Gives the setup code while there is no owner, null once there is one. For the start's own words only. */
  issueSetupCode(): Promise<string | null>;
  onChange(listener: (change: AccountsChange) => void): void;
}
