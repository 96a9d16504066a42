import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '../db/database.ts';
import { openRevisedSettings, type RevisedSettings } from './revised-settings.ts';
import type { RevisionStore } from './revision-store.ts';

interface Values {
  title: string;
}

const pauses = vi.hoisted((): { wait: number; end: () => void; signal: AbortSignal }[] => []);
vi.mock('node:timers/promises', () => ({
  setTimeout: (wait: number, _value: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise<void>((resolve, reject) => {
      pauses.push({ wait, end: resolve, signal });
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
}));

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

/** Ends the current pause of the polling, and returns the length of the next one. */
const poll = async (): Promise<number | undefined> => {
  const count = pauses.length;
  pauses.at(-1)?.end();
  await vi.waitFor(() => expect(pauses).toHaveLength(count + 1));
  return pauses.at(-1)?.wait;
};

beforeEach(async () => {
  [revision, fault, faults, unbuildable, shown] = [1, null, [], null, []];
  settings = await openRevisedSettings<Values, string, never>({
    database: { isShared: true } as Database,
    store,
    descriptors: {
      title: { check: () => ({ ok: true, value: '' }), read: () => undefined, describe: () => null },
    },
    async build({ values: { title } }) {
      if (title === unbuildable) throw new Error('no logo');
      return title;
    },
    unreadable: () => undefined,
    onFault: (error, during) => faults.push(`${during}: ${String(error)}`),
    now: () => new Date(),
  });
  settings.onChange((next, before) => shown.push(`${before} -> ${next}`));
});
afterEach(() => {
  settings.close();
  pauses.length = 0;
});

it('polls for revisions of other instances, and notifies of each once', async () => {
  expect(pauses.map(({ wait }) => wait)).toEqual([1_000]);
  revision = 2;
  expect(await poll()).toBe(1_000);
  await poll();
  await settings.refresh();
  expect([settings.current(), shown]).toEqual(['title 2', ['title 1 -> title 2']]);
});

it('polls less often while the database is away, and reports each series of faults once', async () => {
  fault = new Error('away');
  expect([await poll(), await poll(), await poll()]).toEqual([2_000, 4_000, 4_000]);
  expect(faults).toEqual(['polling: Error: away']);
  expect([await settings.refresh(), faults.length]).toEqual(['title 1', 2]);
  [fault, revision] = [null, 2];
  expect(await poll()).toBe(1_000);
  expect(settings.current()).toBe('title 2');
  fault = new Error('away again');
  await poll();
  expect(faults).toEqual(['polling: Error: away', 'refresh: Error: away', 'polling: Error: away again']);
});

it('reads a revision again that was stored but could not be built', async () => {
  [revision, unbuildable] = [2, 'title 2'];
  expect([await poll(), settings.current()]).toEqual([2_000, 'title 1']);
  unbuildable = null;
  expect([await poll(), settings.current()]).toEqual([1_000, 'title 2']);
});

it('ignores an earlier revision, and stops polling when it is closed', async () => {
  revision = 0;
  await poll();
  expect([settings.current(), shown]).toEqual(['title 1', []]);
  settings.close();
  expect(pauses.at(-1)?.signal.aborted).toBe(true);
});
