import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
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
import type { Snapshot } from './draft.ts';
import { acceptAnswer, PANEL_KEYS, queryClient } from './query-client.ts';
import { saveRevised } from './save-revised.ts';
import { fetchAsAccount } from './session.ts';
import { showSite } from './shown-site.ts';

const SETTINGS_PATH = '/api/admin/settings';

async function fetchSettings(): Promise<AdminSettings> {
  const settings = await fetchAsAccount(SETTINGS_PATH, adminSettingsSchema);
  showSite(settings.site);
  return settings;
}

const settingsQuery = { queryKey: PANEL_KEYS.settings, queryFn: fetchSettings };

/**
 * Returns the settings that the panel edits; suspends while they load. If the call fails, throws a PanelCallError to the nearest error
 * boundary.
 */
export const useAdminSettings = (): AdminSettings => useSuspenseQuery(settingsQuery).data;

/**
 * Loads the settings, and fetches them again when they are stale, so that every section can show the site's current title, logo and state.
 * Does not suspend.
 */
export const useFollowedSettings = (): void => void useQuery(settingsQuery);

/** Returns how saved files reach visitors; 'tunnel' (through the server) until the settings have loaded. Does not suspend. */
export const useDelivery = (): Delivery => useQuery(settingsQuery).data?.site.delivery ?? 'tunnel';

/**
 * Shows the settings that the server returned after a save or a restore everywhere in the panel, and marks the lists of revisions and of
 * the activity as stale.
 */
async function acceptSettings(settings: AdminSettings): Promise<void> {
  await acceptAnswer(PANEL_KEYS.settings, settings);
  showSite(settings.site);
  void queryClient.invalidateQueries({ queryKey: PANEL_KEYS.revisions });
}

/** Returns the server's values of the settings `names` in the format in which they are saved, with the revision and the last save. */
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

/**
 * Saves a change of the settings `names`, based on `revision`. Resolves to the outcome `saved` or `conflict`, each with the server's
 * values, or to `failed`. Never rejects.
 */
export const saveSettings = <Name extends SavedSetting>(
  revision: number,
  change: Partial<Pick<SettingValues, Name>>,
  names: readonly Name[],
) =>
  saveRevised<AdminSettings, Pick<SettingValues, Name>>(
    {
      path: SETTINGS_PATH,
      schema: adminSettingsSchema,
      conflictSchema,
      snapshotOf: (settings) => snapshotOf(settings, names),
      accept: acceptSettings,
    },
    revision,
    change,
  );
