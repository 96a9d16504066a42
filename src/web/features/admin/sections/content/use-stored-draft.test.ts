import { afterEach, describe, expect, it, vi } from 'vitest';
import { DRAFT_KEY, dropStoredDraft, findDraft, storeDraft } from './use-stored-draft.ts';

const AT = new Date('2026-11-20T14:02:00Z');
const storage = (entries = new Map<string, string>()) => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  });
  return entries;
};
afterEach(() => vi.unstubAllGlobals());

describe('the locally stored draft', () => {
  it('is read back as stored, with its time', () => {
    const entries = storage();
    expect(storeDraft({ type: 'doc' }, AT)).toBe(true);
    expect(findDraft()).toEqual({ at: AT.toISOString(), doc: { type: 'doc' } });
    expect([...entries.keys()]).toEqual([DRAFT_KEY]);
    dropStoredDraft();
    expect(findDraft()).toBeNull();
  });

  it.each(['', 'null', '{', '{"v":2,"at":"2026-11-20T14:02:00Z","doc":1}', '{"v":1,"at":"<b>","doc":1}'])(
    'is null if the storage contains %j',
    (stored) => {
      storage(new Map([[DRAFT_KEY, stored]]));
      expect(findDraft()).toBeNull();
    },
  );

  it('reports that blocked storage saves nothing', () => {
    // As for a page without any storage.
    vi.stubGlobal('localStorage', undefined);
    expect(storeDraft({}, AT)).toBe(false);
    expect(findDraft()).toBeNull();
    expect(() => dropStoredDraft()).not.toThrow();
  });
});
