import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import type { Config } from './config.ts';
import { secretFileIn } from './data-directory.ts';

/**
 * Gives the master secret: the owner's SECRET, else the one kept in DATA_DIR, made at the first start with 256 random bits
 * and readable by the owner alone. Throws when the directory cannot be written.
 */
export const masterSecret = async (config: Pick<Config, 'secret' | 'dataDir'>): Promise<string> => {
  if (config.secret !== null) return config.secret;
  const file = secretFileIn(config.dataDir);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  // A hard link either appears whole or not at all: of two processes that start together one wins, and nobody reads half a secret.
  await link(draft, file).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  await unlink(draft);
  return (await readFile(file, 'utf8')).trim();
};
