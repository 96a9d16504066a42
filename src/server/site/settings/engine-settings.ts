import type { ChosenProvider, UnusedProvider } from '#shared/contract/chosen-provider.ts';
import { ENGINE_NAMES, type EngineName } from '#shared/contract/engine-names.ts';
import type {
  EngineSave,
  EngineSetting,
  EngineSettingsDocument,
  EngineValues,
} from '#shared/contract/engines.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import type { Database } from '../../base/db/database.ts';
import { textRow } from '../../base/db/key-value-row.ts';
import type { Logger } from '../../base/observability/logger.ts';
import { createDocumentStore } from './document-store.ts';
import { createEngineDescriptors, type EngineRefusal } from './engine-setting-descriptors.ts';
import { createProviderKeys, type Secrets, type StoredKey } from './provider-keys.ts';
import {
  openRevisedSettings,
  type RevisedSettings,
  type SaveOutcome,
  type SaveRequest,
} from './revised-settings.ts';
import { type Query, readStoredJson } from './revision-store.ts';
import { isRecord } from './setting-descriptor.ts';
import { readStoredProviders } from './stored-providers.ts';

/** Default success rate in percent below which an alert is sent. */
export const ALERT_BELOW_PERCENT = 50;

/** The engine settings as the panel shows them. */
export interface ShownEngines {
  readonly settings: EngineSettingsDocument;
  /** True once an order saved in the panel overrides the ENGINES variable. */
  readonly chosenInPanel: boolean;
  readonly lastSave: EngineSave | null;
  /** Providers of an earlier version that are no longer used. The next save drops them. */
  readonly unusedProviders: UnusedProvider[];
}

/** Provider that was set up in the panel, with its key. */
export interface OpenedProvider extends Pick<ChosenProvider, 'service' | 'host'> {
  readonly key: StoredKey;
}

/** Request to save the provider (null removes it), together with other engine settings. */
export interface ProviderRequest extends Omit<SaveRequest, 'writeAlongside'> {
  readonly provider: Pick<ChosenProvider, 'service' | 'host'> | null;
  /** The new key, null for none; 'keep' for the stored one. */
  readonly key: string | null | 'keep';
}

/** Reads and changes the stored engine settings. */
export interface EngineSettings
  extends Pick<RevisedSettings<ShownEngines, EngineSetting, EngineRefusal>, 'refresh'> {
  /** Returns the current settings; the same object until a change. */
  current(): EngineSettingsDocument;
  /** Saves a change; see RevisedSettings. */
  save(request: SaveRequest): Promise<SaveOutcome<ShownEngines, EngineSetting, EngineRefusal>>;
  /** Returns the provider with its key; null if none was set up in the panel. For the engines only. */
  provider(): OpenedProvider | null;
  /** Saves or removes the provider, with its key, and the other settings of `change`; see RevisedSettings. */
  saveProvider(request: ProviderRequest): Promise<SaveOutcome<ShownEngines, EngineSetting, EngineRefusal>>;
  /** Calls the listener after each new revision and returns a function that unsubscribes. The listener must not throw. */
  onChange(listener: (settings: EngineSettingsDocument) => void): () => void;
}

export interface EngineSettingsParts {
  readonly database: Database;
  readonly log: Logger;
  /** Secrets under which the key of the provider is stored. */
  readonly secrets: Secrets;
  /** The value of ENGINES: the engines that are on, in order, until the owner saves an order. */
  readonly first: readonly EngineName[];
  /** Returns whether an engine is set up at the time of a save; the activity log names no others. */
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

const ROW = textRow('engines');

/** Returns the providers of an earlier version that the stored document still holds. */
const readUnused = async (query: Query): Promise<UnusedProvider[]> => {
  const document = readStoredJson((await ROW.read(query)) ?? 'null');
  const settings = isRecord(document) ? document['settings'] : null;
  return isRecord(settings) ? [...readStoredProviders(settings['provider']).unused] : [];
};

/**
 * Loads the engine settings: the defaults, with the engines in `first` on, overridden by the settings in the database. An unreadable stored
 * setting gets its default and logs a warning. Throws the database's errors.
 */
export const openEngineSettings = async ({
  database,
  log,
  secrets,
  first,
  isSetUp,
  now = () => new Date(),
}: EngineSettingsParts): Promise<EngineSettings> => {
  const keys = createProviderKeys(secrets);
  const descriptors = createEngineDescriptors(isSetUp);
  const store = createDocumentStore(ROW, descriptors, defaultEngines(first));
  if (secrets.previous !== null) {
    const isResealed = await database.write(async (trx) =>
      keys.reseal(trx, keyHostOf((await store.latest(trx)).values)),
    );
    if (isResealed) log.info('the key of the provider was sealed under the new SECRET');
  }
  const revised = await openRevisedSettings({
    database,
    store,
    descriptors,
    build: async ({ revision, values, chosen, lastSave }): Promise<HeldEngines> => {
      const key = await keys.read(database.query, keyHostOf(values));
      // A key of a later revision does not fit this one, which the next poll replaces.
      if (key?.kind === 'unreadable' && (await store.latest(database.query)).revision === revision)
        log.warn('the stored key of the provider cannot be read: SECRET has changed');
      const unusedProviders = await readUnused(database.query);
      const chosenInPanel = chosen.includes('engines');
      return { shown: { settings: { revision, ...values }, chosenInPanel, lastSave, unusedProviders }, key };
    },
    unreadable: (part) => log.warn({ part }, 'a stored setting of the engines could not be read'),
    onFault: (err) => log.warn({ err }, 'the settings of the engines are shown as they were last seen'),
    now,
  });
  const current = () => revised.current().shown.settings;
  const saveShown = async (
    request: SaveRequest,
  ): Promise<SaveOutcome<ShownEngines, EngineSetting, EngineRefusal>> => {
    const outcome = await revised.save({
      writeAlongside: async (trx) => keys.prune(trx, keyHostOf((await store.latest(trx)).values)),
      ...request,
      action: 'engines_saved',
    });
    return outcome.ok ? { ok: true, settings: outcome.settings.shown } : outcome;
  };
  return {
    current,
    refresh: async () => (await revised.refresh()).shown,
    save: saveShown,
    provider() {
      const { shown, key } = revised.current();
      const { provider } = shown.settings;
      return provider && { service: provider.service, host: provider.host, key };
    },
    async saveProvider({ provider, key, change, ...request }) {
      const { settings: before } = (await revised.refresh()).shown;
      const hasKey = key === 'keep' ? before.provider?.hasKey === true : key !== null;
      return saveShown({
        ...request,
        change: { ...change, provider: provider && { ...provider, hasKey, savedAt: now().toISOString() } },
        writeAlongside: async (trx) => {
          if (key !== 'keep') await keys.write(trx, provider?.host ?? '', key);
        },
      });
    },
    onChange: (listener) => revised.onChange(({ shown }) => listener(shown.settings)),
  };
};
