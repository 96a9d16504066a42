import { blockKeyOf } from './requester.ts';
import { type CreateWindows, MEMORY_WINDOWS, type RateWindow } from './windows.ts';

/** Admitted sign-up. It counts toward the total until `recordFailure` reports that no account was created. */
export interface SignUpAttempt {
  readonly ok: true;
  recordSuccess(): Promise<void>;
  recordFailure(): Promise<void>;
}
/** Admitted sign-up, or the seconds until another one is allowed (`retryAfter`). */
export type SignUpResult = SignUpAttempt | { readonly ok: false; readonly retryAfter: number };

const ALL_NETWORKS = 'everybody';
const DAY_SECONDS = 24 * 60 * 60;

/**
 * Creates the sign-up limits. Each network has a number of attempts. All networks together may create `total` accounts in a sliding window;
 * only created accounts count. Half of these are reserved for networks in whose block nobody created an account within a day, so that a few
 * networks cannot close sign-up for everybody else.
 */
export const createSignUpLimits = (
  { perNetwork, total }: { readonly perNetwork: RateWindow; readonly total: RateWindow },
  createWindows: CreateWindows = MEMORY_WINDOWS,
): ((network: string) => Promise<SignUpResult>) => {
  const attempts = createWindows('sign-up', [perNetwork]);
  const created = createWindows('sign-up total', [total]);
  const blocksOfToday = createWindows('sign-up block', [{ limit: 1, seconds: DAY_SECONDS }]);
  const repeated = { ...total, limit: Math.ceil(total.limit / 2) };
  return async (network) => {
    const attempt = await attempts.take(network);
    if (!attempt.ok) return { ok: false, retryAfter: attempt.retryAfter };
    const block = blockKeyOf(network);
    const isRepeated = (await blocksOfToday.ages(block)).length > 0;
    // Counted first, because others may sign up at the same time.
    const all = await created.take(ALL_NETWORKS, [isRepeated ? repeated : total]);
    if (!all.ok) return { ok: false, retryAfter: all.retryAfter };
    return {
      ok: true,
      async recordSuccess() {
        await blocksOfToday.take(block);
      },
      async recordFailure() {
        await created.giveBack(ALL_NETWORKS);
      },
    };
  };
};
