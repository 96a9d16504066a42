import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { DraftConflict, NameOf, Snapshot } from './draft.ts';
import { DraftController, type DraftControllerDependencies, type SavePhase } from './draft-controller.ts';

/** What the frame of a section needs of its draft, whatever that is made of. */
export interface DraftFrame {
  /** Id of the section, as in its address. */
  readonly section: string;
  /** The values the form shows otherwise than the server has them, by name. */
  readonly changed: readonly string[];
  readonly phase: SavePhase;
  readonly conflict: DraftConflict | null;
  readonly discard: () => void;
  readonly save: () => Promise<void>;
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
}

/** A section's unsaved copy of the values it edits. */
export interface HeldDraft<Values extends object> extends DraftFrame {
  /** What the form shows. */
  readonly values: Values;
  /** What the server has. */
  readonly saved: Values;
  readonly changed: readonly NameOf<Values>[];
  /** Grows when a value was replaced by other hands than the form's: give it as `key` to what keeps a text of its own. */
  readonly epoch: number;
  readonly edit: (part: Partial<Values>) => void;
}

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * The draft of a section for as long as it is open: `section` is its id, `current` what the server has (the same object
 * until that changes). What others save meanwhile is met by the rules of draft.ts.
 */
export function useHeldDraft<Values extends object>(
  section: string,
  current: Snapshot<Values>,
  saveChange: DraftControllerDependencies<Values>['save'],
): HeldDraft<Values> {
  const [controller] = useState(() => new DraftController(current, { save: saveChange, wait }));
  const { state, changed, phase } = useSyncExternalStore(controller.subscribe, controller.view);
  const first = useRef(current);
  useEffect(() => {
    if (current !== first.current) controller.receiveSaved(current);
    first.current = current;
  }, [controller, current]);
  const { edit, discard, save, takeTheirs, keepMine } = controller;
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
