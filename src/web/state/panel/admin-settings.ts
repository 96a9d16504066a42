import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  type AdminSettings,
  adminSettingsSchema,
  conflictSchema,
  type SavedSetting,
  type SettingValues,
  savedValues,
} from '#shared/contract/admin-settings.ts';
import { byLegalText } from '#shared/contract/legal-texts.ts';
import { byPicture, type Delivery } from '#shared/contract/site.ts';
import type { PanelFailure } from '../../lib/panel-client.ts';
import type { Snapshot } from './draft.ts';
import { type SaveOutcome, saveFailed } from './draft-controller.ts';
import { PANEL_KEYS, queryClient } from './query-client.ts';
import { callAsAccount, fetchAsAccount } from './session.ts';
import { showSite } from './shown-site.ts';

const SETTINGS_PATH = '/api/admin/settings';

async function fetchSettings(): Promise<AdminSettings> {
  const settings = await fetchAsAccount(SETTINGS_PATH, adminSettingsSchema);
  showSite(settings.site);
  return settings;
}

const settingsQuery = { queryKey: PANEL_KEYS.settings, queryFn: fetchSettings };

/** Returns the settings the panel edits; suspends while they load. Throws a PanelCallError to the nearest boundary. */
export const useAdminSettings = (): AdminSettings => useSuspenseQuery(settingsQuery).data;

/** Keeps the shown site current in sections that do not edit the settings: the frame shows its title, logo and state. */
export const useFollowedSettings = (): void => void useQuery(settingsQuery);

/** Returns how saved files reach visitors: through the server until the settings have loaded. Does not suspend. */
export const useDelivery = (): Delivery => useQuery(settingsQuery).data?.site.delivery ?? 'tunnel';

/** Stores the settings that the server returned after a save or a restore, and updates everything that shows them. */
async function acceptSettings(settings: AdminSettings): Promise<void> {
  // The response of a query still in flight would be older.
  await queryClient.cancelQueries({ queryKey: PANEL_KEYS.settings });
  queryClient.setQueryData(PANEL_KEYS.settings, settings);
  showSite(settings.site);
  void queryClient.invalidateQueries({ queryKey: PANEL_KEYS.revisions });
  void queryClient.invalidateQueries({ queryKey: PANEL_KEYS.activity });
}

/** Returns the server's state of these settings in the format in which they are saved. */
export function snapshotOf<Name extends SavedSetting>(
  settings: AdminSettings,
  names: readonly Name[],
): Snapshot<Pick<SettingValues, Name>> {
  const { site, lastSave } = settings;
  const all = savedValues(site, {
    ...byPicture((setting) => settings[setting]?.hash ?? null),
    ...byLegalText((setting) => settings[setting]),
  });
  const values = Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<SettingValues, Name>;
  return { revision: site.revision, values, lastSave };
}

type Values<Name extends SavedSetting> = Pick<SettingValues, Name>;

/** Fetches the current settings after a conflict. */
async function loadConflict<Name extends SavedSetting>(
  failure: PanelFailure,
  names: readonly Name[],
): Promise<SaveOutcome<Values<Name>>> {
  const known = z.safeParse(conflictSchema, failure.body).data;
  const answer = await callAsAccount(SETTINGS_PATH, { responseSchema: adminSettingsSchema });
  if (!answer.ok) return saveFailed(answer);
  await acceptSettings(answer.value);
  return { kind: 'conflict', now: snapshotOf(answer.value, names), since: known?.since ?? [] };
}

/** Saves a change of these settings based on `revision`. Never rejects. */
export async function saveSettings<Name extends SavedSetting>(
  revision: number,
  change: Partial<Values<Name>>,
  names: readonly Name[],
): Promise<SaveOutcome<Values<Name>>> {
  const answer = await callAsAccount(SETTINGS_PATH, {
    method: 'PATCH',
    body: { revision, change },
    responseSchema: adminSettingsSchema,
  });
  if (!answer.ok) return answer.code === 'conflict' ? loadConflict(answer, names) : saveFailed(answer);
  await acceptSettings(answer.value);
  return { kind: 'saved', now: snapshotOf(answer.value, names) };
}
