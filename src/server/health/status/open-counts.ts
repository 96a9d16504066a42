import { ENGINE_NAMES } from '#shared/contract/engine-names.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';
import type { Announcements } from '../../base/announcements/announcements.ts';
import type { Database } from '../../base/db/database.ts';
import type { Logger } from '../../base/observability/logger.ts';
import {
  commonFailure,
  createEngineHealthRegistry,
  type EngineHealthRegistry,
  failingEngines,
} from '../../posts/engine-health-registry.ts';
import { createStatusService } from './status-service.ts';
import { createWorkCounts } from './work-counts.ts';
import { createWorkLog } from './work-log.ts';

interface CountParts {
  readonly database: Database;
  readonly announcements: Announcements;
  readonly log: Logger;
  readonly isOn: () => Readonly<Record<PlatformId, boolean>>;
  /** Replaces the engine health registry in tests. */
  readonly registry?: EngineHealthRegistry | undefined;
}

/** Opens what counts the site's work, and the status that follows from it. */
export const openCounts = ({ database, announcements, log, isOn, registry: given }: CountParts) => {
  const registry = given ?? createEngineHealthRegistry({ announcements });
  const counts = createWorkCounts(database, log);
  const work = createWorkLog(Date.now, counts.outcome);
  const failing = () => failingEngines(registry.records(ENGINE_NAMES));
  const causeOf = (platform: PlatformId) =>
    commonFailure(registry.records(ENGINE_NAMES), platform, registry.clock.now());
  const status = createStatusService({
    database,
    work,
    counts,
    log,
    failing,
    isOn,
    causeOf: (id) => causeOf(id)?.finding ?? null,
  });
  return { registry, counts, work, causeOf, status };
};
