import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readActivity } from '../../../src/server/people/activity/activity-log.ts';
import { adminEnginesSchema } from '../../../src/shared/contract/engines.ts';
import { launchBrowser } from '../browser.ts';
import { type InProcessProduct, startInProcessProduct } from '../in-process-product.ts';
import { focusedName } from '../pages/owned-site.ts';
import { axeFindings, smallTargets } from '../pages/panel-axe.ts';
import { enterPanel } from '../pages/panel-entrance.ts';
import { type PanelPage, SIZES } from '../pages/panel-page.ts';

const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let browser: Browser;
let product: InProcessProduct;
let owner: PanelPage;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startInProcessProduct()]);
  owner = await enterPanel(browser, product, 'Mara');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const open = async (size: keyof typeof SIZES = 'wide'): Promise<Page> => {
  const page = await owner.context.newPage();
  onTestFinished(() => page.close());
  await page.setViewportSize(SIZES[size]);
  await page.goto(`${product.origin}/admin/backups`);
  await page.getByLabel('Time', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Download settings' }).waitFor();
  return page;
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Downloads the settings, and returns them as text. */
const download = async (page: Page): Promise<string> => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download settings').click(),
  ]);
  expect(file.suggestedFilename()).toBe('savelet-settings.json');
  return readFile(await file.path(), 'utf8');
};
/** Chooses a file with this text. */
const upload = async (page: Page, text: string): Promise<void> => {
  const file = path.join(os.tmpdir(), `savelet-settings-${process.pid}.json`);
  await writeFile(file, text);
  await page.getByTestId('settings-file').setInputFiles(file);
};
const shown = (page: Page) => page.locator('dl > div').allInnerTexts();

const expectAccessible = async (page: Page): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor({ state: 'attached' });
    expect(await axeFindings(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
};

describe('the nightly backup', () => {
  it('is planned by keyboard, and shows its next time and its last result', async () => {
    const page = await open();
    await page.getByText('No nightly backup has been made yet.').waitFor();
    expect(await button(page, 'Save').getAttribute('aria-disabled')).toBe('true');
    await page.getByLabel('Time', { exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    expect(await focusedName(page)).toBe('Save');
    await page.keyboard.press('Enter');
    await page.getByText(/^Next one: /u).waitFor();
    expect(await focusedName(page)).toBe('Save');
    expect(await page.getByLabel('Time', { exact: true }).inputValue()).toBe('0');
    expect(await page.getByLabel('Number kept').inputValue()).toBe('14');
    await page.reload();
    await page.getByText(/^Next one: /u).waitFor();
    expect((await readActivity(product.database)).entries[0]).toMatchObject({
      actor: 'Mara',
      action: 'backups_scheduled',
      after: '00:00 UTC (14)',
    });
    await expectAccessible(page);
  });

  it('shows on a phone why there is none, and asks before a choice is lost', async () => {
    const page = await open('narrow');
    const state = { hour: 3, keep: 7, nextAt: '2026-11-30T03:00:00.000Z' };
    const error = `ENOSPC: no space left on device, write '/data/backups/${'a'.repeat(60)}'`;
    await page.route('**/api/admin/backups', (route) =>
      route.fulfill({ json: { ...state, last: { at: '2026-11-29T03:00:00.000Z', bytes: null, error } } }),
    );
    await page.reload();
    await page.getByText(`no backup was made. ${error}`).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Number kept').selectOption('30');
    await button(page, 'Open sections').click();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  });

  it('is reloaded on demand when it cannot be loaded', async () => {
    const page = await owner.context.newPage();
    onTestFinished(() => page.close());
    await page.route('**/api/admin/backups', (route) => route.abort());
    await page.goto(`${product.origin}/admin/backups`);
    await page.getByText(/^The backups could not be loaded\./u).waitFor();
    await page.unrouteAll();
    await button(page, 'Try again').click();
    await page.getByLabel('Time', { exact: true }).waitFor();
  });
});

describe('the settings file', () => {
  it('shows what it changes, and applies it as one revision', async () => {
    await product.settings.change({ title: 'Harbour', logo: LOGO, maintenance: false });
    const page = await open();
    const text = await download(page);
    const file = JSON.parse(text) as { site: Record<string, unknown>; engines: Record<string, unknown> };
    expect(text).not.toContain('mail.example');
    expect(file.site).toMatchObject({ title: 'Harbour', logo: LOGO });
    await upload(page, text);
    await page.getByText('This file changes nothing: these are the settings of this site.').waitFor();

    await product.settings.change({ title: 'Other', logo: null, maintenance: true });
    await page.getByText('This file changes 3 settings:').waitFor();
    expect((await shown(page)).toSorted()).toEqual([
      'Logo\nno picture → a picture',
      'Maintenance mode\non → off',
      'Website title\nOther → Harbour',
    ]);
    await expectAccessible(page);
    const before = product.settings.current().revision;
    await button(page, 'Apply').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Upload settings');
    expect(product.settings.current()).toMatchObject({
      title: 'Harbour',
      maintenance: false,
      logo: expect.stringMatching(/^data:image\//u),
      revision: before + 1,
    });
    const { entries } = await readActivity(product.database);
    expect(
      entries
        .slice(0, 3)
        .map(({ action, subject }) => `${action} ${subject}`)
        .toSorted(),
    ).toEqual(['settings_saved logo', 'settings_saved maintenance', 'settings_saved title']);
  });

  it('leaves the key out, keeps it for an unchanged extraction service, and no other gets it', async () => {
    const call = async (method: 'GET' | 'PATCH', data?: object) => {
      const headers = { origin: product.origin };
      const address = `${product.origin}/api/admin/engines`;
      const answer = await owner.context.request.fetch(address, { method, headers, ...(data && { data }) });
      return adminEnginesSchema.parse(await answer.json());
    };
    const { settings } = await call('GET');
    const provider = { service: 'autolink', host: 'https://api.harbour.example/' };
    await call('PATCH', {
      revision: settings.revision,
      change: { provider: { ...provider, key: 'k-0123' } },
    });
    const page = await open('narrow');
    const text = await download(page);
    expect(text).not.toMatch(/k-0123|hasKey/u);
    const file = JSON.parse(text) as { engines: object };
    const withEngines = (engines: object) =>
      JSON.stringify({ ...file, engines: { ...file.engines, ...engines } });
    await upload(page, withEngines({ platforms: { instagram: false, tiktok: true } }));
    await page.getByText('This file changes one setting:').waitFor();
    await expectAccessible(page);
    await button(page, 'Cancel').click();
    expect(await focusedName(page)).toBe('Upload settings');
    await upload(page, withEngines({ platforms: { instagram: false, tiktok: true } }));
    await button(page, 'Apply').click();
    await expect.poll(() => focusedName(page)).toBe('Upload settings');
    expect((await call('GET')).settings).toMatchObject({
      platforms: { instagram: false, tiktok: true },
      provider: { ...provider, hasKey: true },
    });
    await upload(page, withEngines({ provider: { ...provider, host: 'https://other.harbour.example/' } }));
    await page.getByText('This file changes 2 settings:').waitFor();
    await button(page, 'Apply').click();
    await expect.poll(() => focusedName(page)).toBe('Upload settings');
    expect((await call('GET')).settings.provider).toMatchObject({
      host: 'https://other.harbour.example/',
      hasKey: false,
    });
  });

  it('with a logo that is no picture changes nothing', async () => {
    const page = await open();
    const { title, revision } = product.settings.current();
    for (const logo of ['data:image/png;base64,AAAAA', 'data:image/png;base64,AAAA']) {
      await upload(page, JSON.stringify({ savelet: 'settings', site: { title: 'Mine', logo }, engines: {} }));
      await page.getByText('This file changes 2 settings:').waitFor();
      await button(page, 'Apply').click();
      await page.getByTestId('toast').first().waitFor();
      await expect.poll(() => button(page, 'Apply').getAttribute('aria-disabled')).toBeNull();
    }
    expect(product.settings.current()).toMatchObject({ title, revision });
  });

  it.each([
    ['no settings', 'This file holds no settings of Savelet.', '{"savelet":"backup"}'],
    ['no JSON', 'This file holds no settings of Savelet.', 'title: Harbour'],
    [
      'values that are not accepted',
      'This file holds a value that this version does not accept: website title, test posts.',
      JSON.stringify({ savelet: 'settings', site: { title: '' }, engines: { canaries: 4 } }),
    ],
  ])('with %s is refused', async (_what, sentence, text) => {
    const page = await open();
    await upload(page, text);
    await page.getByText(sentence).first().waitFor();
    expect(await button(page, 'Apply').count()).toBe(0);
  });
});

it('an administrator reads who sees this', async () => {
  const page = await owner.context.newPage();
  onTestFinished(() => page.close());
  await page.route('**/api/auth/session*', async (route) => {
    const response = await route.fetch();
    const { account, ...state } = (await response.json()) as { account: object };
    await route.fulfill({ response, json: { ...state, account: { ...account, role: 'administrator' } } });
  });
  await page.goto(`${product.origin}/admin/backups`);
  await page.getByText('Only the owner of this site sees backups and the settings file.').waitFor();
  expect(await button(page, 'Download settings').count()).toBe(0);
});
