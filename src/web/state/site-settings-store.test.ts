import { describe, expect, it } from 'vitest';
import type { Site } from '#shared/contract/site.ts';
import { defaultSite } from '#shared/contract/site-settings.ts';
import { readStored } from '../lib/site-schema.ts';
import { SiteSettingsStore } from './site-settings-store.ts';

const base: Site = {
  ...defaultSite({
    updatedAt: '2026-11-20T08:00:00.000Z',
    samples: false,
    readsStories: false,
    contactEmail: null,
  }),
  revision: 5,
  title: 'Harbour',
};
const LOGO = 'data:image/png;base64,AAAA';

/**
 * Creates a storage whose values hold at most `capacity` characters. `blocked` makes every call throw, as when site
 * data is disabled.
 */
const fakeStorage = (capacity = Number.POSITIVE_INFINITY) => {
  const entries = new Map<string, string>();
  const writes: string[] = [];
  let blocked = false;
  const open = () => {
    if (blocked) throw new Error('denied');
  };
  const storage = {
    get length() {
      open();
      return entries.size;
    },
    getItem(key: string) {
      open();
      return entries.get(key) ?? null;
    },
    setItem(key: string, text: string) {
      open();
      if (text.length > capacity) throw new Error('quota');
      writes.push(key);
      entries.set(key, text);
    },
    removeItem(key: string) {
      open();
      if (entries.delete(key)) writes.push(key);
    },
  } as unknown as Storage;
  return { storage, entries, writes, block: () => (blocked = true) };
};

const storeWith = (
  { storage, canSanitise = true }: { storage: Storage; canSanitise?: boolean },
  onRaise: (event: string, store: SiteSettingsStore) => void = () => undefined,
) => {
  const shown: Site[] = [];
  const raised: string[] = [];
  const store: SiteSettingsStore = new SiteSettingsStore(base, {
    storage: () => storage,
    reader: async () => readStored,
    canSanitise,
    show: (site) => shown.push(site),
    dispatch: (event) => {
      raised.push(event);
      onRaise(event, store);
    },
  });
  return { store, shown, raised };
};

describe('settings of the server', () => {
  it('are mirrored under their keys once confirmed, without events', () => {
    const { storage, entries } = fakeStorage();
    const { store, shown, raised } = storeWith({ storage });
    store.confirm();
    expect(Object.fromEntries(entries)).toEqual({
      siteRevision: '5 2026-11-20T08:00:00.000Z',
      websiteTitle: 'Harbour',
      socialLinks: '[]',
      maintenanceMode: 'false',
      admin_settings: '{"content":""}',
      navbarSettings: JSON.stringify(base.navbar),
      filenameTemplate: base.filenameTemplate,
      madeFiles: 'true',
    });
    expect([shown, raised]).toEqual([[], []]);
  });

  it('are shown and mirrored, then each change dispatches its event once', () => {
    const { storage, entries } = fakeStorage();
    const stored: (string | undefined)[] = [];
    const { store, shown, raised } = storeWith({ storage }, () => stored.push(entries.get('websiteLogo')));
    store.accept({ ...base, revision: 6, logo: LOGO, maintenance: true, contactEmail: 'a@harbour.example' });
    expect(raised).toEqual(['websiteLogoChanged', 'maintenanceModeChanged', 'contactEmailChanged']);
    expect(stored).toEqual([LOGO, LOGO, LOGO]);
    expect(entries.get('contactEmail')).toBe('a@harbour.example');
    expect(shown.map(({ logo }) => logo)).toEqual([LOGO]);
    store.accept({ ...base, revision: 7, maintenance: true });
    expect(entries.has('websiteLogo')).toBe(false);
    expect(entries.get('siteRevision')).toMatch(/^7 /);
  });

  it('are not replaced by an older response', () => {
    const { storage, entries } = fakeStorage();
    const { store, shown, raised } = storeWith({ storage });
    store.accept({ ...base, revision: 4, title: 'Old' });
    expect([shown, raised, entries.size, store.site.title]).toEqual([[], [], 0, 'Harbour']);
  });

  it('do not overwrite a newer stored revision unless just confirmed as current', () => {
    const { storage, entries } = fakeStorage();
    entries.set('siteRevision', '9').set('websiteTitle', 'Ahead');
    const { store } = storeWith({ storage });
    store.accept({ ...base, revision: 6, title: 'Behind' });
    expect(entries.get('websiteTitle')).toBe('Ahead');
    store.confirm();
    expect(entries.get('websiteTitle')).toBe('Behind');
  });

  it('do not rewrite an unchanged key', () => {
    const { storage, writes } = fakeStorage();
    const { store } = storeWith({ storage });
    store.confirm();
    writes.length = 0;
    store.confirm();
    store.accept(base);
    expect(writes).toEqual([]);
  });

  it('are not mirrored twice, so later writes of others stay', () => {
    const { storage, entries } = fakeStorage();
    storeWith({ storage }).store.confirm();
    entries.set('websiteTitle', 'Typed');
    storeWith({ storage }).store.confirm();
    expect(entries.get('websiteTitle')).toBe('Typed');
  });

  it.each([
    ['no revision', null],
    ['another revision', '4 2026-11-20T08:00:00.000Z'],
    ['the same revision of a server that lost its data', '5 2026-11-19T08:00:00.000Z'],
    ['the same revision with another contact address', '5 2026-11-20T08:00:00.000Z a@harbour.example'],
  ])('are mirrored when storage has %s', (_name, revision) => {
    const { storage, entries } = fakeStorage();
    entries.set('websiteTitle', 'Other');
    if (revision !== null) entries.set('siteRevision', revision);
    storeWith({ storage }).store.confirm();
    expect(entries.get('websiteTitle')).toBe('Harbour');
    expect(entries.get('siteRevision')).toBe('5 2026-11-20T08:00:00.000Z');
  });

  it('are marked as mixed when a value did not fit', () => {
    const { storage, entries } = fakeStorage(100);
    const { store, raised } = storeWith({ storage });
    store.accept({ ...base, revision: 6, logo: `${LOGO}${'A'.repeat(200)}` });
    expect(entries.get('siteRevision')).toBe('-1');
    expect(entries.get('websiteTitle')).toBe('Harbour');
    expect(raised).toEqual(['websiteLogoChanged']);
  });
});

describe('settings in storage', () => {
  it('are shown for the named key only', async () => {
    const { storage, entries } = fakeStorage();
    const { store, shown } = storeWith({ storage });
    entries.set('websiteTitle', 'Typed').set('maintenanceMode', 'true');
    await store.reread(['title'], false);
    expect(shown.map(({ title, maintenance }) => [title, maintenance])).toEqual([['Typed', false]]);
    await store.reread(['maintenance'], true);
    expect(shown.at(-1)).toMatchObject({ title: 'Typed', maintenance: true });
  });

  it('mean the default for a removed key', async () => {
    const { storage, entries } = fakeStorage();
    const { store } = storeWith({ storage });
    store.confirm();
    entries.delete('websiteTitle');
    await store.reread(['title', 'logo', 'navbar'], false);
    expect(store.site).toMatchObject({ title: 'Savelet', logo: null });
  });

  it('mean the server’s settings once the storage is cleared', async () => {
    const { storage, entries } = fakeStorage();
    const { store } = storeWith({ storage });
    store.confirm();
    entries.set('maintenanceMode', 'true');
    await store.reread(['maintenance'], true);
    entries.clear();
    await store.reread(['title', 'logo', 'socialLinks', 'maintenance', 'content', 'navbar'], true);
    expect(store.site).toEqual(base);
  });

  it.each([
    ['title', 'websiteTitle', 'x'.repeat(41)],
    ['logo', 'websiteLogo', 'data:image/svg+xml;base64,AAAA'],
    ['logo', 'websiteLogo', 'https://harbour.example/x.png'],
    ['socialLinks', 'socialLinks', '{broken'],
    [
      'socialLinks',
      'socialLinks',
      JSON.stringify([
        { id: 1, platform: 'reddit', name: 'R', icon: 'reddit', color: '', url: 'javascript:alert(1)' },
      ]),
    ],
    ['content', 'admin_settings', '"<p>x</p>"'],
    ['navbar', 'navbarSettings', '{"v":1}'],
  ] as const)('is ignored when %s is not valid', async (setting, key, text) => {
    const { storage, entries } = fakeStorage();
    const { store, shown } = storeWith({ storage });
    entries.set(key, text);
    await store.reread([setting], false);
    expect(shown).toEqual([]);
  });

  it('mean no maintenance for any text but true', async () => {
    const { storage, entries } = fakeStorage();
    const { store } = storeWith({ storage });
    for (const [text, on] of [
      ['true', true],
      ['TRUE', false],
    ] as const) {
      entries.set('maintenanceMode', text);
      await store.reread(['maintenance'], false);
      expect(store.site.maintenance).toBe(on);
    }
  });

  it('stay until the server has a newer revision, and are not overwritten before', async () => {
    const { storage, entries } = fakeStorage();
    const { store } = storeWith({ storage });
    entries.set('websiteTitle', 'Typed');
    await store.reread(['title'], false);
    store.confirm();
    expect([store.site.title, entries.get('websiteTitle')]).toEqual(['Typed', 'Typed']);
    store.accept({ ...base, revision: 6 });
    expect([store.site.title, entries.get('websiteTitle')]).toEqual(['Harbour', 'Harbour']);
  });

  it('are not overwritten by a confirmation that arrives while they are read', async () => {
    const { storage, entries } = fakeStorage();
    const { store } = storeWith({ storage });
    entries.set('websiteTitle', 'Early');
    const reading = store.reread(['title'], false);
    store.confirm();
    await reading;
    expect([store.site.title, entries.get('websiteTitle')]).toEqual(['Early', 'Early']);
  });

  it('are not read on our own events', async () => {
    const { storage, entries } = fakeStorage();
    const rereads: Promise<void>[] = [];
    const { store, shown } = storeWith({ storage }, (_event, self) => {
      entries.set('websiteTitle', 'Loop');
      rereads.push(self.reread(['title'], false));
    });
    store.accept({ ...base, revision: 6, title: 'New' });
    await Promise.all(rereads);
    expect(shown.map(({ title }) => title)).toEqual(['New']);
  });

  it('cause no render when another tab mirrors the shown settings', async () => {
    const { storage } = fakeStorage();
    const { store, shown } = storeWith({ storage });
    store.confirm();
    await store.reread(['title', 'socialLinks', 'maintenance', 'content', 'navbar', 'logo'], true);
    expect(shown).toEqual([]);
  });

  it('are ignored when a tab with an older revision wrote them', async () => {
    const { storage, entries } = fakeStorage();
    const { store, shown } = storeWith({ storage });
    store.confirm();
    entries.set('siteRevision', '4').set('websiteTitle', 'Behind');
    await store.reread(['title'], true);
    expect(shown).toEqual([]);
  });

  it('are ignored when a server response arrives while they are read', async () => {
    const { storage, entries } = fakeStorage();
    const { store } = storeWith({ storage });
    entries.set('websiteTitle', 'Slow');
    const reading = store.reread(['title'], false);
    store.accept({ ...base, revision: 6, title: 'New' });
    await reading;
    expect(store.site.title).toBe('New');
  });

  it('exclude content where the browser cannot sanitise', async () => {
    const { storage, entries } = fakeStorage();
    const { store, shown } = storeWith({ storage, canSanitise: false });
    entries.set('admin_settings', '{"content":"<p>x</p>"}');
    await store.reread(['content'], false);
    await store.showStored();
    expect(shown).toEqual([]);
  });

  it('do not throw where storage is blocked', async () => {
    const { storage, block } = fakeStorage();
    block();
    const { store, shown, raised } = storeWith({ storage });
    store.confirm();
    await store.reread(['title'], false);
    await store.showStored();
    expect(shown).toEqual([]);
    store.accept({ ...base, revision: 6, title: 'New' });
    expect([store.site.title, raised]).toEqual(['New', ['websiteTitleChanged']]);
  });
});

describe('without a server', () => {
  it('shows stored settings and keeps the others', async () => {
    const { storage, entries } = fakeStorage();
    entries.set('websiteTitle', 'Kept').set('navbarSettings', 'broken');
    const { store, raised } = storeWith({ storage });
    await store.showStored();
    expect(store.site).toMatchObject({ title: 'Kept', navbar: base.navbar });
    expect(raised).toEqual([]);
  });

  it.each([
    ['the shown revision', '6 2026-11-20T08:00:00.000Z', null],
    ['no revision', null, LOGO],
  ])('treats only a missing logo as removed, given a revision: %s', async (_name, revision, logo) => {
    const { storage, entries } = fakeStorage();
    const { store } = storeWith({ storage });
    store.accept({ ...base, revision: 6, logo: LOGO, maintenance: true });
    entries.clear();
    entries.set('websiteTitle', 'Kept');
    if (revision !== null) entries.set('siteRevision', revision);
    await store.showStored();
    expect(store.site).toMatchObject({ title: 'Kept', logo, maintenance: true });
  });

  it('does not show an older revision', async () => {
    const { storage, entries } = fakeStorage();
    entries.set('websiteTitle', 'Old').set('siteRevision', '4');
    const { store, shown } = storeWith({ storage });
    await store.showStored();
    expect(shown).toEqual([]);
  });

  it.each([
    ['the server’s', '5 2026-11-20T08:00:00.000Z'],
    ['a newer', '8'],
    ['no', null],
  ])(
    'returns to the server’s settings once they are confirmed, with %s revision stored',
    async (_name, revision) => {
      const { storage, entries } = fakeStorage();
      entries.set('websiteTitle', 'Kept');
      if (revision !== null) entries.set('siteRevision', revision);
      const { store } = storeWith({ storage });
      await store.showStored();
      store.confirm();
      expect([store.site.title, entries.get('websiteTitle')]).toEqual(['Harbour', 'Harbour']);
    },
  );
});
