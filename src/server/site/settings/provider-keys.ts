import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import { deriveKey, openText, sealText } from '../../base/config/secret-keys.ts';
import { jsonRow } from '../../base/db/key-value-row.ts';
import type { Tables } from '../../base/db/tables.ts';
import type { Query } from './revised-settings.ts';

// The key of the service that was set up in the panel. A copy of the database alone must not reveal it, so it is encrypted under
// SECRET (docs/adr/0043).

const FORMAT = 1;

const encryptionKey = (secret: string): Buffer => deriveKey(secret, 'savelet provider keys v1');

/**
 * Returns the data that binds a sealed key to the origin of its host, so that a key that is moved to another host does not open. The word
 * `provider` is from a version with several providers.
 */
const boundTo = (host: string): string => `provider\n${new URL(host).origin}`;

const seal = (secret: string, host: string, key: string): string =>
  Buffer.concat([Buffer.of(FORMAT), sealText(encryptionKey(secret), boundTo(host), key)]).toString(
    'base64url',
  );

/**
 * Decrypts a sealed key (`text`). Returns null if there is no secret or no text, or if the key was sealed under another secret or for
 * another host, or was changed.
 */
const open = (secret: string | null, host: string, text: string | undefined): string | null => {
  if (secret === null || text === undefined) return null;
  const bytes = Buffer.from(text, 'base64url');
  return bytes[0] === FORMAT ? openText(encryptionKey(secret), boundTo(host), bytes.subarray(1)) : null;
};

/** The sealed key. Rows of an earlier version hold further keys, which the next write removes. */
const ROW = jsonRow('provider_keys', z.object({ provider: z.optional(z.string()) }));

/**
 * A stored key; null if the provider has none. `unreadable`: the key is missing or damaged, or was sealed under another secret or for
 * another host.
 */
export type StoredKey =
  | { readonly kind: 'open'; readonly key: string }
  | { readonly kind: 'unreadable' }
  | null;

/** Secrets of the server: the current one, and the one before its last change; null if it did not change. */
export interface Secrets {
  readonly current: string;
  readonly previous: string | null;
}

/** Creates the store of the provider's sealed key. The store also reads a key that is sealed under the previous secret. */
export const createProviderKeyStore = ({ current, previous }: Secrets) => {
  return {
    /** Returns the stored key of the provider at `host`, decrypted; null if `host` is null. Throws the database's errors. */
    async read(query: Query, host: string | null): Promise<StoredKey> {
      if (host === null) return null;
      const text = (await ROW.read(query))?.provider;
      const key = open(current, host, text) ?? open(previous, host, text);
      return key === null ? { kind: 'unreadable' } : { kind: 'open', key };
    },
    /** Seals and stores the key for `host`, or removes the stored key if `key` is null. */
    write: (trx: Transaction<Tables>, host: string, key: string | null): Promise<void> =>
      key === null ? ROW.remove(trx) : ROW.write(trx, { provider: seal(current, host, key) }),
    /** Removes the stored key if `host` is null, and always the keys of further providers that earlier versions stored. */
    async prune(trx: Transaction<Tables>, host: string | null): Promise<void> {
      const stored = host === null ? null : await ROW.read(trx);
      await (stored === null ? ROW.remove(trx) : ROW.write(trx, stored));
    },
    /** Seals the key under the current secret if only the previous secret opens it. Returns whether the stored key changed. */
    async reseal(trx: Transaction<Tables>, host: string | null): Promise<boolean> {
      const text = (await ROW.read(trx))?.provider;
      if (host === null || open(current, host, text) !== null) return false;
      const key = open(previous, host, text);
      if (key !== null) await ROW.write(trx, { provider: seal(current, host, key) });
      return key !== null;
    },
  };
};
