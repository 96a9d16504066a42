import { providerSetup } from '#messages/provider-setup.ts';
import {
  type ChosenProvider,
  type ProviderKind,
  type ProviderSave,
  providerKeySchema,
} from '#shared/contract/chosen-provider.ts';
import { parseExternalAddress } from '#shared/contract/external-address.ts';
import type { ProviderDefinition } from '#shared/contract/provider-definition.ts';
import { PRESET_FACTS } from '#shared/contract/provider-presets.ts';
import { text } from '#shared/messages/text.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import { type AddressProblem, addressProblem, tidyAddress } from './engine-draft.ts';

// Pure functions of the form for a provider.

/** Values of the form, as typed. */
export interface ProviderValues {
  readonly kind: ProviderKind;
  readonly host: string;
  readonly key: string;
  /** Whether the stored key is to be removed. */
  readonly dropsKey: boolean;
  readonly definition: string;
  readonly link: string;
}

/** A field with a problem: why its value cannot be sent. */
export type ProviderProblem =
  | { readonly field: 'host'; readonly problem: AddressProblem | 'required' }
  | { readonly field: 'key' | 'definition'; readonly sentence: string };

/** Definition that the form begins with: the smallest one that reads a service like many. */
const EXAMPLE: ProviderDefinition = {
  name: 'My service',
  key: 'required',
  headers: { authorization: 'Bearer {key}' },
  fileHosts: [],
  ownFiles: true,
  platforms: byPlatform(() => ({
    request: { method: 'POST', path: '/v1/read', json: { link: '{url}' } },
    answer: {
      form: 'items',
      errors: [{ at: 'error', exists: true, means: 'message' }],
      message: 'error',
      post: 'result',
      id: 'id',
      username: 'author',
      caption: 'text',
      items: [{ video: [{ url: 'video' }] }],
    },
  })),
};

const toText = (definition: ProviderDefinition): string => JSON.stringify(definition, null, 2);

/** Returns the values that the form begins with: those of the provider, or of none (null). */
export const initialValues = (provider: ChosenProvider | null): ProviderValues => ({
  kind: provider?.kind ?? 'download',
  host: provider?.host ?? '',
  key: '',
  dropsKey: false,
  definition: toText(provider?.definition ?? EXAMPLE),
  link: '',
});

const hostOf = (kind: ProviderKind): string | null => (kind === 'custom' ? null : PRESET_FACTS[kind].host);

/** Chooses a service. Its address replaces that of the service before, but nothing that the owner typed. */
export const withKind = (values: ProviderValues, kind: ProviderKind): ProviderValues => {
  const isUntouched = values.host === '' || values.host === hostOf(values.kind);
  return { ...values, kind, host: isUntouched ? (hostOf(kind) ?? '') : values.host };
};

const originOf = (host: string): string | null => {
  const address = parseExternalAddress(host);
  return address.ok ? new URL(address.url).origin : null;
};

/** Returns whether the stored key would be sent: there is one, and the host is the one that it was entered for. */
export const keepsKey = (stored: ChosenProvider | null, host: string): boolean =>
  stored?.hasKey === true && originOf(host) === originOf(stored.host);

const keyProblem = (
  { kind, host, key, dropsKey }: ProviderValues,
  stored: ChosenProvider | null,
): ProviderProblem | null => {
  const typed = key.trim();
  if (typed !== '')
    return providerKeySchema.safeParse(typed).success
      ? null
      : { field: 'key', sentence: text(providerSetup, 'problems.keyInvalid') };
  const isRequired = kind !== 'custom' && PRESET_FACTS[kind].key === 'required';
  return isRequired && (dropsKey || !keepsKey(stored, host))
    ? { field: 'key', sentence: text(providerSetup, 'problems.keyRequired') }
    : null;
};

/** Returns the first field that cannot be sent; null if the server may judge the rest. */
export const findProblem = (
  values: ProviderValues,
  stored: ChosenProvider | null,
): ProviderProblem | null => {
  if (values.host.trim() === '') return { field: 'host', problem: 'required' };
  const address = addressProblem(values.host);
  if (address !== null) return { field: 'host', problem: address };
  if (values.kind === 'custom' && values.definition.trim() === '')
    return { field: 'definition', sentence: text(providerSetup, 'problems.definitionRequired') };
  return keyProblem(values, stored);
};

/** Returns the body of the save. A key that is neither typed nor removed stays. */
export const toSave = (
  values: ProviderValues,
  stored: ChosenProvider | null,
  revision: number,
): ProviderSave => {
  const { kind, host, dropsKey, definition } = values;
  const [key, link] = [values.key.trim(), values.link.trim()];
  const keeps = key === '' && !dropsKey && keepsKey(stored, host);
  return {
    revision,
    kind,
    host: tidyAddress(host) ?? '',
    ...(kind === 'custom' && { definition }),
    ...(!keeps && { key: key === '' ? null : key }),
    ...(link !== '' && { link }),
  };
};
