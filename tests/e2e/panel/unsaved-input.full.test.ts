import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { focusedName, OwnedSite } from '../pages/owned-site.ts';

let site: OwnedSite;
beforeAll(async () => {
  site = await OwnedSite.start();
});
afterAll(() => site?.stop());

const open = async (id: string, title: string): Promise<Page> => {
  const page = await site.section(id, title);
  onTestFinished(() => page.close());
  return page;
};
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });

/** Goes to Activity and expects the question, which names `what`; stays, then goes again and discards. */
const asksAbout = async (page: Page, what: string): Promise<void> => {
  await page.getByTestId('unsaved-dot').waitFor();
  const path = page.url();
  const leave = () => page.getByRole('link', { name: /^Activity/u }).click();
  await leave();
  await question(page).getByText(`Your changes in ${what} are not saved yet.`).waitFor();
  await page.keyboard.press('Escape');
  await question(page).waitFor({ state: 'detached' });
  expect(page.url()).toBe(path);
  await leave();
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
  expect(await page.getByTestId('unsaved-dot').count()).toBe(0);
};

describe('what is typed into a small form', () => {
  it('of a social link is not lost without a question', async () => {
    const page = await open('footer', 'Footer Management');
    const url = page.getByLabel('URL');
    await url.fill('https://instagram.com/harbour');
    const asked = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => {
        resolve(dialog.type());
        void dialog.dismiss();
      });
    });
    await page.reload({ timeout: 3_000 }).catch(() => undefined);
    expect(await asked).toBe('beforeunload');
    expect(await url.inputValue()).toBe('https://instagram.com/harbour');
    await asksAbout(page, 'the new social link');
  });

  it('of a social link is no longer in question once the link is in the list', async () => {
    const page = await open('footer', 'Footer Management');
    await page.getByLabel('Platform').selectOption('instagram');
    await page.getByLabel('URL').fill('https://instagram.com/harbour');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByTestId('save-bar').waitFor();
    await page.getByRole('link', { name: /^Activity/u }).click();
    await question(page).waitFor();
    expect(await question(page).innerText()).not.toContain('the new social link');
  });

  it('of a service is not lost without a question', async () => {
    const page = await open('engine', 'Engine');
    await page.locator('#add > summary').click();
    await page.getByRole('button', { name: 'Add a service' }).click();
    await page.getByLabel('Key', { exact: true }).fill('secret');
    await asksAbout(page, 'Extraction service');
  });

  it('of a test post is not lost without a question', async () => {
    const page = await open('engine', 'Engine');
    await page.locator('#test-posts summary').first().click();
    await page.getByLabel('Link to a post on Instagram').fill('https://www.instagram.com/p/');
    await asksAbout(page, 'the new Instagram test post');
  });

  it('of a link in the text is not lost without a question', async () => {
    const page = await open('content', 'Content Management');
    await page.getByRole('toolbar').getByRole('button', { name: 'Link', exact: true }).click();
    await page.getByRole('form', { name: 'Link' }).getByLabel('Address').fill('https://harbour.example');
    await asksAbout(page, 'the link form');
  });
});

describe('what is typed into a small form stays while another control of its section is used:', () => {
  const dropQuestion = (page: Page) => page.getByRole('dialog', { name: 'Discard what you typed?' });

  it('a second row of Footer Management opens its form beside the first', async () => {
    await site.save({
      socialLinks: (['instagram', 'tiktok'] as const).map((platform, index) => ({
        id: 1_763_700_000_000 + index,
        platform,
        name: platform === 'tiktok' ? 'TikTok' : 'Instagram',
        icon: platform,
        color: '#000000',
        url: `https://www.${platform}.com/harbour`,
      })),
    });
    const page = await open('footer', 'Footer Management');
    await page.getByRole('button', { name: /Edit.*Instagram/u }).click();
    const first = page.getByRole('form', { name: /Instagram/u }).getByLabel('URL');
    await first.fill('https://www.instagram.com/quay');
    await page.getByRole('button', { name: /Edit.*TikTok/u }).click();
    const second = page.getByRole('form', { name: /TikTok/u }).getByLabel('URL');
    await second.fill('https://www.tiktok.com/@quay');
    expect(await first.inputValue()).toBe('https://www.instagram.com/quay');
    await page
      .getByRole('form', { name: /TikTok/u })
      .getByRole('button', { name: 'Done' })
      .click();
    expect(await first.inputValue()).toBe('https://www.instagram.com/quay');
    await page
      .getByRole('form', { name: /Instagram/u })
      .getByRole('button', { name: 'Done' })
      .click();
    await page.getByText('instagram.com/quay').waitFor();
    await page.getByText('tiktok.com/@quay').waitFor();
  });

  it('the Link button and another legal text ask first', async () => {
    const page = await open('legal', 'Legal texts');
    await page.getByRole('button', { name: 'Write your own text' }).click();
    const link = page.getByRole('toolbar').getByRole('button', { name: 'Link', exact: true });
    const address = page.getByRole('form', { name: 'Link' }).getByLabel('Address');
    await link.click();
    await link.click();
    await address.waitFor({ state: 'detached' });
    await link.click();
    await address.fill('https://harbour.example');
    for (const control of [
      link,
      page.getByRole('radio', { name: 'Terms' }),
      page.getByRole('button', { name: 'Use the standard text' }),
    ]) {
      await control.click();
      await dropQuestion(page)
        .getByText('What you typed into the link form has not been applied yet.')
        .waitFor();
      await page.keyboard.press('Escape');
      await dropQuestion(page).waitFor({ state: 'detached' });
      expect(await address.inputValue()).toBe('https://harbour.example');
    }
    await page.getByRole('radio', { name: 'Terms' }).click();
    await dropQuestion(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Visitors see the standard text').waitFor();
    expect(await page.getByRole('radio', { name: 'Terms' }).isChecked()).toBe(true);
  });
});

describe('the focus in Legal texts', () => {
  it('follows from the standard text to the editor and back', async () => {
    const page = await open('legal', 'Legal texts');
    await page.getByRole('button', { name: 'Write your own text' }).click();
    await expect.poll(() => focusedName(page)).toBe('Privacy text');
    await page.getByRole('button', { name: 'Use the standard text' }).click();
    await expect.poll(() => focusedName(page)).toBe('Write your own text');
  });
});

describe('a refused web address in Navbar Management', () => {
  it('shows its one-press fix above the save bar', async () => {
    const page = await open('navbar', 'Navbar Management');
    await page.getByRole('button', { name: 'Add link' }).click();
    await page
      .getByLabel(/^Label of link/u)
      .last()
      .fill('Shop');
    await page.getByLabel('Where Shop goes').selectOption('Another address');
    expect(await page.getByText('Enter an address').count()).toBe(0);
    await page.getByLabel(/^Address of link/u).fill('example.com');
    await page.keyboard.press('Control+s');
    const fix = page.getByRole('button', { name: 'Use https://example.com/' });
    const bottomOf = async (element: typeof fix) => {
      const box = await element.boundingBox();
      return (box?.y ?? Number.NaN) + (box?.height ?? 0);
    };
    const bar = page.getByTestId('save-bar');
    await expect.poll(async () => (await bottomOf(fix)) < ((await bar.boundingBox())?.y ?? 0)).toBe(true);
    // The field that appears again starts anew.
    await page.getByLabel('Where Shop goes').selectOption({ index: 0 });
    await page.getByLabel('Where Shop goes').selectOption('Another address');
    await page.waitForTimeout(100);
    expect(await page.getByText('Enter an address').count()).toBe(0);
  });
});
