import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { writeBackup } from '../../src/server/backups/backup-archive.ts';
import { restoreBackup } from '../../src/server/backups/restore-backup.ts';
import { loadMasterSecret } from '../../src/server/base/config/master-secret.ts';
import { readConfig } from '../../src/server/base/config/read-config.ts';
import { openServerDatabase } from '../../src/server/base/db/open-database.ts';
import { ENGINE_NAMES } from '../../src/shared/contract/engine-names.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { dumpDatabase } from '../recorded-data/dump-database.ts';
import { IS_FULL } from '../test-scope.ts';
import { accountIn, openBrowser } from './account-browser.ts';
import { startUpstream, type Upstream } from './loopback-upstream.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/**
 * Data folders that earlier versions left, as recorded by `tests/recorded-data/record-data-folder.ts`. Accounts,
 * settings, sessions and media links made by them must work in every later version. The clock is set to the day of the
 * recording, because sessions and links expire. The full tests start with a backup of the folder, restored elsewhere.
 */
const RECORDED = path.resolve(import.meta.dirname, '../recorded-data');
/** The file that was downloaded. Links of some versions know its first bytes. */
const MEDIA =
  mockPosts.find(({ name }) => name === 'tiktok video')?.items[0]?.renditions[0]?.body.bytes() ?? Buffer.of();
const BUILD = { version: '0.1.0', commit: null };
const MINUTES_LATER_MS = 20 * 60 * 1_000;

const placeSchema = z.nullable(z.looseObject({ kind: z.string(), host: z.string() }));
const providersSchema = z.object({
  address: z.optional(z.nullable(z.string())),
  provider: z.optional(placeSchema),
  'provider-2': z.optional(placeSchema),
});
type RecordedProviders = z.infer<typeof providersSchema>;

const recordingSchema = z.object({
  recordedAt: z.iso.datetime(),
  secret: z.string(),
  password: z.string(),
  ownerCookie: z.string(),
  administratorCookie: z.string(),
  site: z.looseObject({}),
  engineSettings: z.looseObject({
    engines: z.array(z.object({ name: z.string(), on: z.boolean() })),
    provider: providersSchema,
  }),
  providerKey: z.optional(z.string()),
  activity: z.object({ entries: z.array(z.unknown()) }),
  media: z.object({ link: z.string(), filename: z.string(), upstreamHost: z.string() }),
});

/** Returns the provider of a recording, whose version had one address or three places, and the names of those that are not used any more. */
const providersOf = (recorded: RecordedProviders) => {
  const { address } = recorded;
  if (address !== undefined)
    return {
      provider:
        address === null ? null : { service: 'download', host: address, hasKey: false, savedAt: null },
      unused: [],
    };
  const { provider = null, 'provider-2': second = null } = recorded;
  return {
    provider: provider && {
      service: provider.kind,
      host: provider.host,
      hasKey: provider['hasKey'],
      savedAt: provider['savedAt'],
    },
    unused: second === null ? [] : [{ service: second.kind, host: new URL(second.host).hostname }],
  };
};

const names = (await readdir(RECORDED)).flatMap((file) => (file.endsWith('.sql') ? file.slice(0, -4) : []));

it('has recordings', () => expect(names).toEqual(expect.arrayContaining(['eed872d', 'dbeb1a9', '785d711'])));

describe.each(names)(`the data folder left by %s${IS_FULL ? ', restored from a backup' : ''}`, (name) => {
  let recording: z.infer<typeof recordingSchema>;
  let folder: string;
  let sql: string;
  let upstream: Upstream;
  let file: Buffer;
  let test: TestApp;
  const backupFile = () => path.join(folder, 'before.tar.gz');
  const restore = (force = false) =>
    restoreBackup({ config: readConfig({ DATA_DIR: folder }), build: BUILD, force }, backupFile());

  beforeEach(async () => {
    recording = recordingSchema.parse(
      JSON.parse(await readFile(path.join(RECORDED, `${name}.json`), 'utf8')) as unknown,
    );
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(recording.recordedAt) + MINUTES_LATER_MS });
    folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-recorded-'));
    const database = new DatabaseSync(path.join(folder, 'savelet.db'));
    sql = await readFile(path.join(RECORDED, `${name}.sql`), 'utf8');
    database.exec(sql);
    database.close();
    await writeFile(path.join(folder, 'secret'), recording.secret);
    if (IS_FULL) {
      await writeBackup({ config: readConfig({ DATA_DIR: folder }), build: BUILD }, backupFile());
      for (const left of ['savelet.db', 'secret']) await rm(path.join(folder, left));
      await restore();
    }
    file = MEDIA;
    upstream = await startUpstream((_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': file.length }).end(file);
    });
    const environment = {
      DATA_DIR: folder,
      ENGINES: 'native,sample',
      UPSTREAM_ROUTES: `${recording.media.upstreamHost}=${upstream.origin}`,
    };
    const secret = await loadMasterSecret(readConfig(environment));
    test = await createTestApp(environment, undefined, { secret });
  });
  afterEach(async () => {
    await test.app.close();
    await upstream.close();
    await rm(folder, { recursive: true, force: true });
    vi.useRealTimers();
  });

  const browserWith = (cookie: string) => {
    const browser = openBrowser(test);
    const at = cookie.indexOf('=');
    browser.jar.set(cookie.slice(0, at), cookie.slice(at + 1));
    return browser;
  };

  it('keeps its secret and its sessions', async () => {
    expect(await loadMasterSecret(test.config)).toBe(recording.secret);
    const session = (cookie: string) => browserWith(cookie).call('GET', '/api/auth/session');
    expect(accountIn(await session(recording.ownerCookie))).toMatchObject({ name: 'Olga', role: 'owner' });
    expect(accountIn(await session(recording.administratorCookie))).toMatchObject({ role: 'administrator' });
    expect(accountIn(await session(`${recording.ownerCookie}x`))).toBeNull();
  });

  it('lets its accounts sign in with their roles', async () => {
    const roles = [];
    for (const who of ['Olga', 'Ada', 'Walter'])
      roles.push(accountIn(await openBrowser(test).signIn(who, recording.password)).role);
    expect(roles).toEqual(['owner', 'administrator', 'waiting']);
    expect((await openBrowser(test).signIn('Olga', `${recording.password}!`)).code).toBe('password_wrong');
    expect((await openBrowser(test).call('GET', '/api/auth/session')).body).toMatchObject({
      ownerless: false,
    });
  });

  it('keeps its settings, revisions and activity', async () => {
    // Whether an engine reads stories is not stored.
    expect(test.settings.current()).toMatchObject({ ...recording.site, readsStories: expect.any(Boolean) });
    const owner = browserWith(recording.ownerCookie);
    const engines = await owner.call('GET', '/api/admin/engines');
    const { provider, unused } = providersOf(recording.engineSettings.provider);
    const recorded = recording.engineSettings.engines.filter((engine) =>
      ENGINE_NAMES.some((known) => known === engine.name),
    );
    const added = ENGINE_NAMES.filter((engine) => !recorded.some(({ name: known }) => known === engine));
    expect(engines.body['settings']).toMatchObject({
      ...recording.engineSettings,
      provider,
      engines: [...recorded, ...added.map((engine) => ({ name: engine, on: false }))],
    });
    expect(engines.body['unusedProviders']).toEqual(unused);
    // The key of the provider opens too.
    const listed = engines.body['engines'] as { readonly name: string; readonly key: string }[];
    const isKept = provider !== null && recording.providerKey !== undefined;
    expect(listed.find((engine) => engine.name === 'provider')?.key).toBe(isKept ? 'present' : 'optional');
    expect((await owner.call('GET', '/api/admin/revisions')).body['revisions']).toHaveLength(2);
    expect((await owner.call('GET', '/api/admin/activity')).body['entries']).toEqual(
      // Later versions also tell the actor's account.
      expect.arrayContaining(recording.activity.entries.map((entry) => expect.objectContaining(entry))),
    );
    const { revision } = test.settings.current();
    const saved = await owner.call('PATCH', '/api/admin/settings', { revision, change: { title: 'Later' } });
    expect(saved).toMatchObject({ status: 200, body: { site: { title: 'Later', revision: revision + 1 } } });
  });

  it('serves a media link issued before', async () => {
    const { link, filename } = recording.media;
    const origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${origin}${link}?download`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toContain(filename);
    expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true);
    const altered = `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`;
    expect((await fetch(`${origin}${altered}`)).status).toBe(404);
  });

  it('is as it was once the copy or the backup from before the update is put back', async () => {
    await test.settings.change({ title: 'Later' });
    await test.app.close();
    const database = path.join(folder, 'savelet.db');
    const expectBefore = async () => {
      expect(dumpDatabase(database)).toBe(sql);
      expect(await readFile(path.join(folder, 'secret'), 'utf8')).toBe(recording.secret);
    };
    // The steps of docs/operations.md.
    const [copy = '', ...more] = (await readdir(folder)).filter((entry) => entry.includes('.before-'));
    expect(more).toEqual([]);
    for (const suffix of ['-wal', '-shm']) await rm(database + suffix, { force: true });
    await rename(path.join(folder, copy), database);
    await expectBefore();
    if (!IS_FULL) return;
    const updated = await openServerDatabase(readConfig({ DATA_DIR: folder }), pino({ level: 'silent' }));
    await updated.close();
    expect(dumpDatabase(database)).not.toBe(sql);
    await restore(true);
    await expectBefore();
  });
});
