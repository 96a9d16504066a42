import { createHmac } from 'node:crypto';
import { deriveKey } from '../config/secret-keys.ts';
import type { Logger } from '../observability/logger.ts';
import type { Database } from './database.ts';
import { textRow } from './key-value-row.ts';

const SECRET_CHECK_ROW = textRow('secret_check');

const proofOf = (secret: string): string =>
  createHmac('sha256', deriveKey(secret, 'savelet secret check'))
    .update('the secret of this database')
    .digest('base64url');

/**
 * Logs a warning when the last secret used with this PostgreSQL database is neither `secrets.current` nor `secrets.previous`. Stores a
 * keyed hash of the current secret. Does nothing for SQLite. Throws DatabaseUnavailableError.
 */
export const checkSecret = async (
  { kind, query }: Pick<Database, 'kind' | 'query'>,
  secrets: { readonly current: string; readonly previous: string | null },
  log: Pick<Logger, 'warn'>,
): Promise<void> => {
  if (kind === 'sqlite') return;
  const stored = await SECRET_CHECK_ROW.read(query);
  const proof = proofOf(secrets.current);
  if (stored === proof) return;
  const isReplaced = secrets.previous !== null && stored === proofOf(secrets.previous);
  if (stored !== null && !isReplaced)
    log.warn(
      'SECRET is not the one with which this database was used last: all its instances need the same, or links, limits and the setup code of one mean nothing to the others',
    );
  await SECRET_CHECK_ROW.write(query, proof);
};
