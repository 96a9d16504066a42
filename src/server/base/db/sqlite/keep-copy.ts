import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { databaseFileIn } from '../../config/data-directory.ts';
import { StartError } from '../../config/start-error.ts';
import type { Logger } from '../../observability/logger.ts';
import { copyDatabase } from './copy-database.ts';

/** Number of copies that are kept. */
const COPIES_MAX = 2;
/** Matches the suffix of a copy's name: the time, by which the names sort, and the migration that followed. */
const COPY_SUFFIX = /^\.\d{8}T\d{9}Z\.before-[\w-]+$/;

/**
 * Copies the database of a directory into a file in that directory, which only its owner may read, and logs the name of the copy.
 * `migration` is the name of the migration that follows. Then removes all but the last two copies. Throws StartError when the copy fails,
 * and the file system's error when an older copy cannot be removed; the database stays unchanged in both cases.
 */
export const keepCopy = async (directory: string, migration: string, log: Logger): Promise<void> => {
  const file = databaseFileIn(directory);
  const copy = `${file}.${new Date().toISOString().replaceAll(/[-:.]/g, '')}.before-${migration}`;
  try {
    await copyDatabase(file, copy);
  } catch (cause) {
    await rm(copy, { force: true });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(
      `The database needs an update, before which a copy of it is kept in DATA_DIR. The copy could not be made: ${reason}. It needs as much space as savelet.db. Nothing was changed.`,
      { cause },
    );
  }
  log.info({ copy: path.basename(copy) }, 'a copy of the database was kept before its update');
  const name = path.basename(file);
  const copies = (await readdir(directory)).filter(
    (entry) => entry.startsWith(name) && COPY_SUFFIX.test(entry.slice(name.length)),
  );
  for (const older of copies.toSorted().slice(0, -COPIES_MAX)) await rm(path.join(directory, older));
};
