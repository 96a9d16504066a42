import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type InProcessProduct, startInProcessProduct } from '../in-process-product.ts';
import { enterPanel } from '../pages/panel-entrance.ts';
import type { PanelPage } from '../pages/panel-page.ts';

let browser: Browser;
let products: readonly InProcessProduct[] = [];
let panels: readonly PanelPage[] = [];
beforeAll(async () => {
  browser = await launchBrowser();
  products = await Promise.all([
    startInProcessProduct(() => ({ DELIVERY: 'direct' })),
    startInProcessProduct(),
  ]);
  panels = await Promise.all(
    products.map((product) => enterPanel(browser, product, 'Olga', { path: '/admin/general' })),
  );
});
afterAll(async () => {
  await browser?.close();
  await Promise.all(products.map((product) => product.stop()));
});
const row = (panel: PanelPage | undefined) => panel?.page.getByTestId('delivery');

describe('delivery in the panel', () => {
  it('states the mode and what it costs in General', async () => {
    const [direct, tunnel] = panels;
    await row(direct)?.getByText('Straight from the platforms', { exact: true }).waitFor();
    const costs = await row(direct)?.textContent();
    for (const cost of ['no byte count', 'no resume', 'simulated', "the visitor's IP address", 'bandwidth'])
      expect(costs).toContain(cost);
    await row(tunnel)?.getByText('Through this server', { exact: true }).waitFor();
  });

  it('says in Overview that the figures lack what the platforms send, and leads to the costs', async () => {
    const [direct, tunnel] = panels;
    for (const panel of panels) await panel.page.getByRole('link', { name: 'Overview', exact: true }).click();
    await tunnel?.page.getByText('0 Bytes sent', { exact: true }).waitFor();
    expect(await tunnel?.page.getByText('Direct delivery is on.').count()).toBe(0);
    await direct?.page.getByText('0 Bytes sent by this server', { exact: true }).waitFor();
    await direct?.page.getByRole('link', { name: 'What it costs' }).click();
    await row(direct)?.waitFor();
    await expect
      .poll(() => direct?.page.evaluate(() => document.activeElement?.textContent))
      .toBe('Delivery');
  });
});
