import type { AdminSettings, SavedBy } from '#shared/contract/admin-settings.ts';
import type { SiteSetting } from '#shared/contract/site-events.ts';
import { CONTENT_SAVED_VISIBLE_MS, SAVING_STATE_MIN_MS } from '#shared/limits.ts';
import {
  changedNames,
  type DraftState,
  discard,
  edit,
  keepMine,
  meet,
  type SettingValues,
  settle,
  startDraft,
  takeTheirs,
} from './draft.ts';

/** How a save ended. `failed` has the reason as a sentence. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly settings: AdminSettings }
  | { readonly kind: 'conflict'; readonly settings: AdminSettings; readonly since: readonly SavedBy[] }
  | { readonly kind: 'failed'; readonly detail: string };

/** What the desk needs of the rest of the panel. Nothing here rejects. */
export interface DeskWorld {
  readonly save: (revision: number, change: Partial<SettingValues>) => Promise<SaveOutcome>;
  readonly wait: (ms: number) => Promise<void>;
}

export type SavePhase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'failed'; readonly detail: string };

export interface DeskView<Name extends SiteSetting> {
  readonly state: DraftState<Name>;
  readonly changed: readonly Name[];
  readonly phase: SavePhase;
}

const IDLE: SavePhase = { kind: 'idle' };

/** One section's draft for as long as the section is open: what is typed, saved, refused or met by others' saves. */
export class DraftDesk<Name extends SiteSetting> {
  readonly #world: DeskWorld;
  readonly #listeners = new Set<() => void>();
  #view: DeskView<Name>;
  /** Came while a save was under way. */
  #waiting: AdminSettings | null = null;
  /** The conflict came up when the owner wanted to save: the choice goes on with it. */
  #saveAfterChoice = false;

  constructor(settings: AdminSettings, names: readonly Name[], world: DeskWorld) {
    this.#world = world;
    this.#view = { state: startDraft(settings, names), changed: [], phase: IDLE };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly view = (): DeskView<Name> => this.#view;

  readonly edit = (part: Partial<Pick<SettingValues, Name>>): void =>
    this.#show(edit(this.#view.state, part), this.#view.phase.kind === 'saving' ? undefined : IDLE);
  readonly discard = (): void => this.#show(discard(this.#view.state), IDLE);
  readonly takeTheirs = (): void => {
    this.#saveAfterChoice = false;
    this.#show(takeTheirs(this.#view.state), IDLE);
  };
  readonly keepMine = (): void => {
    this.#show(keepMine(this.#view.state), IDLE);
    if (this.#saveAfterChoice) void this.save();
  };

  /** The server's settings as they are known now. */
  readonly hear = (settings: AdminSettings): void => {
    if (this.#view.phase.kind === 'saving') this.#waiting = settings;
    else if (settings.site.revision > this.#view.state.revision)
      this.#show(
        meet(this.#view.state, settings, settings.lastSave === null ? [] : [settings.lastSave]),
        undefined,
      );
  };

  /** Saves what is changed; shows the saving state long enough to be seen. Never rejects. */
  readonly save = async (): Promise<void> => {
    const { state, changed, phase } = this.#view;
    if (phase.kind === 'saving' || state.conflict !== null || changed.length === 0) return;
    this.#saveAfterChoice = false;
    this.#show(state, { kind: 'saving' });
    const seen = this.#world.wait(SAVING_STATE_MIN_MS);
    const end = await this.#saveOver();
    if (end !== null) {
      await seen;
      end();
    }
    this.#hearWaiting();
    const { phase: after } = this.#view;
    if (after.kind !== 'saved') return;
    await this.#world.wait(CONTENT_SAVED_VISIBLE_MS);
    if (this.#view.phase === after) this.#show(this.#view.state, IDLE);
  };

  /**
   * Saves, again over the saves of others that left alone what is changed here. Gives how to show the end; null where a
   * question is shown in its place, which may be answered at once.
   */
  async #saveOver(): Promise<(() => void) | null> {
    for (;;) {
      const { state, changed } = this.#view;
      const sent = Object.fromEntries(changed.map((name) => [name, state.values[name]])) as Partial<
        Pick<SettingValues, Name>
      >;
      const outcome = await this.#world.save(state.revision, sent);
      if (outcome.kind === 'failed')
        return () => this.#show(this.#view.state, { kind: 'failed', detail: outcome.detail });
      if (outcome.kind === 'saved') {
        // At once: from now on nobody need be asked about it, though the saving state is shown for longer.
        this.#show(settle(this.#view.state, outcome.settings, sent), undefined);
        return () => this.#show(this.#view.state, { kind: 'saved' });
      }
      const met = meet(this.#view.state, outcome.settings, outcome.since);
      if (met.conflict !== null) {
        this.#saveAfterChoice = true;
        this.#show(met, IDLE);
        return null;
      }
      this.#show(met, undefined);
      // The others saved the very same.
      if (this.#view.changed.length === 0) return () => this.#show(this.#view.state, { kind: 'saved' });
    }
  }

  #hearWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting !== null) this.hear(waiting);
  }

  #show(state: DraftState<Name>, phase: SavePhase = this.#view.phase): void {
    this.#view = { state, changed: changedNames(state), phase };
    for (const listener of this.#listeners) listener();
  }
}
