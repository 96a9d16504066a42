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

  it('of a provider is not lost without a question', async () => {
    const page = await open('engine', 'Engine');
    await page.locator('#add > summary').click();
    await page.getByRole('button', { name: 'Add a provider' }).click();
    await page.getByLabel('Key', { exact: true }).fill('secret');
    await asksAbout(page, 'the form of Provider');
  });

  it('of a test post is not lost without a question', async () => {
    const page = await open('engine', 'Engine');
    await page.locator('#self-test summary').first().click();
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
    await page.getByLabel('Where Shop goes').selectOption('Web address');
    expect(await page.getByText('Enter a web address').count()).toBe(0);
    await page.getByLabel(/^Web address of link/u).fill('example.com');
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
    await page.getByLabel('Where Shop goes').selectOption('Web address');
    await page.waitForTimeout(100);
    expect(await page.getByText('Enter a web address').count()).toBe(0);
  });
});
