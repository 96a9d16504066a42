import type { EngineName } from '#shared/contract/content-type.ts';
import { STATUS_FAILURES_MIN } from '#shared/limits.ts';
import type { ReadPlatform } from './engine-choice.ts';
import type { EngineRecord } from './engine-desk.ts';

export interface FailingEngine {
  readonly engine: EngineName;
  readonly platform: ReadPlatform;
}

/** Tells whether the newest failures are all timeouts, and nothing has come since. */
const hangs = ({ failures, lastSuccess }: EngineRecord): boolean => {
  const newest = failures.slice(0, STATUS_FAILURES_MIN);
  return (
    newest.length === STATUS_FAILURES_MIN &&
    newest.every(({ at, reason }) => reason === 'upstream_timeout' && at > (lastSuccess ?? 0))
  );
};

/** Gives the engines that do not work now whatever their last runs were: those whose circuit is open, and those that hang. */
export const failingEngines = (records: readonly EngineRecord[]): readonly FailingEngine[] =>
  records
    .filter((record) => record.breaker !== 'closed' || hangs(record))
    .map(({ engine, platform }) => ({ engine, platform }));
