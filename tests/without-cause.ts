import type { EngineFailure } from '../src/server/platforms/failures.ts';

/** Returns an outcome; of a failure what it states, without its cause and the rest of its row. */
export const withoutCause = <Found extends { readonly ok: true }>(
  outcome: Found | EngineFailure,
): Found | EngineFailure => {
  if (outcome.ok) return outcome;
  const { ok, code, terminal, reason, isClip, retryAfter, host, skipReason, failedTries } = outcome;
  const given = { reason, isClip, retryAfter, host, skipReason, failedTries };
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ok, code, terminal, ...known, ...(outcome.tentative && { tentative: true }) } as EngineFailure;
};
