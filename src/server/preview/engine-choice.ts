import type { EngineName } from '#shared/contract/content-type.ts';
import type { EngineSettingsDocument } from '#shared/contract/engines.ts';

export type ReadPlatform = 'instagram' | 'tiktok';

/** What the owner has chosen, read anew for every preview. */
export interface EngineChoice {
  /** Only engines that are switched on. */
  readonly order: readonly EngineName[];
  /** Where the provider is, if it is not the environment's. */
  readonly providerAddress: string | null;
  /** Whether previews of a platform are given at all. */
  readonly platforms: Readonly<Record<ReadPlatform, boolean>>;
}

/** Reads the choice out of what the panel keeps. */
export const choiceOf = ({
  engines,
  platforms,
  provider,
}: Pick<EngineSettingsDocument, 'engines' | 'platforms' | 'provider'>): EngineChoice => ({
  order: engines.flatMap(({ name, on }) => (on ? name : [])),
  platforms,
  providerAddress: provider.address,
});
