import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FirstRunStep, firstRunSchema } from '../../src/shared/contract/first-run.ts';
import { type AccountBrowser, openBrowser, openOwner } from './account-browser.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const PATH = '/api/admin/first-run';

let test: TestApp;
let owner: AccountBrowser;
beforeEach(async () => {
  test = await createTestApp();
  owner = await openOwner(test);
});
afterEach(() => test.app.close());

const state = async () => firstRunSchema.parse((await owner.call('GET', PATH)).body);
const stepState = async (step: FirstRunStep) => (await state()).steps[step];

it('the checklist is changed in parts, and other content is refused', async () => {
  const { status, body, headers } = await owner.call('PATCH', PATH, { kept: { brand: true }, hidden: true });
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(body).toEqual(await state());
  expect(body).toMatchObject({ hidden: true, steps: { brand: 'kept', contact: 'open' } });
  for (const wrong of [{ kept: { garden: true } }, { finished: true }, { hidden: 1 }, { visited: true }])
    expect((await owner.call('PATCH', PATH, wrong)).code).toBe('body_invalid');
});

it("the site counts as seen when the owner's browser shows it, and not before", async () => {
  const administrator = openBrowser(test);
  const { body } = await administrator.signUp('Kai');
  const { id } = body['account'] as { id: string };
  await owner.call('PUT', `/api/admin/accounts/${id}/role`, { role: 'administrator' });
  await openBrowser(test).call('GET', '/');
  await administrator.call('GET', '/');
  await owner.call('GET', '/', undefined, { headers: { 'sec-fetch-dest': 'empty' } });
  await owner.call('GET', '/', undefined, { headers: { 'sec-purpose': 'prefetch' } });
  await owner.call('GET', '/nothing-here');
  await owner.call('GET', '/admin');
  expect(await stepState('visit')).toBe('open');
  await owner.call('GET', '/', undefined, { headers: { 'sec-fetch-dest': 'document' } });
  await expect.poll(() => stepState('visit')).toBe('done');
});

it('a saved title ticks its step', async () => {
  await owner.call('PATCH', '/api/admin/settings', { revision: 0, change: { title: 'Harbour' } });
  expect(await stepState('brand')).toBe('done');
  expect((await state()).hidden).toBe(false);
});

it('a legal text of the owner ticks its step, also in a checklist that was stored before it had one', async () => {
  await test.database.query
    .updateTable('site_state')
    .set({ value: JSON.stringify({ hidden: false, kept: ['brand', 'garden'], visited: false }) })
    .where('name', '=', 'first_run')
    .execute();
  expect((await state()).steps).toMatchObject({ brand: 'kept', legal: 'open' });
  await owner.call('PATCH', '/api/admin/settings', { revision: 0, change: { termsText: '<p>Be kind.</p>' } });
  expect(await stepState('legal')).toBe('done');
});
