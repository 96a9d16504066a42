import { type CounterStore, MEMORY_COUNTERS } from './counter-store.ts';
import type { Quota } from './quotas.ts';
import type { SlidingCounter } from './sliding-counter.ts';

/** Whether another response may reveal if an e-mail address has an account. `retryAfter` is in seconds. */
export type ExactAnswersLeft =
  | { readonly kind: 'some' }
  /** This visitor network has used up its own quota of exact answers. */
  | { readonly kind: 'network_spent'; readonly retryAfter: number }
  /** The visitor networks together have used up the quota of exact answers of the whole site. */
  | { readonly kind: 'all_spent' };

/**
 * Limits the sign-in and sign-up responses that reveal whether an e-mail address has an account, so that a script
 * learns only a few addresses an hour.
 */
export interface ExactAnswerLimiter {
  left(network: string): Promise<ExactAnswersLeft>;
  /** Counts one response. Returns false, and counts nothing, when a quota is used up. */
  take(network: string): Promise<boolean>;
}

const ALL_NETWORKS = 'everybody';

/** Counts one event, and returns whether the counter had room for it. */
const take = async (counter: SlidingCounter, key: string): Promise<boolean> => {
  const { consumedPoints } = await counter.penalty(key);
  if (consumedPoints <= counter.points) return true;
  await counter.reward(key);
  return false;
};

/** Creates the limiter with sliding windows. */
export const createExactAnswerLimiter = (
  { perNetwork, total }: { readonly perNetwork: Quota; readonly total: Quota },
  counters: CounterStore = MEMORY_COUNTERS,
): ExactAnswerLimiter => {
  const networks = counters.slidingCounter('exact answers', perNetwork);
  const allNetworks = counters.slidingCounter('exact answers total', total);
  const left = async (network: string): Promise<ExactAnswersLeft> => {
    const wait = await networks.waitFor(network);
    if (wait > 0) return { kind: 'network_spent', retryAfter: Math.ceil(wait / 1_000) };
    return (await allNetworks.waitFor(ALL_NETWORKS)) > 0 ? { kind: 'all_spent' } : { kind: 'some' };
  };
  return {
    left,
    async take(network) {
      if (!(await take(networks, network))) return false;
      if (await take(allNetworks, ALL_NETWORKS)) return true;
      await networks.reward(network);
      return false;
    },
  };
};
