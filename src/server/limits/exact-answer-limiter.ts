import type { Quota } from './quotas.ts';
import { createSlidingCounter } from './sliding-counter.ts';

/** What is left of the answers that tell whether an e-mail address has an account. `retryAfter` is in seconds. */
export type ExactAnswersLeft =
  | { readonly kind: 'some' }
  /** This network has had its share. */
  | { readonly kind: 'network_spent'; readonly retryAfter: number }
  /** All networks together have had theirs. */
  | { readonly kind: 'all_spent' };

/** Counts these answers, of sign-in and of sign-up alike: a script learns a few addresses an hour and no more. */
export interface ExactAnswerLimiter {
  left(network: string): ExactAnswersLeft;
  /** Counts one more; false, and nothing counted, when none is left. */
  take(network: string): Promise<boolean>;
}

const ALL_NETWORKS = 'everybody';

/** Creates the budget of one process over sliding windows; `now` is in milliseconds. */
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
