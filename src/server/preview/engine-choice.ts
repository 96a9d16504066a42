import type { EngineName } from '#shared/contract/content-type.ts';
import type { EngineSettingsDocument } from '#shared/contract/engines.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';

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
