import type { ChosenProvider, ChosenProviders } from '#shared/contract/chosen-provider.ts';
import {
  ENGINE_NAMES,
  type EngineName,
  PROVIDER_NAMES,
  type ProviderName,
} from '#shared/contract/engine-names.ts';
import type {
  EngineSave,
  EngineSetting,
  EngineSettingsDocument,
  EngineValues,
} from '#shared/contract/engines.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import type { Database } from '../db/database.ts';
import { textRow } from '../db/key-value-row.ts';
import type { Logger } from '../observability/logger.ts';
import { createDocumentStore } from './document-store.ts';
import { createEngineDescriptors, type EngineRefusal } from './engine-setting-descriptors.ts';
import { createProviderKeys, type KeyHosts, type Secrets, type StoredKey } from './provider-keys.ts';
import {
  openRevisedSettings,
  type RevisedSettings,
  type SaveOutcome,
  type SaveRequest,
} from './revised-settings.ts';

/** Default success rate in percent below which an alert is sent. */
export const ALERT_BELOW_PERCENT = 50;

/** The engine settings as the panel shows them. */
export interface ShownEngines {
  readonly settings: EngineSettingsDocument;
  /** True once an order saved in the panel overrides the ENGINES variable. */
  readonly chosenInPanel: boolean;
  readonly lastSave: EngineSave | null;
}

/** Provider that was set up in the panel, with its key. */
export interface OpenedProvider extends Pick<ChosenProvider, 'kind' | 'host' | 'definition'> {
  readonly key: StoredKey;
}

/** A provider to save, or null to remove the one of its place. */
export interface ProviderRequest extends Omit<SaveRequest, 'change' | 'writeAlongside'> {
  readonly name: ProviderName;
  readonly provider: Pick<ChosenProvider, 'kind' | 'host' | 'definition'> | null;
  /** The new key, null for none; 'keep' for the stored one. */
  readonly key: string | null | 'keep';
  /** Whether to switch the engine on: when a place is filled for the first time. */
  readonly switchOn: boolean;
}

/** Reads and changes the stored engine settings. */
export interface EngineSettings
  extends Pick<RevisedSettings<ShownEngines, EngineSetting, EngineRefusal>, 'refresh' | 'close'> {
  /** Returns the current settings; the same object until a change. */
  current(): EngineSettingsDocument;
  /** Saves a change; see RevisedSettings. */
  save(request: SaveRequest): Promise<SaveOutcome<ShownEngines, EngineSetting, EngineRefusal>>;
  /** Returns the provider of a place with its key; null if none was set up in the panel. For the engines only. */
  provider(name: ProviderName): OpenedProvider | null;
  /** Saves or removes the provider of a place, with its key; see RevisedSettings. */
  saveProvider(request: ProviderRequest): Promise<SaveOutcome<ShownEngines, EngineSetting, EngineRefusal>>;
  /** Calls the listener after each new revision and returns a function that unsubscribes. The listener must not throw. */
  onChange(listener: (settings: EngineSettingsDocument) => void): () => void;
}

export interface EngineSettingsParts {
  readonly database: Database;
  readonly log: Logger;
  /** Secrets under which the keys of providers are stored. */
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
  provider: { provider: null, 'provider-2': null, 'provider-3': null },
  platforms: byPlatform(() => true),
  canaries: byPlatform(() => []),
  alerts: { webhook: null, below: ALERT_BELOW_PERCENT },
});

const FAULTS = {
  polling: "other instances' engine settings cannot be seen",
  refresh: 'the settings of the engines are shown as they were last seen',
} as const;

/** The settings as the panel shows them, and the keys of the providers, which only the engines read. */
interface HeldEngines {
  readonly shown: ShownEngines;
  readonly keys: Readonly<Record<ProviderName, StoredKey>>;
}

const hostsOf = (providers: ChosenProviders): KeyHosts => {
  const hostOf = (provider: ChosenProvider | null) => (provider?.hasKey === true ? provider.host : null);
  return {
    provider: hostOf(providers.provider),
    'provider-2': hostOf(providers['provider-2']),
    'provider-3': hostOf(providers['provider-3']),
  };
};

const switchedOn = (engines: EngineValues['engines'], name: ProviderName): EngineValues['engines'] =>
  engines.map((engine) => (engine.name === name ? { ...engine, on: true } : engine));

/**
 * Opens the engine settings: the defaults from ENGINES, overridden by the parts in the database. An unreadable stored part
 * gets its default and logs a warning. Polls for revisions of other instances and workers that share the database. Throws the database's errors.
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
  const store = createDocumentStore(textRow('engines'), descriptors, defaultEngines(first));
  if (secrets.previous !== null) {
    const resealed = await database.write(async (trx) =>
      keys.reseal(trx, hostsOf((await store.latest(trx)).values.provider)),
    );
    if (resealed > 0) log.info({ keys: resealed }, 'the keys of providers were sealed under the new SECRET');
  }
  const revised = await openRevisedSettings({
    database,
    store,
    descriptors,
    build: async ({ revision, values, chosen, lastSave }): Promise<HeldEngines> => {
      const hosts = hostsOf(values.provider);
      const found = await keys.read(database.query, hosts);
      const unreadable = PROVIDER_NAMES.filter((name) => found[name]?.kind === 'unreadable');
      // Keys of a later revision do not fit this one, which the next poll replaces.
      if (unreadable.length > 0 && (await store.latest(database.query)).revision === revision)
        for (const engine of unreadable)
          log.warn({ engine }, 'the stored key of a provider cannot be read: SECRET has changed');
      return {
        shown: { settings: { revision, ...values }, chosenInPanel: chosen.includes('engines'), lastSave },
        keys: found,
      };
    },
    unreadable: (part) => log.warn({ part }, 'a stored setting of the engines could not be read'),
    onFault: (err, during) => log.warn({ err }, FAULTS[during]),
    now,
  });
  const current = () => revised.current().shown.settings;
  const saveShown = async (
    request: SaveRequest,
  ): Promise<SaveOutcome<ShownEngines, EngineSetting, EngineRefusal>> => {
    const outcome = await revised.save({ ...request, action: 'engines_saved' });
    return outcome.ok ? { ok: true, settings: outcome.settings.shown } : outcome;
  };
  return {
    current,
    refresh: async () => (await revised.refresh()).shown,
    save: saveShown,
    provider(name) {
      const held = revised.current();
      const chosen = held.shown.settings.provider[name];
      if (chosen === null) return null;
      const { kind, host, definition } = chosen;
      return { kind, host, definition, key: held.keys[name] };
    },
    async saveProvider({ name, provider, key, switchOn, ...request }) {
      // The other places are taken from memory, so they must be those of the revision that the request knows.
      const { settings: before } = (await revised.refresh()).shown;
      if (before.revision !== request.revision) {
        const refused = await saveShown({ ...request, change: {} });
        return refused.ok ? { ok: false, code: 'conflict', since: [] } : refused;
      }
      const hasKey = key === 'keep' ? before.provider[name]?.hasKey === true : key !== null;
      const next = provider && { ...provider, hasKey, savedAt: now().toISOString() };
      return saveShown({
        ...request,
        change: {
          provider: { ...before.provider, [name]: next },
          ...(switchOn && { engines: switchedOn(before.engines, name) }),
        },
        writeAlongside: async (trx) => {
          if (key !== 'keep') await keys.write(trx, name, provider?.host ?? '', key);
        },
      });
    },
    onChange: (listener) => revised.onChange(({ shown }) => listener(shown.settings)),
    close: revised.close,
  };
};
