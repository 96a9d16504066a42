import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../e2e/browser.ts';
import { type DirectPage, openDirectPage, platformFile, startDirectProduct } from './direct-delivery-page.ts';
import { type ProvidedProduct, video } from './scripted-provider.ts';
import { stopClock } from './stopped-clock.ts';

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

describe('9. Business constants and limits, with DELIVERY=direct', () => {
  it('Object URL release delay: 1 second.', async () => {
    await direct.page.evaluate(() => {
      const { createObjectURL, revokeObjectURL } = URL;
      const times: number[] = [];
      Object.assign(globalThis, { times });
      URL.createObjectURL = (blob: Blob) => {
        times.push(performance.now());
        return createObjectURL.call(URL, blob);
      };
      URL.revokeObjectURL = (url) => {
        times.push(performance.now());
        revokeObjectURL.call(URL, url);
      };
    });
    await direct.ready(product.linkTo({ title: 'T', medias: [video('a')] }));
    await Promise.all([direct.page.waitForEvent('download'), direct.visit.downloadButton().click()]);
    const times = () => direct.page.evaluate(() => (globalThis as unknown as { times: number[] }).times);
    await expect.poll(async () => (await times()).length).toBe(2);
    const [made = 0, released = 0] = await times();
    expect(released - made).toBeGreaterThan(990);
  });

  it('Simulated download progress: 10, then random 70 to 90 every 500 ms, then 100 after 2 seconds.', async () => {
    await direct.ready(product.linkTo({ title: 'T', medias: [platformFile()] }));
    await stopClock(direct.page);
    const figure = () => direct.visit.download.getByTestId('download-figure').textContent();
    const tab = direct.context.waitForEvent('page');
    await direct.visit.downloadButton().click();
    await tab;
    expect(await figure()).toBe('10%');
    await direct.page.clock.runFor(490);
    expect(await figure()).toBe('10%');
    for (let step = 0; step < 3; step += 1) {
      await direct.page.clock.runFor(step === 0 ? 10 : 500);
      const percent = Number.parseInt((await figure()) ?? '', 10);
      expect([percent >= 70, percent <= 90]).toEqual([true, true]);
    }
    await direct.page.clock.runFor(490);
    expect(await figure()).not.toBe('100%');
    await direct.page.clock.runFor(10);
    await expect.poll(figure).toBe('100%');
  });
});
