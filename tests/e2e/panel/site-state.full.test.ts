import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { adminEnginesSchema, type EngineSettingsChange } from '../../../src/shared/contract/engines.ts';
import { byPlatform } from '../../../src/shared/platforms/platforms.ts';
import { launchBrowser } from '../browser.ts';
import { type InProcessProduct, startInProcessProduct } from '../in-process-product.ts';
import { OwnedSite } from '../pages/owned-site.ts';
import { axeFindings } from '../pages/panel-axe.ts';
import { enterPanel } from '../pages/panel-entrance.ts';
import type { PanelPage } from '../pages/panel-page.ts';
import { PublicPage } from '../pages/public-page.ts';

/** What an owner is promised: a server that has stopped is named within this time. */
const NOTICED_MS = 15_000;
const WIDTHS = [390, 1024, 1280];

let browser: Browser;
let product: InProcessProduct;
let owner: PanelPage;
beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(),
    startInProcessProduct(() => ({ ENGINES: 'native,sample' })),
  ]);
  owner = await enterPanel(browser, product, 'Olga');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const pill = (page: Page) => page.getByRole('banner').getByRole('status');
const engines = async (method: 'GET' | 'PATCH', data?: object) => {
  const answer = await owner.context.request.fetch(`${product.origin}/api/admin/engines`, {
    method,
    headers: { origin: product.origin, 'x-requested-with': 'savelet' },
    ...(data && { data }),
  });
  return adminEnginesSchema.parse(await answer.json());
};
const change = async (change: EngineSettingsChange) =>
  engines('PATCH', { revision: (await engines('GET')).settings.revision, change });
const storeCheck = async (finding: 'post' | 'login_wall') => {
  const results = [{ engine: 'native', route: 'direct', finding, ms: 900 }];
  const platforms = [
    { platform: 'instagram', isOwnPost: false, results },
    { platform: 'tiktok', isOwnPost: false, results: [{ ...results[0], finding: 'post' }] },
  ];
  const value = JSON.stringify({ at: new Date().toISOString(), ms: 900, platforms });
  await product.database.write((trx) =>
    trx
      .insertInto('site_state')
      .values({ name: 'reach_check', value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute(),
  );
};
const overview = async (): Promise<void> => {
  await owner.page.goto(`${product.origin}/admin/overview`);
  await owner.heading('Overview').waitFor();
};

describe('the state of the site in the header', () => {
  it('is live at first, and keeps to the width of the screen', async () => {
    for (const width of WIDTHS) {
      await owner.page.setViewportSize({ width, height: 860 });
      await pill(owner.page).getByText('Live', { exact: true }).waitFor();
      expect(await owner.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
  });

  it('is limited by a platform that is off, which reads "Switched off" everywhere', async () => {
    await change({ platforms: { ...byPlatform(() => true), instagram: false } });
    onTestFinished(() => change({ platforms: byPlatform(() => true) }).then(() => undefined));
    const link = pill(owner.page).getByRole('link');
    await link.getByText('Instagram is switched off').waitFor();
    for (const width of WIDTHS) {
      await owner.page.setViewportSize({ width, height: 860 });
      expect(await owner.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      const [box, logout] = [await link.boundingBox(), await owner.button('Logout').boundingBox()];
      const isBeside = box!.x + box!.width <= logout!.x;
      const isAbove = box!.y >= 0 && box!.y + box!.height <= logout!.y;
      expect([isBeside, isAbove]).toEqual(width < 700 ? [false, true] : [true, false]);
    }
    expect(await axeFindings(owner.page)).toEqual([]);
    await owner.page
      .getByRole('listitem')
      .filter({ hasText: 'Instagram' })
      .getByText('Switched off')
      .first()
      .waitFor();
    const visitor = await browser.newPage();
    onTestFinished(() => visitor.close());
    await visitor.goto(`${product.origin}/status`);
    await visitor.locator('[data-part-state="instagram"]').getByText('Switched off').waitFor();
    await new PublicPage(visitor).open(product.origin);
    await visitor.locator('#status').scrollIntoViewIfNeeded();
    await visitor.locator('[data-status-part="instagram"]').getByText('Switched off').waitFor();
    expect(
      (await (await visitor.request.get(`${product.origin}/api/status`)).json()).previews.instagram.state,
    ).toBe('off');
  });

  it('is limited by a failed check, whose card stays in the Overview until one passes', async () => {
    await storeCheck('login_wall');
    await overview();
    const card = owner.page.getByTestId('failed-check');
    await card.getByText('Instagram cannot be read from this server.', { exact: false }).waitFor();
    await pill(owner.page).getByText('Instagram could not be read in the last check').waitFor();
    expect(await axeFindings(owner.page)).toEqual([]);
    const visitor = await browser.newPage();
    onTestFinished(() => visitor.close());
    await visitor.goto(`${product.origin}/status`);
    await visitor.locator('[data-part-state="instagram"]').getByText('Not working').waitFor();
    await new PublicPage(visitor).open(product.origin);
    await visitor.locator('#status').scrollIntoViewIfNeeded();
    await visitor.locator('[data-status-part="instagram"]').getByText('Not working').waitFor();
    await overview();
    await card.waitFor();
    await card.getByRole('link', { name: 'Open the check' }).click();
    await owner.heading('Engine').waitFor();
    await owner.page.getByTestId('health-native-instagram').getByText('Failing.').waitFor();
    await storeCheck('post');
    await overview();
    await pill(owner.page).getByText('Live', { exact: true }).waitFor();
    expect(await card.count()).toBe(0);
  });

  it('does not take an answer that never comes for a live site', async () => {
    await pill(owner.page).getByText('Live', { exact: true }).waitFor();
    await owner.page.route('**/api/status', () => undefined);
    onTestFinished(() => owner.page.unroute('**/api/status'));
    await pill(owner.page).getByText('Server not reachable').waitFor({ timeout: NOTICED_MS });
    await owner.page.unroute('**/api/status');
    await pill(owner.page).getByText('Live', { exact: true }).waitFor({ timeout: NOTICED_MS });
  });

  it.each(['overview', 'general'])('says in %s that the server stopped', async (section) => {
    const site = await OwnedSite.start();
    onTestFinished(() => site.stop().catch(() => undefined));
    const page = await site.section(section, section === 'general' ? 'General Settings' : 'Overview');
    await pill(page).getByText('Live', { exact: true }).waitFor();
    await site.stopServer();
    const stoppedAt = performance.now();
    await pill(page).getByText('Server not reachable').waitFor({ timeout: NOTICED_MS });
    expect(performance.now() - stoppedAt).toBeLessThan(NOTICED_MS);
  });
});
