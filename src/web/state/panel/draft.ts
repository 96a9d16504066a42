// Pure functions on a form's draft: edits, and merging with the server's state. draft-controller.ts handles the saves.

/** Author, time and changed values of a saved revision. */
export interface SaveRecord {
  readonly revision: number;
  readonly savedAt: string;
  /** Null when unknown. */
  readonly author: string | null;
  /** Account of the author, which may be this one in another window; null when unknown. */
  readonly authorId: string | null;
  readonly changed: readonly string[];
}

/** Server state of the values that one form edits, in the format in which they are saved. */
export interface Snapshot<Values extends object> {
  readonly revision: number;
  readonly values: Values;
  readonly lastSave: SaveRecord | null;
}

/**
 * Values that were saved elsewhere, by another account or in another window, while they were changed here. `by` is null when the author is
 * unknown.
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
  /** Increases when a value changes other than by an edit, so that editors with internal state reset. */
  readonly epoch: number;
}

const namesOf = <Values extends object>(values: Values): ValueName<Values>[] =>
  Object.keys(values) as ValueName<Values>[];

export const pick = <Values extends object>(
  names: readonly ValueName<Values>[],
  values: Values,
): Partial<Values> => Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;

/** Returns whether two values have equal JSON; the order of an object's keys matters. */
export const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

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

/** Replaces the form's values that are in `part`; the revision and a conflict stay. */
export const edit = <Values extends object>(
  state: DraftState<Values>,
  part: Partial<Values>,
): DraftState<Values> => ({ ...state, values: { ...state.values, ...part } });

/** Resets all values of the form to the server's and ends a conflict. */
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
 * Merges a newer state of the server into the draft. Values unchanged in the form are updated; a value changed on both sides to different
 * results becomes a conflict. `since` are the known saves, oldest first, of which the conflict names the latest.
 */
export function mergeSnapshot<Values extends object>(
  state: DraftState<Values>,
  { revision, values: saved }: Snapshot<Values>,
  since: readonly SaveRecord[],
): DraftState<Values> {
  const names = namesOf(saved);
  const mine = new Set(changedNames(state));
  const updated = names.filter((name) => !mine.has(name) && !isEqual(state.values[name], saved[name]));
  const disputed = names.filter(
    (name) =>
      mine.has(name) &&
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
        : { names: disputed, by: latestSaveOf(disputed, since) ?? state.conflict?.by ?? null },
    epoch: state.epoch + (updated.length > 0 ? 1 : 0),
  };
}

/** Applies a successful save of `sent`: takes the server's values but keeps edits made since. */
export function applySave<Values extends object>(
  state: DraftState<Values>,
  { revision, values: saved }: Snapshot<Values>,
  sent: Partial<Values>,
): DraftState<Values> {
  const before = { ...state.saved, ...sent };
  const follows = namesOf(saved).filter((name) => isEqual(state.values[name], before[name]));
  const replaced = follows.some((name) => !isEqual(state.values[name], saved[name]));
  return {
    revision,
    saved,
    values: { ...state.values, ...pick(follows, saved) },
    conflict: null,
    epoch: state.epoch + (replaced ? 1 : 0),
  };
}

/** Ends the conflict: the values in conflict become the server's, other edits stay. */
export const takeTheirs = <Values extends object>(state: DraftState<Values>): DraftState<Values> => {
  const disputed = namesOf(state.saved).filter((name) => state.conflict?.names.includes(name) === true);
  return {
    ...state,
    values: { ...state.values, ...pick(disputed, state.saved) },
    conflict: null,
    epoch: state.epoch + 1,
  };
};

/** Ends the conflict and keeps the form's values, which the next save writes over the server's. */
export const keepMine = <Values extends object>(state: DraftState<Values>): DraftState<Values> => ({
  ...state,
  conflict: null,
});
