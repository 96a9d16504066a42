import type { EngineFailure } from '../src/server/engines/engine.ts';

/** Gives an outcome without the cause that only the log shows. */
export const withoutCause = <Found extends { readonly ok: true }>(
  outcome: Found | EngineFailure,
): Found | EngineFailure => {
  if (outcome.ok) return outcome;
  const { cause: _cause, ...failure } = outcome;
  return failure;
};
