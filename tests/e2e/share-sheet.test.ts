import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { PublicPage, sha256 } from './pages/public-page.ts';
import { PHONE, roundsOf, setSheetEnd, stubSheet } from './pages/share-stub.ts';
import { type Product, startProduct } from './product.ts';

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(() => ({ ENGINES: 'sample' }))]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

const MEDIA = path.resolve(import.meta.dirname, '../../src/server/engines/sample/media');
const FIVE = await Promise.all(
  [1, 2, 3, 4, 5].map(async (index) => sha256(await readFile(path.join(MEDIA, `set-${index}.jpg`)))),
);

describe('on an iPhone', () => {
  let page: Page;
  let visit: PublicPage;
  beforeEach(async () => {
    const context = await browser.newContext({ ...PHONE, acceptDownloads: true });
    page = await context.newPage();
    visit = new PublicPage(page);
    return () => context.close();
  });
  const open = async (sample: string, most: number): Promise<void> => {
    await stubSheet(page, most);
    await visit.open(product.origin, `/?sample=${sample}`);
    await visit.card.waitFor();
  };
  const saveButton = (name: string | RegExp) => visit.download.getByRole('button', { name });
  const shared = async () => (await roundsOf(page)).map((round) => round.map(({ sha256: sum }) => sum));

  it('one tap on Save to Photos opens the share sheet, and closing it leaves the button as it was', async () => {
    await open('clip', 10);
    await visit.downloadButton().tap();
    const save = saveButton('Save to Photos');
    await save.waitFor();
    expect(await roundsOf(page)).toEqual([]);
    // The name has the line to itself; the button is below it.
    const name = await visit.download.getByText(/\.mp4$/).boundingBox();
    expect((await save.boundingBox())?.y).toBeGreaterThan((name?.y ?? 0) + (name?.height ?? 0));
    await setSheetEnd(page, 'closed');
    await save.tap();
    await setSheetEnd(page, 'taken');
    await save.tap();
    await expect
      .poll(() => roundsOf(page))
      .toEqual([
        [expect.objectContaining({ type: 'video/mp4', name: expect.stringMatching(/^sample_video/u) })],
      ]);
    await expect.poll(() => visit.download.getAttribute('data-phase')).toBe('done');
    expect(await page.locator('[data-testid="toast"][data-type="error"]').count()).toBe(0);
  });

  it('a set goes to Photos whole, in the rounds that the device takes', async () => {
    await open('set', 3);
    expect(await visit.card.getByRole('radio', { name: 'Save to Photos' }).isChecked()).toBe(true);
    await visit.downloadButton().tap();
    // The first round arrives while the tap still counts; the next one needs its own.
    await saveButton('Save 2 to Photos').waitFor();
    expect(await shared()).toEqual([FIVE.slice(0, 3)]);
    await visit.download.getByText('3 of 5 files passed to the share sheet').waitFor();
    await visit.tapNext(saveButton('Save 2 to Photos'));
    await visit.download.getByText('5 of 5 files passed to the share sheet').waitFor();
    await visit.toasted('Download completed successfully!');
    expect(await shared()).toEqual([FIVE.slice(0, 3), FIVE.slice(3)]);
  });

  it('a closed sheet can be opened again, and one that does not open leaves the files to the browser', async () => {
    await open('set', 10);
    await setSheetEnd(page, 'closed');
    await visit.downloadButton().tap();
    await saveButton('Save 5 to Photos').waitFor();
    await setSheetEnd(page, 'failed');
    const saved: string[] = [];
    page.on('download', (download) => saved.push(download.suggestedFilename()));
    await visit.tapNext(saveButton('Save 5 to Photos'));
    await visit.download.getByText('5 of 5 files sent to your browser').waitFor();
    await expect.poll(() => saved.length).toBe(5);
  });

  it('a sheet that never says how it ended does not stop the rest, and nothing is called complete', async () => {
    await open('set', 3);
    await setSheetEnd(page, 'silent');
    await visit.downloadButton().tap();
    await visit.tapNext(saveButton('Continue'));
    // That tap has opened the sheet for the others.
    await expect.poll(() => roundsOf(page)).toHaveLength(2);
    await saveButton('Continue').press('Enter');
    await visit.download.getByText('5 of 5 files passed to the share sheet').waitFor();
    expect(await shared()).toEqual([FIVE.slice(0, 3), FIVE.slice(3)]);
    expect(await visit.toasts()).not.toContain('Download completed successfully!');
  });
});

describe.each([
  ['Instagram', 'Mobile/15E148 Instagram 380.0.0.28.109 (iPhone15,2; iOS 18_5)'],
  ['TikTok', 'Mobile/22F76 musical_ly_39.4.0 BytedanceWebview/d8a21c6'],
  ['Facebook', 'Mobile/22F76 [FBAN/FBIOS;FBAV/510.0.0.40.109]'],
])('inside the app of %s, which loses blobs', (app, agent) => {
  it('every file is an attachment link, and nothing is called saved', async () => {
    const context = await browser.newContext({
      ...PHONE,
      userAgent: PHONE.userAgent.replace(/Version.*/u, agent),
      acceptDownloads: true,
    });
    const page = await context.newPage();
    const downloads: string[] = [];
    page.on('download', (download) => downloads.push(download.url()));
    const visit = new PublicPage(page);
    await visit.open(product.origin, '/?sample=clip');
    await visit.card.getByText(`Downloads often fail inside ${app}.`).waitFor();
    await visit.downloadButton().tap();
    await visit.download.getByText(`Passed to ${app}'s browser`).waitFor();
    await visit.download.getByText(/choose Open in browser/).waitFor();
    await expect.poll(() => downloads).toEqual([expect.stringMatching(/\/api\/media\/.*\?download$/u)]);
    expect(await visit.toasts()).not.toContain('Download completed successfully!');

    if (app !== 'Instagram') return context.close();
    downloads.length = 0;
    await visit.open(product.origin, '/?sample=set');
    // Neither a ZIP nor a folder, which this page would make.
    expect(await visit.card.getByRole('radio').count()).toBe(0);
    await visit.downloadButton().tap();
    const next = visit.download.getByRole('button', { name: 'Save the next one' });
    for (let file = 1; file < 5; file += 1) {
      await visit.download.getByText(`${file} of 5 files sent to your browser`).waitFor();
      await next.press('Enter');
    }
    await visit.download.getByText('5 of 5 files sent to your browser').waitFor();
    await expect.poll(() => downloads.length).toBe(5);
    expect(downloads.filter((url) => url.startsWith('blob:'))).toEqual([]);
    expect(await visit.toasts()).not.toContain('Download completed successfully!');
    await context.close();
  });
});
