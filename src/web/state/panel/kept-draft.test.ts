import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropKeptDraft, keepDraft, readKeptDraft } from './kept-draft.ts';

const DRAFT = { revision: 3, saved: { title: 'Old' }, values: { title: 'New' }, conflict: null, epoch: 1 };

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('a kept draft returns to its own section until it is dropped', () => {
  keepDraft({ section: 'general', draft: DRAFT });
  expect(readKeptDraft('navbar')).toBeNull();
  dropKeptDraft('navbar');
  expect(readKeptDraft('general')).toEqual(DRAFT);
  dropKeptDraft('general');
  expect(readKeptDraft('general')).toBeNull();
  expect(stored.size).toBe(0);
});

it('a typed key is not stored', () => {
  const provider = { service: 'tikwm', host: 'https://reader.example', hasKey: false, key: 'a secret key' };
  keepDraft({ section: 'engine', draft: { ...DRAFT, saved: { provider }, values: { provider } } });
  expect([...stored.values()].join()).not.toContain('secret');
  expect(readKeptDraft('engine')).toMatchObject({ values: { provider: { host: provider.host } } });
});

it('blocked or damaged storage keeps nothing and breaks nothing', () => {
  stored.set('kept-draft', '{');
  expect(readKeptDraft('general')).toBeNull();
  vi.stubGlobal('sessionStorage', undefined);
  expect(() => keepDraft({ section: 'general', draft: DRAFT })).not.toThrow();
  expect(readKeptDraft('general')).toBeNull();
});
