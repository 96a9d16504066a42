import type { EngineFailure } from '../src/server/platforms/reading/engine-outcome.ts';

/** Returns an outcome without its `cause`, which appears only in the log. */
export const withoutCause = <Found extends { readonly ok: true }>(
  outcome: Found | EngineFailure,
): Found | EngineFailure => {
  if (outcome.ok) return outcome;
  const { cause: _cause, ...failure } = outcome;
  return failure;
};
