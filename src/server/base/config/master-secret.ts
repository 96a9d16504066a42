import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { Config } from './config.ts';
import { checkDataFiles, dataDirectoryError, secretFileIn } from './data-directory.ts';
import { StartError } from './start-error.ts';

/** Minimum number of characters of the secret in the file. SECRET has the same minimum. */
const MIN_CHARACTERS = 16;

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/**
 * Reads the secret from a file, without white space around it. Returns null when there is no file. Throws StartError when the file is empty
 * or its secret too short, and the file system's error.
 */
const readSecretFile = async (file: string): Promise<string | null> => {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (content === null) return null;
  const secret = content.trim();
  if (secret.length >= MIN_CHARACTERS) return secret;
  throw new StartError(
    `DATA_DIR: "secret" in it is ${secret === '' ? 'empty' : 'too short'}. Restore it from a backup, or delete it to have a new one made: existing media links and known browsers then become invalid.`,
  );
};

const createSecretFile = async (file: string): Promise<void> => {
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
    // Creating a hard link is atomic: of two processes that start together one wins, and neither reads half a secret.
    await link(draft, file).catch((error: unknown) => {
      if (!isCode(error, 'EEXIST')) throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
};

/**
 * Returns the master secret: SECRET if it is set, else the one in DATA_DIR; null if DATA_DIR holds none. Unlike `loadMasterSecret`, creates
 * no secret. Throws StartError when the file of the secret is empty or its secret too short, and the file system's error.
 */
export const readMasterSecret = async ({ secret, dataDir }: Pick<Config, 'secret' | 'dataDir'>) =>
  secret ?? readSecretFile(secretFileIn(dataDir));

/**
 * Returns the master secret: SECRET if it is set, else the one in DATA_DIR. Creates the one in DATA_DIR at the first start, from 256 random
 * bits and readable only by the file's owner. Throws StartError when the directory cannot be written or the stored secret is not valid.
 */
export const loadMasterSecret = async (config: Pick<Config, 'secret' | 'dataDir'>): Promise<string> => {
  if (config.secret !== null) return config.secret;
  const file = secretFileIn(config.dataDir);
  try {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    await checkDataFiles(config.dataDir, { writesDatabase: false });
    if ((await readSecretFile(file)) === null) await createSecretFile(file);
    const secret = await readSecretFile(file);
    if (secret === null) throw new StartError(`DATA_DIR: "secret" in it disappeared after it was created.`);
    return secret;
  } catch (error) {
    throw dataDirectoryError(error);
  }
};
