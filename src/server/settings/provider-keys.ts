import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import { PROVIDER_NAMES, type ProviderName } from '#shared/contract/engine-names.ts';
import { jsonRow } from '../db/key-value-row.ts';
import type { Tables } from '../db/tables.ts';
import type { Query } from './revision-store.ts';

// Keys of the services that were set up in the panel. A copy of the database alone must not reveal them, so they are encrypted under
// SECRET (docs/adr/0044).

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 1;
const ALGORITHM = 'aes-256-gcm';

const encryptionKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'savelet provider keys v1', KEY_BYTES));

/** Binds a key to its place and host: a stored key that is moved to another one does not open. */
const boundTo = (name: ProviderName, host: string): Buffer =>
  Buffer.from(`${name}\n${new URL(host).origin}`, 'utf8');

const seal = (secret: string, name: ProviderName, host: string, key: string): string => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, encryptionKey(secret), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(name, host));
  const sealed = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(FORMAT), iv, sealed, cipher.getAuthTag()]).toString('base64url');
};

/** Returns the key; null if it was sealed under another secret, for another place or host, or was changed. */
const open = (secret: string, name: ProviderName, host: string, text: string): string | null => {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length <= 1 + IV_BYTES + TAG_BYTES || bytes[0] !== FORMAT) return null;
  const iv = bytes.subarray(1, 1 + IV_BYTES);
  const decipher = createDecipheriv(ALGORITHM, encryptionKey(secret), iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(name, host));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const opened = [decipher.update(bytes.subarray(1 + IV_BYTES, -TAG_BYTES)), decipher.final()];
    return Buffer.concat(opened).toString('utf8');
  } catch {
    return null;
  }
};

/** The sealed keys by place. */
const ROW = jsonRow(
  'provider_keys',
  z.object({
    provider: z.optional(z.string()),
    'provider-2': z.optional(z.string()),
    'provider-3': z.optional(z.string()),
  } satisfies Record<ProviderName, unknown>),
);

/** Hosts of the providers whose keys are stored, by place; null for a provider without one. */
export type KeyHosts = Readonly<Record<ProviderName, string | null>>;

/** A stored key; null if there is none. `unreadable`: it was sealed under another secret, or is damaged. */
export type StoredKey =
  | { readonly kind: 'open'; readonly key: string }
  | { readonly kind: 'unreadable' }
  | null;

/** Stores the keys of providers. None of its answers but `read` contains a key in clear. */
export interface ProviderKeys {
  /** Returns the stored keys. Throws the database's errors. */
  read(query: Query, hosts: KeyHosts): Promise<Readonly<Record<ProviderName, StoredKey>>>;
  /** Stores the key of a place, or removes it (null). */
  write(trx: Transaction<Tables>, name: ProviderName, host: string, key: string | null): Promise<void>;
  /**
   * Seals keys that only the previous secret opens under the current one, and returns how many. Call it before the first `read` of a
   * process.
   */
  reseal(trx: Transaction<Tables>, hosts: KeyHosts): Promise<number>;
}

/** Secrets of the server: the current one, and the one before its last change; null if it did not change. */
export interface Secrets {
  readonly current: string;
  readonly previous: string | null;
}

/** Creates the store. Keys sealed under the previous secret are readable too. */
export const createProviderKeys = ({ current, previous }: Secrets): ProviderKeys => {
  const openWith = (secret: string | null, name: ProviderName, host: string | null, text?: string) =>
    secret === null || host === null || text === undefined ? null : open(secret, name, host, text);
  return {
    async read(query, hosts) {
      const stored = await ROW.read(query);
      const keyOf = (name: ProviderName): StoredKey => {
        if (hosts[name] === null) return null;
        const [host, text] = [hosts[name], stored?.[name]];
        const key = openWith(current, name, host, text) ?? openWith(previous, name, host, text);
        return key === null ? { kind: 'unreadable' } : { kind: 'open', key };
      };
      return {
        provider: keyOf('provider'),
        'provider-2': keyOf('provider-2'),
        'provider-3': keyOf('provider-3'),
      };
    },
    async write(trx, name, host, key) {
      const { [name]: _replaced, ...others } = (await ROW.read(trx)) ?? {};
      const next = key === null ? others : { ...others, [name]: seal(current, name, host, key) };
      await (Object.keys(next).length === 0 ? ROW.remove(trx) : ROW.write(trx, next));
    },
    async reseal(trx, hosts) {
      const stored = (await ROW.read(trx)) ?? {};
      const renewed = PROVIDER_NAMES.flatMap((name) => {
        const [host, text] = [hosts[name], stored[name]];
        if (host === null || openWith(current, name, host, text) !== null) return [];
        const key = openWith(previous, name, host, text);
        return key === null ? [] : [[name, seal(current, name, host, key)] as const];
      });
      if (renewed.length > 0) await ROW.write(trx, { ...stored, ...Object.fromEntries(renewed) });
      return renewed.length;
    },
  };
};
