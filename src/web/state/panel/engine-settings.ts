import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import {
  type AdminEngines,
  adminEnginesSchema,
  type EngineSettingsDocument,
  engineConflictSchema,
} from '#shared/contract/engines.ts';
import { ENGINE_HEALTH_ASK_MS } from '#shared/limits.ts';
import type { PanelFailure } from '../../lib/panel-client.ts';
import type { Snapshot } from './draft.ts';
import { type SaveOutcome, saveFailed } from './draft-controller.ts';
import { PANEL_KEYS, PanelCallError, queryClient } from './query-client.ts';
import { callAsAccount } from './session.ts';
import { type HeldDraft, useHeldDraft } from './use-held-draft.ts';

export type EngineValues = Omit<EngineSettingsDocument, 'revision'>;
export type EngineDraft = HeldDraft<EngineValues>;

const ENGINES_PATH = '/api/admin/engines';

const readEngines = () => callAsAccount(ENGINES_PATH, { answer: adminEnginesSchema });

async function askEngines(): Promise<AdminEngines> {
  const answer = await readEngines();
  if (!answer.ok) throw new PanelCallError(answer.detail);
  return answer.value;
}

/**
 * The engines as the server has them and how they do, asked for again and again while they are shown; suspends until they
 * are there. Throws PanelCallError to the nearest boundary.
 */
export const useAdminEngines = (): AdminEngines =>
  useSuspenseQuery({
    queryKey: PANEL_KEYS.engines,
    queryFn: askEngines,
    refetchInterval: ENGINE_HEALTH_ASK_MS,
  }).data;

/** Asks again how the engines do. */
export const askEnginesAgain = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: PANEL_KEYS.engines });

const snapshotOf = ({
  settings,
  lastSave,
}: Pick<AdminEngines, 'settings' | 'lastSave'>): Snapshot<EngineValues> => {
  const { revision, ...values } = settings;
  return { revision, values, lastSave };
};

async function accept(engines: AdminEngines): Promise<void> {
  // An answer still under way is older.
  await queryClient.cancelQueries({ queryKey: PANEL_KEYS.engines });
  queryClient.setQueryData(PANEL_KEYS.engines, engines);
  void queryClient.invalidateQueries({ queryKey: PANEL_KEYS.activity });
}

async function meetConflict(failure: PanelFailure): Promise<SaveOutcome<EngineValues>> {
  const known = z.safeParse(engineConflictSchema, failure.body).data;
  const answer = await readEngines();
  if (!answer.ok) return saveFailed(answer);
  await accept(answer.value);
  return { kind: 'conflict', now: snapshotOf(answer.value), since: known?.since ?? [] };
}

async function saveEngines(
  revision: number,
  change: Partial<EngineValues>,
): Promise<SaveOutcome<EngineValues>> {
  const answer = await callAsAccount(ENGINES_PATH, {
    method: 'PATCH',
    body: { revision, change },
    answer: adminEnginesSchema,
  });
  if (!answer.ok) return answer.code === 'conflict' ? meetConflict(answer) : saveFailed(answer);
  await accept(answer.value);
  return { kind: 'saved', now: snapshotOf(answer.value) };
}

/** The draft of the section `section` over what the server has of the engines. */
export function useEngineDraft(section: string, { settings, lastSave }: AdminEngines): EngineDraft {
  const current = useMemo(() => snapshotOf({ settings, lastSave }), [settings, lastSave]);
  return useHeldDraft(section, current, saveEngines);
}
