import type { EngineName } from '#shared/contract/content-type.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';
import type { EngineRecord } from './engine-health-registry.ts';

export interface FailingEngine {
  readonly engine: EngineName;
  readonly platform: PlatformId;
}

/** Returns the engines that do not work now: those whose circuit is open, and those whose latest runs all timed out. */
export const failingEngines = (records: readonly EngineRecord[]): readonly FailingEngine[] =>
  records
    .filter((record) => record.breaker !== 'closed' || record.hangs)
    .map(({ engine, platform }) => ({ engine, platform }));
