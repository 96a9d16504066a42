import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINE_NAMES, type EngineName } from '#shared/contract/engine-names.ts';
import type { EngineSettingsChange } from '#shared/contract/engines.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import type { Database } from '../../../src/server/base/db/database.ts';
import { readActivity } from '../../../src/server/people/activity/activity-log.ts';
import { DOCUMENT_SAVES_MAX } from '../../../src/server/site/settings/document-store.ts';
import {
  ALERT_BELOW_PERCENT,
  type EngineSettings,
  openEngineSettings,
} from '../../../src/server/site/settings/engine-settings.ts';
import type { Secrets } from '../../../src/server/site/settings/provider-keys.ts';
import { type EmptyDatabase, engines } from './engines.ts';

const MARA = { id: 'm1', name: 'Mara' };
const SECRETS: Secrets = { current: 'the secret of this server', previous: null };
const TIKTOK_OFF = { ...byPlatform(() => true), tiktok: false };

describe.each(engines)('the engine settings on $kind', (engine) => {
  let empty: EmptyDatabase;
  let database: Database;
  let lines: string[];
  const open = async (
    on = database,
    first: readonly EngineName[] = ['native', 'sample'],
    secrets = SECRETS,
  ) => {
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const isSetUp = () => true;
    return openEngineSettings({ database: on, log: pino(sink), secrets, firstEngines: first, isSetUp });
  };
  beforeEach(async () => {
    lines = [];
    empty = await engine.create();
    database = await empty.open();
  });
  afterEach(async () => {
    await empty.drop();
  });

  const save = async (settings: EngineSettings, change: EngineSettingsChange) => {
    const saved = await settings.save({ revision: settings.current().revision, change, author: MARA });
    if (!saved.ok) throw new Error(saved.code);
    return saved.settings;
  };
  const put = (value: string) =>
    database.query.insertInto('site_state').values({ name: 'engines', value }).execute();
  const namesOn = ({ engines: list }: ReturnType<EngineSettings['current']>): string[] =>
    list.flatMap(({ name, on }) => (on ? name : []));

  it('are the same after a restart', async () => {
    const settings = await open();
    const list = settings.current().engines.toReversed();
    await save(settings, { engines: list, canaries: byPlatform(() => []) });
    await save(settings, { alerts: { webhook: 'https://hooks.harbour.example/x', below: 30 } });
    const again = await open(await empty.open());
    expect(again.current()).toEqual(settings.current());
    expect(await again.refresh()).toEqual(await settings.refresh());
    expect(lines).toEqual([]);
  });

  it('follow the environment variable until the order is set in the panel, and not after', async () => {
    const settings = await open();
    await save(settings, { platforms: TIKTOK_OFF });
    const other = await open(await empty.open(), ['cobalt', 'native']);
    expect(namesOn(other.current())).toEqual(['cobalt', 'native']);
    expect((await other.refresh()).chosenInPanel).toBe(false);
    await save(other, { engines: settings.current().engines });
    const third = await open(await empty.open(), ['yt-dlp']);
    expect(namesOn(third.current())).toEqual(['native', 'sample']);
    expect(await third.refresh()).toMatchObject({ chosenInPanel: true, settings: { platforms: TIKTOK_OFF } });
  });

  it('lose none of many concurrent changes', async () => {
    const both = [await open(), await open(await empty.open())];
    const saves = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        both[at % 2]!.save({
          revision: 0,
          change: { alerts: { webhook: null, below: at + 1 } },
          author: MARA,
        }),
      ),
    );
    expect(saves.filter(({ ok }) => ok)).toHaveLength(1);
    for (const refused of saves)
      if (!refused.ok)
        expect(refused).toMatchObject({ code: 'conflict', since: [{ revision: 1, author: 'Mara' }] });
    expect((await readActivity(database)).entries).toHaveLength(1);
    const [one, other] = [await both[0]!.refresh(), await both[1]!.refresh()];
    expect(one).toEqual(other);
  });

  it('cannot be saved by an account that has lost its permission, which learns no authors', async () => {
    const settings = await open();
    await save(settings, { platforms: byPlatform(() => false) });
    for (const revision of [0, 1]) {
      const saved = await settings.save({
        revision,
        change: { platforms: TIKTOK_OFF },
        author: MARA,
        checkAuthor: async () => 'role_forbidden',
      });
      expect(saved).toEqual({ ok: false, code: 'role_forbidden' });
    }
    expect(settings.current().revision).toBe(1);
  });

  it('list who saved recently, with no more authors than needed', async () => {
    const settings = await open();
    for (let at = 0; at < DOCUMENT_SAVES_MAX + 3; at += 1)
      await save(settings, { alerts: { webhook: null, below: at + 1 } });
    const late = await settings.save({ revision: 0, change: { platforms: TIKTOK_OFF }, author: MARA });
    if (late.ok || late.code !== 'conflict') throw new Error('it was no conflict');
    expect(late.since?.map(({ revision }) => revision)).toEqual(
      Array.from({ length: DOCUMENT_SAVES_MAX }, (_, at) => at + 4),
    );
  });

  it('fall back to the default for each part that is stored unreadably', async () => {
    await put(
      JSON.stringify({
        settings: {
          revision: 7,
          engines: [{ name: 'native' }],
          platforms: TIKTOK_OFF,
          canaries: { ...byPlatform(() => []), instagram: ['https://evil.example/'] },
          alerts: { webhook: 'http://10.0.0.1/', below: 50 },
        },
        saves: 'none',
      }),
    );
    const settings = await open();
    expect(settings.current()).toMatchObject({
      revision: 7,
      platforms: TIKTOK_OFF,
      canaries: byPlatform(() => []),
      alerts: { webhook: null },
    });
    expect(namesOn(settings.current())).toEqual(['native', 'sample']);
    expect(lines.map((line) => JSON.parse(line)).map(({ part, level }) => [part, level])).toEqual([
      ['engines', 40],
      ['canaries', 40],
      ['alerts', 40],
    ]);
    expect((await save(settings, { alerts: { webhook: null, below: 10 } })).settings.revision).toBe(8);
  });

  it('keep the choices of a version that knew fewer engines and platforms, or others', async () => {
    await put(
      JSON.stringify({
        settings: {
          revision: 7,
          engines: [
            { name: 'cobalt', on: true },
            { name: 'retired', on: true },
            { name: 'native', on: false },
          ],
          provider: {},
          platforms: { tiktok: false, vine: true },
          canaries: { tiktok: ['https://www.tiktok.com/@harbour/video/7345678901234567890'], vine: ['x'] },
          alerts: { webhook: 'https://hooks.harbour.example/x' },
        },
        saves: [
          {
            revision: 7,
            savedAt: '2026-01-02T03:04:05.678Z',
            author: 'Mara',
            changed: ['engines', 'retired'],
          },
        ],
      }),
    );
    const settings = await open();
    expect(settings.current()).toEqual({
      revision: 7,
      engines: [
        { name: 'cobalt', on: true },
        { name: 'native', on: false },
        { name: 'sample', on: true },
        ...ENGINE_NAMES.filter((name) => !['cobalt', 'native', 'sample'].includes(name)).map((name) => ({
          name,
          on: false,
        })),
      ],
      provider: null,
      platforms: { ...byPlatform(() => true), tiktok: false },
      canaries: {
        ...byPlatform(() => []),
        tiktok: ['https://www.tiktok.com/@harbour/video/7345678901234567890'],
      },
      alerts: { webhook: 'https://hooks.harbour.example/x', below: ALERT_BELOW_PERCENT },
    });
    expect(lines).toEqual([]);
    expect(await settings.refresh()).toMatchObject({
      chosenInPanel: true,
      lastSave: { revision: 7, author: 'Mara', changed: ['engines'] },
    });
    const saved = await save(settings, { platforms: byPlatform(() => false) });
    expect(saved.settings.engines).toEqual(settings.current().engines);
    const again = await open(await empty.open());
    expect(again.current()).toEqual(saved.settings);
  });

  it.each(['{', 'null', '[]', '"x"', ''])(
    'fall back to the defaults for the stored text %j',
    async (value) => {
      await put(value);
      const settings = await open();
      expect(settings.current()).toMatchObject({ revision: 0, platforms: byPlatform(() => true) });
      expect(lines).toHaveLength(1);
      expect((await save(settings, { platforms: TIKTOK_OFF })).settings.revision).toBe(1);
    },
  );

  it('stay in force while the database is unreachable, and a save reports the outage', async () => {
    const settings = await open();
    await save(settings, { platforms: TIKTOK_OFF });
    await database.close();
    expect((await settings.refresh()).settings.platforms).toEqual(TIKTOK_OFF);
    await expect(save(settings, { alerts: { webhook: null, below: 1 } })).rejects.toThrow();
    expect(settings.current().revision).toBe(1);
  });

  if (engine.kind === 'postgres')
    it('pick up what another instance saves, and notify listeners', async () => {
      const [one, other] = [await open(), await open(await empty.open())];
      const heard: number[] = [];
      other.onChange(({ revision }) => heard.push(revision));
      await save(one, { platforms: TIKTOK_OFF });
      await other.refresh();
      expect(other.current()).toEqual(one.current());
      expect(heard).toEqual([1]);
    });

  describe('with a provider of the panel', () => {
    const KEY = 'k-stored-0123456789';
    const SERVICE = { service: 'autolink', host: 'https://extract.harbour.example/' } as const;
    const saveProvider = async (
      settings: EngineSettings,
      change: Parameters<EngineSettings['save']>[0]['change'] = {},
    ) => {
      const outcome = await settings.save({
        revision: settings.current().revision,
        author: MARA,
        change: { provider: { ...SERVICE, key: KEY }, ...change },
      });
      if (!outcome.ok) throw new Error(outcome.code);
    };
    const rows = () => database.query.selectFrom('site_state').selectAll().execute();
    const everything = async () =>
      JSON.stringify([await rows(), await database.query.selectFrom('activity').selectAll().execute()]);

    it('keep its key sealed: in no row, no setting and no line of the log', async () => {
      const settings = await open();
      await saveProvider(settings);
      expect(settings.provider()).toEqual({ ...SERVICE, key: { kind: 'open', key: KEY } });
      expect(settings.current().provider).toMatchObject({ ...SERVICE, hasKey: true });
      const again = await open(await empty.open());
      expect(again.provider()?.key).toEqual({ kind: 'open', key: KEY });
      const stored = await everything();
      for (const form of [KEY, Buffer.from(KEY).toString('base64'), Buffer.from(KEY).toString('base64url')])
        expect(stored).not.toContain(form.replace(/=+$/, ''));
      expect(JSON.stringify([again.current(), lines])).not.toContain(KEY);
    });

    it('keep, replace and remove the key', async () => {
      const settings = await open();
      await saveProvider(settings);
      await saveProvider(settings, { provider: { ...SERVICE, service: 'download' } });
      expect(settings.provider()).toMatchObject({ service: 'download', key: { key: KEY } });
      await saveProvider(settings, { provider: { ...SERVICE, key: 'another-key' } });
      expect(settings.provider()?.key).toMatchObject({ key: 'another-key' });
      await saveProvider(settings, { provider: { ...SERVICE, key: null } });
      expect(settings.provider()?.key).toBeNull();
      expect((await rows()).map(({ name }) => name)).not.toContain('provider_keys');
      await saveProvider(settings);
      await saveProvider(settings, { provider: null });
      expect(settings.provider()).toBeNull();
      expect((await rows()).map(({ name }) => name)).not.toContain('provider_keys');
    });

    it('write no key with a save that conflicts', async () => {
      const settings = await open();
      await saveProvider(settings);
      const outcome = await settings.save({
        revision: 0,
        author: MARA,
        change: { provider: { ...SERVICE, key: 'late-key' } },
      });
      expect(outcome).toMatchObject({ ok: false, code: 'conflict' });
      const again = await open(await empty.open());
      expect(again.provider()?.key).toMatchObject({ key: KEY });
    });

    it('are saved together with it', async () => {
      const settings = await open();
      await saveProvider(settings, { platforms: TIKTOK_OFF });
      expect(settings.current()).toMatchObject({ revision: 1, platforms: TIKTOK_OFF, provider: SERVICE });
    });

    it('do not open a key under another secret, or for another host, and say so', async () => {
      const settings = await open();
      await saveProvider(settings);
      const other = await open(await empty.open(), undefined, { current: 'another secret', previous: null });
      expect(other.provider()?.key).toEqual({ kind: 'unreadable' });
      expect(lines.join('')).toContain('cannot be read: SECRET has changed');
      const document = (await rows()).find(({ name }) => name === 'engines')?.value ?? '';
      const value = document.replace(SERVICE.host, 'https://other.harbour.example/');
      await database.query.updateTable('site_state').set({ value }).where('name', '=', 'engines').execute();
      const moved = await open(await empty.open());
      expect(moved.provider()).toMatchObject({
        host: 'https://other.harbour.example/',
        key: { kind: 'unreadable' },
      });
    });

    it('seal it anew under a new secret when the previous one is given, once', async () => {
      await saveProvider(await open());
      const before = await rows();
      const rotated = { current: 'the new secret of it', previous: SECRETS.current };
      const settings = await open(await empty.open(), undefined, rotated);
      expect(settings.provider()?.key).toEqual({ kind: 'open', key: KEY });
      const sealed = (all: typeof before) => all.find(({ name }) => name === 'provider_keys')?.value;
      const after = sealed(await rows());
      expect(after).not.toBe(sealed(before));
      await open(await empty.open(), undefined, rotated);
      expect(sealed(await rows())).toBe(after);
      const later = await open(await empty.open(), undefined, { current: rotated.current, previous: null });
      expect(later.provider()?.key).toEqual({ kind: 'open', key: KEY });
    });

    it('read the address that an earlier version stored', async () => {
      await put(
        JSON.stringify({ settings: { revision: 3, provider: { address: 'https://open.harbour.example/' } } }),
      );
      const settings = await open();
      expect(settings.current()).toMatchObject({
        revision: 3,
        provider: {
          service: 'download',
          host: 'https://open.harbour.example/',
          hasKey: false,
          savedAt: null,
        },
      });
      expect(lines).toEqual([]);
    });

    it('open the provider of a version with three, with its key, and tell the others until the next save', async () => {
      await saveProvider(await open());
      const sealed = (await rows()).find(({ name }) => name === 'provider_keys')?.value ?? '';
      const older = {
        kind: 'autolink',
        host: SERVICE.host,
        definition: null,
        hasKey: true,
        savedAt: '2026-01-02T03:04:05.678Z',
      };
      const provider = { provider: older, 'provider-2': { ...older, kind: 'hiker' }, 'provider-3': null };
      const write = (name: string, value: object) =>
        database.query
          .updateTable('site_state')
          .set({ value: JSON.stringify(value) })
          .where('name', '=', name)
          .execute();
      await write('engines', { settings: { revision: 3, provider } });
      await write('provider_keys', { ...JSON.parse(sealed), 'provider-2': 'of-the-second' });
      const settings = await open();
      expect(settings.provider()).toEqual({ ...SERVICE, key: { kind: 'open', key: KEY } });
      const unused = [{ service: 'hiker', host: 'extract.harbour.example' }];
      expect((await settings.refresh()).unusedProviders).toEqual(unused);
      expect((await save(settings, { platforms: TIKTOK_OFF })).unusedProviders).toEqual([]);
      const again = await open(await empty.open());
      expect((await again.refresh()).unusedProviders).toEqual([]);
      expect(again.provider()?.key).toEqual({ kind: 'open', key: KEY });
      expect(await everything()).not.toContain('of-the-second');
    });
  });
});
