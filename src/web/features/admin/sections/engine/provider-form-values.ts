import type { ChosenProvider } from '#shared/contract/chosen-provider.ts';
import { providerKeySchema } from '#shared/contract/chosen-provider.ts';
import { parseExternalAddress } from '#shared/contract/external-address.ts';
import { SERVICE_ADDRESSES, SERVICE_NAMES, type ServiceName } from '#shared/contract/extraction-services.ts';
import type { DraftProvider } from '../../../../state/panel/edited-engines.ts';
import { type AddressProblem, addressProblem, tidyAddress } from './engine-draft.ts';

// Pure edits of the draft's provider.

/** The field of the provider form that cannot be saved: the address, with its problem, or the key, which is malformed. */
export type ProviderProblem =
  | { readonly field: 'host'; readonly problem: AddressProblem | 'required' }
  | { readonly field: 'key' };

/**
 * Address that the panel proposes for each service. The owner may change it, because other companies sell the same interface at other
 * addresses.
 */
const USUAL_HOSTS: Readonly<Record<ServiceName, string>> = {
  download: 'https://snap-video3.p.rapidapi.com',
  autolink: 'https://social-download-all-in-one.p.rapidapi.com',
  tikwm: SERVICE_ADDRESSES.tikwm ?? '',
};

/** Pages where the owner gets an account and a key for a service; null for a service that needs neither. */
export const SIGN_UP_PAGES: Readonly<Record<ServiceName, string | null>> = {
  download: 'https://rapidapi.com/search?term=snap-video3',
  autolink: 'https://rapidapi.com/search?term=social-download-all-in-one',
  tikwm: null,
};

/** Returns a provider without a key at the address that the panel proposes for the service. */
export const newProvider = (service: ServiceName = SERVICE_NAMES[0]): DraftProvider => ({
  service,
  host: USUAL_HOSTS[service],
  hasKey: false,
  savedAt: null,
});

const originOf = (host: string): string | null => {
  const address = parseExternalAddress(host);
  return address.ok ? new URL(address.url).origin : null;
};

/** Returns whether the address of the provider has the origin of the address that the panel proposes for its service. */
export const isUsualHost = ({ service, host }: DraftProvider): boolean =>
  originOf(host) !== null && originOf(host) === originOf(USUAL_HOSTS[service]);

/** Returns whether the stored key can be used with `host`: there is a stored key, and its provider was saved with the origin of `host`. */
export const canKeepKey = (savedProvider: ChosenProvider | null, host: string): boolean =>
  savedProvider?.hasKey === true &&
  originOf(host) !== null &&
  originOf(host) === originOf(savedProvider.host);

/** Returns the provider with the address `host`. `hasKey` becomes true only if the stored key was saved for the origin of `host`. */
export const withHost = (
  provider: DraftProvider,
  host: string,
  savedProvider: ChosenProvider | null,
): DraftProvider => ({
  ...provider,
  host,
  hasKey: canKeepKey(savedProvider, host),
});

/**
 * Returns the provider with another service. Its address changes to the proposed one of the new service only if it is empty or the proposed
 * one of the former service.
 */
export const withService = (
  provider: DraftProvider,
  service: ServiceName,
  savedProvider: ChosenProvider | null,
): DraftProvider => {
  const chosen = { ...provider, service };
  return provider.host === '' || isUsualHost(provider)
    ? withHost(chosen, USUAL_HOSTS[service], savedProvider)
    : chosen;
};

/**
 * Returns the provider with a typed key, which replaces the stored key when it is saved. '' removes the typed key, so that the stored key
 * stays.
 */
export const withKey = ({ key: _key, ...provider }: DraftProvider, key: string): DraftProvider =>
  key === '' ? provider : { ...provider, key };

/** Returns the first field that cannot be saved, as far as the browser can tell; null if there is none or no provider. */
export const findProblem = (provider: DraftProvider | null): ProviderProblem | null => {
  if (provider === null) return null;
  const { host, key } = provider;
  if (host.trim() === '') return { field: 'host', problem: 'required' };
  const problem = addressProblem(host);
  if (problem !== null) return { field: 'host', problem };
  return key === undefined || providerKeySchema.safeParse(key.trim()).success ? null : { field: 'key' };
};

/** Returns the provider in the form in which it is saved: with a normalised address and a trimmed key. */
export const tidyProvider = (provider: DraftProvider): DraftProvider =>
  withKey({ ...provider, host: tidyAddress(provider.host) ?? '' }, provider.key?.trim() ?? '');
