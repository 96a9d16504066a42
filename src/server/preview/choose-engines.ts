import type { EngineName } from '#shared/contract/content-type.ts';
import type { Engine } from '../engines/engine.ts';
import type { EngineChoice } from './engine-choice.ts';
import type { EngineHealthRegistry } from './engine-health-registry.ts';

/** Returns the named engines that are set up, in the order of `order`. */
export const selectEngines = (engines: readonly Engine[], order: readonly EngineName[]): readonly Engine[] =>
  order.flatMap((name) => engines.find((one) => one.name === name && (one.isSetUp?.() ?? true)) ?? []);

/**
 * Creates a function that reads the owner's current engine choice. When the provider's address has changed, it first
 * clears the provider's health data, which belongs to the previous provider.
 */
export const createChoiceReader = (
  choice: () => EngineChoice,
  registry: EngineHealthRegistry,
): (() => EngineChoice) => {
  let known = choice().providerAddress;
  return () => {
    const chosen = choice();
    if (chosen.providerAddress !== known) {
      known = chosen.providerAddress;
      registry.forget('provider');
    }
    return chosen;
  };
};
