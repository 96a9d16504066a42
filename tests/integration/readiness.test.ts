import { afterEach, expect, it, vi } from 'vitest';
import {
  DatabaseBusyError,
  DatabaseConnectionError,
  DatabaseFullError,
  DatabaseReplacedError,
} from '../../src/server/base/db/database-fault.ts';
import { createTestApp, type TestApp } from './test-app.ts';

let test: TestApp | undefined;
afterEach(() => test?.app.close());

it('tells a load balancer what is lacking, under any host name, and that visitors can be served', async () => {
  test = await createTestApp();
  const { app, database, log } = test;
  const ask = (url: string) => app.inject({ url, headers: { host: '10.0.0.7' } });
  expect((await ask('/readyz')).json()).toEqual({ status: 'ok' });
  await database.close();
  for (const _request of ['first', 'second']) {
    const answer = await ask('/readyz');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({ status: 'ok', degraded: ['overloaded'] });
  }
  expect((await app.inject('/api/site')).statusCode).toBe(200);
  expect(log().match(/serving visitors, degraded/g)).toHaveLength(1);
  expect((await ask('/healthz')).json()).toEqual({ status: 'ok' });
});

it('answers a load balancer at once while the database stands still, and checks it once at a time', async () => {
  test = await createTestApp();
  const { app, database } = test;
  const answers = Promise.withResolvers<void>();
  const ping = vi.spyOn(database, 'ping').mockReturnValue(answers.promise);
  for (const _request of ['first', 'second'])
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'ok', degraded: ['overloaded'] });
  expect(ping).toHaveBeenCalledTimes(1);
  answers.resolve();
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ok' });
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
