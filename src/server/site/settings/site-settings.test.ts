import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SavedSetting } from '#shared/contract/admin-settings.ts';
import type { SiteSetting } from '#shared/contract/site.ts';
import { defaultSite, SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import type { Database } from '../../base/db/database.ts';
import { openDatabase } from '../../base/db/open-database.ts';
import { openSiteSettings, type SiteSettings } from './site-settings.ts';

const BUILT = '2026-01-01T00:00:00.000Z';
const CHANGED = '2026-02-03T04:05:06.789Z';
const ANN = { id: 'a1', name: 'Ann' };
const log = pino({ level: 'silent' });
const first = () => defaultSite({ updatedAt: BUILT, samples: true, readsStories: true, contactEmail: null });
const LINK = {
  id: 1,
  platform: 'youtube',
  name: 'YouTube',
  icon: 'youtube',
  color: '#FF0000',
  url: 'https://www.youtube.com/@savelet',
} as const;

let dataDir: string;
let database: Database;
let settings: SiteSettings;
let notifications: { changed: readonly SiteSetting[]; revision: number }[];
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'savelet-settings-'));
  database = await openDatabase({ dataDir, databaseUrl: null }, log);
  settings = await openSiteSettings({ database, log, defaults: first(), now: () => new Date(CHANGED) });
  notifications = [];
  settings.onChange((changed, { revision }) => notifications.push({ changed, revision }));
});
afterEach(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const change = async (next: Parameters<SiteSettings['save']>[0]['change']) => {
  const saved = await settings.save({ revision: settings.current().revision, change: next, author: ANN });
  if (!saved.ok) throw new Error(saved.code);
  return saved.settings;
};

describe('site settings', () => {
  it('start with the defaults', () => {
    expect(settings.current()).toEqual(first());
  });

  it('list a version of a text as live if a restore would change nothing, whichever save made it', async () => {
    for (const content of ['<p>One</p>', '<p>Two</p>', '<p>One</p>']) await change({ content });
    await change({ title: 'Grab' });
    const live = async (setting?: SavedSetting) =>
      (await settings.revisions(setting)).map(({ revision, isLive }) => [revision, isLive]);
    expect(await live('content')).toEqual([
      [3, true],
      [2, false],
      [1, true],
    ]);
    expect((await live()).filter(([, isLive]) => isLive)).toEqual([[4, true]]);
  });

  it('get a new revision, the time and the changed settings with a save', async () => {
    const { site, lastSave } = await change({ title: '  Grab ', maintenance: true, content: '' });
    expect(site).toEqual({ ...first(), title: 'Grab', maintenance: true, revision: 1, updatedAt: CHANGED });
    expect(lastSave).toEqual({
      revision: 1,
      savedAt: CHANGED,
      author: 'Ann',
      authorId: ANN.id,
      changed: ['title', 'maintenance'],
    });
    expect(settings.current()).toBe(site);
    expect(notifications).toEqual([{ changed: ['title', 'maintenance'], revision: 1 }]);
  });

  it('remain the same object if a save changes nothing, compared deeply', async () => {
    await change({ socialLinks: [LINK] });
    const before = settings.current();
    expect((await change({})).site).toBe(before);
    await change({ socialLinks: [{ ...LINK }], navbar: structuredClone(SITE_SETTINGS.navbar.default) });
    expect(settings.current()).toBe(before);
    expect(notifications).toHaveLength(1);
  });

  it('keep a chosen contact address, and its removal, whatever the default is at the next start', async () => {
    const open = (contactEmail: string | null) =>
      openSiteSettings({ database, log, defaults: { ...first(), contactEmail } });
    const chosenWith = async (contactEmail: string | null) => {
      const opened = await open(contactEmail);
      const { site, contactChosenInPanel } = await opened.refresh();
      return [site.contactEmail, contactChosenInPanel];
    };
    expect(await chosenWith('first@harbour.example')).toEqual(['first@harbour.example', false]);
    await change({ contactEmail: 'owner@harbour.example' });
    expect(await chosenWith('first@harbour.example')).toEqual(['owner@harbour.example', true]);
    await change({ contactEmail: null });
    await change({ title: 'Harbour' });
    expect(await chosenWith('first@harbour.example')).toEqual([null, true]);
    expect(await chosenWith(null)).toEqual([null, true]);
  });

  it('detect a change inside a nested setting', async () => {
    await change({
      navbar: {
        ...SITE_SETTINGS.navbar.default,
        button: { ...SITE_SETTINGS.navbar.default.button, visible: false },
      },
    });
    expect(notifications).toEqual([{ changed: ['navbar'], revision: 1 }]);
  });

  it('are not affected by later changes to the saved object', async () => {
    const links = [{ ...LINK }];
    await change({ socialLinks: links });
    links.pop();
    expect(settings.current().socialLinks).toEqual([LINK]);
  });

  it('give a new object for a changed legal text, which is in no public setting', async () => {
    const before = settings.current();
    await change({ privacyText: '<p>Ours</p>' });
    expect(settings.current()).not.toBe(before);
    expect(settings.current()).toEqual({ ...before, revision: 1, updatedAt: CHANGED });
    expect(settings.stored().privacyText).toBe('<p>Ours</p>');
    expect(notifications).toEqual([{ changed: [], revision: 1 }]);
  });

  it('notify every listener until it unsubscribes', async () => {
    const others: string[] = [];
    const stop = settings.onChange((_changed, { title }) => others.push(title));
    await change({ title: 'One' });
    stop();
    await change({ title: 'Two' });
    expect(others).toEqual(['One']);
    expect(notifications).toHaveLength(2);
  });
});
