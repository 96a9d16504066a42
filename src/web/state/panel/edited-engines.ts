import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ChosenProvider, ProviderSave } from '#shared/contract/chosen-provider.ts';
import {
  type AdminEngines,
  adminEnginesSchema,
  type EngineValues,
  engineConflictSchema,
} from '#shared/contract/engines.ts';
import { STATUS_POLL_MS } from '../../lib/status-client.ts';
import type { Snapshot } from './draft.ts';
import { acceptAnswer, PANEL_KEYS, queryClient } from './query-client.ts';
import { saveRevised } from './save-revised.ts';
import { fetchAsAccount } from './session.ts';
import { type SectionDraft, useSectionDraft } from './use-section-draft.ts';

/** Interval at which the panel polls engine health while it shows it. */
const ENGINE_HEALTH_POLL_MS = 10_000;

/**
 * Provider in the form. `key` is a newly typed key. Without `key`, a save keeps the stored key if `hasKey` is true and removes it
 * otherwise.
 */
export type DraftProvider = ChosenProvider & { readonly key?: string };

/** Engine settings in the form. */
export type EditedEngines = Omit<EngineValues, 'provider'> & { provider: DraftProvider | null };

export type EngineDraft = SectionDraft<EditedEngines>;

const ENGINES_PATH = '/api/admin/engines';

const enginesQuery = {
  queryKey: PANEL_KEYS.engines,
  queryFn: () => fetchAsAccount(ENGINES_PATH, adminEnginesSchema),
};

/**
 * Returns the engines' settings and health, refetched periodically while they are shown; suspends while they load. If the call fails,
 * throws a PanelCallError to the nearest error boundary.
 */
export const useAdminEngines = (): AdminEngines =>
  useSuspenseQuery({ ...enginesQuery, refetchInterval: ENGINE_HEALTH_POLL_MS }).data;

/** Returns the query of the engines' settings and health for sections that do not edit them. Polls, and does not suspend. */
export const useFollowedEngines = () => useQuery({ ...enginesQuery, refetchInterval: STATUS_POLL_MS });

/** Fetches the engines' settings and health again, immediately if they are shown, otherwise when they are shown next. Never rejects. */
export const refreshEngines = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: PANEL_KEYS.engines });

const snapshotOf = ({
  settings,
  lastSave,
}: Pick<AdminEngines, 'settings' | 'lastSave'>): Snapshot<EditedEngines> => {
  const { revision, ...values } = settings;
  return { revision, values, lastSave };
};

/**
 * Converts the provider from the form to the format of a save. `key` is left out if the stored key stays, and null if the stored key is
 * removed.
 */
const toProviderSave = ({ service, host, hasKey, key }: DraftProvider): ProviderSave => ({
  service,
  host,
  ...(key === undefined ? !hasKey && { key: null } : { key }),
});

/**
 * Saves a change of the engine settings, based on `revision`. Resolves to the outcome `saved` or `conflict`, each with the server's values,
 * or to `failed`. Never rejects.
 */
export const saveEditedEngines = (revision: number, { provider, ...rest }: Partial<EditedEngines>) =>
  saveRevised(
    {
      path: ENGINES_PATH,
      schema: adminEnginesSchema,
      conflictSchema: engineConflictSchema,
      snapshotOf,
      accept: (engines) => acceptAnswer(PANEL_KEYS.engines, engines),
    },
    revision,
    provider === undefined
      ? rest
      : { ...rest, provider: provider === null ? null : toProviderSave(provider) },
  );

/**
 * Returns the draft of the engine settings that the Engine section edits. `onProviderSaved` is called after each save that adds or changes
 * the provider, but not after its removal.
 */
export function useEngineDraft(
  { settings, lastSave }: AdminEngines,
  onProviderSaved: () => unknown,
): EngineDraft {
  const current = useMemo(() => snapshotOf({ settings, lastSave }), [settings, lastSave]);
  return useSectionDraft('engine', current, async (revision, change) => {
    const outcome = await saveEditedEngines(revision, change);
    if (outcome.kind === 'saved' && change.provider) onProviderSaved();
    return outcome;
  });
}
