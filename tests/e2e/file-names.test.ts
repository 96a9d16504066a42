import type { Browser, BrowserContext, Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ownFilenames } from '#messages/own-filenames.ts';
import { text } from '#shared/messages/text.ts';
import { launchBrowser } from './browser.ts';
import { downloadsOf, PublicPage } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

const TODAY = new Date().toISOString().slice(0, 10);
const SITE_NAME = `sample_video_clip_${TODAY}.mp4`;

let browser: Browser;
let product: Product;
let context: BrowserContext;
let visit: PublicPage;
let field: Locator;
let names: Locator;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(() => ({}), { upstream: false })]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));
beforeEach(async () => {
  context = await browser.newContext({ acceptDownloads: true, viewport: { width: 360, height: 740 } });
  visit = new PublicPage(await context.newPage());
  names = visit.page.getByTestId('own-filenames');
  field = names.getByLabel(text(ownFilenames, 'label'));
  return () => context.close();
});

const open = async (sample: string): Promise<void> => {
  await visit.open(product.origin, `/?sample=${sample}`);
  await visit.card.waitFor();
};
/** Unfolds the field with the keyboard. */
const unfold = async (): Promise<void> => {
  await names.locator('summary').focus();
  await visit.page.keyboard.press('Enter');
  await field.waitFor();
};
const back = () => names.getByRole('button', { name: text(ownFilenames, 'useSite') });
const note = (name: string) => visit.card.getByText(`Saving as ${name}`);
const stored = () => visit.page.evaluate(() => localStorage.getItem('ownFilenameTemplate'));
const savedName = async (): Promise<string | undefined> =>
  (await downloadsOf(visit.page, 1, () => visit.downloadButton().click()))[0]?.name;

describe("the visitor's own file names", () => {
  it('are shown as they are typed, saved, kept over a reload, and given up again', async () => {
    await open('clip');
    await note(SITE_NAME).waitFor();
    await unfold();
    expect(await back().count()).toBe(0);

    await field.fill('my ');
    await names.getByRole('button', { name: 'Insert {id}', exact: true }).press('Enter');
    expect(await field.inputValue()).toBe('my {id}');
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    await names.getByText('Example: my clip.mp4').waitFor();
    await note('my clip.mp4').waitFor();
    expect(await savedName()).toBe('my clip.mp4');

    await open('clip');
    await note('my clip.mp4').waitFor();
    await unfold();
    expect(await field.inputValue()).toBe('my {id}');
    await back().press('Enter');
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    await note(SITE_NAME).waitFor();
    expect([await back().count(), await stored()]).toEqual([0, null]);
    expect(await savedName()).toBe(SITE_NAME);
  });

  it('stay as they were while the template has a fault, which is named', async () => {
    await open('clip');
    await unfold();
    await field.fill('{id}');
    await note('clip.mp4').waitFor();
    await field.fill('{title}');
    await names.getByRole('status').getByText('{title} does not exist.').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await note('clip.mp4').waitFor();
    for (const fault of ['a/b', ''])
      for (const wanted of [fault, '{id}']) {
        await field.fill(wanted);
        await expect.poll(() => field.getAttribute('aria-invalid')).toBe(wanted === fault ? 'true' : null);
      }
    expect(await stored()).toBe('{id}');
    const width = await visit.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(360);
  });

  it('number the files of a set, and name its ZIP', async () => {
    await open('set');
    await unfold();
    await field.fill('{id}');
    await names.getByText('Example: set_1.jpg').waitFor();
    const saved = await downloadsOf(visit.page, 5, () => visit.downloadButton().click());
    expect(saved.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5].map((n) => `set_${n}.jpg`));
    await open('set');
    await visit.card.getByRole('radio', { name: /^One ZIP file/ }).check();
    expect(await savedName()).toBe('set.zip');
  });

  it('hold for a file that the browser downloads itself, and are in no request', async () => {
    const urls: string[] = [];
    visit.page.on('request', (request) => urls.push(request.url()));
    // The page's own transfers get no answer, as with a broken extension.
    await visit.page.addInitScript(() => {
      const { fetch } = globalThis;
      globalThis.fetch = (input, init) =>
        String(input).includes('/api/media/') && init?.method !== 'HEAD'
          ? Promise.reject(new TypeError('Failed to fetch'))
          : fetch(input, init);
    });
    await open('clip');
    await unfold();
    await field.fill('mine {id}');
    await note('mine clip.mp4').waitFor();
    expect(await savedName()).toBe('mine clip.mp4');
    await visit.download.getByText('Your browser is saving the file').waitFor();
    expect(urls.some((url) => url.includes('?download&unnamed'))).toBe(true);
    expect(urls.filter((url) => url.includes('mine'))).toEqual([]);
    expect(product.output()).not.toContain('mine clip');
  });

  it('hold in every open tab', async () => {
    await open('clip');
    const other = new PublicPage(await context.newPage());
    await other.open(product.origin, '/?sample=clip');
    await other.card.getByText(`Saving as ${SITE_NAME}`).waitFor();
    await unfold();
    await field.fill('mine {id}');
    await other.card.getByText('Saving as mine clip.mp4').waitFor();
    await back().click();
    await other.card.getByText(`Saving as ${SITE_NAME}`).waitFor();
  });
});
