import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { SiteSetting } from '#shared/contract/site-events.ts';
import { saveSettings, useAdminSettings } from './admin-settings.ts';
import type { DraftConflict, SettingValues } from './draft.ts';
import { DraftDesk, type SavePhase } from './draft-desk.ts';

/** A section's unsaved copy of the settings it edits. */
export interface Draft<Name extends SiteSetting = SiteSetting> {
  /** Id of the section, as in its address. */
  readonly section: string;
  /** What the form shows. */
  readonly values: Pick<SettingValues, Name>;
  /** What the server has. */
  readonly saved: Pick<SettingValues, Name>;
  /** The settings the form shows otherwise than the server has them. */
  readonly changed: readonly Name[];
  /** Grows when a value was replaced by other hands than the form's: give it as `key` to what keeps a text of its own. */
  readonly epoch: number;
  readonly phase: SavePhase;
  readonly conflict: DraftConflict<Name> | null;
  readonly edit: (part: Partial<Pick<SettingValues, Name>>) => void;
  readonly discard: () => void;
  readonly save: () => Promise<void>;
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
}

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * The draft of a section for as long as it is open: `section` is its id, `settings` the settings it edits (the same array
 * each time). What others save meanwhile is met by the rules of draft.ts. Suspends until the settings are there.
 */
export function useDraft<Name extends SiteSetting>(section: string, settings: readonly Name[]): Draft<Name> {
  const current = useAdminSettings();
  const [desk] = useState(() => new DraftDesk(current, settings, { save: saveSettings, wait }));
  const { state, changed, phase } = useSyncExternalStore(desk.subscribe, desk.view);
  const first = useRef(current);
  useEffect(() => {
    if (current !== first.current) desk.hear(current);
    first.current = current;
  }, [desk, current]);
  const { edit, discard, save, takeTheirs, keepMine } = desk;
  const { values, saved, epoch, conflict } = state;
  return {
    section,
    values,
    saved,
    changed,
    epoch,
    phase,
    conflict,
    edit,
    discard,
    save,
    takeTheirs,
    keepMine,
  };
}
