import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Database } from '../../../base/db/database.ts';
import { jsonRow } from '../../../base/db/key-value-row.ts';

/** Time the lease lasts without renewal. */
const MONITOR_LEASE_MS = 5 * 60_000;

const ROW = jsonRow('watch_lease', z.object({ holder: z.string(), until: z.number() }));

/** Lease in the database that at most one instance holds at a time. */
export interface Lease {
  /** Acquires or extends the lease; resolves to false while another instance holds it. Throws DatabaseUnavailableError. */
  acquire(): Promise<boolean>;
  /** Releases the lease if this instance holds it. Throws DatabaseUnavailableError. */
  release(): Promise<void>;
}

/** Creates an instance's access to the monitor's lease. `now` returns milliseconds since 1970. */
export const createLease = (database: Database, now: () => number): Lease => {
  const holderId = randomUUID();
  let isHeld = false;
  return {
    async acquire() {
      isHeld = await database.write(async (trx) => {
        const lease = await ROW.read(trx);
        // A lease that ends later than any can comes from an instance whose clock was wrong.
        const taken = lease !== null && lease.until > now() && lease.until <= now() + 2 * MONITOR_LEASE_MS;
        if (taken && lease.holder !== holderId) return false;
        await ROW.write(trx, { holder: holderId, until: now() + MONITOR_LEASE_MS });
        return true;
      });
      return isHeld;
    },
    async release() {
      if (!isHeld) return;
      isHeld = false;
      await database.write(async (trx) => {
        const lease = await ROW.read(trx);
        if (lease?.holder === holderId) await ROW.write(trx, { holder: holderId, until: 0 });
      });
    },
  };
};
