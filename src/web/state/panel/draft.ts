import type { SavedBy } from '#shared/contract/admin-settings.ts';

// Pure functions that edit a form's draft and merge it with the server's state. draft-controller.ts handles the saves.

/** Author, time and changed values of a saved revision. The author's account may be that of this window. */
export type SaveRecord = Omit<SavedBy, 'changed'> & { readonly changed: readonly string[] };

/** Server state of the values that one form edits, in the format in which they are saved. */
export interface Snapshot<Values extends object> {
  readonly revision: number;
  readonly values: Values;
  readonly lastSave: SaveRecord | null;
}

/**
 * Values that another account or another window saved while they have unsaved changes in this window (`names`), and the latest of those
 * saves (`by`; null when it is unknown).
 */
export interface DraftConflict {
  readonly names: readonly string[];
  readonly by: SaveRecord | null;
}

export type ValueName<Values extends object> = keyof Values & string;

export interface DraftState<Values extends object> {
  readonly revision: number;
  /** Values on the server. */
  readonly saved: Values;
  /** Values in the form. */
  readonly values: Values;
  readonly conflict: DraftConflict | null;
  /** Number that increases whenever a value changes for another reason than an edit, so that editors with internal state start again. */
  readonly epoch: number;
}

const namesOf = <Values extends object>(values: Values): ValueName<Values>[] =>
  Object.keys(values) as ValueName<Values>[];

export const pick = <Values extends object>(
  names: readonly ValueName<Values>[],
  values: Values,
): Partial<Values> => Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;

/** Returns whether two values have equal JSON; the order of an object's keys matters. */
export const isEqual = (first: unknown, second: unknown): boolean =>
  JSON.stringify(first) === JSON.stringify(second);

/** Creates a draft whose form has the server's values. */
export const startDraft = <Values extends object>({
  revision,
  values,
}: Snapshot<Values>): DraftState<Values> => ({ revision, saved: values, values, conflict: null, epoch: 0 });

/** Returns the names of the values that differ from the server's. */
export const changedNames = <Values extends object>({
  saved,
  values,
}: DraftState<Values>): ValueName<Values>[] =>
  namesOf(saved).filter((name) => !isEqual(saved[name], values[name]));

/** Replaces the form's values with those in `edits`; values that are not in `edits`, the revision and a conflict stay. */
export const edit = <Values extends object>(
  state: DraftState<Values>,
  edits: Partial<Values>,
): DraftState<Values> => ({ ...state, values: { ...state.values, ...edits } });

/** Resets all values of the form to the server's values and ends a conflict. */
export const discard = <Values extends object>(state: DraftState<Values>): DraftState<Values> => ({
  ...state,
  values: state.saved,
  conflict: null,
  epoch: state.epoch + 1,
});

/** Returns the newest save that changed one of `names`, or null. */
const latestSaveOf = (names: readonly string[], saves: readonly SaveRecord[]): SaveRecord | null =>
  saves.findLast(({ changed }) => changed.some((name) => names.includes(name))) ?? null;

/**
 * Merges a newer state of the server into the draft. A value without an edit in the form is updated; a value that was changed both in the
 * form and on the server, with different results, becomes part of the conflict. `knownSaves` are saves since the draft's revision, oldest
 * first; the conflict names the latest of them that changed one of its values.
 */
export function mergeSnapshot<Values extends object>(
  state: DraftState<Values>,
  { revision, values: saved }: Snapshot<Values>,
  knownSaves: readonly SaveRecord[],
): DraftState<Values> {
  const names = namesOf(saved);
  const editedNames = new Set(changedNames(state));
  const updated = names.filter((name) => !editedNames.has(name) && !isEqual(state.values[name], saved[name]));
  const disputed = names.filter(
    (name) =>
      editedNames.has(name) &&
      !isEqual(state.values[name], saved[name]) &&
      (!isEqual(state.saved[name], saved[name]) || state.conflict?.names.includes(name) === true),
  );
  return {
    revision,
    saved,
    values: { ...state.values, ...pick(updated, saved) },
    conflict:
      disputed.length === 0
        ? null
        : { names: disputed, by: latestSaveOf(disputed, knownSaves) ?? state.conflict?.by ?? null },
    epoch: state.epoch + (updated.length > 0 ? 1 : 0),
  };
}

/** Applies a successful save of the values `sent`: takes the server's values, but keeps edits that were made during the save. */
export function applySave<Values extends object>(
  state: DraftState<Values>,
  { revision, values: saved }: Snapshot<Values>,
  sent: Partial<Values>,
): DraftState<Values> {
  const before = { ...state.saved, ...sent };
  const unchangedNames = namesOf(saved).filter((name) => isEqual(state.values[name], before[name]));
  const isAnyReplaced = unchangedNames.some((name) => !isEqual(state.values[name], saved[name]));
  return {
    revision,
    saved,
    values: { ...state.values, ...pick(unchangedNames, saved) },
    conflict: null,
    epoch: state.epoch + (isAnyReplaced ? 1 : 0),
  };
}

/** Ends the conflict: the values in conflict become the server's values. Other edits stay. */
export const takeTheirs = <Values extends object>(state: DraftState<Values>): DraftState<Values> => {
  const disputed = namesOf(state.saved).filter((name) => state.conflict?.names.includes(name) === true);
  return {
    ...state,
    values: { ...state.values, ...pick(disputed, state.saved) },
    conflict: null,
    epoch: state.epoch + 1,
  };
};

/** Ends the conflict and keeps the form's values. The next save writes them over the server's values. */
export const keepMine = <Values extends object>(state: DraftState<Values>): DraftState<Values> => ({
  ...state,
  conflict: null,
});
