import type { EngineOutcome } from '../src/server/engines/engine.ts';

/** Gives an outcome without the cause that only the log shows. */
export const withoutCause = (outcome: EngineOutcome): EngineOutcome => {
  if (outcome.ok) return outcome;
  const { cause: _cause, ...failure } = outcome;
  return failure;
};
