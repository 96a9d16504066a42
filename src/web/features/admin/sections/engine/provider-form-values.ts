import { providerSetup } from '#messages/provider-setup.ts';
import {
  type ChosenProvider,
  type ProviderSave,
  providerKeySchema,
} from '#shared/contract/chosen-provider.ts';
import { parseExternalAddress } from '#shared/contract/external-address.ts';
import { SERVICE_HOSTS, type ServiceName } from '#shared/contract/extraction-services.ts';
import { text } from '#shared/messages/text.ts';
import { type AddressProblem, addressProblem, tidyAddress } from './engine-draft.ts';

// Pure functions of the form for the provider.

/** Values of the form, as typed. */
export interface ProviderValues {
  readonly service: ServiceName;
  readonly host: string;
  readonly key: string;
  /** Whether the stored key is to be removed. */
  readonly dropsKey: boolean;
}

/** A field with a problem: why its value cannot be sent. */
export type ProviderProblem =
  | { readonly field: 'host'; readonly problem: AddressProblem | 'required' }
  | { readonly field: 'key'; readonly sentence: string };

/** Returns the values that the form begins with: those of the provider, or of none (null). */
export const initialValues = (provider: ChosenProvider | null): ProviderValues => ({
  service: provider?.service ?? 'download',
  host: provider?.host ?? '',
  key: '',
  dropsKey: false,
});

/** Chooses a service. Its address replaces that of the service before, but nothing that the owner typed. */
export const withService = (values: ProviderValues, service: ServiceName): ProviderValues => {
  const isUntouched = values.host === '' || values.host === SERVICE_HOSTS[values.service];
  return { ...values, service, host: isUntouched ? (SERVICE_HOSTS[service] ?? '') : values.host };
};

const originOf = (host: string): string | null => {
  const address = parseExternalAddress(host);
  return address.ok ? new URL(address.url).origin : null;
};

/** Returns whether the stored key would be sent: there is one, and the host is the one that it was entered for. */
export const keepsKey = (stored: ChosenProvider | null, host: string): boolean =>
  stored?.hasKey === true && originOf(host) === originOf(stored.host);

/** Returns the first field that cannot be sent; null if the server may judge the rest. */
export const findProblem = ({ host, key }: ProviderValues): ProviderProblem | null => {
  if (host.trim() === '') return { field: 'host', problem: 'required' };
  const problem = addressProblem(host);
  if (problem !== null) return { field: 'host', problem };
  const typed = key.trim();
  return typed === '' || providerKeySchema.safeParse(typed).success
    ? null
    : { field: 'key', sentence: text(providerSetup, 'problems.keyInvalid') };
};

/** Returns the body of the save. A key that is neither typed nor removed stays. */
export const toSave = (
  values: ProviderValues,
  stored: ChosenProvider | null,
  revision: number,
): ProviderSave => {
  const { service, host, dropsKey } = values;
  const key = values.key.trim();
  const keeps = key === '' && !dropsKey && keepsKey(stored, host);
  return {
    revision,
    service,
    host: tidyAddress(host) ?? '',
    ...(!keeps && { key: key === '' ? null : key }),
  };
};
