import type { EngineName } from '#shared/contract/content-type.ts';
import type { Engine } from '../engines/engine.ts';
import type { EngineChoice } from './engine-choice.ts';
import type { EngineHealthRegistry } from './engine-health-registry.ts';

/** Those of the engines that are named and set up, in the order of the names. */
export const selectEngines = (engines: readonly Engine[], order: readonly EngineName[]): readonly Engine[] =>
  order.flatMap((name) => engines.find((one) => one.name === name && (one.isSetUp?.() ?? true)) ?? []);

/** Makes what gives the owner's choice; what the registry knows of a provider is forgotten as soon as it is another one. */
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
