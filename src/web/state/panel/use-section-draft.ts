import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { SectionId } from '#shared/section-ids.ts';
import { isSignOnEnded } from '../../lib/panel-client.ts';
import type { DraftConflict, Snapshot, ValueName } from './draft.ts';
import { DraftController, type DraftControllerDependencies, type SavePhase } from './draft-controller.ts';
import { dropKeptDraft, keepDraft, readKeptDraft } from './kept-draft.ts';

/** Part of a draft that does not depend on the type of its values. The frame around a section uses it. */
export interface DraftFrame {
  readonly section: SectionId;
  /** Names of the values that differ from the server's. */
  readonly changed: readonly string[];
  readonly phase: SavePhase;
  readonly conflict: DraftConflict | null;
  readonly values: object;
  readonly saved: object;
  /** Drops the edits, and returns a function that makes these edits again. */
  readonly discard: () => () => void;
  readonly save: () => Promise<void>;
  readonly takeTheirs: () => () => void;
  readonly keepMine: () => void;
}

export interface SectionDraft<Values extends object> extends DraftFrame {
  /** Values in the form. */
  readonly values: Values;
  /** Values on the server. */
  readonly saved: Values;
  readonly changed: readonly ValueName<Values>[];
  /** Number that increases whenever a value changes for another reason than an edit. Use it as `key` of editors with internal state. */
  readonly epoch: number;
  readonly edit: (edits: Partial<Values>) => void;
  /** Returns the form's values at this moment, for callbacks that run many renders later, such as a toast's Undo. */
  readonly now: () => Values;
}

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * Returns the draft of an open section. The draft starts with the edits that were stored before a reload, if there are any. Stores its
 * edits when the page is left after the sign-on of a proxy has ended. `current` is the server's state and must be the same object until
 * that state changes; a new object is merged by the rules of draft.ts.
 */
export function useSectionDraft<Values extends object>(
  section: SectionId,
  current: Snapshot<Values>,
  saveChange: DraftControllerDependencies<Values>['save'],
): SectionDraft<Values> {
  const [controller] = useState(() => {
    const kept = readKeptDraft<Values>(section);
    const base = kept === null ? current : { ...current, revision: kept.revision, values: kept.saved };
    const created = new DraftController(base, { save: saveChange, wait });
    if (kept !== null) {
      created.edit(kept.values);
      created.receiveSnapshot(current);
    }
    return created;
  });
  const { state, changed, phase } = useSyncExternalStore(controller.subscribe, controller.view);
  const first = useRef(current);
  useEffect(() => {
    if (current !== first.current) controller.receiveSnapshot(current);
    first.current = current;
  }, [controller, current]);
  useEffect(() => {
    // The stored draft is dropped in an effect, because React may call the initialiser of the state above more than once.
    dropKeptDraft(section);
    const keepEdits = () => {
      const { state: draft, changed: edited } = controller.view();
      if (isSignOnEnded() && edited.length > 0) keepDraft({ section, draft });
    };
    addEventListener('pagehide', keepEdits);
    return () => removeEventListener('pagehide', keepEdits);
  }, [controller, section]);
  const { edit, discard, save, takeTheirs, keepMine } = controller;
  const now = () => controller.view().state.values;
  return { section, changed, phase, ...state, edit, now, discard, save, takeTheirs, keepMine };
}
