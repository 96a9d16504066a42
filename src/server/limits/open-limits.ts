import type { Config } from '../base/config/config.ts';
import type { Database } from '../base/db/database.ts';
import type { Logger } from '../base/observability/logger.ts';
import { createLimits } from './account-limits.ts';
import type { CountRefusal } from './refusals.ts';
import { createNetworkKey } from './requester.ts';
import { openSharedWindows } from './shared-windows.ts';
import { createTrafficLimits } from './traffic-limits.ts';
import { MEMORY_WINDOWS } from './windows.ts';

interface LimitsParts {
  readonly config: Config;
  readonly database: Database;
  readonly secret: string;
  readonly log: Logger;
  /** Counts the refusals of all limits. */
  readonly metrics: { readonly countRefusal: CountRefusal };
  /** Returns whether an address belongs to a proxy in TRUST_PROXY. */
  readonly isTrustedProxy: Parameters<typeof createTrafficLimits>[1];
}

/**
 * Creates the limits of accounts and of visitors' traffic, and the function for network keys. Instances with one PostgreSQL database share
 * the counts of accounts and previews; on SQLite they are in memory.
 */
export const openLimits = async ({ config, database, secret, log, metrics, isTrustedProxy }: LimitsParts) => {
  const shared = database.kind === 'postgres' ? await openSharedWindows(database, log) : null;
  const createWindows = shared?.createWindows ?? MEMORY_WINDOWS;
  return {
    limits: createLimits(secret, {}, createWindows, metrics.countRefusal),
    traffic: createTrafficLimits(config.allowance, isTrustedProxy, createWindows, metrics.countRefusal),
    networkKey: createNetworkKey(secret),
    close: () => shared?.close(),
  };
};
