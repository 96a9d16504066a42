import { afterEach, expect, it } from 'vitest';
import {
  DatabaseBusyError,
  DatabaseConnectionError,
  DatabaseFullError,
  DatabaseReplacedError,
} from '../../src/server/db/database-fault.ts';
import { createTestApp, type TestApp } from './test-app.ts';

let test: TestApp | undefined;
afterEach(() => test?.app.close());

it('reports to a load balancer that the database does not answer, under any host name', async () => {
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

it.each([
  { fault: new DatabaseBusyError(), code: 'overloaded' },
  { fault: new DatabaseConnectionError(), code: 'database_unreachable' },
  { fault: new DatabaseFullError(), code: 'storage_full' },
  { fault: new DatabaseReplacedError(), code: 'database_replaced' },
])('answers 503 $code with Retry-After to a request that meets $fault.name', async ({ fault, code }) => {
  test = await createTestApp();
  test.app.get('/asks-the-database', () => Promise.reject(fault));
  const answer = await test.app.inject('/asks-the-database');
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.json()).toMatchObject({ code });
  expect(test.log()).toContain(fault.name);
});
