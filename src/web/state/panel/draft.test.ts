import { describe, expect, it } from 'vitest';
import {
  changedNames,
  discard,
  edit,
  keepMine,
  meet,
  type SaveNote,
  type Snapshot,
  settle,
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
const savedBy = (revision: number, author: string, changed: string[]): SaveNote => ({
  revision,
  savedAt: AT,
  author,
  changed,
});

const begun = () => startDraft(settingsAt(3, { title: 'Old' }));

describe('a draft', () => {
  it('knows what is changed, and that typing back is no change', () => {
    const typed = edit(begun(), { title: 'New' });
    expect(changedNames(typed)).toEqual(['title']);
    expect(changedNames(edit(typed, { title: 'Old' }))).toEqual([]);
  });

  it('is as saved once it is discarded, and says that others must read it anew', () => {
    const state = discard(edit(begun(), { title: 'New', maintenance: true }));
    expect(state.values).toEqual({ title: 'Old', maintenance: false });
    expect(state.epoch).toBe(1);
  });

  it('follows silently where others change what is not changed here', () => {
    const state = meet(
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

  it('moves on without any sign where others change what it does not hold', () => {
    const state = meet(edit(begun(), { title: 'Mine' }), settingsAt(9, { title: 'Old' }), []);
    expect(state).toMatchObject({ revision: 9, conflict: null, epoch: 0 });
  });

  it('is a conflict where others change what is changed here, by the last who did', () => {
    const since = [
      savedBy(4, 'Ilse', ['title']),
      savedBy(5, 'Oren', ['title']),
      savedBy(6, 'Petra', ['content']),
    ];
    const state = meet(edit(begun(), { title: 'Mine' }), settingsAt(6, { title: 'Theirs' }), since);
    expect(state.conflict).toEqual({ names: ['title'], by: since[1] });
    expect(state.values.title).toBe('Mine');
  });

  it('stays a conflict when others save something else after that', () => {
    const disputed = meet(edit(begun(), { title: 'Mine' }), settingsAt(4, { title: 'Theirs' }), [
      savedBy(4, 'Ilse', ['title']),
    ]);
    const state = meet(disputed, settingsAt(5, { title: 'Theirs', maintenance: true }), [
      savedBy(5, 'Oren', ['maintenance']),
    ]);
    expect(state.conflict).toMatchObject({ names: ['title'], by: { author: 'Ilse' } });
    expect(state.values).toEqual({ title: 'Mine', maintenance: true });
  });

  it('is no conflict where both mean the same', () => {
    const state = meet(edit(begun(), { title: 'Same' }), settingsAt(4, { title: 'Same' }), []);
    expect(state.conflict).toBeNull();
    expect(changedNames(state)).toEqual([]);
  });

  it('takes theirs for what is disputed and keeps the rest', () => {
    const mine = edit(begun(), { title: 'Mine', maintenance: true });
    const state = takeTheirs(meet(mine, settingsAt(4, { title: 'Theirs' }), []));
    expect(state).toMatchObject({ values: { title: 'Theirs', maintenance: true }, conflict: null });
    expect(changedNames(state)).toEqual(['maintenance']);
  });

  it('keeps mine as a change over theirs', () => {
    const state = keepMine(meet(edit(begun(), { title: 'Mine' }), settingsAt(4, { title: 'Theirs' }), []));
    expect(state).toMatchObject({ revision: 4, saved: { title: 'Theirs' }, conflict: null });
    expect(changedNames(state)).toEqual(['title']);
  });

  it('is settled by a save, but for what was typed meanwhile', () => {
    const sent = { title: 'Sent', maintenance: true };
    const typed = edit(edit(begun(), sent), { title: 'Typed on' });
    const state = settle(typed, settingsAt(4, sent), sent);
    expect(state).toMatchObject({ revision: 4, values: { title: 'Typed on', maintenance: true }, epoch: 0 });
    expect(changedNames(state)).toEqual(['title']);
  });

  it('shows what the server made of what was sent', () => {
    const sent = { title: ' Sent ' };
    const state = settle(edit(begun(), sent), settingsAt(4, { title: 'Sent' }), sent);
    expect(state).toMatchObject({ values: { title: 'Sent' }, epoch: 1 });
    expect(changedNames(state)).toEqual([]);
  });
});
