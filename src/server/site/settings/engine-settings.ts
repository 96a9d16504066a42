import type { ChosenProvider, ProviderSave, UnusedProvider } from '#shared/contract/chosen-provider.ts';
import { ENGINE_NAMES, type EngineName } from '#shared/contract/engine-names.ts';
import type { AdminEngines, EngineSettingsDocument, EngineValues } from '#shared/contract/engines.ts';
import { parseExternalAddress } from '#shared/contract/external-address.ts';
import { parseJson } from '#shared/parse-json.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import type { Database } from '../../base/db/database.ts';
import { textRow } from '../../base/db/key-value-row.ts';
import type { Logger } from '../../base/observability/logger.ts';
import { createDocumentStore } from './document-store.ts';
import { createEngineSettingDescriptors } from './engine-setting-descriptors.ts';
import { createProviderKeyStore, type Secrets, type StoredKey } from './provider-keys.ts';
import { openRevisedSettings, type Query, type SaveRequest } from './revised-settings.ts';
import { isRecord } from './setting-descriptor.ts';
import { readStoredProviders } from './stored-providers.ts';

/** Default success rate in percent below which an alert is sent. */
export const ALERT_BELOW_PERCENT = 50;

/** The engine settings as the panel shows them. */
export type ShownEngines = Pick<AdminEngines, 'settings' | 'chosenInPanel' | 'lastSave' | 'unusedProviders'>;

/** Provider that was set up in the panel, with its key. */
export interface ProviderWithKey extends Pick<ChosenProvider, 'service' | 'host'> {
  readonly key: StoredKey;
}

/** Change of the engine settings as the panel sends it: `provider` may contain the key. */
interface EngineSaveRequest extends SaveRequest {
  readonly change: { readonly [name: string]: unknown; readonly provider?: ProviderSave | null | undefined };
}

/** Reads and changes the stored engine settings. */
export type EngineSettings = Awaited<ReturnType<typeof openEngineSettings>>;

interface EngineSettingsParts {
  readonly database: Database;
  readonly log: Logger;
  /** Secrets under which the key of the provider is stored. */
  readonly secrets: Secrets;
  /** Value of the environment variable ENGINES: the engines that are on, in order, until the owner saves another order. */
  readonly firstEngines: readonly EngineName[];
  /** Returns whether an engine is set up now. The activity log leaves out engines that are not, unless a save switched them. */
  readonly isSetUp: (name: EngineName) => boolean;
  readonly now?: () => Date;
}

/** Returns the default settings: the engines in `order` are on, in that order. */
export const defaultEngines = (order: readonly EngineName[]): EngineValues => ({
  engines: [
    ...order.map((name) => ({ name, on: true })),
    ...ENGINE_NAMES.filter((name) => !order.includes(name)).map((name) => ({ name, on: false })),
  ],
  provider: null,
  platforms: byPlatform(() => true),
  canaries: byPlatform(() => []),
  alerts: { webhook: null, below: ALERT_BELOW_PERCENT },
});

/** The settings as the panel shows them, and the key of the provider, which only the engine reads. */
interface HeldEngines {
  readonly shown: ShownEngines;
  readonly key: StoredKey;
}

/** Returns the host that the stored key belongs to; null if there is none. */
const keyHostOf = ({ provider }: Pick<EngineValues, 'provider'>): string | null =>
  provider?.hasKey === true ? provider.host : null;

/** Returns the list of engines with the engine `name` switched on or off. */
export const withEngineSwitched = (
  engines: EngineValues['engines'],
  name: EngineName,
  isOn: boolean,
): EngineValues['engines'] =>
  engines.map((engine) => (engine.name === name ? { ...engine, on: isOn } : engine));

/**
 * Returns the error code if a provider cannot be saved, else null. If `storedProvider` has a key, a provider without a key must have the
 * same host, because no other host may obtain the stored key.
 */
const faultOf = (
  { host, key }: ProviderSave,
  storedProvider: ProviderWithKey | null,
): 'provider_invalid' | 'provider_key_missing' | null => {
  const address = parseExternalAddress(host);
  if (!address.ok) return 'provider_invalid';
  if (key !== undefined || storedProvider === null || storedProvider.key === null) return null;
  return new URL(storedProvider.host).origin === new URL(address.url).origin ? null : 'provider_key_missing';
};

const ROW = textRow('engines');

/** Returns the providers of an earlier version that the stored document still holds. */
const readUnused = async (query: Query): Promise<UnusedProvider[]> => {
  const document = parseJson((await ROW.read(query)) ?? 'null');
  const settings = isRecord(document) ? document['settings'] : null;
  return isRecord(settings) ? [...readStoredProviders(settings['provider']).unused] : [];
};

/**
 * Opens the engine settings for reading, saving and refreshing. They are the defaults, with the engines in `firstEngines` on, overridden by
 * the settings in the database. An unreadable stored setting gets its default and logs a warning. A key that is sealed under the previous
 * secret is sealed under the current one. Throws the database's errors.
 */
export const openEngineSettings = async ({
  database,
  log,
  secrets,
  firstEngines,
  isSetUp,
  now = () => new Date(),
}: EngineSettingsParts) => {
  const keys = createProviderKeyStore(secrets);
  const store = createDocumentStore(ROW);
  const revised = await openRevisedSettings<EngineValues, HeldEngines>({
    database,
    store,
    descriptors: createEngineSettingDescriptors(isSetUp),
    defaults: defaultEngines(firstEngines),
    build: async ({ revision, values, chosenNames, lastSave }) => {
      const key = await keys.read(database.query, keyHostOf(values));
      // A key of a later revision does not fit this one, which the next poll replaces.
      if (key?.kind === 'unreadable' && (await store.latest(database.query))?.revision === revision)
        log.warn('the stored key of the provider cannot be read: SECRET has changed');
      const unusedProviders = await readUnused(database.query);
      const chosenInPanel = chosenNames.includes('engines');
      return { shown: { settings: { revision, ...values }, chosenInPanel, lastSave, unusedProviders }, key };
    },
    onUnreadable: (part) => log.warn({ part }, 'a stored setting of the engines could not be read'),
    onFault: (err) => log.warn({ err }, 'the settings of the engines are shown as they were last seen'),
    now,
  });
  const current = (): EngineSettingsDocument => revised.held.shown.shown.settings;
  if (secrets.previous !== null) {
    const isResealed = await database.write((trx) => keys.reseal(trx, keyHostOf(current())));
    if (isResealed) log.info('the key of the provider was sealed under the new SECRET');
  }
  const refresh = async (): Promise<ShownEngines> => (await revised.refresh()).shown;

  /**
   * Saves a change and the key of its provider in one transaction. `key` null removes the stored key; undefined keeps it while the provider
   * has a key.
   */
  const save = async (saveRequest: SaveRequest, key?: string | null) => {
    const outcome = await revised.save({
      ...saveRequest,
      action: 'engines_saved',
      async writeAlongside(trx, { provider }) {
        if (key === undefined) await keys.prune(trx, keyHostOf({ provider }));
        else await keys.write(trx, provider?.host ?? '', key);
      },
    });
    return outcome.ok ? { ok: true as const, settings: outcome.settings.shown } : outcome;
  };

  /** Returns the provider with its key; null if none was set up in the panel. For the engines only. */
  const provider = (): ProviderWithKey | null => {
    const { shown, key } = revised.held.shown;
    const chosen = shown.settings.provider;
    return chosen && { service: chosen.service, host: chosen.host, key };
  };

  return {
    /** Returns the current settings; the same object until a change. */
    current,
    /** Makes the latest stored settings current and returns them; see RevisedSettings. */
    refresh,
    provider,
    /**
     * Saves a change; see RevisedSettings. A provider that is sent without a key keeps the stored key, which serves only the host that it
     * was entered for. If neither the panel nor the environment had a provider before, the engine `provider` is switched off unless the
     * change states the engines.
     */
    async save({ change: { provider: sent, ...change }, ...request }: EngineSaveRequest) {
      if (sent === undefined) return save({ ...request, change });
      const { settings: before } = await refresh();
      const stored = provider();
      const code = sent && faultOf(sent, stored);
      if (code !== null)
        // A conflict is the reason, even if the key of the provider that was shown is gone.
        return before.revision === request.revision
          ? { ok: false as const, code }
          : save({ ...request, change });
      if (sent === null) return save({ ...request, change: { ...change, provider: null } }, null);
      const { service, host, key = (stored?.key ?? null) === null ? null : undefined } = sent;
      const isFirst = before.provider === null && !isSetUp('provider');
      const off = isFirst && { engines: withEngineSwitched(before.engines, 'provider', false) };
      const chosen = { service, host, hasKey: key !== null, savedAt: now().toISOString() };
      return save({ ...request, change: { ...off, ...change, provider: chosen } }, key);
    },
    /** Calls the listener after each new revision and returns a function that unsubscribes. The listener must not throw. */
    onChange: (listener: (settings: EngineSettingsDocument) => void) =>
      revised.onChange(({ shown }) => listener(shown.settings)),
  };
};
