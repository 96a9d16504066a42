import * as z from 'zod/mini';
import type { SaveRecord, Snapshot } from './draft.ts';
import { type DraftOutcome, saveFailed } from './draft-controller.ts';
import { callAsAccount } from './session.ts';

/**
 * How to load and save settings with revisions at `path`: the schemas of the responses, and `accept`, which shows a response's settings
 * everywhere in the panel.
 */
export interface RevisedPart<Answer, Values extends object> {
  readonly path: string;
  readonly schema: z.ZodMiniType<Answer>;
  readonly conflictSchema: z.ZodMiniType<{ readonly since: readonly SaveRecord[] }>;
  readonly snapshotOf: (answer: Answer) => Snapshot<Values>;
  readonly accept: (answer: Answer) => Promise<void>;
}

/**
 * Saves a change based on `revision`; after a conflict, fetches the current settings. Calls `accept` with the server's settings unless a
 * call failed.
 */
export async function saveRevised<Answer, Values extends object>(
  { path, schema, conflictSchema, snapshotOf, accept }: RevisedPart<Answer, Values>,
  revision: number,
  change: object,
): Promise<DraftOutcome<Values>> {
  const body = { revision, change };
  const answer = await callAsAccount(path, { method: 'PATCH', body, responseSchema: schema });
  if (!answer.ok && answer.code !== 'conflict') return saveFailed(answer);
  const current = answer.ok ? answer : await callAsAccount(path, { responseSchema: schema });
  if (!current.ok) return saveFailed(current);
  await accept(current.value);
  const now = snapshotOf(current.value);
  if (answer.ok) return { kind: 'saved', now };
  return { kind: 'conflict', now, since: z.safeParse(conflictSchema, answer.body).data?.since ?? [] };
}
