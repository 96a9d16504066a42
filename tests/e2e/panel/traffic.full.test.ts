import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { GB_BYTES } from '#shared/contract/traffic.ts';
import type { UpdateNotice } from '#shared/contract/update-notice.ts';
import { launchBrowser } from '../browser.ts';
import { type InProcessProduct, startInProcessProduct } from '../in-process-product.ts';
import { focusedName } from '../pages/owned-site.ts';
import { axeFindings, smallTargets } from '../pages/panel-axe.ts';
import { enterPanel } from '../pages/panel-entrance.ts';
import { type PanelPage, SIZES } from '../pages/panel-page.ts';

const DAY_MS = 24 * 60 * 60_000;
const today = (): number => Math.floor(Date.now() / DAY_MS) * DAY_MS;

let browser: Browser;
let product: InProcessProduct;
let owner: PanelPage;
beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(),
    startInProcessProduct(() => ({ UPDATE_URL: 'https://git.example/api/latest' })),
  ]);
  owner = await enterPanel(browser, product, 'Mara');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const open = async (path: string, size: keyof typeof SIZES = 'wide'): Promise<Page> => {
  const page = await owner.context.newPage();
  onTestFinished(() => page.close());
  await page.setViewportSize(SIZES[size]);
  await page.goto(product.origin + path);
  return page;
};
const openTraffic = async (size: keyof typeof SIZES = 'wide'): Promise<Page> => {
  const page = await open('/admin/traffic', size);
  await page.getByLabel('GB a day').waitFor();
  return page;
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Stores bytes as the counters do, by days ago and platform. */
const send = async (sent: Readonly<Record<number, number>>, platform: string): Promise<void> => {
  const row = { kind: 'sent', platform, engine: '', outcome: '', count: 1 };
  await product.database.query
    .insertInto('counters')
    .values(
      Object.entries(sent).map(([ago, bytes]) => ({ ...row, step: today() - Number(ago) * DAY_MS, bytes })),
    )
    .execute();
};

/** Leaves the page as wide as a phone. */
const expectAccessible = async (page: Page): Promise<void> => {
  expect(await axeFindings(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
};

describe('the traffic', () => {
  it('is empty at first', async () => {
    const page = await openTraffic('narrow');
    await page.getByText('Nothing was sent in the last 90 days.').waitFor();
    expect(await button(page, 'Show as table').count()).toBe(0);
  });

  it('shows each day as a bar, as a row of a table and in a file', async () => {
    await send({ 0: 3 * GB_BYTES, 1: GB_BYTES, 80: 5_000 }, 'tiktok');
    await send({ 0: GB_BYTES }, 'instagram');
    const page = await openTraffic('narrow');
    await page.getByRole('img', { name: 'Sent in the last 90 days: 5.00 GB in total.' }).waitFor();
    expect(await page.locator('svg[role="img"] rect').count()).toBe(90);
    expect(await page.locator('dl > div').first().innerText()).toBe('Today\n4.00 GB\nNo budget');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download as CSV').click(),
    ]);
    const day = new Date(today()).toISOString().slice(0, 10);
    expect(file.suggestedFilename()).toBe(`savelet-traffic-${day}.csv`);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(91);
    expect([lines[0], lines.at(-1)]).toEqual([
      'day,total_bytes,instagram_bytes,tiktok_bytes,sample_bytes',
      `${day},${4 * GB_BYTES},${GB_BYTES},${3 * GB_BYTES},0`,
    ]);
    await button(page, 'Show as table').click();
    expect(await page.getByRole('row').nth(1).locator('td').allInnerTexts()).toEqual([
      '4.00 GB',
      '1.00 GB',
      '3.00 GB',
      '0 Bytes',
    ]);
    await expectAccessible(page);
  });

  it('has a budget, set by keyboard, that the Overview warns of', async () => {
    const page = await openTraffic();
    await page.getByLabel('GB a day').fill('4,2 GB');
    await page.keyboard.press('Enter');
    await page
      .getByText(
        'Enter a number from 0.1 to 1000000, with at most two decimals and nothing between thousands, or nothing for no budget.',
      )
      .waitFor();
    expect(await focusedName(page)).toBe('GB a day');
    await page.getByLabel('GB a day').fill('4,2');
    await page.keyboard.press('Enter');
    const warning = page.getByText("95% of today's traffic budget is used: 4.00 GB of 4.20 GB.");
    await warning.waitFor();
    expect(await page.locator('dl > div').first().innerText()).toBe('Today\n4.00 GB\n95% of 4.20 GB');
    expect(await page.getByLabel('GB a day').inputValue()).toBe('4.2');
    await page.getByLabel('GB a day').fill('4,20');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByLabel('GB a day').inputValue()).toBe('4.2');
    await expect.poll(() => button(page, 'Save').getAttribute('aria-disabled')).toBe('true');
    await page.getByLabel('GB a day').fill('1,000');
    await page.keyboard.press('Enter');
    await page.getByText('Enter a number from 0.1').waitFor();
    await page.getByLabel('GB a day').fill('4');
    await button(page, 'Save').click();
    await page.getByText("Today's traffic budget is spent: 4.00 GB of 4.00 GB.").waitFor();
    await expectAccessible(page);
    await page.setViewportSize(SIZES.wide);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByTestId('traffic-reached').getByText("Today's traffic budget is spent").waitFor();
    await page.getByRole('link', { name: 'Open Traffic' }).click();
    await page.getByLabel('GB a month').fill('7');
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  });

  it('is reloaded on demand when it cannot be loaded', async () => {
    const page = await owner.context.newPage();
    onTestFinished(() => page.close());
    await page.route('**/api/admin/traffic', (route) => route.abort());
    await page.goto(`${product.origin}/admin/traffic`);
    await page.getByText(/^The traffic could not be loaded\./u).waitFor();
    await page.unrouteAll();
    await button(page, 'Try again').click();
    await page.getByLabel('GB a day').waitFor();
  });
});

describe('the notice of a newer version', () => {
  const answer: UpdateNotice = { state: 'off', host: 'git.example', checkedAt: null, newest: null };
  const at = '2026-11-20T10:00:00.000Z';
  const newest = { version: '1.3.0', url: 'https://git.example/releases/v1.3.0' };

  it('says that it is asking while it is, and then what it found', async () => {
    const page = await owner.context.newPage();
    onTestFinished(() => page.close());
    let given: UpdateNotice = answer;
    await page.route('**/api/admin/update-notice', (route) => {
      if (route.request().method() === 'PUT') given = { ...answer, state: 'pending' };
      return route.fulfill({ json: given });
    });
    await page.goto(`${product.origin}/admin/overview`);
    const state = page.getByTestId('update-state');
    const toggle = page.getByRole('switch', { name: 'Check for a newer version' });
    await toggle.waitFor();
    expect(await state.count()).toBe(0);
    await toggle.press('Space');
    await page.getByText('Asking for the newest version…').waitFor();
    expect(await toggle.getAttribute('aria-checked')).toBe('true');
    given = { ...answer, state: 'failed', checkedAt: at };
    await page.getByText('The newest version could not be read.').waitFor();
    for (const [kind, words] of [
      ['newer', 'Version 1.3.0 is available.'],
      ['current', 'This is the newest version.'],
      ['development', 'This version is no release, or newer than the newest one.'],
    ] as const) {
      given = { ...answer, state: kind, checkedAt: at, newest };
      await page.reload();
      await page.getByText(words).waitFor();
      const link = page.getByRole('link', { name: 'What is new (opens in a new tab)' });
      expect(await link.count()).toBe(kind === 'newer' ? 1 : 0);
      if (kind !== 'newer') continue;
      expect(await link.getAttribute('href')).toBe(newest.url);
      expect(await smallTargets(page)).toEqual([]);
    }
  });

  it('names the variable while there is no address', async () => {
    const page = await owner.context.newPage();
    onTestFinished(() => page.close());
    await page.route('**/api/admin/update-notice', (route) =>
      route.fulfill({ json: { ...answer, state: 'unavailable', host: null } }),
    );
    await page.goto(`${product.origin}/admin/overview`);
    await page.getByText('To be told here of newer versions, set UPDATE_URL.').waitFor();
    expect(await page.getByRole('switch', { name: 'Check for a newer version' }).count()).toBe(0);
  });
});
