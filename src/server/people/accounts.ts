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
import type { Sessions, SignedIn } from '../http/guard.ts';

/** Browser that sent the request. */
export interface Browser {
  readonly cookie: string | undefined;
  readonly userAgent: string | undefined;
  /** Whether the browser holds a valid known-browser token for the account it signs in to. Absent means false. */
  readonly isKnown?: boolean;
}

/** Expected failure with the error code to answer with. */
export interface Refusal {
  readonly ok: false;
  readonly code: ErrorCode;
}
/** Result of an operation that opens a session. */
export type SessionResult = { readonly ok: true; readonly signedIn: SignedIn } | Refusal;
/** Result of an operation that returns nothing. */
export type AccountResult = { readonly ok: true } | Refusal;

/**
 * Change that listeners are notified of. `accounts`: the list of accounts changed. `access`: the sessions or the role
 * of an account changed, for the given sessions or for all of them.
 */
export type AccountsChange =
  | { readonly kind: 'accounts' }
  | { readonly kind: 'access'; readonly accountId: string; readonly sessionIds?: readonly string[] };

/**
 * Manages the accounts of the installation. Expected failures are returned as values with an error code. Every method
 * may throw DatabaseUnavailableError; methods that hash or verify a password may also throw HasherBusyError.
 */
export interface Accounts extends Sessions {
  /**
   * Returns what the sign-in and sign-up forms need: the given account, the sign-up mode, and whether the site has an
   * owner.
   */
  state(account: Account | null): Promise<SessionState>;
  /** Returns whether an account with this id exists. Ids are random and known only to those who could see the account. */
  exists(accountId: string): Promise<boolean>;

  signUp(given: SignUp, browser: Browser): Promise<SessionResult>;
  /**
   * Creates an account unless the address already has one, and opens no session. The result is the same in both cases
   * and refusals do not depend on the address, so nobody can test whether an address is registered.
   */
  signUpWithoutSession(given: Omit<SignUp, 'setupCode'>): Promise<AccountResult>;
  signIn(given: SignIn, browser: Browser): Promise<SessionResult>;
  /**
   * Records in the activity log that sign-in attempts at this address were blocked. Does nothing when no account has
   * the address.
   */
  recordBlockedSignIn(email: string): Promise<void>;
  /** Ends the session of a cookie and returns the `Set-Cookie` values that delete the cookie. */
  signOut(cookie: string | undefined): Promise<readonly string[]>;
  /** Makes the signed-in account the owner in exchange for the setup code. */
  claim(signedIn: SignedIn, setupCode: string, browser: Browser): Promise<SessionResult>;
  /** Changes the password, ends all sessions of the account and opens a new one for this browser. */
  changePassword(signedIn: SignedIn, given: PasswordChange, browser: Browser): Promise<SessionResult>;

  /** Lists the open sessions of an account, most recently seen first. */
  sessions(signedIn: SignedIn): Promise<OpenSession[]>;
  endSession(signedIn: SignedIn, sessionId: string): Promise<AccountResult>;
  endOtherSessions(signedIn: SignedIn): Promise<void>;
  /** Returns which of the given sessions are still open, with the current role of each one's account. */
  openSessionRoles(sessionIds: readonly string[]): Promise<ReadonlyMap<string, Account['role']>>;

  list(): Promise<AccountList>;
  changeRole(owner: SignedIn, accountId: string, role: 'administrator' | 'waiting'): Promise<AccountResult>;
  /** Declines a waiting account or removes an administrator. The owner's account cannot be removed. */
  remove(owner: SignedIn, accountId: string): Promise<AccountResult>;
  /** Ends every session of an account. For the owner's own account the requesting session stays open. */
  signOutEverywhere(owner: SignedIn, accountId: string): Promise<AccountResult>;
  /** Makes another account the owner and the previous owner an administrator. */
  transferOwnership(owner: SignedIn, accountId: string, password: string): Promise<AccountResult>;
  /** Checks a password against the stored hash of an account. */
  isPassword(accountId: string, password: string): Promise<boolean>;
  setSignUpMode(owner: SignedIn, mode: SignUpMode): Promise<AccountResult>;

  /** Issues the setup code, or returns null when there is an owner. Only for the text printed at startup. */
  issueSetupCode(): Promise<string | null>;
  onChange(listener: (change: AccountsChange) => void): void;
}
