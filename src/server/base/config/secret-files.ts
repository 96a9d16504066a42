import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Variables whose value can also be read from a file, so that the value appears in no process list or container description. */
const SECRETS = [
  'SECRET',
  'SECRET_PREVIOUS',
  'SETUP_CODE',
  'PROVIDER_API_KEY',
  'COBALT_API_KEY',
  'DATABASE_URL',
  'OUTBOUND_PROXY',
  'MEDIA_PROXY',
  'METRICS_TOKEN',
] as const;

const SUFFIX = '_FILE';
const MAX_BYTES = 64 * 1024;

/** Names of the `…_FILE` variables, each of which names a file that contains a secret. */
export const SECRET_FILE_VARIABLES: readonly string[] = SECRETS.map((name) => `${name}${SUFFIX}`);

const MISTAKES: Readonly<Record<string, string>> = {
  ENOENT: 'names a file that does not exist',
  ENOTDIR: 'names a file that does not exist',
  EACCES: 'names a file that this user may not read',
  EPERM: 'names a file that this user may not read',
};

type SecretFileResult = { readonly value: string } | { readonly mistake: string };

const readSecret = (file: string): SecretFileResult => {
  let descriptor: number | null = null;
  try {
    // Without O_NONBLOCK, opening a FIFO that nothing writes to would block forever.
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = fstatSync(descriptor);
    if (!found.isFile()) return { mistake: 'must name a regular file' };
    if (found.size > MAX_BYTES) return { mistake: 'names a file that is too large' };
    const value = readFileSync(descriptor, 'utf8').trim();
    return value === '' ? { mistake: 'names a file that is empty' } : { value };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { mistake: MISTAKES[code] ?? 'names a file that cannot be read' };
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
};

/**
 * Reads the files that `…_FILE` variables name; `paths` holds the paths by variable name. Returns the trimmed contents by variable name
 * without `_FILE`, and a message for each file that cannot be used. No message contains a path or content.
 */
export const readSecretFiles = (
  paths: Readonly<Record<string, string>>,
): { readonly values: Readonly<Record<string, string>>; readonly mistakes: readonly string[] } => {
  const values: Record<string, string> = {};
  const mistakes: string[] = [];
  for (const [variable, file] of Object.entries(paths)) {
    const read = readSecret(file);
    if ('mistake' in read) mistakes.push(`${variable} ${read.mistake}`);
    else values[variable.slice(0, -SUFFIX.length)] = read.value;
  }
  return { values, mistakes };
};
