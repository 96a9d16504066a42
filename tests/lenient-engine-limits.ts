import {
  createEngineHealthRegistry,
  type EngineHealthRegistry,
} from '../src/server/preview/engine-health-registry.ts';

const ANY = Number.POSITIVE_INFINITY;

/**
 * A registry in which no engine ever rests or waits for its turn: for tests that meet many faults in a moment, each of which
 * must be met by the engine itself. A time an engine is told to wait is kept all the same.
 */
export const patientEngines = (): EngineHealthRegistry =>
  createEngineHealthRegistry({
    breaker: { faults: ANY, faultsMs: 1, windowRuns: ANY, probeMs: 1 },
    rates: () => ({ concurrency: ANY, maxQueue: ANY, freePerHour: ANY, gapMs: 0 }),
  });
