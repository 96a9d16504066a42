import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { problemDetails } from '#messages/problem-details.ts';
import { text } from '#shared/messages/text.ts';
import { launchBrowser } from '../browser.ts';
import { FakePanelServer, problem } from '../pages/fake-panel-server.ts';
import { PanelPage } from '../pages/panel-page.ts';
import { type Product, startProduct } from '../product.ts';

const SAVE = 'PATCH /api/admin/settings';
const FAILED = 'Failed to save settings. Please try again.';

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct()]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

const open = async (fake: FakePanelServer): Promise<PanelPage> => {
  const panel = await PanelPage.open(browser, `${product.origin}/admin/general`, fake);
  onTestFinished(async () => {
    expect(panel.faults).toEqual([]);
    await panel.context.close();
  });
  await panel.field('Website title').waitFor();
  return panel;
};

const picture = (name: string, mimeType: string, bytes = 70) => ({
  name,
  mimeType,
  buffer: Buffer.alloc(bytes, 1),
});

describe('General Settings', () => {
  it('has nothing to save until something is changed, and names the changes', async () => {
    const panel = await open(new FakePanelServer());
    await expect.poll(() => panel.button('Save Changes').getAttribute('aria-disabled')).toBe('true');
    expect(await panel.bar.count()).toBe(0);
    await panel.field('Website title').fill('Moorland');
    await panel.bar.getByText('Unsaved changes in Website title').waitFor();
    // The bar's button replaces the one at the end of the form.
    expect(await panel.button('Save Changes').count()).toBe(1);
    await panel.text('Changed from "Savelet"').waitFor();
    await panel.text('8 of 40').waitFor();
    await panel.page.getByTestId('site-preview').getByText('Moorland').first().waitFor();
    await panel.page.getByTestId('unsaved-dot').waitFor();
    await panel.field('Website title').fill('Savelet');
    await expect.poll(() => panel.bar.count()).toBe(0);
  });

  it('joins the names of several changes', async () => {
    const panel = await open(new FakePanelServer());
    await panel.field('Website title').fill('Moorland');
    await panel.page.getByTestId('logo-file').setInputFiles(picture('moor.png', 'image/png'));
    await panel.text('moor.png, 70 Bytes').waitFor();
    await panel.page.getByRole('switch', { name: 'Maintenance mode' }).click();
    await panel.button('Turn on').click();
    await panel.bar.getByText('Unsaved changes in Website title, Logo and Maintenance mode').waitFor();
  });

  it('shows what file names look like, and saves only a template without a fault', async () => {
    const fake = new FakePanelServer();
    const panel = await open(fake);
    const field = panel.field('File names');
    await panel.page.getByText(/^Example: instagram_video_C5xQ1bNPrYk_\d{4}-\d\d-\d\d\.mp4$/u).waitFor();
    await field.fill('{user');
    await panel.page.getByText('Outside of curly brackets, use only letters').waitFor();
    await panel.save.click();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    expect(fake.calls).not.toContain(SAVE);
    await field.fill('{user} {id} {quality}');
    await panel.page.getByText('Example: quay.walks C5xQ1bNPrYk.mp4').waitFor();
    await panel.page.getByText('Example: quay.walks C5xQ1bNPrYk 720p_2.jpg').waitFor();
    await panel.bar.getByText('Unsaved changes in File names').waitFor();
    await panel.save.click();
    await expect
      .poll(() => fake.bodies)
      .toContainEqual({ revision: 0, change: { filenameTemplate: '{user} {id} {quality}' } });
    await panel.button('Use the default names').press('Enter');
    expect(await field.inputValue()).toBe('{platform}_{type}_{id}_{n}_{quality}_{date}');
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  });

  it('switches off the files that devices make, by keyboard', async () => {
    const fake = new FakePanelServer();
    const panel = await open(fake);
    const made = panel.page.getByRole('switch', { name: "Files made on the visitor's device" });
    expect(await made.isChecked()).toBe(true);
    await panel.text('Offered').waitFor();
    await made.press('Space');
    await panel.text('Not offered').waitFor();
    await panel.save.click();
    await expect.poll(() => fake.bodies).toContainEqual({ revision: 0, change: { madeFiles: false } });
  });

  it("saves with a confirmation, writes the browser's key and raises the window event once", async () => {
    const fake = new FakePanelServer();
    const panel = await open(fake);
    await panel.page.evaluate(() => {
      const raised: string[] = [];
      Object.assign(globalThis, { raised });
      for (const name of ['websiteTitleChanged', 'websiteLogoChanged', 'maintenanceModeChanged'])
        addEventListener(name, () => raised.push(name));
    });
    const held = Promise.withResolvers<null>();
    fake.next(SAVE, held.promise);
    await panel.field('Website title').fill('Moorland');
    await panel.save.click();
    await panel.bar.getByText('Saving...').waitFor();
    held.resolve(null);
    await panel.bar.getByText('Saved', { exact: true }).waitFor();
    expect(fake.bodies).toContainEqual({ revision: 0, change: { title: 'Moorland' } });
    // The server also sends this browser the event of its own save.
    fake.push('settingsSaved');
    await expect
      .poll(() => fake.calls.filter((call) => call === 'GET /api/admin/settings').length)
      .toBeGreaterThan(1);
    await expect.poll(() => panel.page.evaluate(() => localStorage.getItem('websiteTitle'))).toBe('Moorland');
    await expect
      .poll(() => panel.page.evaluate(() => (globalThis as unknown as { raised: string[] }).raised))
      .toEqual(['websiteTitleChanged']);
    await expect.poll(() => panel.bar.count(), { timeout: 10_000 }).toBe(0);
    await expect.poll(() => panel.page.title()).toBe('General Settings · Moorland');
  });

  it('keeps the input when a save fails, and says so once, in the bar', async () => {
    const fake = new FakePanelServer();
    fake.next(SAVE, { status: 500, body: '' });
    const panel = await open(fake);
    await panel.field('Website title').fill('Moorland');
    await panel.save.click();
    await panel.bar.getByRole('alert').filter({ hasText: FAILED }).waitFor();
    expect(await panel.page.getByText(FAILED).count()).toBe(1);
    await expect.poll(() => panel.field('Website title').inputValue()).toBe('Moorland');
    await panel.save.click();
    await panel.bar.getByText('Saved', { exact: true }).waitFor();
  });

  it('explains why the server cannot save when the cause is on the server', async () => {
    const fake = new FakePanelServer();
    fake.next(SAVE, problem('storage_full'));
    const panel = await open(fake);
    await panel.field('Website title').fill('Moorland');
    await panel.save.click();
    await panel.bar
      .getByRole('alert')
      .filter({ hasText: `${FAILED} ${text(problemDetails, 'storage_full')}` })
      .waitFor();
  });

  it('saves with Ctrl+S, and goes back with Discard', async () => {
    const fake = new FakePanelServer();
    const panel = await open(fake);
    await panel.field('Website title').fill('Moorland');
    await panel.field('Website title').press('Control+s');
    await panel.bar.getByText('Saved', { exact: true }).waitFor();
    await panel.field('Website title').fill('Other');
    await panel.button('Discard').click();
    await expect.poll(() => panel.field('Website title').inputValue()).toBe('Moorland');
    await panel.button('Undo').click();
    await expect.poll(() => panel.field('Website title').inputValue()).toBe('Other');
    await panel.bar.getByText('Unsaved changes in Website title').waitFor();
    expect(fake.calls.filter((call) => call === SAVE)).toHaveLength(1);
  });

  it('does not save without a title', async () => {
    const fake = new FakePanelServer();
    const panel = await open(fake);
    await panel.field('Website title').fill('  ');
    await panel.save.click();
    await panel.text('Enter a title').waitFor();
    expect(fake.calls).not.toContain(SAVE);
  });
});

describe('the logo', () => {
  it('is uploaded when it is chosen and saved with Save Changes', async () => {
    const fake = new FakePanelServer();
    const panel = await open(fake);
    await panel.page.getByTestId('logo-file').setInputFiles(picture('moor.png', 'image/png'));
    await panel.text('moor.png, 70 Bytes').waitFor();
    await panel.bar.getByText('Unsaved changes in Logo').waitFor();
    await panel.page.getByRole('figure', { name: 'Preview at 28 and 72 pixels' }).waitFor();
    await panel.save.click();
    await panel.bar.getByText('Saved', { exact: true }).waitFor();
    await expect
      .poll(() => panel.page.evaluate(() => localStorage.getItem('websiteLogo')))
      .toMatch(/^data:image\/png/u);
    await panel.button('Remove').click();
    await panel.text('No logo. The default mark is shown.').waitFor();
    await panel.save.click();
    await expect.poll(() => fake.settings.logo).toBeNull();
  });

  it("is rejected before it is sent, with its sentence, and by the server's own check", async () => {
    const fake = new FakePanelServer();
    const panel = await open(fake);
    const refused = async (file: ReturnType<typeof picture>, sentence: string) => {
      await panel.page.getByTestId('logo-file').setInputFiles(file);
      await panel.page.getByRole('alert').filter({ hasText: sentence }).waitFor();
      await panel.toasted(sentence);
    };
    await refused(picture('notes.txt', 'text/plain'), 'Please select a valid image file');
    await refused(picture('large.png', 'image/png', 5_242_881), 'Image size must be less than 5MB');
    await refused(picture('drawing.svg', 'image/svg+xml'), 'Please select a valid image file');
    expect(fake.calls).not.toContain('POST /api/admin/logo');
    fake.next('POST /api/admin/logo', problem('logo_too_large'));
    await refused(picture('moor.png', 'image/png'), 'Image size must be less than 5MB');
    expect(fake.calls).toContain('POST /api/admin/logo');
  });

  it('can be dropped', async () => {
    const panel = await open(new FakePanelServer());
    const data = await panel.page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(70)], 'dropped.png', { type: 'image/png' }));
      return transfer;
    });
    await panel.page.getByRole('group', { name: 'Logo' }).dispatchEvent('drop', { dataTransfer: data });
    await panel.text('dropped.png, 70 Bytes').waitFor();
  });
});

describe('maintenance mode', () => {
  it('asks for confirmation before it is turned on, and is on once it is saved', async () => {
    const fake = new FakePanelServer();
    const panel = await open(fake);
    const toggle = panel.page.getByRole('switch', { name: 'Maintenance mode' });
    await panel.text('Inactive').waitFor();
    await panel.button('Preview the notice').click();
    const notice = panel.dialog('What visitors see during maintenance');
    for (const words of ["We'll Be Right Back", 'Refresh Page'])
      await notice.getByTestId('notice-preview').getByText(words).waitFor();
    await panel.button('Close').click();
    await panel.untilFocused('Preview the notice');
    await toggle.click();
    await panel.untilFocused('Cancel');
    await panel.page.keyboard.press('Escape');
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false');
    await toggle.click();
    await panel.button('Turn on').click();
    await panel.text('Active').waitFor();
    expect(fake.settings.site.maintenance).toBe(false);
    await panel.text('Live').waitFor();
    await panel.save.click();
    await panel.text('Maintenance').waitFor();
    await expect.poll(() => panel.page.evaluate(() => localStorage.getItem('maintenanceMode'))).toBe('true');
  });

  it('is switched once by Space and by Enter, and shows the keyboard focus', async () => {
    const panel = await open(new FakePanelServer());
    const toggle = panel.page.getByRole('switch', { name: 'Maintenance mode' });
    const outline = () => toggle.evaluate((element) => getComputedStyle(element).outlineStyle);
    await panel.page.getByRole('switch', { name: "Files made on the visitor's device" }).focus();
    await panel.page.keyboard.press('Tab');
    expect(await toggle.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await outline()).toBe('solid');
    await panel.page.keyboard.press('Space');
    await panel.button('Turn on').click();
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('true');
    expect(await toggle.evaluate((element) => element === document.activeElement)).toBe(true);
    await panel.page.keyboard.press('Enter');
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false');
    expect(await panel.bar.count()).toBe(0);
  });

  it('is explained in dialogs whose titles are as large as those of other dialogs', async () => {
    const panel = await open(new FakePanelServer());
    const sizeOf = (name: string) =>
      panel
        .dialog(name)
        .getByRole('heading')
        .evaluate((element) => getComputedStyle(element).fontSize);
    await panel.page.getByRole('switch', { name: 'Maintenance mode' }).click();
    const inRow = await sizeOf('Turn on maintenance mode?');
    await panel.button('Turn on').click();
    await panel.page.getByRole('link', { name: 'Overview' }).click();
    expect(inRow).toBe(await sizeOf('Leave without saving?'));
  });
});
