import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { BackupSchedule } from '#shared/contract/backups.ts';
import { backupsSchema } from '#shared/contract/backups.ts';
import { createNightlyBackups } from '../../src/server/backups/nightly-backups.ts';
import { readConfig } from '../../src/server/base/config/read-config.ts';
import type { Database } from '../../src/server/base/db/database.ts';
import { textRow } from '../../src/server/base/db/key-value-row.ts';
import { readActivity } from '../../src/server/people/activity/activity-log.ts';
import { openOwner } from './account-browser.ts';
import { type EmptyDatabase, engines } from './database/engines.ts';
import { createTestApp } from './test-app.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const NOON = Date.UTC(2026, 10, 21, 12);
const never = new AbortController().signal;
const NIGHTLY = /^savelet-\d{8}T\d{9}Z-nightly\.tar\.gz$/u;

describe.each(engines)('the nightly backup on $kind', (engine) => {
  let empty: EmptyDatabase;
  let database: Database;
  let clock = NOON;
  const folders: string[] = [];
  beforeEach(async () => {
    clock = NOON;
    empty = await engine.create();
    database = await empty.open();
  });
  afterEach(async () => {
    await empty.drop();
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  /** Creates the nightly backup of one process; with SQLite, all processes have the database's folder. */
  const instance = async (itsDatabase = database) => {
    const { databaseUrl } = empty.config;
    const dataDir =
      databaseUrl === null ? empty.config.dataDir : await mkdtemp(path.join(os.tmpdir(), 'savelet-nightly-'));
    if (databaseUrl !== null) folders.push(dataDir);
    const alerts: string[] = [];
    const accepts = { alerts: true };
    const config = readConfig({
      DATA_DIR: dataDir,
      SECRET: 'a secret, long enough',
      PATH: process.env['PATH'],
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    });
    const log: string[] = [];
    const nightly = createNightlyBackups({
      config,
      build: { version: '0.1.0', commit: null },
      database: itsDatabase,
      log: pino({}, { write: (line: string) => void log.push(line) }),
      now: () => clock,
    });
    const send = async (_event: string, _at: string, sentence: string) => {
      alerts.push(sentence);
      return accepts.alerts;
    };
    return {
      dataDir,
      alerts,
      accepts,
      nightly,
      log: () => log.join(''),
      run: (signal = never) => nightly.runIfDue(send, signal),
      plan: (schedule: BackupSchedule) => nightly.schedule(schedule, { id: 'mara', name: 'Mara' }),
      files: async () => (await readdir(path.join(dataDir, 'backups')).catch(() => [])).toSorted(),
    };
  };

  it('is off at first, and is made at the chosen hour by one instance', async () => {
    const [one, other] = [await instance(), await instance()];
    expect(await one.nightly.state()).toEqual({ hour: null, keep: 7, nextAt: null, last: null });
    await one.run();
    expect(await one.files()).toEqual([]);
    await one.plan({ hour: 3, keep: 2 });
    expect(await other.nightly.state()).toMatchObject({ hour: 3, nextAt: '2026-11-22T03:00:00.000Z' });
    clock = Date.UTC(2026, 10, 22, 2, 59);
    await Promise.all([one.run(), other.run()]);
    clock += 60_000;
    await Promise.all([one.run(), other.run(), one.run()]);
    const made = [...new Set([...(await one.files()), ...(await other.files())])];
    expect(made).toEqual([expect.stringMatching(NIGHTLY)]);
    expect(await one.nightly.state()).toEqual({
      hour: 3,
      keep: 2,
      nextAt: '2026-11-23T03:00:00.000Z',
      last: { at: '2026-11-22T03:00:00.000Z', bytes: expect.any(Number), error: null },
    });
    expect([...one.alerts, ...other.alerts]).toEqual([]);
    expect((await readActivity(database)).entries[0]).toMatchObject({
      actor: 'Mara',
      action: 'backups_scheduled',
      before: null,
      after: '03:00 UTC (2)',
    });
    await one.plan({ hour: null, keep: 2 });
    expect((await one.nightly.state()).nextAt).toBeNull();
  });

  it('is made by another instance when the one that had begun it was killed', async () => {
    const writes: unknown[] = [];
    const killed = await instance({
      ...database,
      // The first write says that this instance makes the backup; a killed one writes nothing after it.
      write: (work) => (writes.push(work) === 1 ? database.write(work) : Promise.reject(new Error('killed'))),
    });
    const other = await instance();
    await other.plan({ hour: 3, keep: 2 });
    clock += DAY_MS;
    await expect(killed.run()).rejects.toThrow('killed');
    await other.run();
    expect((await other.nightly.state()).last).toBeNull();
    clock += 2 * HOUR_MS;
    await other.run();
    expect(await other.nightly.state()).toMatchObject({
      nextAt: '2026-11-23T03:00:00.000Z',
      last: { error: null },
    });
  });

  it('is made although another process removes its own unfinished files meanwhile', async () => {
    const one = await instance();
    await one.plan({ hour: 3, keep: 2 });
    await mkdir(path.join(one.dataDir, 'backups'));
    await symlink('removed', path.join(one.dataDir, 'backups', 'preparing-other'));
    clock += DAY_MS;
    await one.run();
    expect((await one.nightly.state()).last).toMatchObject({ bytes: expect.any(Number), error: null });
    expect(one.alerts).toEqual([]);
    expect(one.log()).not.toContain('were not removed');
  });

  it('keeps the chosen number, removes what killed processes left, and leaves other files', async () => {
    const one = await instance();
    await one.plan({ hour: 12, keep: 2 });
    const folder = path.join(one.dataDir, 'backups');
    for (let night = 0; night < 4; night += 1) {
      clock += DAY_MS;
      await one.run();
      // The names have milliseconds.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const kept = await one.files();
    expect(kept).toHaveLength(2);
    const others = ['preparing-old', 'preparing-new', 'savelet-x-nightly.tar.gz.0123456789ab', 'mine.tar.gz'];
    for (const name of others) await writeFile(path.join(folder, name), '');
    for (const name of [others[0] ?? '', others[2] ?? ''])
      await utimes(path.join(folder, name), new Date(0), new Date(0));
    clock += DAY_MS;
    await one.run();
    const after = await one.files();
    expect(after).toEqual(['mine.tar.gz', 'preparing-new', kept[1], expect.stringMatching(NIGHTLY)]);
    expect((await stat(path.join(folder, after.find((name) => NIGHTLY.test(name)) ?? ''))).mode & 0o777).toBe(
      0o600,
    );
  });

  it('is made later when no server ran at its hour, and once more after a stop interrupts it', async () => {
    const one = await instance();
    await one.plan({ hour: 3, keep: 7 });
    clock += 5 * DAY_MS;
    const stopping = new AbortController();
    stopping.abort(new Error('the server is closing'));
    await one.run(stopping.signal);
    expect(await one.files()).toEqual([]);
    expect((await one.nightly.state()).last).toBeNull();
    await one.run();
    expect(await one.files()).toHaveLength(1);
    expect((await one.nightly.state()).nextAt).toBe('2026-11-27T03:00:00.000Z');
    expect(one.alerts).toEqual([]);
  });

  it('sends one alert when it fails, again until it is accepted', async () => {
    const one = await instance();
    await one.plan({ hour: 3, keep: 7 });
    await writeFile(path.join(one.dataDir, 'backups'), 'something else in its place');
    clock += DAY_MS;
    one.accepts.alerts = false;
    await one.run();
    const { last } = await one.nightly.state();
    expect(last).toMatchObject({ bytes: null, error: expect.stringContaining('EEXIST') });
    expect(one.log()).toContain('the nightly backup was not made');
    await one.run();
    expect(one.alerts).toEqual([`The nightly backup was not made. ${last?.error}`]);
    clock += 11 * 60_000;
    one.accepts.alerts = true;
    await one.run();
    clock += HOUR_MS;
    await one.run();
    expect(one.alerts).toHaveLength(2);
    await rm(path.join(one.dataDir, 'backups'));
    clock += DAY_MS;
    await one.run();
    expect((await one.nightly.state()).last).toMatchObject({ error: null });
    expect(one.alerts).toHaveLength(2);
  });
});

it('the owner plans it, and a failed one reaches the webhook', async () => {
  const received: Record<string, unknown>[] = [];
  const hook = http.createServer((request, response) => {
    request.on('data', (piece: Buffer) =>
      received.push(JSON.parse(piece.toString()) as Record<string, unknown>),
    );
    request.on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  const { port } = hook.address() as AddressInfo;
  const test = await createTestApp(
    {
      ENGINES: 'sample',
      UPSTREAM_ROUTES: `hooks.example.com=http://127.0.0.1:${String(port)}`,
      SECRET: 'a secret, long enough',
    },
    undefined,
    { monitorEveryMs: 20 },
  );
  onTestFinished(async () => {
    await test.app.close();
    hook.close();
  });
  const owner = await openOwner(test, 'Mara');
  const alerts = { webhook: 'https://hooks.example.com/secret-path', below: 50 };
  await owner.call('PATCH', '/api/admin/engines', { revision: 0, change: { alerts } });
  for (const body of [
    { hour: 24, keep: 7 },
    { hour: 3, keep: 0 },
    { hour: 3 },
    { hour: 3, keep: 7, folder: '/tmp' },
  ])
    expect((await owner.call('PUT', '/api/admin/backups', body)).code).toBe('body_invalid');
  const planned = await owner.call('PUT', '/api/admin/backups', { hour: 3, keep: 7 });
  const state = backupsSchema.parse(planned.body);
  expect(planned.headers['cache-control']).toBe('no-store');
  expect(state).toMatchObject({
    hour: 3,
    keep: 7,
    nextAt: expect.stringMatching(/T03:00:00\.000Z$/u),
    last: null,
  });

  const overdue = (alertAt: number | null = null) =>
    textRow('backups').write(
      test.database.query,
      JSON.stringify({ ...state, nextAt: new Date(0).toISOString(), alertAt }),
    );
  const last = async () => backupsSchema.parse((await owner.call('GET', '/api/admin/backups')).body).last;
  await overdue();
  await expect.poll(last).toMatchObject({ error: null });
  await rm(path.join(test.config.dataDir, 'backups'), { recursive: true });
  await writeFile(path.join(test.config.dataDir, 'backups'), '');
  await overdue();
  await expect.poll(() => received.length).toBe(1);
  expect(received[0]).toMatchObject({
    id: expect.stringMatching(/^backup-failed-\d{4}-/u),
    event: 'backup-failed',
    site: 'Savelet',
    text: expect.stringMatching(/^The nightly backup was not made\. EEXIST/u),
  });
  expect(await last()).toMatchObject({ bytes: null });
});
