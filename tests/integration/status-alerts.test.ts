import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { statusReportSchema } from '#shared/contract/status.ts';
import { GB_BYTES } from '#shared/contract/traffic.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import { mockFaults } from '../mock-platforms/faults.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { type AccountBrowser, openBrowser, openOwner } from './account-browser.ts';
import { createTestApp } from './test-app.ts';

/** Different posts, because a repeated failure of one post comes from the cache. */
const FAILING = mockFaults
  .filter(({ where, platform }) => where === 'media' && platform === 'instagram')
  .map(({ link }) => link)
  .slice(0, 8);
const GOOD = 'https://www.tiktok.com/@mock.user/video/7400000000000000001';
const DAY_MS = 24 * 60 * 60_000;
const HOOK = 'https://hooks.example.com/secret-path';

let mockPlatforms: MockPlatforms;
let hook: http.Server;
let status = 503;
const received: { path: string; body: Record<string, unknown> }[] = [];
beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
  hook = http.createServer((request, response) => {
    let text = '';
    request.on('data', (piece: Buffer) => {
      text += piece.toString();
    });
    request.on('end', () => {
      received.push({ path: request.url ?? '', body: JSON.parse(text) as Record<string, unknown> });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  hook.closeAllConnections();
  hook.close();
  await mockPlatforms.close();
});

it("the owner's posts are tested without visitors, and the owner is alerted when a platform fails", async () => {
  const { port } = hook.address() as AddressInfo;
  const test = await createTestApp(
    {
      ENGINES: 'native',
      UPSTREAM_ROUTES: `${mockPlatforms.routes},hooks.example.com=http://127.0.0.1:${String(port)}`,
    },
    undefined,
    { monitorEveryMs: 50 },
  );
  onTestFinished(() => test.app.close());
  const report = async () => statusReportSchema.parse((await test.app.inject({ url: '/api/status' })).json());
  expect((await report()).previews.tiktok.state).toBe('unknown');
  const owner = await openOwner(test);
  const { body } = await owner.call('GET', '/api/admin/engines');
  const { revision } = (body as { settings: { revision: number } }).settings;
  const saved = await owner.call('PATCH', '/api/admin/engines', {
    revision,
    change: { canaries: { ...byPlatform(() => []), tiktok: [GOOD] }, alerts: { webhook: HOOK, below: 50 } },
  });
  expect(saved.status).toBe(200);
  await expect.poll(async () => (await report()).previews.tiktok.state).toBe('working');
  expect((await report()).engines).toMatchObject([
    { engine: 'native', platform: 'tiktok', state: 'working' },
  ]);
  const testsOf = async () =>
    (
      await test.database.query
        .selectFrom('site_state')
        .select('value')
        .where('name', '=', 'self_test')
        .executeTakeFirst()
    )?.value;
  // However often the monitor runs, a post is tested again only after its interval.
  const plan = await testsOf();
  for (const url of FAILING) {
    mockPlatforms.setPageFault(url, 'server-error');
    await test.app.inject({ method: 'POST', url: '/api/preview', payload: { url } });
  }
  await test.app.inject({ url: '/api/admin/overview' });
  await owner.call('GET', '/api/admin/overview');
  await expect.poll(() => received.length).toBeGreaterThan(0);
  expect(received[0]).toMatchObject({
    path: '/secret-path',
    body: { event: 'failing', platform: 'instagram', success: 0, below: 50, site: 'Savelet' },
  });
  expect(JSON.stringify(received[0]?.body)).not.toMatch(/http|instagram\.com/u);
  status = 204;
  // A webhook that does not answer affects nothing else.
  expect(
    (await test.app.inject({ method: 'POST', url: '/api/preview', payload: { url: GOOD } })).statusCode,
  ).toBe(200);
  expect(await testsOf()).toBe(plan);
  expect(received).toHaveLength(1);
  expect(test.log()).toContain('an alert could not be delivered');
  expect(test.log()).not.toMatch(/hooks\.example|secret-path/u);
});

it('a webhook at a private address is rejected, and one with an unknown host name is not reached', async () => {
  const { port } = hook.address() as AddressInfo;
  const before = received.length;
  const test = await createTestApp({ ENGINES: 'native', UPSTREAM_ROUTES: mockPlatforms.routes }, undefined, {
    monitorEveryMs: 50,
  });
  onTestFinished(() => test.app.close());
  const owner = await openOwner(test);
  const { body } = await owner.call('GET', '/api/admin/engines');
  const { revision } = (body as { settings: { revision: number } }).settings;
  const saveWebhook = (webhook: string) =>
    owner.call('PATCH', '/api/admin/engines', { revision, change: { alerts: { webhook, below: 50 } } });
  for (const address of [`https://127.0.0.1:${String(port)}/x`, 'https://127.0.0.1/x', 'https://[::1]/x'])
    expect(await saveWebhook(address)).toMatchObject({ status: 400, body: { code: 'webhook_invalid' } });
  expect((await saveWebhook('https://hooks.localhost/secret-path')).status).toBe(200);
  for (const url of FAILING) {
    mockPlatforms.setPageFault(url, 'server-error');
    await test.app.inject({ method: 'POST', url: '/api/preview', payload: { url } });
  }
  await owner.call('GET', '/api/admin/overview');
  await expect.poll(() => test.log()).toContain('an alert could not be delivered');
  expect(received).toHaveLength(before);
  expect(test.log()).not.toMatch(/hooks\.localhost|secret-path/u);
});

it('a budget that is spent before a webhook is set is reported when there is one', async () => {
  const test = await createTestApp(
    {
      ENGINES: 'native',
      UPSTREAM_ROUTES: `hooks.example.com=http://127.0.0.1:${String((hook.address() as AddressInfo).port)}`,
    },
    undefined,
    { monitorEveryMs: 20 },
  );
  onTestFinished(() => test.app.close());
  const owner = await openOwner(test);
  const bytes = 2 * GB_BYTES;
  const sent = { kind: 'sent', platform: 'tiktok', engine: '', outcome: '', count: 1, bytes };
  const step = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  await test.database.query
    .insertInto('counters')
    .values([sent, sent].map((row, later) => ({ ...row, step: step + later * DAY_MS })))
    .execute();
  await owner.call('PUT', '/api/admin/traffic', { day: 1, month: null });
  const before = received.length;
  await pause(100);
  const { body } = await owner.call('GET', '/api/admin/engines');
  const { revision } = (body as { settings: { revision: number } }).settings;
  await owner.call('PATCH', '/api/admin/engines', {
    revision,
    change: { alerts: { webhook: HOOK, below: 50 } },
  });
  await expect.poll(() => received.slice(before)).toMatchObject([{ body: { event: 'traffic-spent' } }]);
});

it('a test goes to the saved webhook, and says whether it arrived', async () => {
  const test = await createTestApp({
    ENGINES: 'native',
    UPSTREAM_ROUTES: `hooks.example.com=http://127.0.0.1:${String((hook.address() as AddressInfo).port)}`,
  });
  onTestFinished(() => test.app.close());
  const owner = await openOwner(test);
  status = 204;
  const sendTest = () => owner.call('POST', '/api/admin/engines/alerts/test', {});
  expect((await sendTest()).code).toBe('webhook_invalid');
  const save = (revision: number, webhook: string) =>
    owner.call('PATCH', '/api/admin/engines', { revision, change: { alerts: { webhook, below: 50 } } });
  expect((await save(0, HOOK)).status).toBe(200);
  const before = received.length;
  expect((await sendTest()).body).toEqual({ delivered: true });
  expect(received).toHaveLength(before + 1);
  expect(JSON.stringify(received.at(-1))).toContain('This is a test from Savelet. Alerts arrive here.');
  expect((await save(1, 'https://nowhere.localhost/secret-path')).status).toBe(200);
  expect((await sendTest()).body).toEqual({ delivered: false });
  expect(test.log()).not.toMatch(/hooks\.example|secret-path/u);
});

it('the owner alone confirms a webhook in the local network, and it reaches no other address', async () => {
  const test = await createTestApp({ ENGINES: 'native' });
  onTestFinished(() => test.app.close());
  const owner = await openOwner(test);
  const ada = openBrowser(test);
  const { id } = (await ada.signUp('Ada')).body['account'] as { id: string };
  await owner.call('PUT', `/api/admin/accounts/${id}/role`, { role: 'administrator' });
  const save = (who: AccountBrowser, revision: number, alerts: object) =>
    who.call('PATCH', '/api/admin/engines', { revision, change: { alerts } });
  const lan = { webhook: 'http://192.168.1.9:8080/hook', below: 50, lan: true };
  expect((await save(ada, 0, lan)).code).toBe('role_forbidden');
  expect((await save(owner, 0, { ...lan, lan: undefined })).code).toBe('webhook_invalid');
  expect((await save(owner, 0, lan)).body).toMatchObject({ settings: { revision: 1, alerts: lan } });
  // Another administrator may change the rest, but not where they go.
  expect((await save(ada, 1, { ...lan, below: 40 })).status).toBe(200);
  expect((await save(ada, 2, { ...lan, webhook: 'http://192.168.1.1/' })).code).toBe('role_forbidden');
  const { port } = hook.address() as AddressInfo;
  for (const address of [`http://127.0.0.1:${String(port)}/`, 'http://169.254.169.254/', 'http://[::1]/'])
    expect((await save(owner, 2, { ...lan, webhook: address })).code).toBe('webhook_invalid');
  // A name is looked up when the message is sent; this one is the machine itself.
  const before = received.length;
  const named = { ...lan, webhook: `http://localhost:${String(port)}/x` };
  expect((await save(owner, 2, named)).status).toBe(200);
  expect((await owner.call('POST', '/api/admin/engines/alerts/test', {})).body).toEqual({ delivered: false });
  expect(received).toHaveLength(before);
});
