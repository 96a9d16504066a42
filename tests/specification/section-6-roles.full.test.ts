import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteSchema } from '../../src/shared/contract/site.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { type InProcessProduct, startInProcessProduct } from '../e2e/in-process-product.ts';
import { enterPanel } from '../e2e/pages/panel-entrance.ts';
import type { PanelPage } from '../e2e/pages/panel-page.ts';
import { PublicPage } from '../e2e/pages/public-page.ts';
import { untilMirrored } from '../e2e/pages/site-probe.ts';
import { differs } from './differences.ts';

const WAITING = "Your account is waiting for the owner's approval.";

let browser: Browser;
let product: InProcessProduct;
let owner: PanelPage;
let ilse: PanelPage;
beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(),
    startInProcessProduct(() => ({ ENGINES: 'native' })),
  ]);
  owner = await enterPanel(browser, product, 'Olga', { path: '/admin/accounts' });
  ilse = await enterPanel(browser, product, 'Ilse', { role: 'waiting' });
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

describe('6. Roles and permissions', () => {
  it('Visitor (anonymous): uses the downloader only.', async () => {
    const visit = await PublicPage.visit(browser, product.origin);
    const context = visit.page.context();
    await visit.submit('https://www.instagram.com/reel/DMocksReel1/');
    const saved = visit.page.waitForEvent('download');
    await visit.downloadButton().click();
    expect(await (await saved).failure()).toBeNull();
    expect(await context.cookies()).toEqual([]);
    const answer = await context.request.get(`${product.origin}/api/admin/settings`);
    expect(answer.status()).toBe(401);
    await context.close();
  });
  it('No login.', async () => {
    const html = await (await fetch(product.origin)).text();
    expect(html).toContain('link-form');
    expect(html).not.toContain('type="password"');
  });
  it('Anyone can self-register at the signup page.', async () => {
    const answer = await ilse.context.request.get(`${product.origin}/api/auth/session`);
    expect(await answer.json()).toMatchObject({ account: { name: 'Ilse' }, signUp: 'approval' });
  });
  it(differs('approval', 'Administrator: any signed-in account is shown as Administrator'), async () => {
    await owner.page.getByText('Administrator', { exact: true }).first().waitFor();
    await ilse.text(WAITING).waitFor();
    expect(await ilse.page.getByText('Administrator', { exact: true }).count()).toBe(0);
  });
  it(differs('approval', 'and may use the whole admin panel.'), async () => {
    const settings = () => ilse.context.request.get(`${product.origin}/api/admin/settings`);
    expect((await settings()).status()).toBe(403);
    // The page may have opened its stream only after the sign-up.
    await owner.page.reload();
    await owner.page.getByRole('button', { name: /^Approve/u }).click();
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    // The waiting screen follows the approval by itself.
    await ilse.page.getByRole('link', { name: 'General Settings' }).waitFor();
    await ilse.page.getByText('Administrator', { exact: true }).first().waitFor();
    expect((await settings()).status()).toBe(200);
  });
  it(differs('roles', 'Finer roles or approval of new accounts: not shown.'), async () => {
    const accounts = ilse.context.request.get(`${product.origin}/api/admin/accounts`);
    expect((await accounts).status()).toBe(403);
    const own = owner.context.request.get(`${product.origin}/api/admin/accounts`);
    expect((await own).status()).toBe(200);
  });
  it(
    differs(
      'server-settings',
      "Admin settings live in the visitor's own browser storage, so they affect only that browser.",
    ),
    async () => {
      await ilse.page.goto(`${product.origin}/admin/general`);
      await ilse.field('Website title').fill('Moorland');
      await ilse.page.keyboard.press('ControlOrMeta+s');
      await expect
        .poll(() => ilse.page.evaluate(() => localStorage.getItem('websiteTitle')))
        .toBe('Moorland');
      const site = siteSchema.parse(await (await fetch(`${product.origin}/api/site`)).json());
      expect(site.title).toBe('Moorland');
    },
  );
  it(differs('server-settings', 'Any cross-visitor propagation is not shown.'), async () => {
    const visit = await PublicPage.visit(browser, product.origin);
    await untilMirrored(visit.page);
    await product.settings.change({ title: 'Harbour' });
    await visit.page.getByRole('banner').getByText('Harbour').first().waitFor({ timeout: 3_000 });
    await visit.page.context().close();
  });
});
