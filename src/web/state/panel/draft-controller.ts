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

/** Outcome of a failed save; `detail` is the sentence to show. */
export interface FailedSave extends Pick<PanelFailure, 'code' | 'detail'> {
  readonly kind: 'failed';
}

/** Returns the outcome of a save that the server refused or did not answer. */
export const toFailedSave = ({ code, detail }: PanelFailure): FailedSave => ({
  kind: 'failed',
  code,
  detail,
});

/**
 * Outcome of a save. `current` is the server's state after the save or the conflict; `savesSince` are the saves by other accounts and in
 * other windows since the revision of the draft, oldest first.
 */
export type DraftOutcome<Values extends object> =
  | { readonly kind: 'saved'; readonly current: Snapshot<Values> }
  | {
      readonly kind: 'conflict';
      readonly current: Snapshot<Values>;
      readonly savesSince: readonly SaveRecord[];
    }
  | FailedSave;

/** Functions that the controller uses. None of them rejects. */
export interface DraftControllerDependencies<Values extends object> {
  readonly save: (revision: number, change: Partial<Values>) => Promise<DraftOutcome<Values>>;
  readonly wait: (ms: number) => Promise<void>;
}

export type SavePhase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved' }
  | FailedSave;

/** Immutable state of the controller for rendering. */
export interface DraftView<Values extends object> {
  readonly state: DraftState<Values>;
  readonly changed: readonly ValueName<Values>[];
  readonly phase: SavePhase;
}

const IDLE: SavePhase = { kind: 'idle' };

/** Manages the draft of an open section: edits, saves, failures, and conflicts with saves by other accounts or in other windows. */
export class DraftController<Values extends object> {
  readonly #dependencies: DraftControllerDependencies<Values>;
  readonly #listeners = new Set<() => void>();
  #view: DraftView<Values>;
  /** Snapshot that was received during a save and is applied after the save; null if there is none. */
  #pending: Snapshot<Values> | null = null;
  /** Whether a save caused the conflict, so that `keepMine` continues the save. */
  #saveAfterChoice = false;

  constructor(initialSnapshot: Snapshot<Values>, dependencies: DraftControllerDependencies<Values>) {
    this.#dependencies = dependencies;
    this.#view = { state: startDraft(initialSnapshot), changed: [], phase: IDLE };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly view = (): DraftView<Values> => this.#view;

  readonly edit = (edits: Partial<Values>): void =>
    this.#show(edit(this.#view.state, edits), this.#view.phase.kind === 'saving' ? undefined : IDLE);
  readonly discard = (): (() => void) => this.#drop(discard);
  readonly takeTheirs = (): (() => void) => {
    this.#saveAfterChoice = false;
    return this.#drop(takeTheirs);
  };
  readonly keepMine = (): void => {
    this.#show(keepMine(this.#view.state), IDLE);
    if (this.#saveAfterChoice) void this.save();
  };

  /**
   * Merges a new snapshot of the server into the draft, or defers it while a save is running. Ignores a snapshot without a newer revision.
   */
  readonly receiveSnapshot = (snapshot: Snapshot<Values>): void => {
    if (this.#view.phase.kind === 'saving') this.#pending = snapshot;
    else if (snapshot.revision > this.#view.state.revision)
      this.#show(
        mergeSnapshot(this.#view.state, snapshot, snapshot.lastSave === null ? [] : [snapshot.lastSave]),
        undefined,
      );
  };

  /**
   * Saves the changed values and shows the saving state for a minimum time. Does nothing during a save, in a conflict, or without changed
   * values. Never rejects.
   */
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
   * Saves the changed values, and repeats the save after each save by another account or window that changed other values. Resolves to a
   * function that shows the result; to null after a conflict, which is shown at once so that it can be resolved.
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
        // The result is applied immediately, so that nothing counts as unsaved, although the saving state stays visible for longer.
        this.#show(applySave(this.#view.state, outcome.current, sent), undefined);
        return () => this.#show(this.#view.state, { kind: 'saved' });
      }
      const merged = mergeSnapshot(this.#view.state, outcome.current, outcome.savesSince);
      if (merged.conflict !== null) {
        this.#saveAfterChoice = true;
        this.#show(merged, IDLE);
        return null;
      }
      this.#show(merged, undefined);
      // Another account or window saved the same values.
      if (this.#view.changed.length === 0) return () => this.#show(this.#view.state, { kind: 'saved' });
    }
  }

  /** Drops edits with `dropEdits`, and returns a function that makes these edits again. */
  #drop(dropEdits: (state: DraftState<Values>) => DraftState<Values>): () => void {
    const { state, changed } = this.#view;
    const edits = pick(changed, state.values);
    this.#show(dropEdits(state), IDLE);
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
