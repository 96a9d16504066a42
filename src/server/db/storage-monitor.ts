import type { Logger } from '../observability/logger.ts';
import type { Database } from './database.ts';
import { DatabaseFullError } from './database-fault.ts';

/** Begin of the names of rows that show whether the storage takes writes again; as large as a save with some content. */
const CHECK_ROWS = 'storage_check:';
const CHECK_BYTES = 64 * 1024;

/**
 * Remembers that the storage of a database was full, logs the beginning and the end of it, and has `ping` fail meanwhile.
 * While it is full each `ping` tries a write, so that readiness returns without a save of the owner's.
 */
export const monitorStorage = (database: Database, log: Logger): Database => {
  let isFull = false;
  const recordState = (isFullNow: boolean): void => {
    if (isFullNow && !isFull) log.error('the storage of the database is full: nothing can be saved');
    if (!isFullNow && isFull) log.warn('the storage of the database has space again');
    isFull = isFullNow;
  };
  const recordFault = (error: unknown): never => {
    if (error instanceof DatabaseFullError) recordState(true);
    throw error;
  };
  const write: Database['write'] = async (work) => {
    const result = await database.write(work).catch(recordFault);
    recordState(false);
    return result;
  };
  return {
    ...database,
    write,
    async ping() {
      await database.ping();
      if (!isFull) return;
      // A row of a name of its own: one that a broken-off check has left would be met, and nothing written.
      const row = { name: CHECK_ROWS + crypto.randomUUID(), value: '-'.repeat(CHECK_BYTES) };
      await write((trx) => trx.insertInto('site_state').values(row).execute());
      await write((trx) => trx.deleteFrom('site_state').where('name', 'like', `${CHECK_ROWS}%`).execute());
    },
  };
};
