import type { ChosenProvider } from '#shared/contract/chosen-provider.ts';
import { providerKeySchema } from '#shared/contract/chosen-provider.ts';
import { parseExternalAddress } from '#shared/contract/external-address.ts';
import { SERVICE_HOSTS, SERVICE_NAMES, type ServiceName } from '#shared/contract/extraction-services.ts';
import type { DraftProvider } from '../../../../state/panel/edited-engines.ts';
import { type AddressProblem, addressProblem, tidyAddress } from './engine-draft.ts';

// Pure edits of the draft's provider.

/** A field with a problem: why its value cannot be saved. */
export type ProviderProblem =
  | { readonly field: 'host'; readonly problem: AddressProblem | 'required' }
  | { readonly field: 'key' };

/** Hosts where a form of request that several services share is sold, and which the panel proposes. */
const USUAL_HOSTS: Readonly<Record<ServiceName, string>> = {
  download: 'https://snap-video3.p.rapidapi.com',
  autolink: 'https://social-download-all-in-one.p.rapidapi.com',
  tikwm: SERVICE_HOSTS.tikwm ?? '',
};

/** Pages on which an account and a key are to be had; null for a service that needs neither. */
export const SIGN_UP_PAGES: Readonly<Record<ServiceName, string | null>> = {
  download: 'https://rapidapi.com/search?term=snap-video3',
  autolink: 'https://rapidapi.com/search?term=social-download-all-in-one',
  tikwm: null,
};

/** Returns the provider that the form begins with when a service is added. */
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

/** Returns whether an address is the one that the panel proposes for the service. */
export const isUsualHost = ({ service, host }: DraftProvider): boolean =>
  originOf(host) !== null && originOf(host) === originOf(USUAL_HOSTS[service]);

/** Returns whether the stored key can stay: there is one, and the host is the one that it was entered for. */
export const canKeepKey = (saved: ChosenProvider | null, host: string): boolean =>
  saved?.hasKey === true && originOf(host) !== null && originOf(host) === originOf(saved.host);

/** Changes the address. The stored key, which belongs to the saved host, stays only there. */
export const withHost = (
  provider: DraftProvider,
  host: string,
  saved: ChosenProvider | null,
): DraftProvider => ({
  ...provider,
  host,
  hasKey: canKeepKey(saved, host),
});

/** Chooses a service. Its usual address replaces that of the service before, but nothing that the owner typed. */
export const withService = (
  provider: DraftProvider,
  service: ServiceName,
  saved: ChosenProvider | null,
): DraftProvider => {
  const chosen = { ...provider, service };
  return provider.host === '' || isUsualHost(provider)
    ? withHost(chosen, USUAL_HOSTS[service], saved)
    : chosen;
};

/** Changes the typed key. An empty one leaves the stored key as it is. */
export const withKey = ({ key: _key, ...provider }: DraftProvider, key: string): DraftProvider =>
  key === '' ? provider : { ...provider, key };

/** Returns the first field that cannot be saved; null if the server may judge the rest. */
export const findProblem = (provider: DraftProvider | null): ProviderProblem | null => {
  if (provider === null) return null;
  const { host, key } = provider;
  if (host.trim() === '') return { field: 'host', problem: 'required' };
  const problem = addressProblem(host);
  if (problem !== null) return { field: 'host', problem };
  return key === undefined || providerKeySchema.safeParse(key.trim()).success ? null : { field: 'key' };
};

/** Returns the provider in the form in which it is saved. */
export const tidyProvider = (provider: DraftProvider): DraftProvider =>
  withKey({ ...provider, host: tidyAddress(provider.host) ?? '' }, provider.key?.trim() ?? '');
