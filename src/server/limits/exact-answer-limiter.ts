import type { Quota } from './quotas.ts';
import { createSlidingCounter } from './sliding-counter.ts';

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
  left(network: string): ExactAnswersLeft;
  /** Counts one response. Returns false, and counts nothing, when a quota is used up. */
  take(network: string): Promise<boolean>;
}

const ALL_NETWORKS = 'everybody';

/** Creates the limiter of one process with sliding windows. `now` returns milliseconds. */
export const createExactAnswerLimiter = (
  { perNetwork, total }: { readonly perNetwork: Quota; readonly total: Quota },
  now?: () => number,
): ExactAnswerLimiter => {
  const networks = createSlidingCounter(perNetwork, now);
  const allNetworks = createSlidingCounter(total, now);
  const left = (network: string): ExactAnswersLeft => {
    const wait = networks.waitFor(network);
    if (wait > 0) return { kind: 'network_spent', retryAfter: Math.ceil(wait / 1_000) };
    return allNetworks.waitFor(ALL_NETWORKS) > 0 ? { kind: 'all_spent' } : { kind: 'some' };
  };
  return {
    left,
    async take(network) {
      if (left(network).kind !== 'some') return false;
      await Promise.all([networks.penalty(network), allNetworks.penalty(ALL_NETWORKS)]);
      return true;
    },
  };
};
