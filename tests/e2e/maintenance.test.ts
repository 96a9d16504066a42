import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultLink } from '../mock-platforms/faults.ts';
import { launchBrowser } from './browser.ts';
import { type InProcessProduct, startInProcessProduct } from './in-process-product.ts';
import { downloadsOf, PublicPage } from './pages/public-page.ts';
import { untilMirrored } from './pages/site-probe.ts';

const HEADING = "We'll Be Right Back";
const SLOW_REEL = faultLink('media-drip');

let browser: Browser;
let product: InProcessProduct;
let context: BrowserContext;
beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(),
    startInProcessProduct(() => ({ ENGINES: 'native,sample' })),
  ]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));
beforeEach(async () => {
  context = await browser.newContext({ acceptDownloads: true, viewport: { width: 1280, height: 860 } });
  return async () => {
    await product.settings.change({ maintenance: false });
    await context.close();
  };
});

const overlay = (page: Page) => page.getByRole('alertdialog', { name: HEADING });
/** Returns the text or id of the focused element; empty when the document body or nothing has the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element === null || element === document.body ? '' : element.textContent || element.id;
  });

describe('the notice of maintenance', () => {
  it('is in the page itself when it loads during maintenance, with or without script', async () => {
    await product.settings.change({ maintenance: true });
    const still = await browser.newContext({ javaScriptEnabled: false });
    const page = await still.newPage();
    await page.goto(product.origin);
    await overlay(page).getByText('Scheduled maintenance is under way.').waitFor();
    await page.getByRole('button', { name: 'Refresh Page' }).waitFor();
    await expect.poll(() => page.locator('#link').isEnabled()).toBe(true);
    await expect.poll(() => page.locator('[inert] #link').count()).toBe(1);
    await still.close();
  });

  it('takes the focus, keeps it from the rest of the page, and is not closed by Escape', async () => {
    const page = await context.newPage();
    await new PublicPage(page).open(product.origin);
    await untilMirrored(page);
    const status = page.locator('#status');
    await page.getByRole('button', { name: 'Download', exact: true }).focus();
    await product.settings.change({ maintenance: true });
    await overlay(page).waitFor();
    await expect.poll(() => focused(page)).toBe(HEADING);
    await page.keyboard.press('Escape');
    const stops = new Set<string>();
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press('Tab');
      stops.add(await focused(page));
    }
    expect([...stops].sort()).toEqual(['', 'Go Back', 'Refresh Page']);
    await page.keyboard.press('/');
    expect(await page.locator('#link').evaluate((field) => field === document.activeElement)).toBe(false);
    await page.mouse.wheel(0, 2_000);
    await page.waitForTimeout(200);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect.poll(() => overlay(page).getAttribute('aria-modal')).toBe('true');
    const described = await overlay(page).getAttribute('aria-describedby');
    await expect
      .poll(() => page.locator(`[id="${described}"]`).innerText())
      .toContain('checks again every minute');
    await expect.poll(() => status.count()).toBe(1);

    await product.settings.change({ maintenance: false });
    await overlay(page).waitFor({ state: 'detached' });
    await page.getByTestId('live-polite').getByText("We're back").waitFor();
    await expect.poll(() => focused(page)).toBe('Download');
  });

  it('returns the focus to where it was, or to the field when nothing had it', async () => {
    const page = await context.newPage();
    await page.goto(`${product.origin}/healthz`);
    await product.settings.change({ maintenance: true });
    await new PublicPage(page).open(product.origin);
    await page.getByText(/^Last checked at \d/).waitFor();
    await product.settings.change({ maintenance: false });
    await expect.poll(() => focused(page)).toBe('link');
    await product.settings.change({ maintenance: true });
    await page.getByRole('button', { name: 'Go Back' }).click();
    await page.waitForURL('**/healthz');
  });

  it('offers no way back when there is no previous page', async () => {
    await product.settings.change({ maintenance: true });
    const page = await context.newPage();
    // As a link in a new window: without a previous page.
    await page.goto(`${product.origin}/healthz`);
    const opened = context.waitForEvent('page');
    await page.evaluate((url) => void open(url, '_blank', 'noopener'), product.origin);
    const fresh = await opened;
    await fresh.getByText(/^Last checked at \d/).waitFor();
    await expect.poll(() => overlay(fresh).getByRole('button').allInnerTexts()).toEqual(['Refresh Page']);
  });

  it('polls every minute, with or without a stream', async () => {
    await product.settings.change({ maintenance: true });
    const page = await context.newPage();
    await page.clock.install();
    await new PublicPage(page).open(product.origin);
    await page.clock.fastForward(1_000);
    await untilMirrored(page);
    const asked = page.waitForRequest('**/api/site');
    await page.clock.fastForward(61_000);
    await asked;
  });

  it('is refreshed by its button', async () => {
    await product.settings.change({ maintenance: true });
    const page = await context.newPage();
    await new PublicPage(page).open(product.origin);
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Refresh Page' }).click();
    await loaded;
    await overlay(page).waitFor();
  });

  it('waits for a download, which completes', async () => {
    const page = await context.newPage();
    const visit = new PublicPage(page);
    await visit.open(product.origin);
    await visit.submit(SLOW_REEL);
    await visit.card.waitFor();
    const [saved] = await downloadsOf(page, 1, async () => {
      await visit.downloadButton().click();
      await visit.download.getByRole('progressbar').waitFor();
      await product.settings.change({ maintenance: true });
      await page.getByTestId('maintenance-waits').waitFor();
      expect(await overlay(page).count()).toBe(0);
    });
    expect(saved?.bytes).toBeGreaterThan(0);
    await overlay(page).waitFor();
    await page.getByTestId('maintenance-waits').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe(HEADING);
  });
});

describe('a signed-in administrator, during maintenance,', () => {
  const LINE = 'Maintenance is on. Visitors see the notice. General Settings';
  let session: { name: string; value: string } | undefined;
  const visit = async (): Promise<PublicPage> => {
    session ??= await product.ownerCookie();
    await context.addCookies([{ ...session, url: product.origin, httpOnly: true }]);
    return new PublicPage(await context.newPage());
  };

  it('gets the page with a banner over the form that links to the switch, and can use it', async () => {
    await product.settings.change({ maintenance: true });
    const administrator = await visit();
    const { page } = administrator;
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await administrator.open(product.origin);
    const line = page.getByTestId('maintenance-passed');
    await expect.poll(() => line.innerText()).toBe(LINE);
    await expect.poll(() => line.getByRole('link').getAttribute('href')).toBe('/admin/general');
    expect(await overlay(page).count()).toBe(0);
    await administrator.submit(SLOW_REEL);
    await administrator.card.waitFor();
    expect(complaints).toEqual([]);
  });

  it('sees the banner appear and disappear on an open page, where a visitor sees the notice', async () => {
    const administrator = await visit();
    const { page } = administrator;
    await administrator.open(product.origin);
    await untilMirrored(page);
    const line = page.getByTestId('maintenance-passed');
    await expect.poll(() => line.isHidden()).toBe(true);
    await product.settings.change({ maintenance: true });
    await line.waitFor();
    expect(await overlay(page).count()).toBe(0);
    await product.settings.change({ maintenance: false });
    await line.waitFor({ state: 'hidden' });
  });
});

describe("a visitor's request during maintenance", () => {
  it('gets a page with status 503, and no preview', async () => {
    await product.settings.change({ maintenance: true });
    const page = await context.newPage();
    const answer = await page.goto(product.origin);
    expect([answer?.status(), await answer?.headerValue('retry-after')]).toEqual([503, '60']);
    await overlay(page).waitFor();
    const refused = await page.evaluate(async () => {
      const body = JSON.stringify({ url: 'https://www.tiktok.com/@mock.user/video/7400000000000000001' });
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/api/preview', { method: 'POST', headers, body })).status;
    });
    expect(refused).toBe(503);
  });
});
