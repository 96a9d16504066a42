import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { socialNames } from '#messages/social-names.ts';
import { text } from '#shared/messages/text.ts';
import { SOCIAL_PLATFORMS, type SocialLink } from '../../../src/shared/contract/site.ts';
import { focusedName, holdToasts, OwnedSite } from '../pages/owned-site.ts';
import { axeFindings, smallTargets } from '../pages/panel-axe.ts';
import { PublicPage } from '../pages/public-page.ts';
import { chooseInMenu, dragByPointer, dragDownByKeys } from '../pages/sortable-rows.ts';

const REQUIRED = 'Please select a platform and enter a URL';
const INVALID = 'Please enter a valid URL';
const DUPLICATE = 'This platform is already added';
const NONE = 'No social links added yet';

const social = (
  platform: SocialLink['platform'],
  id = SOCIAL_PLATFORMS.indexOf(platform) + 1,
): SocialLink => ({
  id,
  platform,
  name: text(socialNames, platform),
  icon: platform,
  color: '#123456',
  url: `https://${platform}.example/harbour`,
});
const THREE = [social('instagram'), social('youtube'), social('telegram')];

let site: OwnedSite;
beforeAll(async () => {
  site = await OwnedSite.start();
});
afterAll(() => site?.stop());
beforeEach(() => site.save({ socialLinks: THREE }));

const open = async (): Promise<Page> => {
  const page = await site.section('footer', 'Footer Management');
  onTestFinished(() => page.close());
  return page;
};
const stored = async (): Promise<SocialLink[]> => (await site.settings()).site.socialLinks;
const rows = (page: Page): Promise<string[]> =>
  page.locator('[data-row] b').evaluateAll((all) => all.map((name) => name.textContent ?? ''));
const form = (page: Page, name = 'Add') => page.getByRole('form', { name, exact: true });
const fill = async (page: Page, platform: string, url: string, name = 'Add'): Promise<void> => {
  await form(page, name).getByLabel('Platform').selectOption(platform);
  await form(page, name).getByLabel('URL').fill(url);
};
const add = async (page: Page, platform: string, url: string): Promise<void> => {
  await fill(page, platform, url);
  await form(page).getByRole('button', { name: 'Add' }).click();
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const bar = (page: Page) => page.getByTestId('save-bar');
const save = async (page: Page): Promise<void> => {
  await bar(page).getByRole('button', { name: 'Save Changes' }).click();
  await bar(page).getByText('Saved', { exact: true }).waitFor();
};
/** Returns the names of the links in a footer, either the public page's or the preview's. */
const followLinks = (page: Page | ReturnType<Page['frameLocator']>): Promise<(string | null)[]> =>
  page
    .locator('footer ul')
    .first()
    .locator('a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('aria-label')));
const preview = (page: Page) => page.frameLocator('iframe[title="Preview"]');

describe('adding', () => {
  it('stores the link in the specified format; another browser shows it at once', async () => {
    const context = await site.browser.newContext();
    onTestFinished(() => context.close());
    const visitor = new PublicPage(await context.newPage());
    await visitor.open(site.origin);
    const page = await open();
    const before = Date.now();
    await add(page, 'Reddit', 'https://www.reddit.com/r/harbour');
    await expect.poll(() => rows(page)).toEqual(['Instagram', 'YouTube', 'Telegram', 'Reddit']);
    await expect.poll(() => focusedName(page)).toBe('Platform');
    await expect.poll(() => page.getByTestId('live-polite').textContent()).toContain('Reddit added. 4 links');
    await expect.poll(() => followLinks(preview(page))).toContain('Reddit');
    await bar(page).getByText('in Social links').waitFor();
    await save(page);
    const reddit = (await stored()).at(-1)!;
    expect(reddit).toMatchObject({
      ...{ platform: 'reddit', name: 'Reddit', icon: 'reddit', color: '#ff4500' },
      url: 'https://www.reddit.com/r/harbour',
    });
    expect(Number(reddit.id)).toBeGreaterThanOrEqual(before);
    await expect
      .poll(() => followLinks(visitor.page))
      .toEqual(['Instagram', 'YouTube', 'Telegram', 'Reddit']);
  });

  it('requires both fields, and focuses the missing one', async () => {
    const page = await open();
    await form(page).getByRole('button', { name: 'Add' }).click();
    await page.getByText(REQUIRED, { exact: true }).waitFor();
    await expect.poll(() => focusedName(page)).toBe('Platform');
    await form(page).getByLabel('Platform').selectOption('TikTok');
    expect(await page.getByText(REQUIRED).count()).toBe(0);
    await form(page).getByLabel('URL').press('Enter');
    await page.getByText(REQUIRED, { exact: true }).waitFor();
    await expect.poll(() => focusedName(page)).toBe('URL');
    await expect.poll(() => form(page).getByLabel('URL').getAttribute('aria-invalid')).toBe('true');
  });

  it('rejects an invalid URL', async () => {
    const page = await open();
    for (const url of ['javascript:alert(1)', 'data:text/html,hello', 'harbour', 'mailto:a@b.example']) {
      await add(page, 'LinkedIn', url);
      await page.getByText(INVALID, { exact: true }).waitFor();
      await expect.poll(() => focusedName(page)).toBe('URL');
    }
    await expect.poll(() => rows(page)).toHaveLength(3);
  });

  it("completes a bare domain with one click, and warns of another platform's host", async () => {
    const page = await open();
    await add(page, 'LinkedIn', 'x.com/harbour');
    await page.getByText(`${INVALID}. It should start with https://`, { exact: true }).waitFor();
    await button(page, 'Use https://x.com/harbour').click();
    await expect.poll(() => form(page).getByLabel('URL').inputValue()).toBe('https://x.com/harbour');
    expect(await page.getByText(INVALID).count()).toBe(0);
    await page
      .getByText("This address isn't on linkedin.com. The icon tells visitors that this link opens LinkedIn.")
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await form(page).getByLabel('URL').press('Enter');
    await expect.poll(() => rows(page)).toContain('LinkedIn');
    await expect.poll(() => focusedName(page)).toBe('Platform');
  });

  it('offers each platform once, and says so when all ten have a link', async () => {
    await site.save({ socialLinks: SOCIAL_PLATFORMS.slice(0, 9).map((platform) => social(platform)) });
    const page = await open();
    const options = await form(page).getByLabel('Platform').locator('option').allTextContents();
    expect(options).toEqual(['Choose a platform', 'WhatsApp']);
    await add(page, 'WhatsApp', 'https://wa.me/15550100');
    await page.getByText('Every platform has a link.').waitFor();
    expect(await form(page).count()).toBe(0);
    await expect.poll(() => focusedName(page)).toBe('Edit WhatsApp');
    await save(page);
    await expect.poll(() => stored()).toHaveLength(10);
  });

  it('rejects a platform that another account has added meanwhile', async () => {
    const page = await open();
    await fill(page, 'Reddit', 'https://reddit.com/r/harbour');
    await site.save({ socialLinks: [...THREE, social('reddit')] });
    await expect.poll(() => rows(page)).toContain('Reddit');
    await form(page).getByRole('button', { name: 'Add' }).click();
    await page.getByText(DUPLICATE, { exact: true }).waitFor();
    await expect.poll(() => focusedName(page)).toBe('Platform');
    await expect.poll(() => rows(page)).toHaveLength(4);
  });
});

describe('a link of the list', () => {
  it('is edited in place, and Escape leaves it unchanged', async () => {
    const page = await open();
    await button(page, 'Edit YouTube').click();
    await expect.poll(() => focusedName(page)).toBe('URL');
    await page.keyboard.press('Escape');
    await expect.poll(() => focusedName(page)).toBe('Edit YouTube');
    await page.keyboard.press('Enter');
    await fill(page, 'TikTok', 'https://www.tiktok.com/@harbour', 'Edit YouTube');
    await form(page, 'Edit YouTube').getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => focusedName(page)).toBe('Edit TikTok');
    await expect.poll(() => rows(page)).toEqual(['Instagram', 'TikTok', 'Telegram']);
    await page.getByText('tiktok.com/@harbour', { exact: true }).waitFor();
    await save(page);
    expect((await stored())[1]).toMatchObject({ id: THREE[1]!.id, platform: 'tiktok', icon: 'tiktok' });
  });

  it('cannot use the platform of a link that was restored', async () => {
    const page = await open();
    await holdToasts(page);
    await button(page, 'Remove Telegram').click();
    await button(page, 'Edit YouTube').click();
    await fill(page, 'Telegram', 'https://t.me/harbour', 'Edit YouTube');
    await button(page, 'Undo').click();
    await expect.poll(() => rows(page)).toContain('Telegram');
    await form(page, 'Edit YouTube').getByRole('button', { name: 'Done' }).click();
    await page.getByText(DUPLICATE, { exact: true }).waitFor();
  });

  it('is removed and restored; without any link the footer says so', async () => {
    const page = await open();
    await holdToasts(page);
    await button(page, 'Remove YouTube').click();
    await expect.poll(() => focusedName(page)).toBe('More actions for Telegram');
    await button(page, 'Undo').click();
    await expect.poll(() => focusedName(page)).toBe('More actions for YouTube');
    await expect.poll(() => rows(page)).toEqual(['Instagram', 'YouTube', 'Telegram']);
    for (const name of ['YouTube', 'Telegram', 'Instagram']) await button(page, `Remove ${name}`).click();
    await expect.poll(() => focusedName(page)).toBe('Platform');
    await page.getByText(`Until you add a link, the footer reads "${NONE}".`).waitFor();
    await preview(page).getByText(NONE).waitFor();
    await save(page);
    expect(await stored()).toEqual([]);
  });

  it('is moved by menu, keyboard and pointer', async () => {
    const page = await open();
    await chooseInMenu(page, 'Telegram', 'Move up');
    await expect.poll(() => rows(page)).toEqual(['Instagram', 'Telegram', 'YouTube']);
    await expect.poll(() => focusedName(page)).toBe('More actions for Telegram');
    await dragDownByKeys(page, 'Instagram', 1, 3);
    await expect.poll(() => rows(page)).toEqual(['Telegram', 'Instagram', 'YouTube']);
    await expect.poll(() => focusedName(page)).toBe('Move Instagram');
    await dragByPointer(page, 'YouTube', 'Telegram', 'YouTube, position 1 of 3');
    await expect.poll(() => rows(page)).toEqual(['YouTube', 'Telegram', 'Instagram']);
    await expect.poll(() => followLinks(preview(page))).toEqual(['YouTube', 'Telegram', 'Instagram']);
    await bar(page).getByText('in Social links').waitFor();
    await save(page);
    expect((await stored()).map(({ platform }) => platform)).toEqual(['youtube', 'telegram', 'instagram']);
  });
});

it('keeps the edits when the save fails', async () => {
  const page = await open();
  await add(page, 'Reddit', 'https://reddit.com/r/harbour');
  await page.route('**/api/admin/settings', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await bar(page).getByRole('button', { name: 'Save Changes' }).click();
  await bar(page).getByText('Failed to save changes. Please try again.').waitFor();
  await expect.poll(() => rows(page)).toContain('Reddit');
  await expect.poll(() => stored()).toHaveLength(3);
  await page.unroute('**/api/admin/settings');
  await save(page);
  await expect.poll(() => stored()).toHaveLength(4);
});

it('has no axe violation and no small target, with a form open and its errors shown', async () => {
  const page = await open();
  await add(page, 'LinkedIn', 'linkedin.com/harbour');
  await button(page, 'Edit YouTube').click();
  expect(await axeFindings(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
});
