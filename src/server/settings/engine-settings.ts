import { ENGINE_NAMES, type EngineName } from '#shared/contract/engine-names.ts';
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
import { ENGINE_DESCRIPTORS, type EngineRefusal } from './engine-setting-descriptors.ts';
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

/** Reads and changes the stored engine settings. */
export interface EngineSettings
  extends Pick<RevisedSettings<ShownEngines, EngineSetting, EngineRefusal>, 'refresh' | 'close'> {
  /** Returns the current settings; the same object until a change. */
  current(): EngineSettingsDocument;
  /** Saves a change; see RevisedSettings. */
  save(request: SaveRequest): Promise<SaveOutcome<ShownEngines, EngineSetting, EngineRefusal>>;
  /** Calls the listener after each new revision and returns a function that unsubscribes. The listener must not throw. */
  onChange(listener: (settings: EngineSettingsDocument) => void): () => void;
}

export interface EngineSettingsParts {
  readonly database: Database;
  readonly log: Logger;
  /** The value of ENGINES: the engines that are on, in order, until the owner saves an order. */
  readonly first: readonly EngineName[];
  readonly now?: () => Date;
}

/** Returns the default settings: the engines in `order` are on, in that order. */
export const defaultEngines = (order: readonly EngineName[]): EngineValues => ({
  engines: [
    ...order.map((name) => ({ name, on: true })),
    ...ENGINE_NAMES.filter((name) => !order.includes(name)).map((name) => ({ name, on: false })),
  ],
  provider: { address: null },
  platforms: byPlatform(() => true),
  canaries: byPlatform(() => []),
  alerts: { webhook: null, below: ALERT_BELOW_PERCENT },
});

const FAULTS = {
  polling: "other instances' engine settings cannot be seen",
  refresh: 'the settings of the engines are shown as they were last seen',
} as const;

/**
 * Opens the engine settings: the defaults from ENGINES, overridden by the parts in the database. An unreadable stored part
 * gets its default and logs a warning. With PostgreSQL, polls for revisions of other instances. Throws the database's errors.
 */
export const openEngineSettings = async ({
  database,
  log,
  first,
  now = () => new Date(),
}: EngineSettingsParts): Promise<EngineSettings> => {
  const revised = await openRevisedSettings({
    database,
    store: createDocumentStore(textRow('engines'), ENGINE_DESCRIPTORS, defaultEngines(first)),
    descriptors: ENGINE_DESCRIPTORS,
    build: async ({ revision, values, chosen, lastSave }): Promise<ShownEngines> => ({
      settings: { revision, ...values },
      chosenInPanel: chosen.includes('engines'),
      lastSave,
    }),
    unreadable: (part) => log.warn({ part }, 'a stored setting of the engines could not be read'),
    onFault: (err, during) => log.warn({ err }, FAULTS[during]),
    now,
  });
  return {
    current: () => revised.current().settings,
    refresh: revised.refresh,
    save: (request) => revised.save({ ...request, action: 'engines_saved' }),
    onChange: (listener) => revised.onChange(({ settings }) => listener(settings)),
    close: revised.close,
  };
};
