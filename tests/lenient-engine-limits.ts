import { createEngineHealthRegistry, type EngineHealthRegistry } from '../src/server/posts/engine-health.ts';

const UNLIMITED = Number.POSITIVE_INFINITY;

/**
 * Creates a registry in which no engine's circuit opens and no call queues, for tests that trigger many faults within a
 * moment and need each one to reach the engine itself. A pause that an upstream requests (`Retry-After`) is still
 * obeyed.
 */
export const createUnlimitedEngineRegistry = (): EngineHealthRegistry =>
  createEngineHealthRegistry({
    breaker: { faults: UNLIMITED, faultsMs: 1, windowRuns: UNLIMITED, probeMs: 1, firstProbeMs: 1 },
    rulesOf: () => ({ concurrency: UNLIMITED, maxQueue: UNLIMITED, freePerHour: UNLIMITED, gapMs: 0 }),
  });
