import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from './config.ts';

/** The path of the master secret in a data directory. */
export const secretFileIn = (directory: string): string => path.join(directory, 'secret');

/** The path of the database file in a data directory. */
export const databaseFileIn = (directory: string): string => path.join(directory, 'savelet.db');

/** Tells whether a path can be reached. */
export const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Tells whether DATA_DIR has the secret of an earlier start but not its database, which then was removed or lies elsewhere. */
export const isDatabaseMissing = async ({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<boolean> =>
  databaseUrl === null && (await exists(secretFileIn(dataDir))) && !(await exists(databaseFileIn(dataDir)));
