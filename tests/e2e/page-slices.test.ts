import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { previewFlow } from '#messages/preview-flow.ts';
import { text } from '#shared/messages/text.ts';
import { launchBrowser } from './browser.ts';
import { type Product, startProduct } from './product.ts';

/** More tasks than React posts for work in one piece. */
const TASKS_MIN = 10;
/** Time in which the page loads and renders what a press starts. */
const SETTLED_MS = 2_500;

/** What the page's init script counts and notes. */
interface Seen {
  /** Messages posted since the page began. React posts one for each slice. */
  readonly messages: number;
  /** The button's label, in a task right after the request of a preview was sent. */
  readonly labels: readonly string[];
}

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(() => ({ ENGINES: 'sample' }))]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

/** Opens the page with a clock that runs ahead, so that for React a few steps of its work fill a slice, on any machine. */
async function openSlowPage(): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.addInitScript(() => {
    const seen = { messages: 0, labels: [] as (string | undefined)[] };
    Object.assign(globalThis, { seen });
    const now = performance.now.bind(performance);
    let ahead = 0;
    performance.now = () => {
      ahead += 1;
      return now() + ahead;
    };
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function postCounted(this: MessagePort, ...given) {
      seen.messages += 1;
      return Reflect.apply(post, this, given) as undefined;
    } as typeof post;
    const send = window.fetch;
    window.fetch = (input, init) => {
      if (input === '/api/preview')
        setTimeout(() => seen.labels.push(document.querySelector('#link-form [type="submit"]')?.textContent));
      return send(input, init);
    };
  });
  await page.goto(product.origin);
  await page.locator('html[data-hydrated]').waitFor();
  return page;
}

const seenBy = (page: Page): Promise<Seen> =>
  page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

describe('on a slow phone, the page', () => {
  it('hydrates in slices', async () => {
    const page = await openSlowPage();
    expect((await seenBy(page)).messages).toBeGreaterThan(TASKS_MIN);
    await page.close();
  });

  it('sends the request of a preview before it shows the loading state, and renders the result in slices', async () => {
    const page = await openSlowPage();
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/preview', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'a clip' }).filter({ visible: true }).click();
    await page.getByTestId('preview-skeleton').waitFor({ state: 'attached' });
    // The code for results has loaded and rendered by then, so that only the result is counted.
    await page.waitForTimeout(SETTLED_MS);
    const { messages, labels } = await seenBy(page);
    expect(labels).toEqual([text(previewFlow, 'validating')]);
    answer.resolve();
    await page
      .getByRole('button', { name: /^Download / })
      .first()
      .waitFor();
    expect((await seenBy(page)).messages - messages).toBeGreaterThan(TASKS_MIN);
    await page.close();
  });
});
