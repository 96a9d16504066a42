import * as z from 'zod/mini';
import { FINDINGS } from '../findings.ts';
import { LINK_MAX_CHARACTERS, PASTED_TEXT_MAX_CHARACTERS } from '../limits.ts';
import { PLATFORM_IDS } from '../platforms/platforms.ts';
import { PROVIDER_NAMES } from './engine-names.ts';
import { problemSchema } from './problem.ts';
import { DEFINITION_MAX_CHARACTERS, providerDefinitionSchema } from './provider-definition.ts';
import { PROVIDER_PRESET_IDS } from './provider-presets.ts';

// Providers that are set up in the panel.

/** Kinds of providers to choose from: the presets, and one with the owner's own definition. */
export const PROVIDER_KINDS = [...PROVIDER_PRESET_IDS, 'custom'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** Provider that was set up in the panel, without its key. */
export const chosenProviderSchema = z.object({
  kind: z.enum(PROVIDER_KINDS),
  /** Address of the service, normalised by external-address.ts. */
  host: z.string().check(z.minLength(1), z.maxLength(LINK_MAX_CHARACTERS)),
  /** The owner's definition; null for a preset. */
  definition: z.nullable(providerDefinitionSchema),
  hasKey: z.boolean(),
  /** Tells two providers of a place apart, also if only their keys differ. Null if an earlier version stored it. */
  savedAt: z.nullable(z.iso.datetime()),
});
export type ChosenProvider = z.infer<typeof chosenProviderSchema>;

/** The provider of each place; null if none was set up in the panel. */
export const chosenProvidersSchema = z.object({
  provider: z.nullable(chosenProviderSchema),
  'provider-2': z.nullable(chosenProviderSchema),
  'provider-3': z.nullable(chosenProviderSchema),
} satisfies Record<(typeof PROVIDER_NAMES)[number], unknown>);
export type ChosenProviders = z.infer<typeof chosenProvidersSchema>;

/** Key of a service. It is sent in a header unchanged. */
export const providerKeySchema = z.string().check(z.maxLength(1_000), z.regex(/^[\x21-\x7e]+$/));

export const providerParamsSchema = z.object({ name: z.enum(PROVIDER_NAMES) });

const revision = z.int().check(z.nonnegative());

/** Body of `PUT /api/admin/engines/providers/{name}`. */
export const providerSaveSchema = z.strictObject({
  revision,
  kind: z.enum(PROVIDER_KINDS),
  host: z.string().check(z.maxLength(LINK_MAX_CHARACTERS)),
  /** JSON as the owner wrote it; for the kind `custom` only. */
  definition: z.optional(z.string().check(z.maxLength(DEFINITION_MAX_CHARACTERS))),
  /** The new key; null for none. Absent, the stored key stays, if the service's host is the same. */
  key: z.optional(z.nullable(providerKeySchema)),
  /** Post to try the service with; absent for the owner's test posts. */
  link: z.optional(z.string().check(z.maxLength(PASTED_TEXT_MAX_CHARACTERS))),
});
export type ProviderSave = z.infer<typeof providerSaveSchema>;

/** Body of `DELETE /api/admin/engines/providers/{name}`. */
export const providerRemovalSchema = z.strictObject({ revision });

/** What came back when the service was asked for a post. `isOwnPost` is false for a built-in post. */
export const providerTrySchema = z.object({
  platform: z.enum(PLATFORM_IDS),
  isOwnPost: z.boolean(),
  finding: z.enum(FINDINGS),
  ms: z.number().check(z.nonnegative()),
});
export type ProviderTry = z.infer<typeof providerTrySchema>;

/** Response of a save with 422 `definition_invalid`: the first mistake, and the path of its key, such as `fileHosts.0`; '' for the whole. */
export const definitionProblemSchema = z.extend(problemSchema, {
  mistake: z.object({ path: z.string(), problem: z.string() }),
});
export type DefinitionMistake = z.infer<typeof definitionProblemSchema>['mistake'];

/** Response of a save with 424 `provider_refused`: what came back. Empty if the service reads no platform of the link. */
export const providerRefusedSchema = z.extend(problemSchema, { tries: z.array(providerTrySchema) });
