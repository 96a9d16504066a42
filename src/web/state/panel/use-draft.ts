import { useMemo } from 'react';
import type { SiteSetting } from '#shared/contract/site-events.ts';
import { saveSettings, useAdminSettings } from './admin-settings.ts';
import { type SettingValues, snapshotOf } from './setting-values.ts';
import { type HeldDraft, useHeldDraft } from './use-held-draft.ts';

/** A section's unsaved copy of the site's settings it edits. */
export type Draft<Name extends SiteSetting = SiteSetting> = HeldDraft<Pick<SettingValues, Name>>;

/**
 * The draft of a section of the site's settings for as long as it is open: `section` is its id, `names` the settings it
 * edits (the same array each time). Suspends until the settings are there.
 */
export function useDraft<Name extends SiteSetting>(section: string, names: readonly Name[]): Draft<Name> {
  const settings = useAdminSettings();
  const current = useMemo(() => snapshotOf(settings, names), [settings, names]);
  return useHeldDraft(section, current, (revision, change) => saveSettings(revision, change, names));
}
