import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { GB_BYTES } from '#shared/contract/traffic.ts';
import { accountIn, openBrowser, openOwner } from './account-browser.ts';
import { createTestApp } from './test-app.ts';

// No test passes midnight.
beforeAll(() => void vi.setSystemTime(new Date().setUTCHours(12)));
afterAll(() => void vi.useRealTimers());

/** Opens the site with a fifth of a GB that was sent today, and its owner. */
const openSite = async (environment: Record<string, string> = {}) => {
  const test = await createTestApp(environment);
  onTestFinished(() => test.app.close());
  const owner = await openOwner(test);
  await test.database.query
    .insertInto('counters')
    .values({
      step: Math.floor(Date.now() / 86_400_000) * 86_400_000,
      kind: 'sent',
      platform: 'tiktok',
      engine: '',
      outcome: '',
      count: 1,
      bytes: Math.ceil(GB_BYTES / 5),
    })
    .execute();
  const preview = async () => (await owner.call('POST', '/api/preview', { url: '/?sample=clip' })).body;
  const linkOf = async () => ((await preview()) as { qualities: { url: string }[] }).qualities[0]?.url ?? '';
  const setBudget = (budget: object) => owner.call('PUT', '/api/admin/traffic', budget);
  return { ...test, owner, preview, linkOf, setBudget };
};

it('a spent budget refuses new downloads, and lets what runs, previews and their players go on', async () => {
  const test = await openSite();
  const { app, owner, preview, linkOf, setBudget } = test;
  const link = await linkOf();
  const ask = (path: string, headers = {}) => owner.call('GET', path, undefined, { headers });
  expect((await setBudget({ day: 0.3, month: null })).status).toBe(200);
  expect(await preview()).not.toHaveProperty('downloadsPausedUntil');
  expect((await ask(`${link}?download`)).status).toBe(200);

  expect((await setBudget({ day: 0.1, month: null })).body).toMatchObject({
    reached: [{ period: 'day', level: 'spent', sent: expect.any(Number), budget: GB_BYTES / 10 }],
  });
  const tomorrow = new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000).toISOString();
  const refused = await ask(`${link}?download`);
  expect(refused).toMatchObject({ status: 503, code: 'traffic_spent' });
  expect(refused.detail).toMatch(
    /^Downloads through this site are paused until \d+ \w+ \d{4} at 00:00 UTC, because it has used up its traffic\.$/u,
  );
  const left = (Date.parse(tomorrow) - Date.now()) / 1_000;
  expect(Math.abs(Number(refused.headers['retry-after']) - left)).toBeLessThan(60);
  const head = await app.inject({ method: 'HEAD', url: `${link}?download`, headers: { host: 'localhost' } });
  expect(head.statusCode).toBe(503);
  expect((await ask(`${link}?download`, { range: 'bytes=0-' })).status).toBe(503);

  expect((await ask(link)).status).toBe(200);
  expect((await ask(`${link}?download`, { range: 'bytes=100-199' })).status).toBe(206);
  expect((await ask(`${link}?download=next`)).status).toBe(200);
  expect(await preview()).toMatchObject({ downloadsPausedUntil: tomorrow });
  const overviewOf = async ({ call }: typeof owner) => (await call('GET', '/api/admin/overview')).body;
  expect(await overviewOf(owner)).toMatchObject({ traffic: [{ level: 'spent' }] });
  const administrator = openBrowser(test);
  await administrator.signUp('Ada');
  const { id } = accountIn(await administrator.call('GET', '/api/auth/session'));
  await owner.call('PUT', `/api/admin/accounts/${id}/role`, { role: 'administrator' });
  expect(await overviewOf(administrator)).toMatchObject({ traffic: [] });

  for (const wrong of [
    { day: 0.05, month: null },
    { day: null, month: 1_000_001 },
    { day: 'a lot', month: null },
    { day: 1 },
    { day: 1, month: 1, year: 1 },
  ])
    expect(await setBudget(wrong)).toMatchObject({ status: 400, code: 'body_invalid' });
  await setBudget({ day: null, month: null });
  expect((await ask(`${link}?download`)).status).toBe(200);
  expect(await preview()).not.toHaveProperty('downloadsPausedUntil');
});

it('a download that runs when the budget is spent gets its last byte', async () => {
  const { app, linkOf, setBudget } = await openSite();
  const link = await linkOf();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const response = await new Promise<http.IncomingMessage>((resolve) => {
    http.get({ host: '127.0.0.1', port, path: `${link}?download` }, resolve);
  });
  await setBudget({ day: 0.1, month: null });
  let received = 0;
  for await (const chunk of response) received += (chunk as Buffer).length;
  expect(received).toBe(Number(response.headers['content-length']));
});
