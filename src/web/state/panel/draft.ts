import type { AdminSettings, SavedBy, SettingsChange } from '#shared/contract/admin-settings.ts';
import type { SiteSetting } from '#shared/contract/site-events.ts';

// Pure: what a form shows, what the server has, and how the two meet. draft-desk.ts does the work around it.

/** Each setting in the form it is saved in; the logo by its hash. */
export type SettingValues = { [Name in keyof SettingsChange]-?: Exclude<SettingsChange[Name], undefined> };

/** The settings of an answer in the form they are saved in. */
const valuesOf = ({ site, logo }: AdminSettings): SettingValues => ({
  title: site.title,
  logo: logo?.hash ?? null,
  navbar: site.navbar,
  socialLinks: site.socialLinks,
  content: site.content,
  maintenance: site.maintenance,
});

/** Settings somebody else has saved while they were changed here; `by` is null when it is not known who. */
export interface DraftConflict<Name extends SiteSetting = SiteSetting> {
  readonly names: readonly Name[];
  readonly by: SavedBy | null;
}

export interface DraftState<Name extends SiteSetting> {
  readonly names: readonly Name[];
  /** The revision `saved` is of. */
  readonly revision: number;
  /** What the server has. */
  readonly saved: Pick<SettingValues, Name>;
  /** What the form shows. */
  readonly values: Pick<SettingValues, Name>;
  readonly conflict: DraftConflict<Name> | null;
  /** Grows when a value was replaced by other hands than the form's: an editor that keeps its own text starts anew. */
  readonly epoch: number;
}

const pick = <Name extends SiteSetting>(
  names: readonly Name[],
  values: SettingValues,
): Pick<SettingValues, Name> =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<SettingValues, Name>;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A draft in which nothing is changed yet. */
export const startDraft = <Name extends SiteSetting>(
  settings: AdminSettings,
  names: readonly Name[],
): DraftState<Name> => {
  const saved = pick(names, valuesOf(settings));
  return { names, revision: settings.site.revision, saved, values: saved, conflict: null, epoch: 0 };
};

/** The settings the form shows otherwise than the server has them. */
export const changedNames = <Name extends SiteSetting>({ names, saved, values }: DraftState<Name>): Name[] =>
  names.filter((name) => !same(saved[name], values[name]));

/** The form shows these values now. */
export const edit = <Name extends SiteSetting>(
  state: DraftState<Name>,
  part: Partial<Pick<SettingValues, Name>>,
): DraftState<Name> => ({ ...state, values: { ...state.values, ...part } });

/** What was changed is as the server has it again. */
export const discard = <Name extends SiteSetting>(state: DraftState<Name>): DraftState<Name> => ({
  ...state,
  values: state.saved,
  conflict: null,
  epoch: state.epoch + 1,
});

/** The newest of these saves that changed one of `names`. */
const saverOf = (names: readonly SiteSetting[], saves: readonly SavedBy[]): SavedBy | null =>
  saves.findLast(({ changed }) => changed.some((name) => names.includes(name))) ?? null;

/**
 * The server has other settings now, saved by somebody else: those not changed here follow silently, those changed here
 * become a conflict unless both sides mean the same. `since`: the saves that are known, oldest first.
 */
export function meet<Name extends SiteSetting>(
  state: DraftState<Name>,
  settings: AdminSettings,
  since: readonly SavedBy[],
): DraftState<Name> {
  const saved = pick(state.names, valuesOf(settings));
  const mine = new Set(changedNames(state));
  const follows = state.names.filter((name) => !mine.has(name) && !same(state.values[name], saved[name]));
  const disputed = state.names.filter(
    (name) =>
      mine.has(name) &&
      !same(state.values[name], saved[name]) &&
      (!same(state.saved[name], saved[name]) || state.conflict?.names.includes(name) === true),
  );
  const values = { ...state.values, ...pick(follows, valuesOf(settings)) };
  return {
    ...state,
    revision: settings.site.revision,
    saved,
    values,
    conflict:
      disputed.length === 0
        ? null
        : { names: disputed, by: saverOf(disputed, since) ?? state.conflict?.by ?? null },
    epoch: state.epoch + (follows.length > 0 ? 1 : 0),
  };
}

/** What was `sent` is saved, as `settings` has it; what was changed meanwhile stays changed. */
export function settle<Name extends SiteSetting>(
  state: DraftState<Name>,
  settings: AdminSettings,
  sent: Partial<Pick<SettingValues, Name>>,
): DraftState<Name> {
  const all = valuesOf(settings);
  const saved = pick(state.names, all);
  const before = { ...state.saved, ...sent };
  const follows = state.names.filter((name) => same(state.values[name], before[name]));
  const replaced = follows.some((name) => !same(state.values[name], saved[name]));
  return {
    ...state,
    revision: settings.site.revision,
    saved,
    values: { ...state.values, ...pick(follows, all) },
    conflict: null,
    epoch: state.epoch + (replaced ? 1 : 0),
  };
}

/** The disputed settings are as the other side saved them. */
export const takeTheirs = <Name extends SiteSetting>(state: DraftState<Name>): DraftState<Name> => ({
  ...state,
  values: {
    ...state.values,
    ...(Object.fromEntries((state.conflict?.names ?? []).map((name) => [name, state.saved[name]])) as Partial<
      Pick<SettingValues, Name>
    >),
  },
  conflict: null,
  epoch: state.epoch + 1,
});

/** The disputed settings stay as they are here, and will be saved over the other side's. */
export const keepMine = <Name extends SiteSetting>(state: DraftState<Name>): DraftState<Name> => ({
  ...state,
  conflict: null,
});
