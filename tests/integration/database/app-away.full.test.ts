import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openOwner } from '../account-browser.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { type EmptyDatabase, postgresEngines } from './engines.ts';
import { createFlakyProxy, type FlakyProxy, urlThroughProxy } from './flaky-proxy.ts';

describe.each(postgresEngines)('the app while its $kind is unreachable', (engine) => {
  let empty: EmptyDatabase;
  let line: FlakyProxy;
  let test: TestApp;
  beforeAll(async () => {
    empty = await engine.create();
    const url = empty.config.databaseUrl ?? '';
    line = await createFlakyProxy(url);
    test = await createTestApp({ DATABASE_URL: urlThroughProxy(url, line), ENGINES: 'sample' });
  });
  afterAll(async () => {
    await line.restore();
    await test.app.close();
    await line.close();
    await empty.drop();
  });

  it('keeps serving visitors, reports the outage where the database is needed, and recovers', async () => {
    const owner = await openOwner(test);
    const visitor = openBrowser(test);
    const statuses = async (...paths: string[]) =>
      Promise.all(paths.map(async (url) => (await test.app.inject(url)).statusCode));
    expect((await owner.call('GET', '/api/admin/settings')).status).toBe(200);
    expect(await statuses('/readyz')).toEqual([200]);
    await line.cut();
    expect(await statuses('/readyz', '/healthz', '/', '/api/site', '/api/status')).toEqual([
      200, 200, 200, 200, 200,
    ]);
    const away = {
      status: 503,
      code: 'database_unreachable',
      detail: 'The database cannot be reached. Please try again in a moment.',
    };
    expect(await visitor.signIn('Olga')).toMatchObject(away);
    expect(await owner.call('GET', '/api/admin/settings')).toMatchObject(away);
    expect((await test.app.inject('/readyz')).json()).toMatchObject({ degraded: ['database_unreachable'] });
    await line.restore();
    expect(await statuses('/readyz')).toEqual([200]);
    expect((await visitor.signIn('Olga')).status).toBe(200);
    expect((await owner.call('GET', '/api/admin/settings')).status).toBe(200);
  });
});
