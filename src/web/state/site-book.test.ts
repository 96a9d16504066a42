import { describe, expect, it } from 'vitest';
import type { Site } from '#shared/contract/site.ts';
import { defaultSite } from '#shared/contract/site-defaults.ts';
import { readStored } from '../lib/site-schema.ts';
import { SiteBook } from './site-book.ts';

const base: Site = {
  ...defaultSite({ updatedAt: '2026-11-20T08:00:00.000Z', samples: false, contactEmail: null }),
  revision: 5,
  title: 'Harbour',
};
const LOGO = 'data:image/png;base64,AAAA';

/** A storage of so many characters; `blocked` makes every call throw, as browsers do where site data is switched off. */
const fakeStorage = (room = Number.POSITIVE_INFINITY) => {
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
      if (text.length > room) throw new Error('quota');
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

const bookWith = (
  { storage, canSanitise = true }: { storage: Storage; canSanitise?: boolean },
  onRaise: (event: string, book: SiteBook) => void = () => undefined,
) => {
  const shown: Site[] = [];
  const raised: string[] = [];
  const book: SiteBook = new SiteBook(base, {
    storage: () => storage,
    reader: async () => readStored,
    canSanitise,
    show: (site) => shown.push(site),
    raise: (event) => {
      raised.push(event);
      onRaise(event, book);
    },
  });
  return { book, shown, raised };
};

describe('what the server says', () => {
  it('is mirrored under the six keys once it is confirmed, and raises nothing', () => {
    const { storage, entries } = fakeStorage();
    const { book, shown, raised } = bookWith({ storage });
    book.confirm();
    expect(Object.fromEntries(entries)).toEqual({
      siteRevision: '5 2026-11-20T08:00:00.000Z',
      websiteTitle: 'Harbour',
      socialLinks: '[]',
      maintenanceMode: 'false',
      admin_settings: '{"content":""}',
      navbarSettings: JSON.stringify(base.navbar),
    });
    expect([shown, raised]).toEqual([[], []]);
  });

  it('is shown, mirrored, and raises the event of each change once, after both', () => {
    const { storage, entries } = fakeStorage();
    const stored: (string | undefined)[] = [];
    const { book, shown, raised } = bookWith({ storage }, () => stored.push(entries.get('websiteLogo')));
    book.accept({ ...base, revision: 6, logo: LOGO, maintenance: true, contactEmail: 'a@harbour.example' });
    expect(raised).toEqual(['websiteLogoChanged', 'maintenanceModeChanged']);
    expect(stored).toEqual([LOGO, LOGO]);
    expect(shown.map(({ logo }) => logo)).toEqual([LOGO]);
    book.accept({ ...base, revision: 7, maintenance: true });
    expect(entries.has('websiteLogo')).toBe(false);
    expect(entries.get('siteRevision')).toMatch(/^7 /);
  });

  it('never goes back to an older answer', () => {
    const { storage, entries } = fakeStorage();
    const { book, shown, raised } = bookWith({ storage });
    book.accept({ ...base, revision: 4, title: 'Old' });
    expect([shown, raised, entries.size, book.site.title]).toEqual([[], [], 0, 'Harbour']);
  });

  it('is not mirrored over what a tab that is ahead has stored, unless it is current this moment', () => {
    const { storage, entries } = fakeStorage();
    entries.set('siteRevision', '9').set('websiteTitle', 'Ahead');
    const { book } = bookWith({ storage });
    book.accept({ ...base, revision: 6, title: 'Behind' });
    expect(entries.get('websiteTitle')).toBe('Ahead');
    book.confirm();
    expect(entries.get('websiteTitle')).toBe('Behind');
  });

  it('writes no key that holds it already', () => {
    const { storage, writes } = fakeStorage();
    const { book } = bookWith({ storage });
    book.confirm();
    writes.length = 0;
    book.confirm();
    book.accept(base);
    expect(writes).toEqual([]);
  });

  it('is not mirrored twice: what was written in between stays', () => {
    const { storage, entries } = fakeStorage();
    bookWith({ storage }).book.confirm();
    entries.set('websiteTitle', 'Typed');
    bookWith({ storage }).book.confirm();
    expect(entries.get('websiteTitle')).toBe('Typed');
  });

  it('marks what did not fit as old', () => {
    const { storage, entries } = fakeStorage(100);
    const { book, raised } = bookWith({ storage });
    book.accept({ ...base, revision: 6, logo: `${LOGO}${'A'.repeat(200)}` });
    expect(entries.get('siteRevision')).toBe('-1');
    expect(entries.get('websiteTitle')).toBe('Harbour');
    expect(raised).toEqual(['websiteLogoChanged']);
  });
});

describe('what storage says', () => {
  it('is shown for the key that was named, and for no other', async () => {
    const { storage, entries } = fakeStorage();
    const { book, shown } = bookWith({ storage });
    entries.set('websiteTitle', 'Typed').set('maintenanceMode', 'true');
    await book.reread(['title'], false);
    expect(shown.map(({ title, maintenance }) => [title, maintenance])).toEqual([['Typed', false]]);
    await book.reread(['maintenance'], true);
    expect(shown.at(-1)).toMatchObject({ title: 'Typed', maintenance: true });
  });

  it('is the default for a removed key', async () => {
    const { storage, entries } = fakeStorage();
    const { book } = bookWith({ storage });
    book.confirm();
    entries.delete('websiteTitle');
    await book.reread(['title', 'logo', 'navbar'], false);
    expect(book.site).toMatchObject({ title: 'Savelet', logo: null });
  });

  it('is nothing once it has been cleared: the server’s settings hold', async () => {
    const { storage, entries } = fakeStorage();
    const { book } = bookWith({ storage });
    book.confirm();
    entries.set('maintenanceMode', 'true');
    await book.reread(['maintenance'], true);
    entries.clear();
    await book.reread(['title', 'logo', 'socialLinks', 'maintenance', 'content', 'navbar'], true);
    expect(book.site).toEqual(base);
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
    const { book, shown } = bookWith({ storage });
    entries.set(key, text);
    await book.reread([setting], false);
    expect(shown).toEqual([]);
  });

  it('reads any text but true as no maintenance', async () => {
    const { storage, entries } = fakeStorage();
    const { book } = bookWith({ storage });
    for (const [text, on] of [
      ['true', true],
      ['TRUE', false],
    ] as const) {
      entries.set('maintenanceMode', text);
      await book.reread(['maintenance'], false);
      expect(book.site.maintenance).toBe(on);
    }
  });

  it('holds until the server has a newer revision, and is not mirrored away before', async () => {
    const { storage, entries } = fakeStorage();
    const { book } = bookWith({ storage });
    entries.set('websiteTitle', 'Typed');
    await book.reread(['title'], false);
    book.confirm();
    expect([book.site.title, entries.get('websiteTitle')]).toEqual(['Typed', 'Typed']);
    book.accept({ ...base, revision: 6 });
    expect([book.site.title, entries.get('websiteTitle')]).toEqual(['Harbour', 'Harbour']);
  });

  it('does not answer our own events', async () => {
    const { storage, entries } = fakeStorage();
    const rereads: Promise<void>[] = [];
    const { book, shown } = bookWith({ storage }, (_event, self) => {
      entries.set('websiteTitle', 'Loop');
      rereads.push(self.reread(['title'], false));
    });
    book.accept({ ...base, revision: 6, title: 'New' });
    await Promise.all(rereads);
    expect(shown.map(({ title }) => title)).toEqual(['New']);
  });

  it('repaints nothing when another tab mirrors what is shown already', async () => {
    const { storage } = fakeStorage();
    const { book, shown } = bookWith({ storage });
    book.confirm();
    await book.reread(['title', 'socialLinks', 'maintenance', 'content', 'navbar', 'logo'], true);
    expect(shown).toEqual([]);
  });

  it('is not heard from a tab that is behind', async () => {
    const { storage, entries } = fakeStorage();
    const { book, shown } = bookWith({ storage });
    book.confirm();
    entries.set('siteRevision', '4').set('websiteTitle', 'Behind');
    await book.reread(['title'], true);
    expect(shown).toEqual([]);
  });

  it('loses to an answer that came while it was read', async () => {
    const { storage, entries } = fakeStorage();
    const { book } = bookWith({ storage });
    entries.set('websiteTitle', 'Slow');
    const reading = book.reread(['title'], false);
    book.accept({ ...base, revision: 6, title: 'New' });
    await reading;
    expect(book.site.title).toBe('New');
  });

  it('is no content where the browser cannot sanitise', async () => {
    const { storage, entries } = fakeStorage();
    const { book, shown } = bookWith({ storage, canSanitise: false });
    entries.set('admin_settings', '{"content":"<p>x</p>"}');
    await book.reread(['content'], false);
    await book.paintStored();
    expect(shown).toEqual([]);
  });

  it('never throws where storage is blocked', async () => {
    const { storage, block } = fakeStorage();
    block();
    const { book, shown, raised } = bookWith({ storage });
    book.confirm();
    await book.reread(['title'], false);
    await book.paintStored();
    expect(shown).toEqual([]);
    book.accept({ ...base, revision: 6, title: 'New' });
    expect([book.site.title, raised]).toEqual(['New', ['websiteTitleChanged']]);
  });
});

describe('without a server', () => {
  it('what is stored is shown, and what is not stored stays', async () => {
    const { storage, entries } = fakeStorage();
    entries.set('websiteTitle', 'Kept').set('navbarSettings', 'broken');
    const { book, raised } = bookWith({ storage });
    await book.paintStored();
    expect(book.site).toMatchObject({ title: 'Kept', navbar: base.navbar });
    expect(raised).toEqual([]);
  });

  it('an older revision is not', async () => {
    const { storage, entries } = fakeStorage();
    entries.set('websiteTitle', 'Old').set('siteRevision', '4');
    const { book, shown } = bookWith({ storage });
    await book.paintStored();
    expect(shown).toEqual([]);
  });

  it('it gives way once the server has confirmed the page', async () => {
    const { storage, entries } = fakeStorage();
    entries.set('websiteTitle', 'Kept').set('siteRevision', '8');
    const { book } = bookWith({ storage });
    await book.paintStored();
    book.confirm();
    expect([book.site.title, entries.get('websiteTitle')]).toEqual(['Harbour', 'Harbour']);
  });
});
