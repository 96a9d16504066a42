import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { NavbarSettings, NavLink } from '../../../src/shared/contract/site.ts';
import { SITE_SETTINGS } from '../../../src/shared/contract/site-settings.ts';
import { focusedName, holdToasts, OwnedSite } from '../pages/owned-site.ts';
import { axeFindings, smallTargets } from '../pages/panel-axe.ts';
import { PublicPage } from '../pages/public-page.ts';
import { chooseInMenu, dragAndCancel, dragByPointer, dragDownByKeys } from '../pages/sortable-rows.ts';

let site: OwnedSite;
beforeAll(async () => {
  site = await OwnedSite.start();
});
afterAll(() => site?.stop());
beforeEach(() => site.save({ navbar: SITE_SETTINGS.navbar.default }));

const open = async (options = {}): Promise<Page> => {
  const page = await site.section('navbar', 'Navbar Management', options);
  onTestFinished(() => page.close());
  return page;
};
const stored = async (): Promise<NavbarSettings> => (await site.settings()).site.navbar;
const labels = (page: Page): Promise<string[]> =>
  page
    .getByRole('textbox', { name: /^Label of/u })
    .evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const bar = (page: Page) => page.getByTestId('save-bar');
const save = async (page: Page): Promise<void> => {
  await bar(page).getByRole('button', { name: 'Save Changes' }).click();
  await bar(page).getByText('Saved', { exact: true }).waitFor();
};
/** Returns the header in the preview. */
const preview = (page: Page) => page.frameLocator('iframe[title="Preview"]').locator('header');
const manyLinks = (shown: number, hidden: number): NavLink[] =>
  Array.from({ length: shown + hidden }, (_, index) => ({
    id: `n${index}`,
    label: `Place ${index + 1}`,
    target: '#faqs' as const,
    visible: index < shown,
    newTab: false,
  }));
/** Opens a visitor's page in a new browser context. */
const visit = async (): Promise<Page> => {
  const context = await site.browser.newContext({ viewport: { width: 1280, height: 860 } });
  onTestFinished(() => context.close());
  const visitor = new PublicPage(await context.newPage());
  await visitor.open(site.origin);
  return visitor.page;
};

describe('the links', () => {
  it('are edited, added and saved; another browser shows them at once', async () => {
    const visitor = await visit();
    const page = await open();
    await expect.poll(() => labels(page)).toEqual(['Home', 'How it works', 'FAQs', 'Contact']);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('A label that is far too long'));
    await page.getByLabel('Label of link 1').fill('');
    await page.getByLabel('Label of link 1').press('ControlOrMeta+v');
    await page.getByText('Shortened to 24 characters, the most that fits here').first().waitFor();
    await page.getByLabel('Label of link 1').fill('Start');
    await button(page, 'Add link').click();
    await expect.poll(() => focusedName(page)).toBe('Label of link 5');
    await page.keyboard.type(' Shop ');
    await page.getByLabel('Where Shop goes').selectOption('Another address');
    await page.getByLabel('Address of link 5').fill('shop.example/new');
    await page.getByLabel('Open Shop in a new tab').check();
    await bar(page).getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('This web address is incomplete. It should start with https://').waitFor();
    await button(page, 'Use https://shop.example/new').click();
    await preview(page).getByRole('link', { name: 'Shop' }).first().waitFor({ state: 'attached' });
    await bar(page).getByText('in Links').waitFor();
    await save(page);
    const { links } = await stored();
    expect(links.map(({ label }) => label)).toEqual(['Start', 'How it works', 'FAQs', 'Contact', 'Shop']);
    expect(links.at(-1)).toMatchObject({ target: 'https://shop.example/new', newTab: true, visible: true });
    const shop = visitor.getByRole('banner').getByRole('link', { name: 'Shop' });
    await shop.waitFor();
    await expect.poll(() => shop.getAttribute('target')).toBe('_blank');
    await visitor.getByRole('banner').getByRole('link', { name: 'Start' }).waitFor();
  });

  it("count their label's characters and show what is wrong, at the first error, before anything is sent", async () => {
    const page = await open();
    const label = page.getByLabel('Label of link 3');
    await label.fill('x'.repeat(30));
    await expect.poll(() => label.inputValue()).toBe('x'.repeat(24));
    await page.getByText('24 of 24', { exact: true }).waitFor();
    await page.getByLabel('Label of link 2').fill('  ');
    await page.getByLabel('Where Contact goes').selectOption('Another address');
    await bar(page).getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Enter a label', { exact: true }).waitFor();
    await page.getByText('Enter an address', { exact: true }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid')))
      .toBe('true');
    await expect.poll(() => focusedName(page)).toBe('Label of link 2');
    // Saved from the end of the page: the field comes to lie below the header.
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await bar(page).getByRole('button', { name: 'Save Changes' }).click();
    const field = page.getByLabel('Label of link 2');
    const top = () => field.evaluate((input) => input.getBoundingClientRect().top);
    const header = await page
      .getByRole('banner')
      .first()
      .evaluate((h) => h.getBoundingClientRect().bottom);
    await expect.poll(top).toBeGreaterThanOrEqual(header);
    for (const address of ['javascript:alert(1)', 'https://', 'localhost']) {
      await page.getByLabel('Address of link 4').fill(address);
      await page.getByText('Enter a full web address such as https://example.com/shop').waitFor();
    }
    await page.getByLabel('Address of link 4').fill('http://example.com/');
    await button(page, 'Use https://example.com/').click();
    await expect.poll(() => stored()).toEqual(SITE_SETTINGS.navbar.default);
  });

  it('are removed and restored; the focus moves to the next one, to the restored one, to the button', async () => {
    const page = await open();
    await holdToasts(page);
    await chooseInMenu(page, 'FAQs', 'Remove');
    await expect.poll(() => focusedName(page)).toBe('More actions for Contact');
    await expect.poll(() => labels(page)).toEqual(['Home', 'How it works', 'Contact']);
    await button(page, 'Undo').click();
    await expect.poll(() => focusedName(page)).toBe('More actions for FAQs');
    await expect.poll(() => labels(page)).toEqual(['Home', 'How it works', 'FAQs', 'Contact']);
    await expect
      .poll(() => page.getByTestId('live-polite').textContent())
      .toContain('FAQs restored, position 3 of 4');
    expect(await bar(page).count()).toBe(0);
    for (const name of ['Contact', 'FAQs', 'How it works', 'Home']) await chooseInMenu(page, name, 'Remove');
    await expect.poll(() => focusedName(page)).toBe('Add link');
    await page.getByText('No links yet.').waitFor();
    await save(page);
    expect((await stored()).links).toEqual([]);
  });

  it('are limited to six shown and eight in all, and the button says why', async () => {
    await site.save({ navbar: { ...SITE_SETTINGS.navbar.default, links: manyLinks(6, 1) } });
    const page = await open();
    const add = button(page, 'Add link');
    await page.getByText('The header shows up to 6 links. Hide one to show another.').first().waitFor();
    await expect.poll(() => add.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('switch', { name: 'Show Place 7' }).click();
    await expect
      .poll(() => page.getByRole('switch', { name: 'Show Place 7' }).getAttribute('aria-checked'))
      .toBe('false');
    await expect
      .poll(() => page.getByTestId('live-assertive').textContent())
      .toContain('The header shows up to 6');
    await page.getByRole('switch', { name: 'Show Place 1' }).click();
    await add.click();
    await page.getByText('You can add up to 8 links. Remove one to add another.').waitFor();
    await add.click({ force: true });
    await expect.poll(() => labels(page)).toHaveLength(8);
  });

  it('can all be hidden, and the preview shows what is left', async () => {
    const page = await open();
    for (const name of ['Home', 'How it works', 'FAQs', 'Contact'])
      await page.getByRole('switch', { name: `Show ${name}` }).click();
    await page.getByText('No links shown. Visitors still see your logo and button.').waitFor();
    await page.getByRole('switch', { name: 'Show button' }).click();
    await page.getByText('No links shown. Visitors still see your logo.', { exact: true }).waitFor();
    await bar(page).getByText('in Links and Button').waitFor();
  });
});

describe('the order', () => {
  it('changes through the menu, and the focus stays with the row', async () => {
    const page = await open();
    await chooseInMenu(page, 'FAQs', 'Move up');
    await expect.poll(() => labels(page)).toEqual(['Home', 'FAQs', 'How it works', 'Contact']);
    await expect.poll(() => focusedName(page)).toBe('More actions for FAQs');
    await expect.poll(() => page.getByTestId('live-polite').textContent()).toContain('FAQs, position 2 of 4');
    await page.keyboard.press('Enter');
    await page.keyboard.type('m');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect.poll(() => labels(page)).toEqual(['FAQs', 'Home', 'How it works', 'Contact']);
    await expect.poll(() => focusedName(page)).toBe('More actions for FAQs');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.getByRole('menuitem', { name: 'Move up' }).getAttribute('aria-disabled'))
      .toBe('true');
    await page.keyboard.press('Escape');
    await expect.poll(() => focusedName(page)).toBe('More actions for FAQs');
    await save(page);
    expect((await stored()).links.map(({ id }) => id)).toEqual(['faqs', 'home', 'how-it-works', 'contact']);
  });

  it('changes by keyboard, with announcements on the way', async () => {
    const page = await open();
    await dragAndCancel(page, 'Home', 1, 4);
    await expect.poll(() => labels(page)).toEqual(['Home', 'How it works', 'FAQs', 'Contact']);
    await dragDownByKeys(page, 'Home', 1, 4);
    await expect.poll(() => labels(page)).toEqual(['How it works', 'Home', 'FAQs', 'Contact']);
    await expect.poll(() => focusedName(page)).toBe('Move Home');
  });

  it('changes by pointer', async () => {
    const page = await open();
    await dragByPointer(page, 'Contact', 'Home', 'Contact, position 1 of 4');
    await expect.poll(() => labels(page)).toEqual(['Contact', 'Home', 'How it works', 'FAQs']);
    await save(page);
    expect((await stored()).links[0]?.id).toBe('contact');
  });
});

describe('button and behaviour', () => {
  it('apply to a page that is open elsewhere', async () => {
    const visitor = await visit();
    const header = visitor.getByRole('banner');
    const page = await open();
    await page.getByLabel('Button label').fill('Get the shop now');
    await page.getByLabel('Button goes to').selectOption('Another address');
    await page.getByLabel('Address of the button').fill('https://shop.example/');
    await page.getByRole('switch', { name: 'Stay visible while scrolling' }).click();
    await page.getByRole('switch', { name: 'Theme switch' }).click();
    await save(page);
    await expect
      .poll(() => header.getByRole('link', { name: 'Get the shop now' }).getAttribute('href'))
      .toBe('https://shop.example/');
    await expect.poll(() => header.getByRole('button', { name: /theme$/u }).count()).toBe(0);
    await visitor.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }));
    await expect.poll(() => header.evaluate((element) => element.getBoundingClientRect().top)).toBe(-600);
    await page.getByRole('switch', { name: 'Show button' }).click();
    await save(page);
    await header.getByRole('link', { name: 'Get the shop now' }).waitFor({ state: 'detached' });
  });

  it('are reset to the defaults only after a confirmation', async () => {
    await site.save({ navbar: { ...SITE_SETTINGS.navbar.default, links: manyLinks(2, 0), sticky: false } });
    const page = await open();
    await button(page, 'Restore defaults').click();
    const dialog = page.getByRole('dialog', { name: 'Restore defaults?' });
    await expect.poll(() => focusedName(page)).toBe('Cancel');
    await page.keyboard.press('Escape');
    await expect.poll(() => labels(page)).toEqual(['Place 1', 'Place 2']);
    await expect.poll(() => focusedName(page)).toBe('Restore defaults');
    await button(page, 'Restore defaults').click();
    await dialog.getByRole('button', { name: 'Restore defaults' }).click();
    await expect.poll(() => labels(page)).toEqual(['Home', 'How it works', 'FAQs', 'Contact']);
    await save(page);
    await expect.poll(() => stored()).toEqual(SITE_SETTINGS.navbar.default);
  });

  it('offer no defaults where everything has them, and do not speak of visitors who see no change', async () => {
    const page = await open();
    const restore = button(page, 'Restore defaults');
    await expect.poll(() => restore.getAttribute('aria-disabled')).toBe('true');
    await restore.click({ force: true });
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByLabel('Label of link 1').fill('Start');
    await expect.poll(() => restore.getAttribute('aria-disabled')).toBeNull();
    await restore.click();
    const dialog = page.getByRole('dialog', { name: 'Restore defaults?' });
    await dialog.getByText('Your unsaved changes are lost.').waitFor();
    await dialog.getByRole('button', { name: 'Restore defaults' }).click();
    await expect.poll(() => labels(page)).toEqual(['Home', 'How it works', 'FAQs', 'Contact']);
    await page.getByText('Defaults restored.', { exact: true }).waitFor({ state: 'attached' });
    await expect.poll(() => restore.getAttribute('aria-disabled')).toBe('true');
  });
});

it('keeps the edits when the save fails, and saves them with the next save', async () => {
  const page = await open();
  await page.getByLabel('Label of link 1').fill('Start');
  await page.route('**/api/admin/settings', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await bar(page).getByRole('button', { name: 'Save Changes' }).click();
  await bar(page).getByText('Failed to save changes. Please try again.').waitFor();
  await expect.poll(() => page.getByLabel('Label of link 1').inputValue()).toBe('Start');
  await expect.poll(() => stored()).toEqual(SITE_SETTINGS.navbar.default);
  await page.unroute('**/api/admin/settings');
  await save(page);
  expect((await stored()).links[0]?.label).toBe('Start');
});

it('previews a phone’s header with its menu open, without locking the panel', async () => {
  const page = await open();
  await page.getByLabel('Phone', { exact: true }).check();
  const contact = preview(page).locator('#site-menu').getByText('Contact');
  await contact.waitFor();
  const frame = (await page.locator('iframe[title="Preview"]').boundingBox())!;
  const last = (await contact.boundingBox())!;
  expect(last.y + last.height).toBeLessThanOrEqual(frame.y + frame.height);
  expect(frame.width).toBe(390);
  expect(await page.evaluate(() => 'locked' in document.documentElement.dataset)).toBe(false);
});

it('has no axe violation and no small target, with a menu open and errors shown', async () => {
  const page = await open();
  await page.getByLabel('Where FAQs goes').selectOption('Another address');
  await page.getByLabel('Address of link 3').fill('shop.example');
  await button(page, 'Add link').click();
  await bar(page).getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Enter a label', { exact: true }).waitFor();
  await button(page, 'More actions for FAQs').click();
  await page.getByRole('menu').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
});
