import * as z from 'zod/mini';
import type { SaveRecord, Snapshot } from './draft.ts';
import { type DraftOutcome, toFailedSave } from './draft-controller.ts';
import { callAsAccount } from './session.ts';

/**
 * Settings with revisions that are loaded from and saved at `path`: the schemas of the responses, `snapshotOf`, which returns what a form
 * edits of them, and `accept`, which shows the settings of a response everywhere in the panel.
 */
export interface SettingsResource<Answer, Values extends object> {
  readonly path: string;
  readonly schema: z.ZodMiniType<Answer>;
  readonly conflictSchema: z.ZodMiniType<{ readonly since: readonly SaveRecord[] }>;
  readonly snapshotOf: (answer: Answer) => Snapshot<Values>;
  readonly accept: (answer: Answer) => Promise<void>;
}

/**
 * Saves a change based on `revision`; after a conflict, fetches the current settings. Calls `accept` with the server's settings unless a
 * request failed. Resolves to the outcome `saved`, `conflict` or `failed`.
 */
export async function saveRevised<Answer, Values extends object>(
  { path, schema, conflictSchema, snapshotOf, accept }: SettingsResource<Answer, Values>,
  revision: number,
  change: object,
): Promise<DraftOutcome<Values>> {
  const body = { revision, change };
  const answer = await callAsAccount(path, { method: 'PATCH', body, responseSchema: schema });
  if (!answer.ok && answer.code !== 'conflict') return toFailedSave(answer);
  const current = answer.ok ? answer : await callAsAccount(path, { responseSchema: schema });
  if (!current.ok) return toFailedSave(current);
  await accept(current.value);
  const snapshot = snapshotOf(current.value);
  if (answer.ok) return { kind: 'saved', current: snapshot };
  return {
    kind: 'conflict',
    current: snapshot,
    savesSince: z.safeParse(conflictSchema, answer.body).data?.since ?? [],
  };
}
