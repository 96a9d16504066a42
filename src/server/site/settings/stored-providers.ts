import * as z from 'zod/mini';
import {
  type ChosenProvider,
  chosenProviderSchema,
  type UnusedProvider,
} from '#shared/contract/chosen-provider.ts';
import { RETIRED_ENGINE_NAMES } from '#shared/contract/engine-names.ts';
import { isRecord } from './setting-descriptor.ts';

// Earlier versions stored an address alone (`{ address }`), then three places, each with one of eight kinds of service or with a definition
// of the owner's.

const placeSchema = z.object({
  kind: z.string(),
  host: z.url(),
  definition: z.catch(z.nullable(z.object({ name: z.string() })), null),
});

/**
 * Reads the provider of a place. The kinds of service that this version still has are the services of today. Returns null for another kind
 * and for an invalid value.
 */
const readPlace = (stored: unknown): ChosenProvider | null =>
  z.safeParse(chosenProviderSchema, isRecord(stored) ? { ...stored, service: stored['kind'] } : stored)
    .data ?? null;

/**
 * Reads the `provider` setting that this or an earlier version stored: the provider in use (unchecked), and the providers of earlier
 * versions that are no longer used.
 */
export const readStoredProviders = (
  stored: unknown,
): { readonly chosen: unknown; readonly unused: readonly UnusedProvider[] } => {
  if (!isRecord(stored) || 'service' in stored) return { chosen: stored, unused: [] };
  const { address } = stored;
  if (address !== undefined) {
    const chosen = { service: 'download', host: address, hasKey: false, savedAt: null };
    return { chosen: address === null ? null : chosen, unused: [] };
  }
  const chosen = readPlace(stored['provider']);
  const unused = ['provider', ...RETIRED_ENGINE_NAMES].flatMap((name) => {
    const place = z.safeParse(placeSchema, stored[name]).data;
    if (place === undefined || (name === 'provider' && chosen !== null)) return [];
    const { kind, host, definition } = place;
    return [{ service: definition?.name ?? kind, host: new URL(host).hostname }];
  });
  return { chosen, unused };
};
