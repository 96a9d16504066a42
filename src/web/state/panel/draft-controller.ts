import type { PanelFailure } from '../../lib/panel-client.ts';
import {
  applySave,
  changedNames,
  type DraftState,
  discard,
  edit,
  keepMine,
  mergeSnapshot,
  pick,
  type SaveRecord,
  type Snapshot,
  startDraft,
  takeTheirs,
  type ValueName,
} from './draft.ts';

const SAVING_STATE_MIN_MS = 400;
const CONTENT_SAVED_VISIBLE_MS = 3_000;

/** Failed save; `detail` is the sentence to show. */
export interface SaveFailed extends Pick<PanelFailure, 'code' | 'detail'> {
  readonly kind: 'failed';
}

/** Creates the outcome of a save that the server refused or that did not reach it. */
export const saveFailed = ({ code, detail }: PanelFailure): SaveFailed => ({ kind: 'failed', code, detail });

/** Outcome of a save. `now` is the server's current state; `since` are the saves by others, oldest first. */
export type DraftOutcome<Values extends object> =
  | { readonly kind: 'saved'; readonly now: Snapshot<Values> }
  | { readonly kind: 'conflict'; readonly now: Snapshot<Values>; readonly since: readonly SaveRecord[] }
  | SaveFailed;

/** Functions that the controller uses. None of them rejects. */
export interface DraftControllerDependencies<Values extends object> {
  readonly save: (revision: number, change: Partial<Values>) => Promise<DraftOutcome<Values>>;
  readonly wait: (ms: number) => Promise<void>;
}

export type SavePhase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved' }
  | SaveFailed;

/** Immutable state of the controller for rendering. */
export interface DraftView<Values extends object> {
  readonly state: DraftState<Values>;
  readonly changed: readonly ValueName<Values>[];
  readonly phase: SavePhase;
}

const IDLE: SavePhase = { kind: 'idle' };

/** Manages the draft of an open section: edits, saves, failures, and conflicts with saves by others. */
export class DraftController<Values extends object> {
  readonly #dependencies: DraftControllerDependencies<Values>;
  readonly #listeners = new Set<() => void>();
  #view: DraftView<Values>;
  /** Snapshot received during a save; applied after it. */
  #pending: Snapshot<Values> | null = null;
  /** Whether a save caused the conflict: then "keep mine" continues the save. */
  #saveAfterChoice = false;

  constructor(first: Snapshot<Values>, dependencies: DraftControllerDependencies<Values>) {
    this.#dependencies = dependencies;
    this.#view = { state: startDraft(first), changed: [], phase: IDLE };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly view = (): DraftView<Values> => this.#view;

  readonly edit = (part: Partial<Values>): void =>
    this.#show(edit(this.#view.state, part), this.#view.phase.kind === 'saving' ? undefined : IDLE);
  readonly discard = (): (() => void) => this.#drop(discard);
  readonly takeTheirs = (): (() => void) => {
    this.#saveAfterChoice = false;
    return this.#drop(takeTheirs);
  };
  readonly keepMine = (): void => {
    this.#show(keepMine(this.#view.state), IDLE);
    if (this.#saveAfterChoice) void this.save();
  };

  /** Merges a new snapshot of the server into the draft, or defers it while a save is running. */
  readonly receiveSnapshot = (now: Snapshot<Values>): void => {
    if (this.#view.phase.kind === 'saving') this.#pending = now;
    else if (now.revision > this.#view.state.revision)
      this.#show(
        mergeSnapshot(this.#view.state, now, now.lastSave === null ? [] : [now.lastSave]),
        undefined,
      );
  };

  /** Saves the changed values and shows the saving state for a minimum time. Never rejects. */
  readonly save = async (): Promise<void> => {
    const { state, changed, phase } = this.#view;
    if (phase.kind === 'saving' || state.conflict !== null || changed.length === 0) return;
    this.#saveAfterChoice = false;
    this.#show(state, { kind: 'saving' });
    const seen = this.#dependencies.wait(SAVING_STATE_MIN_MS);
    const end = await this.#saveUntilSettled();
    if (end !== null) {
      await seen;
      end();
    }
    this.#receivePending();
    const { phase: after } = this.#view;
    if (after.kind !== 'saved') return;
    await this.#dependencies.wait(CONTENT_SAVED_VISIBLE_MS);
    if (this.#view.phase === after) this.#show(this.#view.state, IDLE);
  };

  /**
   * Saves the changed values, and repeats the save after concurrent saves that changed other values. Returns a function
   * that shows the result; null when it shows a conflict instead, which the owner may resolve immediately.
   */
  async #saveUntilSettled(): Promise<(() => void) | null> {
    for (;;) {
      const { state, changed } = this.#view;
      const sent = Object.fromEntries(
        changed.map((name) => [name, state.values[name]]),
      ) as unknown as Partial<Values>;
      const outcome = await this.#dependencies.save(state.revision, sent);
      if (outcome.kind === 'failed') return () => this.#show(this.#view.state, outcome);
      if (outcome.kind === 'saved') {
        // Applied immediately: nothing is unsaved from now on, although the saving state stays visible for longer.
        this.#show(applySave(this.#view.state, outcome.now, sent), undefined);
        return () => this.#show(this.#view.state, { kind: 'saved' });
      }
      const met = mergeSnapshot(this.#view.state, outcome.now, outcome.since);
      if (met.conflict !== null) {
        this.#saveAfterChoice = true;
        this.#show(met, IDLE);
        return null;
      }
      this.#show(met, undefined);
      // Another account saved the same values.
      if (this.#view.changed.length === 0) return () => this.#show(this.#view.state, { kind: 'saved' });
    }
  }

  /** Drops edits by `from`, and returns a function that makes the dropped edits again. */
  #drop(from: (state: DraftState<Values>) => DraftState<Values>): () => void {
    const { state, changed } = this.#view;
    const edits = pick(changed, state.values);
    this.#show(from(state), IDLE);
    return () => {
      this.edit(edits);
      const { state: now } = this.#view;
      this.#show({ ...now, epoch: now.epoch + 1 });
    };
  }

  #receivePending(): void {
    const waiting = this.#pending;
    this.#pending = null;
    if (waiting !== null) this.receiveSnapshot(waiting);
  }

  #show(state: DraftState<Values>, phase: SavePhase = this.#view.phase): void {
    this.#view = { state, changed: changedNames(state), phase };
    for (const listener of this.#listeners) listener();
  }
}
