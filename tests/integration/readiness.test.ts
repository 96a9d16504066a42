import { afterEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from './test-app.ts';

let test: TestApp | undefined;
afterEach(() => test?.app.close());

it('tells a load balancer while the database does not answer, under any host name', async () => {
  test = await createTestApp();
  const { app, database, log } = test;
  const ask = (url: string) => app.inject({ url, headers: { host: '10.0.0.7' } });
  expect((await ask('/readyz')).json()).toEqual({ status: 'ok' });
  await database.close();
  const unready = await ask('/readyz');
  expect(unready.statusCode).toBe(503);
  expect(unready.headers['cache-control']).toBe('no-store');
  expect(unready.json()).toMatchObject({ status: 503, code: 'overloaded' });
  expect(log()).toContain('not ready');
  expect((await ask('/healthz')).json()).toEqual({ status: 'ok' });
});
