import type { ChosenProvider } from '#shared/contract/chosen-provider.ts';
import { type EngineName, PROVIDER_NAMES, type ProviderName } from '#shared/contract/engine-names.ts';
import type { EngineSettingsDocument } from '#shared/contract/engines.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';
import type { Engine } from '../engines/engine.ts';
import type { EngineHealthRegistry } from './engine-health-registry.ts';

/** Returns the named engines that are set up, in the order of `order`. */
export const selectEngines = (engines: readonly Engine[], order: readonly EngineName[]): readonly Engine[] =>
  order.flatMap((name) => engines.find((one) => one.name === name && (one.isSetUp?.() ?? true)) ?? []);

/**
 * Creates a function that reads the owner's current engine choice. When a provider has changed, it first clears the health data of its
 * engine, which belongs to the previous provider.
 */
export const createChoiceReader = (
  choice: () => EngineChoice,
  registry: EngineHealthRegistry,
): (() => EngineChoice) => {
  let known = choice().providers;
  return () => {
    const chosen = choice();
    if (chosen.providers === known) return chosen;
    for (const name of PROVIDER_NAMES)
      if (markOf(chosen.providers[name]) !== markOf(known[name])) registry.forget(name);
    known = chosen.providers;
    return chosen;
  };
};

/** What tells a provider of the panel from the one before it. */
type ProviderMark = Pick<ChosenProvider, 'host' | 'savedAt'>;

const markOf = (provider: ProviderMark | null): string =>
  provider === null ? '-' : `${provider.host} ${provider.savedAt ?? ''}`;

/** Returns a text that differs between two choices of providers. */
export const marksOf = (providers: EngineChoice['providers']): string =>
  PROVIDER_NAMES.map((name) => markOf(providers[name])).join(' ');

/** No provider was set up in the panel. */
export const NO_PROVIDERS: EngineChoice['providers'] = {
  provider: null,
  'provider-2': null,
  'provider-3': null,
};

/** The owner's engine settings as a preview needs them. */
export interface EngineChoice {
  /** Enabled engines in the owner's order. */
  readonly order: readonly EngineName[];
  /** Providers that were set up in the panel; null for a place that the environment may fill. */
  readonly providers: Readonly<Record<ProviderName, ProviderMark | null>>;
  /** Whether previews of each platform are enabled. */
  readonly platforms: Readonly<Record<PlatformId, boolean>>;
}

type ChoiceSettings = Pick<EngineSettingsDocument, 'engines' | 'platforms' | 'provider'>;

/** The choice of each settings object. Every preview asks for it, and the object stays the same until a change. */
const choices = new WeakMap<ChoiceSettings, EngineChoice>();

/** Derives the engine choice from the stored engine settings. */
export const choiceOf = (settings: ChoiceSettings): EngineChoice => {
  const before = choices.get(settings);
  if (before !== undefined) return before;
  const { engines, platforms, provider } = settings;
  const choice = {
    order: engines.flatMap(({ name, on }) => (on ? name : [])),
    platforms,
    providers: provider,
  };
  choices.set(settings, choice);
  return choice;
};
