import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gunzipSync, gzipSync } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar/fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminEnginesSchema } from '#shared/contract/engines.ts';
import { writeBackup } from '../../src/server/backups/backup-archive.ts';
import { restoreBackup } from '../../src/server/backups/restore-backup.ts';
import type { Config } from '../../src/server/base/config/config.ts';
import { loadMasterSecret } from '../../src/server/base/config/master-secret.ts';
import { readConfig } from '../../src/server/base/config/read-config.ts';
import { StartError } from '../../src/server/base/config/start-error.ts';
import { createTicketSealer } from '../../src/server/media/tickets/ticket-sealer.ts';
import { createLogoStore } from '../../src/server/site/settings/logo-store.ts';
import { openBrowser, openOwner } from './account-browser.ts';
import { type EmptyDatabase, type Engine, engines } from './database/engines.ts';
import { openNumbered, saveNext } from './database/numbered-saves.ts';
import { startDatabaseProcess } from './database/start-database-process.ts';
import { stripes } from './pictures.ts';
import { createTestApp } from './test-app.ts';
import { ticketFor } from './tunnel-front.ts';

const BUILD = { version: '0.1.0', commit: null };
const BACKUPS = 20;
const SAVES = 25;

interface Said {
  readonly code: number;
  readonly out: Buffer;
  readonly err: string;
}

/** Runs one of the two programs as an operator does. */
const run = (
  name: 'backup' | 'restore',
  environment: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<Said> =>
  new Promise((resolve) => {
    const program = path.resolve(import.meta.dirname, `../../src/server/${name}.ts`);
    const env = { PATH: process.env['PATH'], ...environment };
    execFile(process.execPath, [program, ...args], { env, encoding: 'buffer' }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err: err.toString() }),
    );
  });

/** An installation: its database, its own folder, and both as variables. */
const createPlace = async (engine: Engine) => {
  const empty: EmptyDatabase = await engine.create();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'savelet-backup-'));
  const { databaseUrl } = empty.config;
  const environment: Record<string, string> = {
    DATA_DIR: dataDir,
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  };
  return {
    config: readConfig({ ...environment, PATH: process.env['PATH'] }),
    environment,
    dataDir,
    open: () => empty.open({ databaseUrl, dataDir }),
    async drop() {
      await empty.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
type Place = Awaited<ReturnType<typeof createPlace>>;

const startApp = async ({ environment, config }: Place) =>
  createTestApp({ ENGINES: 'provider,sample', ...environment }, undefined, {
    secret: await loadMasterSecret(config),
  });

/** Unpacks a backup with the archive's own library, without the checks of `restore`. */
const unpack = async (archive: string, folder: string) => {
  await mkdir(folder, { recursive: true });
  await pipeline(createReadStream(archive), createGunzip(), unpackTar(folder));
  return readdir(folder);
};

/** Returns the last revision in a backup. */
const revisionIn = async (archive: string, folder: string): Promise<number> => {
  const names = await unpack(archive, folder);
  if (!names.includes('savelet.sql')) {
    const copy = new DatabaseSync(path.join(folder, 'savelet.db'), { readOnly: true });
    const row = copy.prepare('select max(revision) as last from settings_revisions').get();
    expect(copy.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    copy.close();
    return Number(row?.['last'] ?? 0);
  }
  const sql = await readFile(path.join(folder, 'savelet.sql'), 'utf8');
  const [, rows = ''] = /^COPY public\.settings_revisions [^\n]+\n([\s\S]*?)^\\\.$/mu.exec(sql) ?? [];
  return Math.max(0, ...rows.split('\n').map((line) => Number.parseInt(line, 10) || 0));
};

describe.each(engines)('a backup of a running server on $kind', (engine) => {
  let place: Place;
  let elsewhere: Place;
  beforeAll(async () => {
    [place, elsewhere] = [await createPlace(engine), await createPlace(engine)];
  });
  afterAll(async () => {
    await place.drop();
    await elsewhere.drop();
  });

  it('is restored elsewhere, where session, media link, logo and provider key work', async () => {
    const first = await startApp(place);
    const owner = await openOwner(first, 'Mara');
    const logo = await createLogoStore(first.database).add(await stripes(64, 64).png().toBuffer());
    if (!logo.ok) throw new Error(logo.code);
    const { revision } = first.settings.current();
    const author = { id: 'ann', name: 'Ann' };
    await first.settings.save({ revision, change: { title: 'Harbour', logo: logo.logo.hash }, author });
    const provider = { service: 'autolink', host: 'https://api.harbour.example', key: 'k-0123' };
    expect(
      (await owner.call('PATCH', '/api/admin/engines', { revision: 0, change: { provider } })).status,
    ).toBe(200);
    const ticket = createTicketSealer({ secret: await loadMasterSecret(place.config) }).seal(ticketFor());

    const file = path.join(place.dataDir, 'one.tar.gz');
    const made = await run('backup', place.environment, file);
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out.toString()).toContain(`${file}\n`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(path.join(place.dataDir, 'backups'))).toEqual([]);
    const streamed = await run('backup', place.environment, '-');
    expect(gunzipSync(streamed.out).subarray(0, 13).toString()).toBe('manifest.json');
    const listed = await unpack(file, path.join(place.dataDir, 'listed'));
    const database = engine.kind === 'sqlite' ? 'savelet.db' : 'savelet.sql';
    expect(listed.toSorted()).toEqual(['manifest.json', database, 'secret']);
    // Saved after the backup, so not in it.
    await first.settings.change({ title: 'Later' });

    const refused = await run('restore', place.environment, '--force', file);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/^(?:Another Savelet server|A Savelet server) is running on this /u);
    expect(first.settings.current().title).toBe('Later');
    await first.app.close();

    expect(await run('restore', elsewhere.environment, file)).toMatchObject({ code: 0, err: '' });
    const secret = await loadMasterSecret(elsewhere.config);
    expect((await stat(path.join(elsewhere.dataDir, 'secret'))).mode & 0o777).toBe(0o600);
    const second = await startApp(elsewhere);
    const visitor = openBrowser(second);
    for (const [name, value] of owner.jar) visitor.jar.set(name, value);
    const session = await visitor.call('GET', '/api/auth/session');
    expect(session.body).toMatchObject({ account: { name: 'Mara', role: 'owner' } });
    expect(second.settings.current().title).toBe('Harbour');
    const shown = await second.app.inject({
      url: `/api/logo/${logo.logo.hash}`,
      headers: { host: 'localhost' },
    });
    expect(shown.rawPayload).toHaveLength(logo.logo.bytes);
    const { engines: facts } = adminEnginesSchema.parse(
      (await visitor.call('GET', '/api/admin/engines')).body,
    );
    expect(facts.find(({ name }) => name === 'provider')?.key).toBe('present');
    expect(createTicketSealer({ secret }).open(ticket)).toMatchObject({ ok: true });
    await second.app.close();

    // What is there now is replaced only on demand.
    const again = await run('restore', elsewhere.environment, file);
    expect(again.code).toBe(1);
    expect(again.err).toMatch(
      / holds data already: add --force to replace all of it(?:, every table of its schema, also those of other programs)?\. Nothing was changed\.\n$/u,
    );
    expect((await run('restore', elsewhere.environment, '--force', file)).code).toBe(0);
  });

  it(`holds every save that was acknowledged before it (${SAVES} saves beside ${BACKUPS} backups)`, async () => {
    const busy = await createPlace(engine);
    await (await busy.open()).close();
    await loadMasterSecret(busy.config);
    const { child, ended, started, lines } = startDatabaseProcess('save', busy.config);
    await started();
    for (let at = 0; at < BACKUPS; at += 1) {
      const acknowledged = lines().length;
      const file = path.join(busy.dataDir, `${at}.tar.gz`);
      await writeBackup({ config: busy.config, build: BUILD }, file);
      expect(await revisionIn(file, path.join(busy.dataDir, `of-${at}`))).toBeGreaterThanOrEqual(
        acknowledged,
      );
    }
    await expect.poll(() => lines().length).toBeGreaterThanOrEqual(SAVES);
    child.kill('SIGKILL');
    await ended;
    await busy.drop();
  });
});

describe.each(engines)('restore on $kind', (engine) => {
  let place: Place;
  let good: string;
  beforeEach(async () => {
    place = await createPlace(engine);
    const source = await createPlace(engine);
    const database = await source.open();
    await saveNext(await openNumbered(database));
    await loadMasterSecret(source.config);
    good = path.join(place.dataDir, 'good.tar.gz');
    await writeBackup({ config: source.config, build: BUILD }, good);
    await database.close();
    await source.drop();
  });
  afterEach(() => place.drop());

  const restore = (file: string, more: Partial<Config> = {}) =>
    restoreBackup({ config: { ...place.config, ...more }, build: BUILD, force: false }, file);

  /** Writes a backup whose manifest says something else. */
  const forge = async (change: (manifest: Record<string, unknown>) => Record<string, unknown>) => {
    const folder = path.join(place.dataDir, 'forged');
    const [database = ''] = (await unpack(good, folder)).filter((name) => name.startsWith('savelet.'));
    const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as object;
    const pieces: Buffer[] = [];
    for await (const piece of packTar([
      { type: 'content', target: 'manifest.json', content: JSON.stringify(change({ ...manifest })) },
      { type: 'file', target: 'secret', source: path.join(folder, 'secret') },
      { type: 'file', target: database, source: path.join(folder, database) },
    ]))
      pieces.push(piece as Buffer);
    return gzipSync(Buffer.concat(pieces));
  };

  it('refuses a file that is none, foreign, cut off, damaged or newer, and changes nothing', async () => {
    const whole = await readFile(good);
    const damaged = Buffer.from(gunzipSync(whole));
    damaged[damaged.length - 2_000] = (damaged[damaged.length - 2_000] ?? 0) ^ 0xff;
    const other = engine.kind === 'sqlite' ? 'postgres' : 'sqlite';
    const cases: readonly (readonly [string, Buffer, string])[] = [
      ['text', Buffer.from('no archive'), 'is no backup of Savelet, or only its beginning.'],
      ['noise', gzipSync(randomBytes(4_000)), 'is no backup of Savelet, or only its beginning.'],
      ['nothing', Buffer.alloc(0), 'is no backup of Savelet, or only its beginning.'],
      ['cut off', whole.subarray(0, whole.length - 40), 'is damaged, or was cut off.'],
      ['damaged', gzipSync(damaged), 'is damaged, or was cut off.'],
      [
        'newer',
        await forge((one) => ({ ...one, version: '0.10.0' })),
        'made by a newer version of Savelet (0.10.0)',
      ],
      ['newer tables', await forge((one) => ({ ...one, migration: '999-x' })), 'made by a newer version'],
      ['other kind', await forge((one) => ({ ...one, kind: other })), 'is damaged, or was cut off.'],
      ['no manifest', await forge(() => ({ savelet: 'settings' })), 'is no backup of Savelet'],
    ];
    for (const [name, bytes, words] of cases) {
      const file = path.join(place.dataDir, `${name}.gz`);
      await writeFile(file, bytes);
      await expect(restore(file), name).rejects.toThrow(StartError);
      await expect(restore(file), name).rejects.toThrow(words);
    }
    const secret = 'another secret, long enough';
    await expect(restore(good, { secret })).rejects.toThrow('SECRET is not that of the backup');
    expect(await readdir(path.join(place.dataDir, 'backups'))).toEqual([]);
    await writeFile(path.join(place.dataDir, 'secret'), secret);
    await expect(restore(good)).rejects.toThrow('is not that of the backup: add --force to replace it');
    await rm(path.join(place.dataDir, 'secret'));
    // A secret that was changed since stays, as the one before it reads what the backup holds.
    const previousSecret = await readFile(path.join(place.dataDir, 'forged', 'secret'), 'utf8');
    await restore(good, { secret, previousSecret });
    expect(await readdir(place.dataDir)).not.toContain('secret');
  });
});

describe('without what a backup needs', () => {
  it('the programs print one sentence', async () => {
    expect(await run('restore', {}, '--all', 'one.gz')).toMatchObject({
      code: 1,
      err: 'Usage: npm run restore -- [--force] file\n',
    });
    expect((await run('backup', {}, '--force')).err).toMatch(/^Usage: npm run backup -- \[file\]\n/);
    const none = await run('backup', { DATA_DIR: path.join(os.tmpdir(), 'savelet-nowhere') });
    const foreign = await mkdtemp(path.join(os.tmpdir(), 'savelet-backup-'));
    await writeFile(path.join(foreign, 'savelet.db'), 'no database, but some text in its place '.repeat(100));
    const environment = { DATA_DIR: foreign, SECRET: 'a secret, long enough' };
    expect((await run('backup', environment)).err).toBe('file is not a database\n');
    expect(await readdir(path.join(foreign, 'backups'))).toEqual([]);
    await rm(foreign, { recursive: true });
    expect(none).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^There is no database at [^\n]+\n$/u),
    });
  });

  it('a missing or older pg_dump is named', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-backup-'));
    const backUp = (searchPath: string) => {
      const url = {
        DATABASE_URL: 'postgres://savelet:kettle@127.0.0.1:1/none',
        SECRET: 'a secret, long enough',
      };
      return writeBackup(
        { config: readConfig({ ...url, DATA_DIR: folder, PATH: searchPath }), build: BUILD },
        '-',
      );
    };
    await expect(backUp('')).rejects.toThrow(
      "PostgreSQL's programs pg_dump and psql were not found on PATH.",
    );
    const script = `#!/bin/sh
printf '%s' "$* $PGPASSWORD" >${folder}/called
echo "pg_dump: error: aborting because of server version mismatch" >&2
exit 1
`;
    await writeFile(path.join(folder, 'pg_dump'), script, { mode: 0o700 });
    await expect(backUp(folder)).rejects.toThrow('The pg_dump on PATH is older than the PostgreSQL server.');
    // The password is in no list of processes.
    expect(await readFile(path.join(folder, 'called'), 'utf8')).toMatch(
      /^--no-password --dbname=postgres:\/\/savelet@127\.0\.0\.1:1\/none .+ kettle$/u,
    );
    expect(await readdir(path.join(folder, 'backups'))).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
