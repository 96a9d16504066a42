import type { ChosenProvider } from '#shared/contract/chosen-provider.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import type { EngineSettingsDocument } from '#shared/contract/engines.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';
import type { Engine } from '../engines/engine.ts';
import type { EngineHealthRegistry } from './engine-health-registry.ts';

/** Returns the named engines that are set up, in the order of `order`. */
export const selectEngines = (engines: readonly Engine[], order: readonly EngineName[]): readonly Engine[] =>
  order.flatMap((name) => engines.find((one) => one.name === name && (one.isSetUp?.() ?? true)) ?? []);

/**
 * Creates a function that returns the owner's current engine choice. Before it returns a choice with another provider, it deletes the
 * health data of the provider engine, which belongs to the previous provider.
 */
export const createChoiceReader = (
  choice: () => EngineChoice,
  registry: EngineHealthRegistry,
): (() => EngineChoice) => {
  let known = markOf(choice());
  return () => {
    const chosen = choice();
    const mark = markOf(chosen);
    if (mark !== known) registry.forget('provider');
    known = mark;
    return chosen;
  };
};

/** Returns a text that identifies the provider of the panel: it changes when the owner saves another one. '-' if none is set up. */
export const markOf = ({ provider }: Pick<EngineChoice, 'provider'>): string =>
  provider === null ? '-' : `${provider.host} ${provider.savedAt ?? ''}`;

/** Engines and platforms that the owner has enabled, and the provider that is set up in the panel. */
export interface EngineChoice {
  /** Enabled engines in the owner's order. */
  readonly order: readonly EngineName[];
  /** What tells the provider of the panel from the one before it; null if none was set up there. */
  readonly provider: Pick<ChosenProvider, 'host' | 'savedAt'> | null;
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
    provider,
  };
  choices.set(settings, choice);
  return choice;
};
