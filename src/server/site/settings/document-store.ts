import * as z from 'zod/mini';
import { savedBySchema } from '#shared/contract/admin-settings.ts';
import { parseJson } from '#shared/parse-json.ts';
import type { KeyValueRow } from '../../base/db/key-value-row.ts';
import type { RevisionStore, SaveSummary, StoredRevision } from './revised-settings.ts';

/** Maximum number of saves that are listed in a document; the panel names their authors after a conflict. */
export const DOCUMENT_SAVES_MAX = 20;

const documentSchema = z.object({
  settings: z.looseObject({ revision: z.int().check(z.nonnegative()) }),
  saves: z.catch(
    z.array(
      z.extend(savedBySchema, {
        // Earlier versions stored only the name.
        authorId: z._default(z.nullable(z.string()), null),
        changed: z.array(z.string()),
      }),
    ),
    [],
  ),
});

/** A stored document with its last saves, oldest first. */
type StoredDocument = StoredRevision & { readonly saves: readonly SaveSummary[] };

const unpack = (text: string | null): StoredDocument | null => {
  if (text === null) return null;
  const { data } = documentSchema.safeParse(parseJson(text));
  if (data === undefined) return { revision: 0, stored: undefined, saves: [], lastSave: null };
  const { revision, ...stored } = data.settings;
  return { revision, stored, saves: data.saves, lastSave: data.saves.at(-1) ?? null };
};

/**
 * Creates a store that keeps the latest revision as one document in `row`: the chosen settings and the summaries of the last
 * DOCUMENT_SAVES_MAX saves. Earlier revisions are not kept.
 */
export const createDocumentStore = (row: KeyValueRow<string>): RevisionStore => ({
  version: row.read,
  latest: async (query) => unpack(await row.read(query)),
  async savesSince(query, revision) {
    const saves = unpack(await row.read(query))?.saves ?? [];
    return saves.filter((save) => save.revision > revision);
  },
  async append(trx, settings, save) {
    const saves = unpack(await row.read(trx))?.saves ?? [];
    const document = {
      settings: { revision: save.revision, ...settings },
      saves: [...saves, save].slice(-DOCUMENT_SAVES_MAX),
    };
    await row.write(trx, JSON.stringify(document));
  },
});
