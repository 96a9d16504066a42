import { type CounterStore, MEMORY_COUNTERS } from './counter-store.ts';
import type { Quota } from './quotas.ts';

/** Admitted sign-up. It counts toward the total until `failed` reports that no account was created. */
export interface SignUpAttempt {
  readonly ok: true;
  succeeded(): Promise<void>;
  failed(): Promise<void>;
}
/** Result of the sign-up limits. `retryAfter` is in seconds. */
export type SignUpResult = SignUpAttempt | { readonly ok: false; readonly retryAfter: number };

const ALL_NETWORKS = 'everybody';
const DAY_SECONDS = 24 * 60 * 60;

/**
 * Creates the sign-up limits. Each network has a number of attempts. All networks together may create
 * `total` accounts in a sliding window; only created accounts count. Half of them are reserved for networks in whose block
 * nobody created an account within a day, so that a few networks cannot close sign-up for everybody else.
 */
export const createSignUpLimits = (
  { perNetwork, total }: { readonly perNetwork: Quota; readonly total: Quota },
  counters: CounterStore = MEMORY_COUNTERS,
): ((network: string, block?: string) => Promise<SignUpResult>) => {
  const attempts = counters.counter('sign-up', perNetwork);
  const created = counters.slidingCounter('sign-up total', total);
  const blocksOfToday = counters.slidingCounter('sign-up block', { points: 1, seconds: DAY_SECONDS });
  const repeatedBlockLimit = Math.ceil(total.points / 2);
  return async (network, block = network) => {
    const { consumedPoints, msBeforeNext } = await attempts.penalty(network);
    const retryAfter = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));
    if (consumedPoints > attempts.points) return { ok: false, retryAfter: retryAfter(msBeforeNext) };
    const limit = (await blocksOfToday.waitFor(block)) > 0 ? repeatedBlockLimit : total.points;
    // Counted first, because others may sign up at the same time.
    const all = await created.penalty(ALL_NETWORKS);
    if (all.consumedPoints > limit) {
      await created.reward(ALL_NETWORKS);
      return { ok: false, retryAfter: retryAfter(await created.waitFor(ALL_NETWORKS, limit)) };
    }
    return {
      ok: true,
      async succeeded() {
        if ((await blocksOfToday.waitFor(block)) === 0) await blocksOfToday.penalty(block);
      },
      async failed() {
        await created.reward(ALL_NETWORKS);
      },
    };
  };
};
