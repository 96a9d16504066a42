import { describe, expect, it } from 'vitest';
import { DRAFT_KEY, dropDraft, findDraft, storeDraft } from './use-stored-draft.ts';

const AT = new Date('2026-11-20T14:02:00Z');
const storage = (entries = new Map<string, string>()) => ({
  entries,
  open: () => ({
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }),
});
const blocked = () => {
  throw new Error('blocked');
};

describe('the locally stored draft', () => {
  it('is read back as stored, with its time', () => {
    const { open, entries } = storage();
    expect(storeDraft({ type: 'doc' }, AT, open)).toBe(true);
    expect(findDraft(open)).toEqual({ at: AT.toISOString(), doc: { type: 'doc' } });
    expect([...entries.keys()]).toEqual([DRAFT_KEY]);
    dropDraft(open);
    expect(findDraft(open)).toBeNull();
  });

  it.each(['', 'null', '{', '{"v":2,"at":"2026-11-20T14:02:00Z","doc":1}', '{"v":1,"at":"<b>","doc":1}'])(
    'is null if the storage contains %j',
    (stored) => expect(findDraft(storage(new Map([[DRAFT_KEY, stored]])).open)).toBeNull(),
  );

  it('reports that blocked storage saves nothing', () => {
    expect(storeDraft({}, AT, blocked)).toBe(false);
    expect(findDraft(blocked)).toBeNull();
    expect(() => dropDraft(blocked)).not.toThrow();
  });
});
