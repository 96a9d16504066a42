import { CONTENT_SAVED_VISIBLE_MS, SAVING_STATE_MIN_MS } from '#shared/limits.ts';
import type { PanelFailure } from '../../lib/panel-client.ts';
import {
  changedNames,
  type DraftState,
  discard,
  edit,
  keepMine,
  meet,
  type NameOf,
  type SaveNote,
  type Snapshot,
  settle,
  startDraft,
  takeTheirs,
} from './draft.ts';

/** `detail` is the reason as a sentence. */
export interface SaveFailed extends Pick<PanelFailure, 'code' | 'detail'> {
  readonly kind: 'failed';
}

/** The end of a save that the server refused, or that did not reach it. */
export const saveFailed = ({ code, detail }: PanelFailure): SaveFailed => ({ kind: 'failed', code, detail });

/** How a save ended. */
export type SaveOutcome<Values extends object> =
  | { readonly kind: 'saved'; readonly now: Snapshot<Values> }
  | { readonly kind: 'conflict'; readonly now: Snapshot<Values>; readonly since: readonly SaveNote[] }
  | SaveFailed;

/** What the controller needs of the rest of the panel. Nothing here rejects. */
export interface DraftControllerDependencies<Values extends object> {
  readonly save: (revision: number, change: Partial<Values>) => Promise<SaveOutcome<Values>>;
  readonly wait: (ms: number) => Promise<void>;
}

export type SavePhase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved' }
  | SaveFailed;

export interface DraftView<Values extends object> {
  readonly state: DraftState<Values>;
  readonly changed: readonly NameOf<Values>[];
  readonly phase: SavePhase;
}

const IDLE: SavePhase = { kind: 'idle' };

/** One section's draft for as long as the section is open: what is typed, saved, refused or met by others' saves. */
export class DraftController<Values extends object> {
  readonly #world: DraftControllerDependencies<Values>;
  readonly #listeners = new Set<() => void>();
  #view: DraftView<Values>;
  /** Came while a save was under way. */
  #waiting: Snapshot<Values> | null = null;
  /** The conflict came up when the owner wanted to save: the choice goes on with it. */
  #saveAfterChoice = false;

  constructor(first: Snapshot<Values>, world: DraftControllerDependencies<Values>) {
    this.#world = world;
    this.#view = { state: startDraft(first), changed: [], phase: IDLE };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly view = (): DraftView<Values> => this.#view;

  readonly edit = (part: Partial<Values>): void =>
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

  /** What the server has, as it is known now. */
  readonly receiveSaved = (now: Snapshot<Values>): void => {
    if (this.#view.phase.kind === 'saving') this.#waiting = now;
    else if (now.revision > this.#view.state.revision)
      this.#show(meet(this.#view.state, now, now.lastSave === null ? [] : [now.lastSave]), undefined);
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
    this.#receivePending();
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
      const sent = Object.fromEntries(
        changed.map((name) => [name, state.values[name]]),
      ) as unknown as Partial<Values>;
      const outcome = await this.#world.save(state.revision, sent);
      if (outcome.kind === 'failed') return () => this.#show(this.#view.state, outcome);
      if (outcome.kind === 'saved') {
        // At once: from now on nobody need be asked about it, though the saving state is shown for longer.
        this.#show(settle(this.#view.state, outcome.now, sent), undefined);
        return () => this.#show(this.#view.state, { kind: 'saved' });
      }
      const met = meet(this.#view.state, outcome.now, outcome.since);
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

  #receivePending(): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting !== null) this.receiveSaved(waiting);
  }

  #show(state: DraftState<Values>, phase: SavePhase = this.#view.phase): void {
    this.#view = { state, changed: changedNames(state), phase };
    for (const listener of this.#listeners) listener();
  }
}
