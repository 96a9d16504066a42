import { type CreateWindows, MEMORY_WINDOWS, type RateWindow, readAges, takeAll } from './windows.ts';

/** Whether another response may reveal if an e-mail address has an account. `retryAfter` is in seconds. */
export type ExactAnswersLeft =
  | { readonly kind: 'some' }
  /** This visitor network has used up its own quota of exact answers. */
  | { readonly kind: 'network_spent'; readonly retryAfter: number }
  /** The visitor networks together have used up the quota of exact answers of the whole site. */
  | { readonly kind: 'all_spent' };

const ALL_NETWORKS = 'everybody';

/**
 * Creates the limit of sign-in and sign-up responses that reveal whether an e-mail address has an account, so that a script
 * learns only a few addresses an hour.
 */
export const createExactAnswerLimiter = (
  { perNetwork, total }: { readonly perNetwork: RateWindow; readonly total: RateWindow },
  createWindows: CreateWindows = MEMORY_WINDOWS,
) => {
  const networks = createWindows('exact answers', [perNetwork]);
  const allNetworks = createWindows('exact answers total', [total]);
  return {
    /** Returns whether a network may get another exact answer, or which quota is used up. */
    async stateOf(network: string): Promise<ExactAnswersLeft> {
      const own = readAges(perNetwork, await networks.ages(network));
      if (own.remaining === 0) return { kind: 'network_spent', retryAfter: own.resetSeconds };
      const all = readAges(total, await allNetworks.ages(ALL_NETWORKS));
      return all.remaining === 0 ? { kind: 'all_spent' } : { kind: 'some' };
    },
    /** Counts one exact answer, or nothing when a quota is used up. */
    take: (network: string) =>
      takeAll([
        [networks, network],
        [allNetworks, ALL_NETWORKS],
      ]),
  };
};
