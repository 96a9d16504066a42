import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { ENGINE_NAMES, type EngineName } from '#shared/contract/content-type.ts';
import {
  ENGINE_SETTINGS,
  type EngineSave,
  type EngineSetting,
  type EngineSettingsChange,
  type EngineSettingsDocument,
  engineSaveSchema,
} from '#shared/contract/engines.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import { checkEngineChange } from './engine-change.ts';
import { fillFields, isRecord } from './fill-fields.ts';

/** Default success rate in percent below which an alert is sent. */
export const ALERT_BELOW_PERCENT = 50;

/** The engine settings and their last saves, oldest first. */
export interface StoredEngines {
  readonly settings: EngineSettingsDocument;
  /** Parts saved in the panel. The other parts follow the installation's defaults, even when those change. */
  readonly chosen: readonly EngineSetting[];
  readonly saves: readonly EngineSave[];
}

const isEngineSetting = (name: unknown): name is EngineSetting =>
  (ENGINE_SETTINGS as readonly unknown[]).includes(name);

const storedSchema = z.object({
  settings: z.looseObject({ revision: z.int().check(z.nonnegative()) }),
  saves: z.catch(z.array(z.extend(engineSaveSchema, { changed: z.array(z.string()) })), []),
});

const isUnknownEngine = (name: unknown): boolean =>
  typeof name === 'string' && !(ENGINE_NAMES as readonly string[]).includes(name);

/** Drops stored engines that no longer exist, and appends engines that were added since. */
const adaptEngines = (stored: unknown, fallback: EngineSettingsDocument['engines']): unknown => {
  if (!Array.isArray(stored)) return stored;
  const kept = stored.filter((entry) => !isRecord(entry) || !isUnknownEngine(entry['name']));
  const names = new Set(kept.map((entry) => (isRecord(entry) ? entry['name'] : null)));
  return [...kept, ...fallback.filter(({ name }) => !names.has(name))];
};

/** Adapts a part that another version stored to the engines, platforms and fields of this one. */
const adaptPart = (part: EngineSetting, stored: unknown, defaults: EngineSettingsDocument): unknown =>
  part === 'engines' ? adaptEngines(stored, defaults.engines) : fillFields(stored, defaults[part]);

/** Returns the default settings: the engines in `order` are on, in that order. */
export const defaultEngines = (order: readonly EngineName[]): EngineSettingsDocument => ({
  revision: 0,
  engines: [
    ...order.map((name) => ({ name, on: true })),
    ...ENGINE_NAMES.filter((name) => !order.includes(name)).map((name) => ({ name, on: false })),
  ],
  provider: { address: null },
  platforms: byPlatform(() => true),
  canaries: byPlatform(() => []),
  alerts: { webhook: null, below: ALERT_BELOW_PERCENT },
});

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Serialises the saved parts and the last saves as JSON. */
export const packEngines = ({ settings, chosen, saves }: StoredEngines): string =>
  JSON.stringify({
    settings: {
      revision: settings.revision,
      ...Object.fromEntries(chosen.map((part) => [part, settings[part]])),
    },
    saves,
  });

/**
 * Parses a document of packEngines, also of another version, over the defaults. An unreadable part gets its default, and `unreadable` is called with
 * its name, or with 'all' if the whole document is unreadable.
 */
export const unpackEngines = (
  stored: string,
  defaults: EngineSettingsDocument,
  unreadable: (part: EngineSetting | 'all') => void,
): StoredEngines => {
  const parsed = storedSchema.safeParse(parseJson(stored));
  if (!parsed.success) {
    unreadable('all');
    return { settings: defaults, chosen: [], saves: [] };
  }
  const { settings: values } = parsed.data;
  const saves = parsed.data.saves.map((save) => ({ ...save, changed: save.changed.filter(isEngineSetting) }));
  const chosen: EngineSetting[] = [];
  let settings: EngineSettingsDocument = { ...defaults, revision: values.revision };
  for (const part of ENGINE_SETTINGS) {
    if (!Object.hasOwn(values, part)) continue;
    const checked = checkEngineChange({ [part]: adaptPart(part, values[part], defaults) });
    if (!checked.ok) {
      unreadable(part);
      continue;
    }
    settings = withChange(settings, checked.change);
    chosen.push(part);
  }
  return { settings, chosen, saves };
};

/** Returns the settings with the parts of a change applied. */
export const withChange = (
  settings: EngineSettingsDocument,
  { engines, provider, platforms, canaries, alerts }: EngineSettingsChange,
): EngineSettingsDocument => ({
  revision: settings.revision,
  engines: engines ?? settings.engines,
  provider: provider ?? settings.provider,
  platforms: platforms ?? settings.platforms,
  canaries: canaries ?? settings.canaries,
  alerts: alerts ?? settings.alerts,
});

/** Returns the names of the parts in which two documents differ. */
export const differingEngineSettings = (
  one: EngineSettingsDocument,
  other: EngineSettingsDocument,
): EngineSetting[] => ENGINE_SETTINGS.filter((part) => !isDeepStrictEqual(one[part], other[part]));
