import { createCounter } from './counter.ts';
import type { Quota } from './quotas.ts';
import { createSlidingCounter } from './sliding-counter.ts';

/** A sign-up that may go on. It holds a place among everybody's until it says that no account came of it. */
export interface SignUpAttempt {
  readonly ok: true;
  succeeded(): Promise<void>;
  failed(): Promise<void>;
}
/** `retryAfter` is in seconds. */
export type SignUpResult = SignUpAttempt | { readonly ok: false; readonly retryAfter: number };

const ALL_NETWORKS = 'everybody';
const DAY_SECONDS = 24 * 60 * 60;

/**
 * Creates the limits of sign-ups in one process. A network has its tries. Everybody together has `together`, counted over the
 * time before each moment, and only accounts that were created count. Half of these are kept for networks from which no
 * account came within a day: a few networks cannot close sign-up for the rest. `now` is in milliseconds.
 */
export const createSignUpLimits = (
  { perNetwork, total }: { readonly perNetwork: Quota; readonly total: Quota },
  now?: () => number,
): ((network: string) => Promise<SignUpResult>) => {
  const attempts = createCounter(perNetwork);
  const created = createSlidingCounter(total, now);
  const networksOfToday = createSlidingCounter({ points: 1, seconds: DAY_SECONDS }, now);
  const repeatedNetworkLimit = Math.ceil(total.points / 2);
  return async (network) => {
    const { consumedPoints, msBeforeNext } = await attempts.penalty(network);
    const retryAfter = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));
    if (consumedPoints > attempts.points) return { ok: false, retryAfter: retryAfter(msBeforeNext) };
    const limit = networksOfToday.waitFor(network) > 0 ? repeatedNetworkLimit : total.points;
    const wait = created.waitFor(ALL_NETWORKS, limit);
    if (wait > 0) return { ok: false, retryAfter: retryAfter(wait) };
    await created.penalty(ALL_NETWORKS);
    return {
      ok: true,
      async succeeded() {
        if (networksOfToday.waitFor(network) === 0) await networksOfToday.penalty(network);
      },
      async failed() {
        await created.reward(ALL_NETWORKS);
      },
    };
  };
};
