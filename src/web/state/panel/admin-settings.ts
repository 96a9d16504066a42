import { useSuspenseQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type AdminSettings, adminSettingsSchema, conflictSchema } from '#shared/contract/admin-settings.ts';
import type { SiteSetting } from '#shared/contract/site-events.ts';
import type { PanelFailure } from '../../lib/panel-client.ts';
import { type SaveOutcome, saveFailed } from './draft-controller.ts';
import { PANEL_KEYS, PanelCallError, queryClient } from './query-client.ts';
import { callAsAccount } from './session.ts';
import { type SettingValues, snapshotOf } from './setting-values.ts';
import { showSite } from './shown-site.ts';

const SETTINGS_PATH = '/api/admin/settings';

async function askSettings(): Promise<AdminSettings> {
  const answer = await callAsAccount(SETTINGS_PATH, { answer: adminSettingsSchema });
  if (!answer.ok) throw new PanelCallError(answer.detail);
  showSite(answer.value.site);
  return answer.value;
}

const settingsQuery = { queryKey: PANEL_KEYS.settings, queryFn: askSettings };

/** The settings the panel edits; suspends until they are there. Throws PanelCallError to the nearest boundary. */
export const useAdminSettings = (): AdminSettings => useSuspenseQuery(settingsQuery).data;

/** The server has answered a save or a restore with these settings: shown everywhere, mirrored, and told of once. */
async function acceptSettings(settings: AdminSettings): Promise<void> {
  // An answer still under way is older.
  await queryClient.cancelQueries({ queryKey: PANEL_KEYS.settings });
  queryClient.setQueryData(PANEL_KEYS.settings, settings);
  showSite(settings.site);
  void queryClient.invalidateQueries({ queryKey: PANEL_KEYS.revisions });
  void queryClient.invalidateQueries({ queryKey: PANEL_KEYS.activity });
}

type Values<Name extends SiteSetting> = Pick<SettingValues, Name>;

async function meetConflict<Name extends SiteSetting>(
  failure: PanelFailure,
  names: readonly Name[],
): Promise<SaveOutcome<Values<Name>>> {
  const known = z.safeParse(conflictSchema, failure.body).data;
  const answer = await callAsAccount(SETTINGS_PATH, { answer: adminSettingsSchema });
  if (!answer.ok) return saveFailed(answer);
  await acceptSettings(answer.value);
  return { kind: 'conflict', now: snapshotOf(answer.value, names), since: known?.since ?? [] };
}

/** Saves a change of some of these settings on top of `revision`. Never rejects. */
export async function saveSettings<Name extends SiteSetting>(
  revision: number,
  change: Partial<Values<Name>>,
  names: readonly Name[],
): Promise<SaveOutcome<Values<Name>>> {
  const answer = await callAsAccount(SETTINGS_PATH, {
    method: 'PATCH',
    body: { revision, change },
    answer: adminSettingsSchema,
  });
  if (!answer.ok) return answer.code === 'conflict' ? meetConflict(answer, names) : saveFailed(answer);
  await acceptSettings(answer.value);
  return { kind: 'saved', now: snapshotOf(answer.value, names) };
}
