import type { EngineName } from '#shared/contract/engine-names.ts';
import type { EngineSettingsDocument } from '#shared/contract/engines.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';
import type { Engine } from '../engines/engine.ts';
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

/** The owner's engine settings as a preview needs them. */
export interface EngineChoice {
  /** Enabled engines in the owner's order. */
  readonly order: readonly EngineName[];
  /** Provider address set in the panel; null to use the one from the environment. */
  readonly providerAddress: string | null;
  /** Whether previews of each platform are enabled. */
  readonly platforms: Readonly<Record<PlatformId, boolean>>;
}

/** Derives the engine choice from the stored engine settings. */
export const choiceOf = ({
  engines,
  platforms,
  provider,
}: Pick<EngineSettingsDocument, 'engines' | 'platforms' | 'provider'>): EngineChoice => ({
  order: engines.flatMap(({ name, on }) => (on ? name : [])),
  platforms,
  providerAddress: provider.address,
});
