import type { Config } from '../base/config/config.ts';
import type { Database } from '../base/db/database.ts';
import type { Logger } from '../base/observability/logger.ts';
import { MEMORY_COUNTERS } from './counter-store.ts';
import { openCounterTable } from './counter-table.ts';
import { createLimits } from './limits.ts';
import { createNetworkKey } from './network-key.ts';
import { createSharedCounters } from './shared-counters.ts';
import { createTrafficLimits } from './traffic-limits.ts';

interface LimitsParts {
  readonly config: Config;
  readonly database: Database;
  readonly secret: string;
  readonly log: Logger;
  /** Returns whether an address is that of a named proxy. */
  readonly isTrustedProxy: Parameters<typeof createTrafficLimits>[1];
}

/** Opens the limits, which instances with one PostgreSQL database share. */
export const openLimits = async ({ config, database, secret, log, isTrustedProxy }: LimitsParts) => {
  const table = database.kind === 'postgres' ? await openCounterTable(database, log) : null;
  const counters = table === null ? MEMORY_COUNTERS : createSharedCounters(table);
  return {
    limits: createLimits(secret, {}, counters),
    traffic: createTrafficLimits(config.allowance, isTrustedProxy, counters),
    networkKey: createNetworkKey(secret),
    close: () => table?.close(),
  };
};
