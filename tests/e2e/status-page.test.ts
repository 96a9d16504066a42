import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type InProcessProduct, startInProcessProduct } from './in-process-product.ts';
import { axeViolations } from './pages/axe.ts';
import { furnishStatus } from './status-history.ts';

const SIZES = { phone: { width: 390, height: 844 }, computer: { width: 1280, height: 860 } } as const;

let browser: Browser;
let fresh: InProcessProduct;
let known: InProcessProduct;
beforeAll(async () => {
  [browser, fresh, known] = await Promise.all([
    launchBrowser(),
    startInProcessProduct(),
    startInProcessProduct(() => ({ ENGINES: 'native,sample' })),
  ]);
  await furnishStatus(known.database, Date.now());
});
afterAll(() => Promise.all([browser?.close(), fresh?.stop(), known?.stop()]));

const visit = async ({ origin }: InProcessProduct, options: BrowserContextOptions = {}) => {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  await page.goto(`${origin}/status`);
  return { page, context, problems, asked };
};

describe('the status page', () => {
  it('claims nothing about a new site', async () => {
    const { page, context, problems, asked } = await visit(fresh);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('No previews yet');
    expect(await page.title()).toBe('Savelet: status of the last 30 days');
    const words = await page.locator('main').innerText();
    expect(words).not.toMatch(/\bWorking\b/u);
    expect(words).toContain('The status shows up after the first one.');
    expect(words).not.toMatch(/no data yet|not recently|none in/iu);
    expect(await page.locator('svg rect[data-day]').count()).toBe(0);
    expect(problems).toEqual([]);
    expect(new Set(asked)).toEqual(new Set([fresh.origin]));
    await context.close();
  });

  it('shows thirty days, incidents and engines, also without script', async () => {
    const { page, context } = await visit(known, { javaScriptEnabled: false });
    const instagram = page.locator('[data-part-state="instagram"]');
    expect(await instagram.locator('rect').count()).toBe(30);
    expect(await instagram.getByRole('img').getAttribute('aria-label')).toBe(
      'Instagram previews, the last 30 days: 24 days worked, 1 day did not work, 5 days without data.',
    );
    expect(await page.locator('[data-part-state="tiktok"]').getByRole('img').getAttribute('aria-label')).toBe(
      'TikTok previews, the last 30 days: 24 days worked, 1 day failed for a time, 5 days without data.',
    );
    const incidents = page.getByRole('region', { name: 'Incidents' }).getByRole('listitem');
    expect((await incidents.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
      expect.stringContaining('TikTok previews'),
      expect.stringContaining('Instagram previews'),
    ]);
    const engines = page.getByRole('list', { name: 'Engines in the last 30 days' }).getByRole('listitem');
    expect(await engines.locator('b').allInnerTexts()).toEqual([
      'Extraction service',
      "This site's own reader",
      "This site's own reader",
    ]);
    await page.getByText('Day by day').click();
    const days = page.getByRole('region', { name: 'Status of each day' });
    expect(await days.getByRole('row').count()).toBe(31);
    expect(await days.getByRole('row').nth(1).innerText()).toContain('worked, 100% succeeded');
    await context.close();
  });

  it('agrees with the API and the card', async () => {
    const { page, context } = await visit(known, { viewport: SIZES.computer });
    const report = (await (await page.request.get(`${known.origin}/api/status`)).json()) as {
      previews: { tiktok: { state: string } };
      incidents: unknown[];
    };
    expect(report.previews.tiktok.state).toBe('working');
    expect(report.incidents).toHaveLength(2);
    const headline = (await page.getByRole('heading', { level: 1 }).innerText()).replace(/^Status:\s*/u, '');
    await page.goto(known.origin);
    await page.locator('html[data-hydrated]').waitFor();
    await page.locator('#status').scrollIntoViewIfNeeded();
    await expect.poll(() => page.locator('[data-status-headline]').innerText()).toBe(headline);
    await context.close();
  });

  it('is linked from the card and the help, and links back', async () => {
    const { page, context } = await visit(known, { viewport: SIZES.computer });
    await page.goto(known.origin);
    await page.locator('html[data-hydrated]').waitFor();
    await page.locator('#status').getByRole('link', { name: 'The last 30 days' }).click();
    await page.waitForURL(`${known.origin}/status`);
    await page.getByRole('link', { name: 'Back to the form' }).click();
    await page.waitForURL(`${known.origin}/`);
    await page.goto(`${known.origin}/help`);
    await page.getByRole('main').getByRole('link', { name: 'status of this site' }).click();
    await page.waitForURL(`${known.origin}/status`);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy', exact: true }).click();
    await page.waitForURL(`${known.origin}/#privacy`);
    await context.close();
  });

  it('follows the theme that was chosen on the public page', async () => {
    const { page, context } = await visit(known, { colorScheme: 'light' });
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await context.close();
  });

  it.each([320, 390, 768, 1280])('at %d px nothing is wider than its box', async (width) => {
    const { page, context } = await visit(known, { viewport: { width, height: 860 } });
    await page.getByText('Day by day').click();
    expect(
      await page
        .locator('html, main :not(.sr)')
        .evaluateAll((elements) =>
          elements
            .filter((element) => element.scrollWidth > element.clientWidth && element.clientWidth > 0)
            .map((element) => `${element.tagName} ${element.className} ${String(element.scrollWidth)}`),
        ),
    ).toEqual([]);
    await context.close();
  });

  it('stays available during maintenance, and says so', async () => {
    const { page, context } = await visit(fresh);
    await fresh.settings.change({ maintenance: true });
    expect((await page.reload())?.status()).toBe(200);
    await page.getByText('The site is currently down for maintenance.').waitFor();
    await fresh.settings.change({ maintenance: false });
    await context.close();
  });
});

describe('axe', () => {
  it.each([
    ['fresh, light, on a phone', () => fresh, 'light', 'phone'],
    ['known, light, on a computer', () => known, 'light', 'computer'],
    ['known, dark, on a phone', () => known, 'dark', 'phone'],
  ] as const)('has no violation: %s', async (_name, product, colorScheme, size) => {
    const { page, context } = await visit(product(), { colorScheme, viewport: SIZES[size] });
    if (product() === known) await page.getByText('Day by day').click();
    expect(await axeViolations(page)).toEqual([]);
    await context.close();
  });
});
