import { deriveKey } from '../base/config/secret-keys.ts';
import { createExactAnswerLimiter } from './exact-answer-limiter.ts';
import { DEFAULT_QUOTAS, type Quotas } from './quotas.ts';
import { type CountRefusal, IGNORE_REFUSAL, type LimitName } from './refusals.ts';
import { hashedNetworkKey, keyedHash } from './requester.ts';
import { createOwnPasswordLimit, createSignInLimits } from './sign-in-limits.ts';
import { createSignUpLimits } from './sign-up-limits.ts';
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

/**
 * Creates the limits of the requests to account and settings routes, which store only keyed hashes of addresses and e-mail addresses.
 * `secret` is the master secret. `customQuotas` replace single default quotas. Without
 * `createWindows`, this process counts alone. `countRefusal` is called for each refused request.
 */
export const createLimits = (
  secret: string,
  customQuotas: Partial<Quotas> = {},
  createWindows: CreateWindows = MEMORY_WINDOWS,
  countRefusal: CountRefusal = IGNORE_REFUSAL,
) => {
  const quotas = { ...DEFAULT_QUOTAS, ...customQuotas };
  const keyOf = keyedHash(deriveKey(secret, 'savelet limits'));
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
    /** Counts any call of an account or settings route. */
    call: counted('account_calls', createLimit('calls', quotas.calls, networkKey)),
    /** Counts an attempt to sign in. Must be called before the password is verified, so that a refused attempt costs no hash. */
    signIn: counted('sign_in', ({ email, address, knownBrowser }: SignInAttempt) =>
      knownBrowser === null
        ? signIn(keyOf(email), networkKey(address))
        : ownAttempts(keyOf(`browser ${knownBrowser}`)),
    ),
    /** Returns whether to record a refused sign-in at an account: true at most once an hour for each account. */
    mayRecordBlockedSignIn: async (email: string) => (await blockedRecords(email)).ok,
    /** Counts an attempt of a signed-in account to confirm its password. Must be called before the password is verified. */
    ownPassword: counted('own_password', (accountId: string) => ownAttempts(keyOf(`account ${accountId}`))),
    /** Counts a response that reveals whether an e-mail address has an account. */
    exactAnswer: counted('exact_answers', (address: string) => exactAnswers.take(networkKey(address))),
    /**
     * Returns whether this network may get another response that reveals whether an e-mail address has an account, or which quota is used
     * up.
     */
    exactAnswersLeft: (address: string) => exactAnswers.stateOf(networkKey(address)),
    signUp: counted('sign_up', (address: string) => signUps(networkKey(address))),
    setupCode: counted('setup_code', createLimit('setup code', quotas.setupCode, networkKey)),
    adminWrite: counted('admin_writes', createLimit('admin writes', quotas.adminWrites)),
    logoUpload: counted('logo_uploads', createLimit('logo uploads', quotas.logoUploads)),
    linkTry: counted('link_tries', createLimit('link tries', quotas.linkTries)),
  };
};

export type Limits = ReturnType<typeof createLimits>;
