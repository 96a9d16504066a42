import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { PublicPage } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

const FREE = 'Is Savelet free?';
const SIZE = 'Is there a size limit?';
const LAST = 'Am I allowed to download and repost this?';
const SOON = { timeout: 15_000 };
/** Facts that the answers must mention. */
const MENTIONED = ['no strict size limit', 'over 100 MB may be slow', 'about 24 hours'];

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(() => ({ ENGINES: 'sample' }))]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

const open = async (path = '/'): Promise<PublicPage> => {
  const visit = new PublicPage(await browser.newPage({ reducedMotion: 'reduce' }));
  await visit.open(product.origin, path);
  return visit;
};

/** Returns the questions whose answers are open for assistive technology; throws when the visible state differs. */
const openOnes = (page: Page): Promise<string[]> =>
  page.locator('#faqs button').evaluateAll((headers) =>
    headers
      .filter((header) => {
        const panel = document.getElementById(header.getAttribute('aria-controls') ?? '');
        const heard = header.getAttribute('aria-expanded') === 'true';
        if (panel?.getAttribute('role') !== 'region' || panel.getAttribute('aria-labelledby') !== header.id)
          throw new Error('an answer is not named by its question');
        // The panel itself counts as visible: `hidden="until-found"` only skips its contents.
        if (heard !== panel.firstElementChild?.checkVisibility() || heard !== panel.clientHeight > 0)
          throw new Error('what is heard is not what is seen');
        return heard;
      })
      .map((header) => header.textContent ?? ''),
  );

describe('the questions', () => {
  it('are ten, all closed, in rows of 64 px', async () => {
    const visit = await open();
    const headers = visit.page.locator('#faqs h3 > button');
    await expect.poll(() => headers.count()).toBe(10);
    expect(await openOnes(visit.page)).toEqual([]);
    await expect
      .poll(() => visit.question(SIZE).evaluate((header) => header.getBoundingClientRect().height))
      .toBe(64);
    const html = await (await fetch(product.origin)).text();
    expect(html.match(/hidden="until-found"/gu)).toHaveLength(10);
    for (const words of MENTIONED) expect(html).toContain(words);
    await visit.page.close();
  });

  it('open one at a time, and close on a second press', async () => {
    const visit = await open();
    await visit.question(FREE).click();
    await expect.poll(() => openOnes(visit.page)).toEqual([FREE]);
    await visit.question(SIZE).click();
    await expect.poll(() => openOnes(visit.page)).toEqual([SIZE]);
    await visit.question(SIZE).click();
    expect(await openOnes(visit.page)).toEqual([]);
    await visit.page.close();
  });

  it('work with the keyboard', async () => {
    const visit = await open();
    const { keyboard } = visit.page;
    const focused = () => visit.page.evaluate(() => document.activeElement?.textContent);
    await visit.question(FREE).focus();
    await keyboard.press('Enter');
    await expect.poll(() => openOnes(visit.page)).toEqual([FREE]);
    await keyboard.press('Space');
    expect(await openOnes(visit.page)).toEqual([]);
    await keyboard.press('ArrowUp');
    await expect.poll(() => focused()).toBe(LAST);
    await keyboard.press('ArrowDown');
    await expect.poll(() => focused()).toBe(FREE);
    await keyboard.press('ArrowDown');
    await expect.poll(() => focused()).toBe('Do I need an account?');
    await keyboard.press('End');
    await expect.poll(() => focused()).toBe(LAST);
    await keyboard.press('Home');
    await expect.poll(() => focused()).toBe(FREE);
    await keyboard.press('Tab');
    await expect.poll(() => focused()).toBe('Do I need an account?');
    expect(await openOnes(visit.page)).toEqual([]);
    await visit.page.close();
  });

  it("open where the browser's search finds something, and close the others", async () => {
    const visit = await open();
    await visit.question(FREE).click();
    await visit.page
      .locator('#answer-5')
      .evaluate((answer) => answer.dispatchEvent(new Event('beforematch', { bubbles: true })));
    await expect.poll(() => openOnes(visit.page)).toEqual([SIZE]);
    await visit.page.close();
  });

  it('open where a text-fragment link points', async () => {
    const visit = await open('/#:~:text=no%20strict%20size%20limit');
    await expect.poll(() => openOnes(visit.page), SOON).toEqual([SIZE]);
    await visit.question(FREE).click();
    await expect.poll(() => openOnes(visit.page)).toEqual([FREE]);
    await visit.page.close();
  });

  it('show every answer without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(product.origin);
    const text = await page.locator('#faqs').innerText();
    for (const words of MENTIONED) expect(text).toContain(words);
    for (let answer = 1; answer <= 10; answer += 1) {
      const box = await page.locator(`#answer-${String(answer)} p`).boundingBox();
      expect(box?.height).toBeGreaterThan(20);
    }
    await context.close();
  });

  it('are printed with their answers', async () => {
    const page = await browser.newPage();
    await page.goto(product.origin);
    await page.emulateMedia({ media: 'print' });
    const text = await page.locator('#faqs').innerText();
    for (const words of MENTIONED) expect(text).toContain(words);
    await page.close();
  });
});
