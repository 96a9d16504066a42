import { beforeEach, expect, it } from 'vitest';
import type { Database } from '../../base/db/database.ts';
import { openRevisedSettings, type RevisedSettings } from './revised-settings.ts';
import type { RevisionStore } from './revision-store.ts';

interface Values {
  title: string;
}

let revision: number;
let fault: Error | null;
let faults: string[];
/** Title of the settings whose building fails. */
let unbuildable: string | null;
let shown: string[];
let settings: RevisedSettings<string, 'title', never>;

const store: RevisionStore<Values> = {
  async version() {
    if (fault !== null) throw fault;
    return revision;
  },
  latest: async () => ({ revision, values: { title: `title ${revision}` }, chosen: [], lastSave: null }),
  savesSince: async () => [],
  append: async () => undefined,
};

beforeEach(async () => {
  [revision, fault, faults, unbuildable, shown] = [1, null, [], null, []];
  settings = await openRevisedSettings<Values, string, never>({
    database: {} as Database,
    store,
    descriptors: {
      title: { check: () => ({ ok: true, value: '' }), read: () => undefined, describe: () => null },
    },
    async build({ values: { title } }) {
      if (title === unbuildable) throw new Error('no logo');
      return title;
    },
    unreadable: () => undefined,
    onFault: (error) => void faults.push(String(error)),
    now: () => new Date(),
  });
  settings.onChange((next, before) => shown.push(`${before} -> ${next}`));
});

it('takes over a revision of another instance, and notifies of it once', async () => {
  revision = 2;
  await settings.refresh();
  await settings.refresh();
  expect([settings.current(), shown]).toEqual(['title 2', ['title 1 -> title 2']]);
});

it('keeps what was last seen while the database is away', async () => {
  fault = new Error('away');
  expect([await settings.refresh(), faults]).toEqual(['title 1', ['Error: away']]);
  [fault, revision] = [null, 2];
  expect(await settings.refresh()).toBe('title 2');
});

it('reads a revision again that was stored but could not be built', async () => {
  [revision, unbuildable] = [2, 'title 2'];
  expect(await settings.refresh()).toBe('title 1');
  unbuildable = null;
  expect(await settings.refresh()).toBe('title 2');
});

it('ignores an earlier revision', async () => {
  revision = 0;
  await settings.refresh();
  expect([settings.current(), shown]).toEqual(['title 1', []]);
});
