import * as z from 'zod/mini';
import { LINK_MAX_CHARACTERS } from '../limits.ts';
import { SERVICE_NAMES } from './extraction-services.ts';

/** Provider that was set up in the panel, without its key. */
export const chosenProviderSchema = z.object({
  service: z.enum(SERVICE_NAMES),
  /** Address of the service, normalised by external-address.ts. */
  host: z.string().check(z.minLength(1), z.maxLength(LINK_MAX_CHARACTERS)),
  hasKey: z.boolean(),
  /**
   * Time of the save, which tells two providers apart even if only their keys differ. Null for a provider that an earlier version stored.
   */
  savedAt: z.nullable(z.iso.datetime()),
});
export type ChosenProvider = z.infer<typeof chosenProviderSchema>;

/** Provider that an earlier version stored and this version does not use: its service and the name of its host. */
export const unusedProviderSchema = z.object({ service: z.string(), host: z.string() });
export type UnusedProvider = z.infer<typeof unusedProviderSchema>;

/** Key of an extraction service: printable ASCII without spaces, because the server sends it unchanged in a header. */
export const providerKeySchema = z.string().check(z.maxLength(1_000), z.regex(/^[\x21-\x7e]+$/));

/** Provider in the body of `PATCH /api/admin/engines`. */
export const providerSaveSchema = z.strictObject({
  service: z.enum(SERVICE_NAMES),
  host: z.string().check(z.maxLength(LINK_MAX_CHARACTERS)),
  /**
   * The new key; null for no key. If `key` is absent, the stored key stays; `host` must then have the same origin as the stored address.
   */
  key: z.optional(z.nullable(providerKeySchema)),
});
export type ProviderSave = z.infer<typeof providerSaveSchema>;
