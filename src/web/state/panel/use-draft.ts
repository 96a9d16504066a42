import { useMemo } from 'react';
import type { SavedSetting, SettingValues } from '#shared/contract/admin-settings.ts';
import type { SectionId } from '#shared/section-ids.ts';
import { saveSettings, snapshotOf, useAdminSettings } from './edited-settings.ts';
import { type SectionDraft, useSectionDraft } from './use-section-draft.ts';

/** Draft of the site settings that one section edits. */
export type Draft<Name extends SavedSetting = SavedSetting> = SectionDraft<Pick<SettingValues, Name>>;

/** Part of a section's draft with which a row edits the settings `Name`. */
export type DraftFields<Name extends SavedSetting> = Pick<Draft<Name>, 'values' | 'saved' | 'edit'>;

/**
 * Returns the draft of the site settings that a section edits. `names` are the settings and must be the same array in each render. Suspends
 * while the settings load.
 */
export function useDraft<Name extends SavedSetting>(section: SectionId, names: readonly Name[]): Draft<Name> {
  const settings = useAdminSettings();
  const current = useMemo(() => snapshotOf(settings, names), [settings, names]);
  return useSectionDraft(section, current, (revision, change) => saveSettings(revision, change, names));
}
