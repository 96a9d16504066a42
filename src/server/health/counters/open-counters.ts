import { PLATFORM_IDS } from '#shared/platforms/platforms.ts';
import type { Announcements } from '../../base/announcements/announcements.ts';
import type { Database } from '../../base/db/database.ts';
import type { Logger } from '../../base/observability/logger.ts';
import {
  createEngineHealthRegistry,
  type EngineHealthRegistry,
  failingEngines,
} from '../../posts/engine-health-registry.ts';
import { createCounters } from './counters.ts';
import { createOutcomeRecorder } from './outcomes.ts';

interface CountersParts {
  readonly database: Database;
  readonly announcements: Announcements;
  readonly log: Logger;
  /** Replaces the engine health registry in tests. */
  readonly registry?: EngineHealthRegistry | undefined;
}

/**
 * Creates the counters, the recorder of outcomes that adds to them, and the registry of engine health, which also records in the counters
 * when it deletes the data of an engine.
 */
export const openCounters = ({ database, announcements, log, registry: given }: CountersParts) => {
  const known = given ?? createEngineHealthRegistry({ announcements });
  const counters = createCounters(database, log);
  const registry: EngineHealthRegistry = {
    ...known,
    forget(engine) {
      known.forget(engine);
      for (const platform of PLATFORM_IDS) counters.recordSeen('replaced', platform, engine);
    },
  };
  const outcomes = createOutcomeRecorder({
    counters,
    isSkipped: (engine, platform) =>
      failingEngines(registry.records([engine])).some((one) => one.platform === platform),
  });
  return { registry, counters, outcomes };
};
