import type { ChosenProvider, ProviderSave } from '#shared/contract/chosen-provider.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import type { EngineValues } from '#shared/contract/engines.ts';
import { parseExternalAddress } from '#shared/contract/external-address.ts';
import type { EngineSettings, ProviderRequest } from './engine-settings.ts';
import type { SaveRequest } from './revised-settings.ts';

type Saved = Awaited<ReturnType<EngineSettings['save']>>;
type ProviderRefusal = { readonly ok: false; readonly code: 'provider_invalid' | 'provider_key_missing' };

/** Change of the engine settings as the panel sends it: `provider` contains its key. */
export interface SentChange extends Omit<SaveRequest, 'writeAlongside'> {
  readonly change: { readonly [name: string]: unknown; readonly provider?: ProviderSave | null | undefined };
}

/** A provider to save, and what becomes of the stored key. */
type Wanted = { readonly ok: true } & Pick<ProviderRequest, 'provider' | 'key'>;

/**
 * Checks a provider and decides about its key. The stored one (of `stored`) serves only the host that it was entered for, so that another cannot
 * obtain it.
 */
const readProvider = (
  sent: ProviderSave | null,
  stored: ReturnType<EngineSettings['provider']>,
): Wanted | ProviderRefusal => {
  if (sent === null) return { ok: true, provider: null, key: null };
  const { service, host, key } = sent;
  const address = parseExternalAddress(host);
  if (!address.ok) return { ok: false, code: 'provider_invalid' };
  const provider: Pick<ChosenProvider, 'service' | 'host'> = { service, host: address.url };
  if (key !== undefined) return { ok: true, provider, key };
  if (stored === null || stored.key === null) return { ok: true, provider, key: null };
  const isSameHost = new URL(stored.host).origin === new URL(address.url).origin;
  return isSameHost ? { ok: true, provider, key: 'keep' } : { ok: false, code: 'provider_key_missing' };
};

/** Returns the list of engines with the engine `name` switched on or off. */
export const withSwitched = (
  engines: EngineValues['engines'],
  name: EngineName,
  on: boolean,
): EngineValues['engines'] => engines.map((engine) => (engine.name === name ? { ...engine, on } : engine));

/**
 * Saves a change of the engine settings. If neither the panel nor the environment had a provider (`isSetUp`), the provider engine is off
 * until a check has read a post with the new one.
 */
export const saveEngines = async (
  engineSettings: EngineSettings,
  { change: { provider: sent, ...change }, ...request }: SentChange,
  isSetUp: () => boolean,
): Promise<Saved | ProviderRefusal> => {
  if (sent === undefined) return engineSettings.save({ ...request, change });
  const { settings } = await engineSettings.refresh();
  const wanted = readProvider(sent, engineSettings.provider());
  // A conflict is the reason, even if the key of the provider that was shown is gone.
  if (!wanted.ok && settings.revision === request.revision) return wanted;
  if (!wanted.ok) return engineSettings.save({ ...request, change });
  const isFirst = sent !== null && settings.provider === null && !isSetUp();
  return engineSettings.saveProvider({
    ...request,
    change: { ...(isFirst && { engines: withSwitched(settings.engines, 'provider', false) }), ...change },
    provider: wanted.provider,
    key: wanted.key,
  });
};
