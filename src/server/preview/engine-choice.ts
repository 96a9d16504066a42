import type { EngineName } from '#shared/contract/content-type.ts';

export type ReadPlatform = 'instagram' | 'tiktok';

/** What the owner has chosen, read anew for every preview. */
export interface EngineChoice {
  /** Only engines that are switched on. */
  readonly order: readonly EngineName[];
  /** Whether previews of a platform are given at all. */
  readonly platforms: Readonly<Record<ReadPlatform, boolean>>;
}
