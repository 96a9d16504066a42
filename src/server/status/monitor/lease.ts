import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { MONITOR_LEASE_MS } from '#shared/status-limits.ts';
import type { Database } from '../../db/database.ts';
import { keyValueRow } from './key-value-row.ts';

const ROW = keyValueRow('watch_lease', z.object({ holder: z.string(), until: z.number() }));

/** What only one instance at a time may do. */
export interface Lease {
  /** Takes or keeps it; false while another instance has it. Throws DatabaseUnavailableError. */
  hold(): Promise<boolean>;
  /** Lets go of it, if it is held. Throws DatabaseUnavailableError. */
  release(): Promise<void>;
}

/** Gives an instance's way to the lease of the watch. `now` is in milliseconds. */
export const createLease = (database: Database, now: () => number): Lease => {
  const me = randomUUID();
  let held = false;
  return {
    async hold() {
      held = await database.write(async (trx) => {
        const lease = await ROW.read(trx);
        // One that reaches further than any is of a clock that was wrong.
        const taken = lease !== null && lease.until > now() && lease.until <= now() + 2 * MONITOR_LEASE_MS;
        if (taken && lease.holder !== me) return false;
        await ROW.write(trx, { holder: me, until: now() + MONITOR_LEASE_MS });
        return true;
      });
      return held;
    },
    async release() {
      if (!held) return;
      held = false;
      await database.write(async (trx) => {
        const lease = await ROW.read(trx);
        if (lease?.holder === me) await ROW.write(trx, { holder: me, until: 0 });
      });
    },
  };
};
