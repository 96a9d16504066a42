import * as z from 'zod/mini';
import type { KeyValueRow } from '../../base/db/key-value-row.ts';
import {
  type Revision,
  type RevisionStore,
  readStoredJson,
  type SaveSummary,
  type Unreadable,
} from './revision-store.ts';
import type { NameOf, SettingDescriptors } from './setting-descriptor.ts';
import { readSettings } from './setting-descriptor.ts';

/** Maximum number of saves that are listed in a document; the panel names their authors after a conflict. */
export const DOCUMENT_SAVES_MAX = 20;

const documentSchema = z.object({
  settings: z.looseObject({ revision: z.int().check(z.nonnegative()) }),
  saves: z.catch(
    z.array(
      z.object({
        revision: z.int().check(z.nonnegative()),
        savedAt: z.iso.datetime(),
        author: z.nullable(z.string()),
        // Earlier versions stored only the name.
        authorId: z._default(z.nullable(z.string()), null),
        changed: z.array(z.string()),
      }),
    ),
    [],
  ),
});

interface StoredDocument<Values> extends Revision<Values> {
  /** The last saves, oldest first. */
  readonly saves: readonly SaveSummary<NameOf<Values>>[];
}

/**
 * Creates a store that keeps the latest revision as one document in `row`: the chosen settings
 * and the summaries of the last saves.
 */
export const createDocumentStore = <Values extends object>(
  row: KeyValueRow<string>,
  descriptors: SettingDescriptors<Values, string>,
  defaults: Values,
): RevisionStore<Values> => {
  const isSetting = (name: string): name is NameOf<Values> => Object.hasOwn(descriptors, name);
  const unpack = (text: string | null, unreadable?: Unreadable<Values>): StoredDocument<Values> => {
    const parsed = text === null ? null : documentSchema.safeParse(readStoredJson(text));
    if (!parsed?.success) {
      if (parsed !== null) unreadable?.('all', 0);
      return { revision: 0, values: defaults, chosen: [], saves: [], lastSave: null };
    }
    const { revision, ...stored } = parsed.data.settings;
    const saves = parsed.data.saves.map((save) => ({ ...save, changed: save.changed.filter(isSetting) }));
    return {
      revision,
      ...readSettings(descriptors, stored, defaults, (name) => unreadable?.(name, revision)),
      saves,
      lastSave: saves.at(-1) ?? null,
    };
  };
  return {
    version: row.read,
    latest: async (query, unreadable) => unpack(await row.read(query), unreadable),
    async savesSince(query, revision) {
      const { saves } = unpack(await row.read(query));
      return saves.filter((save) => save.revision > revision);
    },
    async append(trx, { revision, values, chosen }, save) {
      const { saves } = unpack(await row.read(trx));
      const value = JSON.stringify({
        settings: { revision, ...Object.fromEntries(chosen.map((name) => [name, values[name]])) },
        saves: [...saves, save].slice(-DOCUMENT_SAVES_MAX),
      });
      await row.write(trx, value);
    },
  };
};
