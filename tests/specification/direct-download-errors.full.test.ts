import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../e2e/browser.ts';
import { differs } from './differences.ts';
import { type DirectPage, openDirectPage, platformFile, startDirectProduct } from './direct-delivery-page.ts';
import { type ProvidedProduct, video } from './scripted-provider.ts';

let browser: Browser;
let product: ProvidedProduct;
let direct: DirectPage;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startDirectProduct()]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));
beforeEach(async () => {
  direct = await openDirectPage(browser, product);
  return () => direct.context.close();
});
const press = () => direct.visit.downloadButton().click();
const onPlatform = () => product.linkTo({ title: 'T', medias: [platformFile()] });

describe('8. Error catalogue: Download, with DELIVERY=direct', () => {
  it("failure 'Download failed. Please try again.'", async () => {
    await direct.ready(onPlatform());
    await direct.page.route('**/api/media/**', (route) => route.abort());
    await press();
    await direct.visit.toasted('Download failed. Please try again.');
    expect(direct.context.pages()).toHaveLength(1);
  });
  it("(or 'Download failed: ...' from the service)", async () => {
    await direct.ready(onPlatform());
    await direct.page.context().setOffline(true);
    await press();
    await direct.visit.toasted("Download failed: you're offline.");
    await direct.page.context().setOffline(false);
  });
  it("success 'Download completed successfully!'.", async () => {
    await direct.ready(product.linkTo({ title: 'T', medias: [video('a')] }));
    await press();
    await direct.visit.toasted('Download completed successfully!');
  });
  it(
    differs(
      'direct-unseen',
      "success 'Download completed successfully!'. (of a file that the platform sends)",
    ),
    async () => {
      await direct.ready(onPlatform());
      await press();
      await direct.visit.download.getByText('Opened in a new tab from Instagram', { exact: true }).waitFor();
      expect(await direct.visit.toasts()).not.toContain('Download completed successfully!');
    },
  );
  it('Instructions for a browser-blocked download exist', async () => {
    await direct.ready(onPlatform());
    await direct.page.evaluate(() => {
      HTMLAnchorElement.prototype.click = () => {
        throw new Error('blocked');
      };
      window.open = () => null;
    });
    await press();
    await direct.visit.download.getByText('Your browser blocked the new tab.', { exact: true }).waitFor();
    const link = direct.visit.download.getByRole('link', { name: 'Open the file' });
    expect(await link.getAttribute('href')).toMatch(/^\/api\/media\/[^?]+\?redirect$/u);
    await direct.visit.download.getByText('Show me how').click();
    await direct.visit.download.getByText(/^On a phone: press and hold it/u).waitFor();
  });
});
