import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type Product, startProduct } from './product.ts';

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct()]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

/** Opens a path and returns the page with every violation of its policy. */
const open = async (path: string): Promise<{ page: Page; violations: string[] }> => {
  const page = await browser.newPage();
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (directive: string) => violations.push(directive));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const report = (globalThis as unknown as { reportViolation(directive: string): void }).reportViolation;
      report(`${event.effectiveDirective} ${event.blockedURI}`);
    });
  });
  await page.goto(`${product.origin}${path}`);
  await page.waitForSelector('html[data-hydrated]');
  return { page, violations };
};

describe('metadata for other sites', () => {
  it('is in data blocks that the policy allows', async () => {
    const { page, violations } = await open('/');
    const data = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(data ?? '')['@graph']).toHaveLength(2);
    expect(violations).toEqual([]);
    await page.close();
  });

  it('includes a manifest the browser accepts, with icons it can load', async () => {
    const { page } = await open('/');
    await page.waitForSelector('link[rel="manifest"]', { state: 'attached' });
    const session = await page.context().newCDPSession(page);
    const { url, errors, data } = await session.send('Page.getAppManifest');
    expect(url).toBe(`${product.origin}/site.webmanifest`);
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Savelet' });
    // A headless browser cannot install the page, but it reports what would prevent it.
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(
      installabilityErrors.map(({ errorId }) => errorId).filter((id) => /manifest|icon|url/.test(id)),
    ).toEqual([]);
    await page.close();
  });

  it('includes a picture other sites may show', async () => {
    const answer = await fetch(`${product.origin}/og.png`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const icon = await fetch(`${product.origin}/icon-512.png`);
    expect(icon.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  it('is absent on an unknown path', async () => {
    const { page, violations } = await open('/nowhere');
    await expect.poll(() => page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
    expect(await page.locator('link[rel="canonical"], meta[property^="og:"]').count()).toBe(0);
    expect(violations).toEqual([]);
    await page.close();
  });
});

describe('a text that is shared to the installed page', () => {
  it('reaches it through the service worker, which its first use has registered', async () => {
    const { page, violations } = await open('/');
    await page.keyboard.press('Shift');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.evaluate(() => {
      const form = document.createElement('form');
      const field = document.createElement('input');
      Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: '/share' });
      Object.assign(field, { name: 'text', value: 'See https://www.instagram.com/reel/DMocksReel1/ 🙂' });
      form.append(field);
      document.body.append(form);
      form.submit();
    });
    await page.getByTestId('result-card').waitFor();
    expect(page.url()).toBe(`${product.origin}/`);
    expect(product.output()).not.toContain('"route":"/share"');
    expect(violations).toEqual([]);
    await page.close();
  });
});
