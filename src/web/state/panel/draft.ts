// Pure: what a form shows, what the server has, and how the two meet. draft-controller.ts does the work around it.

/** Who saved a revision, when, and which of the values it changed. */
export interface SaveNote {
  readonly revision: number;
  readonly savedAt: string;
  /** Null when it is not known. */
  readonly author: string | null;
  readonly changed: readonly string[];
}

/** What the server has: the values one form edits, each in the form it is saved in. */
export interface Snapshot<Values extends object> {
  readonly revision: number;
  readonly values: Values;
  readonly lastSave: SaveNote | null;
}

/** Values somebody else has saved while they were changed here; `by` is null when it is not known who. */
export interface DraftConflict {
  readonly names: readonly string[];
  readonly by: SaveNote | null;
}

export type NameOf<Values extends object> = keyof Values & string;

export interface DraftState<Values extends object> {
  /** The revision `saved` is of. */
  readonly revision: number;
  /** What the server has. */
  readonly saved: Values;
  /** What the form shows. */
  readonly values: Values;
  readonly conflict: DraftConflict | null;
  /** Grows when a value was replaced by other hands than the form's: an editor that keeps its own text starts anew. */
  readonly epoch: number;
}

const namesOf = <Values extends object>(values: Values): NameOf<Values>[] =>
  Object.keys(values) as NameOf<Values>[];

const pick = <Values extends object>(names: readonly NameOf<Values>[], values: Values): Partial<Values> =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A draft in which nothing is changed yet. */
export const startDraft = <Values extends object>({
  revision,
  values,
}: Snapshot<Values>): DraftState<Values> => ({ revision, saved: values, values, conflict: null, epoch: 0 });

/** The values the form shows otherwise than the server has them. */
export const changedNames = <Values extends object>({
  saved,
  values,
}: DraftState<Values>): NameOf<Values>[] => namesOf(saved).filter((name) => !same(saved[name], values[name]));

/** The form shows these values now. */
export const edit = <Values extends object>(
  state: DraftState<Values>,
  part: Partial<Values>,
): DraftState<Values> => ({ ...state, values: { ...state.values, ...part } });

/** What was changed is as the server has it again. */
export const discard = <Values extends object>(state: DraftState<Values>): DraftState<Values> => ({
  ...state,
  values: state.saved,
  conflict: null,
  epoch: state.epoch + 1,
});

/** The newest of these saves that changed one of `names`. */
const saverOf = (names: readonly string[], saves: readonly SaveNote[]): SaveNote | null =>
  saves.findLast(({ changed }) => changed.some((name) => names.includes(name))) ?? null;

/**
 * The server has other values now, saved by somebody else: those not changed here follow silently, those changed here
 * become a conflict unless both sides mean the same. `since`: the saves that are known, oldest first.
 */
export function meet<Values extends object>(
  state: DraftState<Values>,
  { revision, values: saved }: Snapshot<Values>,
  since: readonly SaveNote[],
): DraftState<Values> {
  const names = namesOf(saved);
  const mine = new Set(changedNames(state));
  const follows = names.filter((name) => !mine.has(name) && !same(state.values[name], saved[name]));
  const disputed = names.filter(
    (name) =>
      mine.has(name) &&
      !same(state.values[name], saved[name]) &&
      (!same(state.saved[name], saved[name]) || state.conflict?.names.includes(name) === true),
  );
  return {
    revision,
    saved,
    values: { ...state.values, ...pick(follows, saved) },
    conflict:
      disputed.length === 0
        ? null
        : { names: disputed, by: saverOf(disputed, since) ?? state.conflict?.by ?? null },
    epoch: state.epoch + (follows.length > 0 ? 1 : 0),
  };
}

/** What was `sent` is saved, as the snapshot has it; what was changed meanwhile stays changed. */
export function settle<Values extends object>(
  state: DraftState<Values>,
  { revision, values: saved }: Snapshot<Values>,
  sent: Partial<Values>,
): DraftState<Values> {
  const before = { ...state.saved, ...sent };
  const follows = namesOf(saved).filter((name) => same(state.values[name], before[name]));
  const replaced = follows.some((name) => !same(state.values[name], saved[name]));
  return {
    revision,
    saved,
    values: { ...state.values, ...pick(follows, saved) },
    conflict: null,
    epoch: state.epoch + (replaced ? 1 : 0),
  };
}

/** The disputed values are as the other side saved them. */
export const takeTheirs = <Values extends object>(state: DraftState<Values>): DraftState<Values> => {
  const disputed = namesOf(state.saved).filter((name) => state.conflict?.names.includes(name) === true);
  return {
    ...state,
    values: { ...state.values, ...pick(disputed, state.saved) },
    conflict: null,
    epoch: state.epoch + 1,
  };
};

/** The disputed values stay as they are here, and will be saved over the other side's. */
export const keepMine = <Values extends object>(state: DraftState<Values>): DraftState<Values> => ({
  ...state,
  conflict: null,
});
