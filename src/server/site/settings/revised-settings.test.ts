import { beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Database } from '../../base/db/database.ts';
import { openRevisedSettings, type RevisedSettings, type RevisionStore } from './revised-settings.ts';

interface Values {
  title: string;
}

let revision: number;
let fault: Error | null;
let faults: string[];
/** Title of the settings whose building fails. */
let unbuildable: string | null;
let shown: string[];
let settings: RevisedSettings<Values, string>;

const store: RevisionStore = {
  async version() {
    if (fault !== null) throw fault;
    return revision;
  },
  latest: async () => ({ revision, stored: { title: `title ${revision}` }, lastSave: null }),
  savesSince: async () => [],
  append: async () => undefined,
};

beforeEach(async () => {
  [revision, fault, faults, unbuildable, shown] = [1, null, [], null, []];
  settings = await openRevisedSettings<Values, string>({
    database: {} as Database,
    store,
    descriptors: { title: { schema: z.string(), describe: () => null } },
    defaults: { title: '' },
    async build({ values: { title } }) {
      if (title === unbuildable) throw new Error('no logo');
      return title;
    },
    onUnreadable: () => undefined,
    onFault: (error) => void faults.push(String(error)),
    now: () => new Date(),
  });
  settings.onChange((next, before) => shown.push(`${before} -> ${next}`));
});

it('takes over a revision of another instance, and notifies of it once', async () => {
  revision = 2;
  await settings.refresh();
  await settings.refresh();
  expect([settings.held.shown, shown]).toEqual(['title 2', ['title 1 -> title 2']]);
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
  expect([settings.held.shown, shown]).toEqual(['title 1', []]);
});
