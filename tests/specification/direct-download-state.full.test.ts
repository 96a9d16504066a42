import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../e2e/browser.ts';
import { type DirectPage, openDirectPage, platformFile, startDirectProduct } from './direct-delivery-page.ts';
import type { ProvidedProduct } from './scripted-provider.ts';

let browser: Browser;
let product: ProvidedProduct;
let direct: DirectPage;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startDirectProduct()]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));
beforeEach(async () => {
  direct = await openDirectPage(browser, product);
  await direct.ready(product.linkTo({ title: 'T', medias: [platformFile()] }));
  return () => direct.context.close();
});
const bar = () => direct.visit.download.getByRole('progressbar');
const press = () => direct.visit.downloadButton().click();
const opened = () => direct.visit.download.getByText('Opened in a new tab from Instagram', { exact: true });

describe('4. States and transitions: Download, with DELIVERY=direct', () => {
  it('Download: idle, then downloading with a numeric percentage', async () => {
    expect(await bar().count()).toBe(0);
    await press();
    await direct.visit.download
      .getByText(/^\d+%$/u)
      .first()
      .waitFor();
    expect(await bar().getAttribute('aria-valuetext')).toMatch(/^About \d+ percent, estimated$/u);
    expect(await direct.visit.download.getByRole('button', { name: 'Pause' }).count()).toBe(0);
  });
  it('then 100, then done (progress is reset).', async () => {
    await press();
    await opened().waitFor();
    expect((await direct.recorded()).percents.at(-1)?.percent).toBe(100);
    expect(await bar().count()).toBe(0);
    await direct.visit.pasteAnother.waitFor();
  });
  it('Progress is also reset on failure.', async () => {
    await product.settings.change({ maintenance: true });
    await direct.page.getByRole('alertdialog').waitFor();
    await product.settings.change({ maintenance: false });
    await direct.page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await direct.page.route('**/api/media/**', (route) =>
      route.continue({ url: `${product.origin}/api/media/unknown?redirect` }),
    );
    await press();
    await direct.visit.toasted('Download failed: This media link is not valid.');
    await bar().waitFor({ state: 'detached' });
    expect(direct.context.pages()).toHaveLength(1);
  });
  it('Progress is also reset on failure. (and on a cancel, which cannot close the tab)', async () => {
    await Promise.all([direct.context.waitForEvent('page'), press()]);
    await direct.visit.download.getByRole('button', { name: 'Cancel' }).click();
    await direct.visit.toasted('The file is already open in a new tab. Close that tab to stop it.');
    await opened().waitFor();
    expect(await bar().count()).toBe(0);
  });
});
