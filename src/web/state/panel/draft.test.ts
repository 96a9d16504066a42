import { describe, expect, it } from 'vitest';
import {
  applySave,
  changedNames,
  discard,
  edit,
  keepMine,
  mergeSnapshot,
  type SaveRecord,
  type Snapshot,
  startDraft,
  takeTheirs,
} from './draft.ts';

const AT = '2026-02-03T04:05:06.000Z';

interface Values {
  title: string;
  maintenance: boolean;
}
const settingsAt = (revision: number, part: Partial<Values> = {}): Snapshot<Values> => ({
  revision,
  values: { title: 'Savelet', maintenance: false, ...part },
  lastSave: null,
});
const savedBy = (revision: number, author: string, changed: string[]): SaveRecord => ({
  revision,
  savedAt: AT,
  author,
  authorId: author,
  changed,
});

const begun = () => startDraft(settingsAt(3, { title: 'Old' }));

describe('a draft', () => {
  it('lists changed values, and none when an edit is reverted', () => {
    const typed = edit(begun(), { title: 'New' });
    expect(changedNames(typed)).toEqual(['title']);
    expect(changedNames(edit(typed, { title: 'Old' }))).toEqual([]);
  });

  it('resets to the saved values and increases the epoch when discarded', () => {
    const state = discard(edit(begun(), { title: 'New', maintenance: true }));
    expect(state.values).toEqual({ title: 'Old', maintenance: false });
    expect(state.epoch).toBe(1);
  });

  it('updates unchanged values silently when others change them', () => {
    const state = mergeSnapshot(
      edit(begun(), { title: 'Mine' }),
      settingsAt(4, { title: 'Old', maintenance: true }),
      [],
    );
    expect(state).toMatchObject({
      revision: 4,
      values: { title: 'Mine', maintenance: true },
      conflict: null,
      epoch: 1,
    });
    expect(changedNames(state)).toEqual(['title']);
  });

  it('keeps its epoch when others change values outside the draft', () => {
    const state = mergeSnapshot(edit(begun(), { title: 'Mine' }), settingsAt(9, { title: 'Old' }), []);
    expect(state).toMatchObject({ revision: 9, conflict: null, epoch: 0 });
  });

  it('is in conflict when others change the same values, attributed to the last author', () => {
    const since = [
      savedBy(4, 'Ilse', ['title']),
      savedBy(5, 'Oren', ['title']),
      savedBy(6, 'Petra', ['content']),
    ];
    const state = mergeSnapshot(edit(begun(), { title: 'Mine' }), settingsAt(6, { title: 'Theirs' }), since);
    expect(state.conflict).toEqual({ names: ['title'], by: since[1] });
    expect(state.values.title).toBe('Mine');
  });

  it('stays in conflict when others save different values afterwards', () => {
    const disputed = mergeSnapshot(edit(begun(), { title: 'Mine' }), settingsAt(4, { title: 'Theirs' }), [
      savedBy(4, 'Ilse', ['title']),
    ]);
    const state = mergeSnapshot(disputed, settingsAt(5, { title: 'Theirs', maintenance: true }), [
      savedBy(5, 'Oren', ['maintenance']),
    ]);
    expect(state.conflict).toMatchObject({ names: ['title'], by: { author: 'Ilse' } });
    expect(state.values).toEqual({ title: 'Mine', maintenance: true });
  });

  it('is not in conflict when both sides have equal values', () => {
    const state = mergeSnapshot(edit(begun(), { title: 'Same' }), settingsAt(4, { title: 'Same' }), []);
    expect(state.conflict).toBeNull();
    expect(changedNames(state)).toEqual([]);
  });

  it('takes the server’s values for the conflict and keeps the others', () => {
    const mine = edit(begun(), { title: 'Mine', maintenance: true });
    const state = takeTheirs(mergeSnapshot(mine, settingsAt(4, { title: 'Theirs' }), []));
    expect(state).toMatchObject({ values: { title: 'Theirs', maintenance: true }, conflict: null });
    expect(changedNames(state)).toEqual(['maintenance']);
  });

  it('keeps the form’s values as a change', () => {
    const state = keepMine(
      mergeSnapshot(edit(begun(), { title: 'Mine' }), settingsAt(4, { title: 'Theirs' }), []),
    );
    expect(state).toMatchObject({ revision: 4, saved: { title: 'Theirs' }, conflict: null });
    expect(changedNames(state)).toEqual(['title']);
  });

  it('has no changes after a save except edits made meanwhile', () => {
    const sent = { title: 'Sent', maintenance: true };
    const typed = edit(edit(begun(), sent), { title: 'Typed on' });
    const state = applySave(typed, settingsAt(4, sent), sent);
    expect(state).toMatchObject({ revision: 4, values: { title: 'Typed on', maintenance: true }, epoch: 0 });
    expect(changedNames(state)).toEqual(['title']);
  });

  it('shows the server’s normalised values after a save', () => {
    const sent = { title: ' Sent ' };
    const state = applySave(edit(begun(), sent), settingsAt(4, { title: 'Sent' }), sent);
    expect(state).toMatchObject({ values: { title: 'Sent' }, epoch: 1 });
    expect(changedNames(state)).toEqual([]);
  });
});
