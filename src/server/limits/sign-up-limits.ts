import { createCounter } from './counter.ts';
import type { Quota } from './quotas.ts';
import { createSlidingCounter } from './sliding-counter.ts';

/** A sign-up that may go on. It holds a place among everybody's until it says that no account came of it. */
export interface SignUpTry {
  readonly ok: true;
  succeeded(): Promise<void>;
  failed(): Promise<void>;
}
/** `retryAfter` is in seconds. */
export type SignUpResult = SignUpTry | { readonly ok: false; readonly retryAfter: number };

const EVERYBODY = 'everybody';
const DAY_SECONDS = 24 * 60 * 60;

/**
 * Creates the limits of sign-ups in one process. A network has its tries. Everybody together has `together`, counted over the
 * time before each moment, and only accounts that were created count. Half of these are kept for networks from which no
 * account came within a day: a few networks cannot close sign-up for the rest. `now` is in milliseconds.
 */
export const createSignUpLimits = (
  { perNetwork, together }: { readonly perNetwork: Quota; readonly together: Quota },
  now?: () => number,
): ((network: string) => Promise<SignUpResult>) => {
  const tries = createCounter(perNetwork);
  const created = createSlidingCounter(together, now);
  const today = createSlidingCounter({ points: 1, seconds: DAY_SECONDS }, now);
  const forRepeated = Math.ceil(together.points / 2);
  return async (network) => {
    const { consumedPoints, msBeforeNext } = await tries.penalty(network);
    const retryAfter = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));
    if (consumedPoints > tries.points) return { ok: false, retryAfter: retryAfter(msBeforeNext) };
    const limit = today.waitFor(network) > 0 ? forRepeated : together.points;
    const wait = created.waitFor(EVERYBODY, limit);
    if (wait > 0) return { ok: false, retryAfter: retryAfter(wait) };
    await created.penalty(EVERYBODY);
    return {
      ok: true,
      async succeeded() {
        if (today.waitFor(network) === 0) await today.penalty(network);
      },
      async failed() {
        await created.reward(EVERYBODY);
      },
    };
  };
};
