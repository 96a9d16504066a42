import { hkdfSync } from 'node:crypto';
import { createExactAnswerLimiter, type ExactAnswersLeft } from './exact-answer-limiter.ts';
import { DEFAULT_QUOTAS, type Quotas } from './quotas.ts';
import { type CountRefusal, IGNORE_REFUSAL, type LimitName } from './refusals.ts';
import { hashedNetworkKey, keyedHash } from './requester.ts';
import { createOwnPasswordLimit, createSignInLimits, type SignInAdmission } from './sign-in-limits.ts';
import { createSignUpLimits, type SignUpResult } from './sign-up-limits.ts';
import { type CreateWindows, MEMORY_WINDOWS, type RateWindow } from './windows.ts';

/** Whether a call is within its limit, and if not, the seconds until the next call is allowed (`retryAfter`). */
export type LimitResult = { readonly ok: true } | { readonly ok: false; readonly retryAfter: number };

export interface SignInAttempt {
  readonly email: string;
  /** The visitor's IP address. */
  readonly address: string;
  /** Id of the browser if the account knows the browser; else null. */
  readonly knownBrowser: string | null;
}

/** Limits of the requests to account and settings routes. Stores only keyed hashes of addresses and e-mail addresses. */
export interface Limits {
  /** Counts any call of an account or settings route. */
  call(address: string): Promise<LimitResult>;
  /** Counts an attempt to sign in. Must be called before the password is verified, so that a refused attempt costs no hash. */
  signIn(attempt: SignInAttempt): Promise<SignInAdmission>;
  /** Returns whether to record a refused sign-in at an account: true at most once an hour for each account. */
  mayRecordBlockedSignIn(email: string): Promise<boolean>;
  /** Counts an attempt of a signed-in account to confirm its password. Must be called before the password is verified. */
  ownPassword(accountId: string): Promise<SignInAdmission>;
  /** Counts a response that reveals whether an e-mail address has an account. */
  exactAnswer(address: string): Promise<LimitResult>;
  /**
   * Returns whether this network may get another response that reveals whether an e-mail address has an account, or which quota is used up.
   */
  exactAnswersLeft(address: string): Promise<ExactAnswersLeft>;
  signUp(address: string): Promise<SignUpResult>;
  setupCode(address: string): Promise<LimitResult>;
  adminWrite(accountId: string): Promise<LimitResult>;
  logoUpload(accountId: string): Promise<LimitResult>;
  linkTry(accountId: string): Promise<LimitResult>;
}

/**
 * Creates the limits of account and settings routes. `secret` is the master secret. `customQuotas` replace single default quotas. Without
 * `createWindows`, this process counts alone. `countRefusal` is called for each refused request.
 */
export const createLimits = (
  secret: string,
  customQuotas: Partial<Quotas> = {},
  createWindows: CreateWindows = MEMORY_WINDOWS,
  countRefusal: CountRefusal = IGNORE_REFUSAL,
): Limits => {
  const quotas = { ...DEFAULT_QUOTAS, ...customQuotas };
  const keyOf = keyedHash(Buffer.from(hkdfSync('sha256', secret, '', 'savelet limits', 32)));
  const networkKey = (address: string): string => hashedNetworkKey(address, keyOf);
  const createLimit = (name: string, quota: RateWindow, toKey = keyOf) => {
    const windows = createWindows(name, [quota]);
    return async (text: string): Promise<LimitResult> => windows.take(toKey(text));
  };
  const signIn = createSignInLimits(createWindows, quotas);
  const ownAttempts = createOwnPasswordLimit(createWindows, quotas.knownBrowser);
  const signUps = createSignUpLimits({ perNetwork: quotas.signUp, total: quotas.signUpTotal }, createWindows);
  const exactAnswers = createExactAnswerLimiter(
    { perNetwork: quotas.exactAnswers, total: quotas.exactAnswersTotal },
    createWindows,
  );
  const blockedRecords = createLimit('blocked records', { limit: 1, seconds: 60 * 60 });
  const counted =
    <Given, Result extends { readonly ok: boolean }>(
      name: LimitName,
      limit: (given: Given) => Promise<Result>,
    ) =>
    async (given: Given): Promise<Result> => {
      const result = await limit(given);
      if (!result.ok) countRefusal(name);
      return result;
    };
  return {
    call: counted('account_calls', createLimit('calls', quotas.calls, networkKey)),
    signIn: counted('sign_in', ({ email, address, knownBrowser }) =>
      knownBrowser === null
        ? signIn(keyOf(email), networkKey(address))
        : ownAttempts(keyOf(`browser ${knownBrowser}`)),
    ),
    mayRecordBlockedSignIn: async (email) => (await blockedRecords(email)).ok,
    ownPassword: counted('own_password', (accountId) => ownAttempts(keyOf(`account ${accountId}`))),
    exactAnswer: counted('exact_answers', (address) => exactAnswers.take(networkKey(address))),
    exactAnswersLeft: (address) => exactAnswers.stateOf(networkKey(address)),
    signUp: counted('sign_up', (address) => signUps(networkKey(address))),
    setupCode: counted('setup_code', createLimit('setup code', quotas.setupCode, networkKey)),
    adminWrite: counted('admin_writes', createLimit('admin writes', quotas.adminWrites)),
    logoUpload: counted('logo_uploads', createLimit('logo uploads', quotas.logoUploads)),
    linkTry: counted('link_tries', createLimit('link tries', quotas.linkTries)),
  };
};
