import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AccountBrowser, openBrowser, openOwner } from '../account-browser.ts';
import { createTestApp, type TestApp } from '../test-app.ts';

let test: TestApp;
let owner: AccountBrowser;
beforeEach(async () => {
  test = await createTestApp({ ENGINES: 'sample' });
  owner = await openOwner(test);
});
afterEach(() => test.app.close());

const save = (title: string, content = '') =>
  owner.call('PATCH', '/api/admin/settings', {
    revision: test.settings.current().revision,
    change: { title, content },
  });
const ready = async () => (await test.app.inject('/readyz')).json<{ status: unknown; degraded?: string[] }>();
/** Returns the messages of the log lines of one level; pino's 40 is `warn`, 50 `error`. */
const messages = (level: number): string[] =>
  test
    .log()
    .split('\n')
    .filter((line) => line.includes(`"level":${level}`))
    .map((line) => (JSON.parse(line) as { msg: string }).msg);

describe('a database file that is removed or replaced under the running server', () => {
  const fileOf = (suffix = '') => path.join(test.config.dataDir, `savelet.db${suffix}`);
  const LOUD =
    'the database file was removed or replaced under the running server: saves are refused until the server is restarted';

  it.each([
    ['removed', async () => rm(fileOf())],
    [
      'replaced',
      async () => {
        await writeFile(fileOf('.new'), '');
        await rename(fileOf('.new'), fileOf());
      },
    ],
    ['without its write-ahead log', async () => rm(fileOf('-wal'))],
    ['in a folder that was moved', async () => rename(test.config.dataDir, `${test.config.dataDir}-moved`)],
  ])('%s: rejects saves, says that it is degraded, and logs one error', async (what, change) => {
    expect((await save('Before')).status).toBe(200);
    await change();
    for (const title of ['Lost', 'Lost too'])
      expect(await save(title)).toMatchObject({
        status: 503,
        code: 'database_replaced',
        detail:
          "This server's database file was removed or replaced. Nothing can be saved until the server is restarted.",
      });
    expect(await openBrowser(test).signIn('Olga')).toMatchObject({ status: 503, code: 'database_replaced' });
    expect(await ready()).toEqual({ status: 'ok', degraded: ['database_replaced'] });
    expect(messages(50)).toEqual([LOUD]);
    expect((await test.app.inject('/api/site')).json()).toMatchObject({ title: 'Before' });
    if (what === 'in a folder that was moved') await rm(`${test.config.dataDir}-moved`, { recursive: true });
  });

  it('accepts saves again when the same file is back', async () => {
    await rename(fileOf(), fileOf('.away'));
    expect((await save('Lost')).status).toBe(503);
    await rename(fileOf('.away'), fileOf());
    expect((await save('Kept')).status).toBe(200);
    expect(await ready()).toEqual({ status: 'ok' });
    expect(messages(40)).toContain('the database file is back: saves are accepted again');
  });
});

describe('a full disk', () => {
  const limitPages = (pages: number) =>
    sql`pragma max_page_count = ${sql.lit(pages)}`.execute(test.database.query);

  const checkRows = async () => {
    const query = test.database.query.selectFrom('site_state').select('name');
    return (await query.where('name', 'like', 'storage_check%').execute()).map(({ name }) => name);
  };

  it('has its own code and sentence, is logged once, and saving returns with the space', async () => {
    await limitPages(1);
    const large = `<p>${'word '.repeat(20_000)}</p>`;
    for (const title of ['Lost', 'Lost too'])
      expect(await save(title, large)).toMatchObject({
        status: 503,
        code: 'storage_full',
        detail: "This server's storage is full. Nothing can be saved until space is freed.",
      });
    expect(await ready()).toEqual({ status: 'ok', degraded: ['storage_full'] });
    expect(messages(50)).toEqual(['the storage of the database is full: nothing can be saved']);
    expect(test.log()).toContain('"type":"DatabaseFullError"');
    expect((await test.app.inject('/api/site')).json()).toMatchObject({ title: 'Savelet' });

    await limitPages(1_000_000);
    expect(await ready()).toEqual({ status: 'ok' });
    expect(messages(40)).toContain('the storage of the database has space again');
    expect((await save('Kept', large)).status).toBe(200);
    expect(await checkRows()).toEqual([]);
  });

  it('is recognized again even when an earlier check was interrupted and left its row', async () => {
    await limitPages(1);
    expect((await save('Lost', `<p>${'word '.repeat(20_000)}</p>`)).status).toBe(503);
    await limitPages(1_000_000);
    for (const name of ['storage_check', 'storage_check:left'])
      await test.database.query.insertInto('site_state').values({ name, value: '-' }).execute();
    await limitPages(1);
    expect(await ready()).toEqual({ status: 'ok', degraded: ['storage_full'] });
    await limitPages(1_000_000);
    expect(await ready()).toEqual({ status: 'ok' });
    expect(await checkRows()).toEqual(['storage_check']);
  });
});
