import { createHmac, hkdfSync } from 'node:crypto';
import type { KeyLimit } from './counter.ts';
import { type CounterStore, MEMORY_COUNTERS } from './counter-store.ts';
import { createExactAnswerLimiter, type ExactAnswersLeft } from './exact-answer-limiter.ts';
import { BLOCK_SHARE, blockOf, networkOf } from './network-of.ts';
import { DEFAULT_QUOTAS, type Quota, type Quotas } from './quotas.ts';
import { createSignUpLimits, type SignUpResult } from './sign-up-limits.ts';

/** Result of a limit. `retryAfter` is in seconds. */
export type LimitResult = { readonly ok: true } | { readonly ok: false; readonly retryAfter: number };

/** Admitted attempt. It counts as a failure until `succeeded` is called; call `failed` when it ends without success. */
export interface Attempt {
  readonly ok: true;
  failed(): Promise<void>;
  succeeded(): Promise<void>;
  /** Takes the attempt back, because the password was not checked. */
  cancelled(): Promise<void>;
}
export type AttemptResult = Attempt | Extract<LimitResult, { ok: false }>;

/** Sign-in to be counted. */
export interface SignInAttempt {
  readonly email: string;
  /** The visitor's IP address. */
  readonly address: string;
  /** Id of the browser when it is known to the account, else null. */
  readonly knownBrowser: string | null;
}

/**
 * Limits the calls of accounts and settings. Stores no address or e-mail address, only their keyed hashes.
 */
export interface Limits {
  call(address: string): Promise<LimitResult>;
  /** Checked before a password is verified, so that a refused attempt costs no hash. */
  signIn(given: SignInAttempt): Promise<AttemptResult>;
  /** Returns whether to record a refused sign-in at this account: true once an hour for each account. */
  mayRecordBlockedSignIn(email: string): Promise<boolean>;
  /** Checked before a signed-in account confirms its password. */
  ownPassword(accountId: string): Promise<AttemptResult>;
  /** Counts a response that reveals whether an e-mail address has an account. Returns false when a quota is used up. */
  exactAnswer(address: string): Promise<boolean>;
  /** Returns whether this network may get another such response. */
  exactAnswersLeft(address: string): Promise<ExactAnswersLeft>;
  signUp(address: string): Promise<SignUpResult>;
  setupCode(address: string): Promise<LimitResult>;
  adminWrite(accountId: string): Promise<LimitResult>;
  logoUpload(accountId: string): Promise<LimitResult>;
  linkTry(accountId: string): Promise<LimitResult>;
}

const LOCKOUT_MAX_MINUTES = 60;
/** How long a network's earlier lockouts at an account lengthen the next one. */
const LOCKOUT_MEMORY_SECONDS = 24 * 60 * 60;

/** Wait after a network's first try at an account whose shared budget is used up. Each further one is twice as long. */
const OWN_TRY_SECONDS = 60;
const NEVER = { ok: false, retryAfter: Number.POSITIVE_INFINITY } as const;

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));

const take = async (limit: KeyLimit, key: string): Promise<LimitResult> => {
  const { consumedPoints, msBeforeNext } = await limit.penalty(key);
  return consumedPoints <= limit.points ? { ok: true } : { ok: false, retryAfter: seconds(msBeforeNext) };
};

/** A limit and the key that it counts. */
type Counted = readonly [limit: KeyLimit, key: string];

/** Counts one event on all counters or, when one of them is used up, on none. */
const takeAll = async (counters: readonly Counted[]): Promise<LimitResult> => {
  for (const [at, [limit, key]] of counters.entries()) {
    const result = await take(limit, key);
    if (result.ok) continue;
    for (const [earlier, earlierKey] of counters.slice(0, at + 1)) await earlier.reward(earlierKey);
    return result;
  }
  return { ok: true };
};

/** Creates a limit of attempts by one key; a success clears its count. */
const createSimpleAttempts = (counters: CounterStore, quota: Quota) => {
  const attempts = counters.counter('own attempts', quota);
  return async (key: string): Promise<AttemptResult> => {
    const result = await takeAll([[attempts, key]]);
    if (!result.ok) return result;
    return {
      ok: true,
      failed: async () => undefined,
      succeeded: async () => {
        await attempts.delete(key);
      },
      cancelled: async () => {
        await attempts.reward(key);
      },
    };
  };
};

/** Whose attempt it is: keys of the account, of the visitor's network, and of the network's block. */
interface Guesser {
  readonly account: string;
  readonly network: string;
  readonly block: string;
}

/**
 * Creates the tries that a network has at an account when the others have used up what they may guess together: the first at once, each
 * further one after a wait that doubles. So the guesses of others never keep out a person whose network has not guessed. The networks of a
 * block have a limited number of them together, because a block has many.
 */
const createOwnTries = (counters: CounterStore, { points, seconds: day }: Quota) => {
  const waits = counters.counter('own try waits', { points: 1, seconds: OWN_TRY_SECONDS });
  const blocks = counters.counter('own try blocks', { points: points * BLOCK_SHARE, seconds: day });
  return {
    /** Counts a try; `before` is the number of attempts that the network has made at the account. */
    async take(pair: string, block: string, before: number): Promise<LimitResult> {
      if (before >= points) return NEVER;
      return takeAll([
        [waits, pair],
        [blocks, block],
      ]);
    },
    /** Starts the wait after an attempt, whichever budget it counted on. */
    async startWait(pair: string, before: number): Promise<void> {
      if (before < points) await waits.set(pair, 1, OWN_TRY_SECONDS * 2 ** before);
    },
    giveBack: (block: string) => blocks.reward(block),
    endWait: (pair: string) => waits.delete(pair),
  };
};

/**
 * Creates the limits of sign-in attempts by unknown browsers: per account and network, per network and its block, and a budget per
 * account that all share. The last slows guessing in total and refuses no network its own tries.
 */
const createUnknownBrowserAttempts = (counters: CounterStore, quotas: Quotas) => {
  const pairs = counters.counter('sign-in pairs', quotas.signInPair);
  // Limits what a botnet learns. A window that began with the first failure would let twice as much through around its
  // end.
  const accounts = counters.slidingCounter('sign-in accounts', quotas.signInAccount);
  const networks = counters.counter('sign-in networks', quotas.signInNetwork);
  const { points, seconds: networkSeconds } = quotas.signInNetwork;
  const blocks = counters.counter('sign-in blocks', {
    points: points * BLOCK_SHARE,
    seconds: networkSeconds,
  });
  const ownTries = createOwnTries(counters, quotas.signInOwn);
  const lockouts = counters.counter('lockouts', { points: 1, seconds: 1 });
  const lockoutCounts = counters.counter('lockout counts', { points: 1, seconds: LOCKOUT_MEMORY_SECONDS });
  /** Starts a lockout of 1, 2, 4 … 60 minutes, and returns its seconds. After each lockout one more attempt is allowed. */
  const startLockout = async (pair: string): Promise<number> => {
    const { consumedPoints } = await lockoutCounts.penalty(pair);
    const wait = Math.min(2 ** (consumedPoints - 1), LOCKOUT_MAX_MINUTES) * 60;
    await lockouts.block(pair, wait);
    await pairs.set(pair, quotas.signInPair.points - 1, wait + quotas.signInPair.seconds);
    return wait;
  };
  /** Counts an attempt on the budget of all, or else on the network's own tries. Returns how to take it back. */
  const takeTurn = async ({ account, block }: Guesser, pair: string, before: number) => {
    const shared = await takeAll([[accounts, account]]);
    if (shared.ok) return { ok: true as const, giveBack: () => accounts.reward(account) };
    const blockPair = `${account}.${block}`;
    const own = await ownTries.take(pair, blockPair, before);
    if (own.ok) return { ok: true as const, giveBack: () => ownTries.giveBack(blockPair) };
    return { ok: false as const, retryAfter: Math.min(shared.retryAfter, own.retryAfter) };
  };
  return async (guesser: Guesser): Promise<AttemptResult> => {
    const pair = `${guesser.account}.${guesser.network}`;
    const lockout = await lockouts.get(pair);
    if (lockout !== null && lockout.msBeforeNext > 0)
      return { ok: false, retryAfter: seconds(lockout.msBeforeNext) };
    const { consumedPoints } = await pairs.penalty(pair);
    // Too many at the same time, or some of them had no end.
    if (consumedPoints > pairs.points) return { ok: false, retryAfter: await startLockout(pair) };
    const taken: readonly Counted[] = [
      [networks, guesser.network],
      [blocks, guesser.block],
    ];
    const result = await takeAll(taken);
    const turn = result.ok ? await takeTurn(guesser, pair, consumedPoints - 1) : result;
    if (!turn.ok) {
      await pairs.reward(pair);
      if (result.ok) for (const [limit, key] of taken) await limit.reward(key);
      return turn;
    }
    const uncount = (): Promise<unknown> => {
      const rewards = taken.map(([limit, key]) => limit.reward(key));
      return Promise.all([...rewards, turn.giveBack(), ownTries.endWait(pair)]);
    };
    await ownTries.startWait(pair, consumedPoints - 1);
    return {
      ok: true,
      async failed() {
        const counted = await pairs.get(pair);
        if (counted !== null && counted.consumedPoints >= quotas.signInPair.points) await startLockout(pair);
      },
      async succeeded() {
        await Promise.all([pairs.delete(pair), lockoutCounts.delete(pair), uncount()]);
      },
      async cancelled() {
        await Promise.all([pairs.reward(pair), uncount()]);
      },
    };
  };
};

/**
 * Creates the limits. `secret` is the master secret. Quotas that are not given have their default values.
 */
export const createLimits = (
  secret: string,
  given: Partial<Quotas> = {},
  counters: CounterStore = MEMORY_COUNTERS,
): Limits => {
  const quotas = { ...DEFAULT_QUOTAS, ...given };
  const hashKey = Buffer.from(hkdfSync('sha256', secret, '', 'savelet limits', 32));
  const keyOf = (text: string): string =>
    createHmac('sha256', hashKey).update(text).digest('base64url').slice(0, 22);
  const createLimit = (name: string, quota: Quota) => {
    const limit = counters.counter(name, quota);
    return (text: string): Promise<LimitResult> => take(limit, keyOf(text));
  };
  const networkKey = (address: string): string => keyOf(networkOf(address));
  const blockKey = (address: string): string => keyOf(`block ${blockOf(networkOf(address))}`);
  const perNetwork = (name: string, quota: Quota) => {
    const networks = counters.counter(name, quota);
    const blocks = counters.counter(`${name} blocks`, { ...quota, points: quota.points * BLOCK_SHARE });
    return (address: string): Promise<LimitResult> =>
      takeAll([
        [networks, networkKey(address)],
        [blocks, blockKey(address)],
      ]);
  };
  const unknownBrowserAttempts = createUnknownBrowserAttempts(counters, quotas);
  const ownAttempts = createSimpleAttempts(counters, quotas.knownBrowser);
  const signUps = createSignUpLimits({ perNetwork: quotas.signUp, total: quotas.signUpTotal }, counters);
  const exactAnswerLimiter = createExactAnswerLimiter(
    { perNetwork: quotas.exactAnswers, total: quotas.exactAnswersTotal },
    counters,
  );
  const blockedRecords = createLimit('blocked records', { points: 1, seconds: 60 * 60 });
  return {
    call: perNetwork('calls', quotas.calls),
    signIn: ({ email, address, knownBrowser }) =>
      knownBrowser === null
        ? unknownBrowserAttempts({
            account: keyOf(email),
            network: networkKey(address),
            block: blockKey(address),
          })
        : ownAttempts(keyOf(`browser ${knownBrowser}`)),
    mayRecordBlockedSignIn: async (email) => (await blockedRecords(email)).ok,
    ownPassword: (accountId) => ownAttempts(keyOf(`account ${accountId}`)),
    exactAnswer: (address) => exactAnswerLimiter.take(networkKey(address)),
    exactAnswersLeft: (address) => exactAnswerLimiter.left(networkKey(address)),
    signUp: (address) => signUps(networkKey(address), blockKey(address)),
    setupCode: perNetwork('setup code', quotas.setupCode),
    adminWrite: createLimit('admin writes', quotas.adminWrites),
    logoUpload: createLimit('logo uploads', quotas.logoUploads),
    linkTry: createLimit('link tries', quotas.linkTries),
  };
};
