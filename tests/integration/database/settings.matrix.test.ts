import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SettingsChange } from '#shared/contract/admin-settings.ts';
import type { SiteSetting } from '#shared/contract/site.ts';
import { defaultSite, SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import type { Database } from '../../../src/server/base/db/database.ts';
import { DatabaseUnavailableError } from '../../../src/server/base/db/database-fault.ts';
import { readActivity } from '../../../src/server/people/activity/activity-log.ts';
import { openSiteSettings, type SiteSettings } from '../../../src/server/site/settings/site-settings.ts';
import { type EmptyDatabase, engines } from './engines.ts';
import { startDatabaseProcess } from './start-database-process.ts';

const SAVES = 500;
const MARA = { id: 'm1', name: 'Mara' };
const DEFAULTS = defaultSite({
  updatedAt: '2026-01-02T03:04:05.678Z',
  samples: true,
  readsStories: true,
  contactEmail: null,
});
const BUSY_TEST_MS = 30_000;

describe.each(engines)('settings on $kind', (engine) => {
  let empty: EmptyDatabase;
  let database: Database;
  let lines: string[];
  const open = async (on = database): Promise<SiteSettings> => {
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    return openSiteSettings({ database: on, log: pino(sink), defaults: DEFAULTS });
  };
  beforeEach(async () => {
    lines = [];
    empty = await engine.create();
    database = await empty.open();
  });
  afterEach(async () => {
    await empty.drop();
  });

  const save = async (settings: SiteSettings, change: SettingsChange) => {
    const saved = await settings.save({ revision: settings.current().revision, change, author: MARA });
    if (!saved.ok) throw new Error(saved.code);
    return saved.settings;
  };
  /** Inserts a row that no save would write. */
  const put = (revision: number, stored: string, changed = '["title"]') =>
    database.query
      .insertInto('settings_revisions')
      .values({ revision, stored, changed, author_id: null, author_name: null, saved_at: 1_770_000_000_000 })
      .execute();

  it('are the same after a restart, and stored as the difference from the defaults', async () => {
    const settings = await open();
    await save(settings, { title: 'Harbour', maintenance: true, content: '<p>a</p>' });
    await save(settings, { maintenance: false, navbar: { ...SITE_SETTINGS.navbar.default, sticky: false } });
    const again = await open(await empty.open());
    expect(again.current()).toEqual(settings.current());
    expect(await again.refresh()).toEqual(await settings.refresh());
    const { stored } = await database.query
      .selectFrom('settings_revisions')
      .select('stored')
      .where('revision', '=', 2)
      .executeTakeFirstOrThrow();
    expect(Object.keys(JSON.parse(stored)).toSorted()).toEqual(['content', 'navbar', 'title']);
    expect(lines).toEqual([]);
  });

  it('lose none of many concurrent changes', { timeout: 4 * BUSY_TEST_MS }, async () => {
    const settings = [await open(), await open(await empty.open())];
    const saves = await Promise.all(
      Array.from({ length: SAVES }, (_, at) =>
        settings[at % 2]!.save({ revision: 0, change: { title: `Title ${at}` }, author: MARA }),
      ),
    );
    const done = saves.filter(({ ok }) => ok);
    expect(done).toHaveLength(1);
    for (const refused of saves)
      if (!refused.ok)
        expect(refused).toMatchObject({ code: 'conflict', since: [{ revision: 1, author: 'Mara' }] });
    expect((await readActivity(database)).entries).toHaveLength(1);

    // Everybody retries from the current revision until the save succeeds: each change becomes one revision.
    const people = Array.from({ length: 10 }, (_, at) => at);
    await Promise.all(
      people.map(async (person) => {
        const own = settings[person % 2]!;
        for (;;) {
          const { revision } = (await own.refresh()).site;
          const saved = await own.save({ revision, change: { title: `Person ${person}` }, author: MARA });
          if (saved.ok) return;
        }
      }),
    );
    const { entries } = await readActivity(database);
    expect(entries).toHaveLength(1 + people.length);
    expect(new Set(entries.map(({ after }) => after)).size).toBe(1 + people.length);
    // Each entry's old value is the previous entry's new value: no save overwrote a value it had not read.
    for (const [at, { before }] of entries.slice(0, -1).entries())
      expect(before).toBe(entries[at + 1]?.after);
  });

  it('fall back to the default for each setting that is stored unreadably', async () => {
    await put(
      7,
      JSON.stringify({
        title: 'Harbour',
        navbar: { v: 2 },
        socialLinks: [{ url: 'javascript:alert(1)' }],
        logo: 'f'.repeat(64),
        owner: 1,
      }),
    );
    const settings = await open();
    expect(settings.current()).toEqual({
      ...DEFAULTS,
      title: 'Harbour',
      revision: 7,
      updatedAt: new Date(1_770_000_000_000).toISOString(),
    });
    expect(lines.map((line) => JSON.parse(line)).map(({ setting, level }) => [setting, level])).toEqual([
      ['socialLinks', 40],
      ['navbar', 40],
      ['logo', 40],
    ]);
    expect((await save(settings, { maintenance: true })).site).toMatchObject({
      title: 'Harbour',
      revision: 8,
    });
  });

  it.each(['{', 'null', '[]', '"x"', ''])('fall back to the defaults for the row %j', async (stored) => {
    await put(3, stored, 'x');
    const settings = await open();
    expect(settings.current()).toMatchObject({ title: DEFAULTS.title, revision: 3 });
    expect((await settings.refresh()).lastSave).toMatchObject({ revision: 3, changed: [], author: null });
    expect((await save(settings, { title: 'Harbour' })).site.revision).toBe(4);
  });

  it('sanitize content that was written directly into the database', async () => {
    await put(1, JSON.stringify({ content: '<p onclick="x()">a</p><script>b</script>' }), '["content"]');
    await put(2, JSON.stringify({ content: '<b>'.repeat(200) }), '["content"]');
    const settings = await open();
    expect(settings.current().content).toBe('');
    expect((await settings.revision(1))?.site.content).toBe('<p>a</p>');
    const restored = await settings.restore({
      revision: 2,
      fromRevision: 1,
      settings: ['content'],
      author: MARA,
    });
    expect(restored).toMatchObject({ ok: true, settings: { site: { content: '<p>a</p>', revision: 3 } } });
  });

  it('leave nothing of a save that fails half-way', async () => {
    const settings = await open();
    await sql`alter table activity rename to activity_away`.execute(database.query);
    await expect(save(settings, { title: 'Lost' })).rejects.toThrow();
    await sql`alter table activity_away rename to activity`.execute(database.query);
    expect(settings.current()).toMatchObject({ title: DEFAULTS.title, revision: 0 });
    expect((await save(settings, { title: 'Kept' })).site.revision).toBe(1);
  });

  it('stay in force while the database is unreachable, and a save reports the outage', async () => {
    const settings = await open();
    await save(settings, { title: 'Harbour' });
    await database.close();
    expect(settings.current().title).toBe('Harbour');
    expect((await settings.refresh()).site.title).toBe('Harbour');
    await expect(save(settings, { title: 'Lost' })).rejects.toThrow();
    expect(settings.current().title).toBe('Harbour');
  });

  if (engine.kind === 'postgres')
    it('pick up what another instance saves, and notify listeners', { timeout: BUSY_TEST_MS }, async () => {
      const [one, other] = [await open(), await open(await empty.open())];
      const heard: SiteSetting[][] = [];
      other.onChange((changed) => heard.push([...changed]));
      await save(one, { title: 'Harbour' });
      await other.refresh();
      expect(other.current()).toEqual(one.current());
      expect(heard).toEqual([['title']]);
      // Until its next poll, this instance would save over a revision it has not read.
      await save(one, { title: 'Pier', maintenance: true });
      const late = await other.save({ revision: 1, change: { title: 'Late' }, author: MARA });
      expect(late).toMatchObject({ ok: false, code: 'conflict', since: [{ revision: 2 }] });
      expect((await other.refresh()).site).toEqual(one.current());
      expect(heard).toEqual([['title'], ['title', 'maintenance']]);
    });
  else
    it('are rejected in time while the file is locked, and stay readable', {
      timeout: BUSY_TEST_MS,
    }, async () => {
      const settings = await open();
      const holder = startDatabaseProcess('hold', empty.config);
      await holder.started();
      await expect(save(settings, { title: 'Late' })).rejects.toThrow(DatabaseUnavailableError);
      expect((await settings.refresh()).site).toEqual(settings.current());
      holder.child.kill('SIGKILL');
      await holder.ended;
      expect((await save(settings, { title: 'In time' })).site.revision).toBe(1);
    });
});
