import type { Quotas } from './quotas.ts';
import { BLOCK_SHARE, blockKeyOf } from './requester.ts';
import { type CreateWindows, type RateWindow, readAges, takeAll } from './windows.ts';

/** Admitted attempt. It counts as a failure until `recordSuccess` or `cancel` is called. */
export interface AdmittedSignIn {
  readonly ok: true;
  recordSuccess(): Promise<void>;
  /** Takes the attempt back, because the password was not checked. */
  cancel(): Promise<void>;
}
/** Admitted attempt, or the seconds until another one is allowed (`retryAfter`). */
export type SignInAdmission = AdmittedSignIn | { readonly ok: false; readonly retryAfter: number };

const MINUTE_SECONDS = 60;
const LOCKOUT_MAX_SECONDS = 60 * MINUTE_SECONDS;

/**
 * Creates a limit of password attempts by a known browser or a signed-in account, counted by its key. A success clears the count of the
 * key.
 */
export const createOwnPasswordLimit = (createWindows: CreateWindows, quota: RateWindow) => {
  const attempts = createWindows('own attempts', [quota]);
  return async (key: string): Promise<SignInAdmission> => {
    const { ok, retryAfter } = await attempts.take(key);
    if (!ok) return { ok, retryAfter };
    return {
      ok,
      recordSuccess: async () => attempts.clear(key),
      cancel: async () => attempts.giveBack(key),
    };
  };
};

/**
 * Creates the limits of sign-in attempts by unknown browsers. The returned function counts an attempt. It gets the keys of an account and
 * of a visitor's network:
 *
 * - A network has a few attempts at one account in a day. Each further attempt has to wait 1, 2, 4 … 60 minutes after the last one.
 * - A network, and its block, have a limited number of attempts at all accounts.
 * - All networks share a number of attempts at one account, so that an attacker with many networks learns little. When they are used up,
 *   each network has a few more: the first at once, each further one after a wait that doubles. So the guesses of others never keep out a
 *   person whose network has not guessed. The networks of a block share a limit on these extra attempts, because a block has many networks.
 */
export const createSignInLimits = (createWindows: CreateWindows, quotas: Quotas) => {
  const { signInPair, signInOwn } = quotas;
  const pairs = createWindows('sign-in pairs', [signInPair]);
  const networks = createWindows('sign-in networks', [quotas.signInNetwork]);
  const accounts = createWindows('sign-in accounts', [quotas.signInAccount]);
  const blocks = createWindows('sign-in own tries', [{ ...signInOwn, limit: signInOwn.limit * BLOCK_SHARE }]);
  /** Returns the windows that an attempt after `attemptCount` others must fit. After a wait, only one of several simultaneous attempts fits. */
  const windowsAfter = (attemptCount: number): readonly RateWindow[] => {
    if (attemptCount < signInPair.limit) return [signInPair];
    const seconds = Math.min(2 ** (attemptCount - signInPair.limit) * MINUTE_SECONDS, LOCKOUT_MAX_SECONDS);
    return [
      { ...signInPair, limit: attemptCount + 1 },
      { limit: 1, seconds },
    ];
  };
  const ownWindowsAfter = (attemptCount: number): readonly RateWindow[] => [
    signInOwn,
    { limit: 1, seconds: MINUTE_SECONDS * 2 ** Math.max(0, attemptCount - 1) },
  ];
  return async (account: string, network: string): Promise<SignInAdmission> => {
    // Without a slash, because the networks of a block do not count together here.
    const pair = `${account}.${network.replace('/', '.')}`;
    const blockPair = `${account}.${blockKeyOf(network)}`;
    const ages = await pairs.ages(pair);
    const attemptCount = ages.length;
    const waits = windowsAfter(attemptCount).map((window) => readAges(window, ages));
    const locked = waits.filter(({ remaining }) => remaining === 0);
    if (locked.length > 0)
      return { ok: false, retryAfter: Math.max(...locked.map(({ resetSeconds }) => resetSeconds)) };
    const ofNetwork = await networks.take(network);
    if (!ofNetwork.ok) return { ok: false, retryAfter: ofNetwork.retryAfter };
    const shared = await takeAll([
      [accounts, account],
      [pairs, pair, windowsAfter(attemptCount)],
    ]);
    const own = shared.ok
      ? null
      : await takeAll([
          [blocks, blockPair],
          [pairs, pair, ownWindowsAfter(attemptCount)],
        ]);
    if (!shared.ok && own?.ok === false) {
      await networks.giveBack(network);
      return { ok: false, retryAfter: Math.min(shared.retryAfter, own.retryAfter) };
    }
    const giveBack = async (): Promise<void> => {
      await networks.giveBack(network);
      await (shared.ok ? accounts.giveBack(account) : blocks.giveBack(blockPair));
    };
    return {
      ok: true,
      async recordSuccess() {
        await Promise.all([pairs.clear(pair), giveBack()]);
      },
      async cancel() {
        await Promise.all([pairs.giveBack(pair), giveBack()]);
      },
    };
  };
};
