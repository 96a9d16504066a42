import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PartStatus, StatusState } from '../../src/shared/contract/status.ts';
import { PLATFORMS } from '../../src/shared/platforms/platforms.ts';
import { launchBrowser } from './browser.ts';
import { PublicPage } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';
import { statusAnswer } from './status-answer.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

const SOON = { timeout: 15_000 };

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(() => ({ ENGINES: 'sample' }))]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

const seen = (state: StatusState, medianMs: number | null, ageSeconds: number | null): PartStatus => ({
  state,
  medianMs,
  lastSeen: ageSeconds === null ? null : new Date(NOW - ageSeconds * 1_000).toISOString(),
});
const NEVER = seen('unknown', null, null);
interface Visit {
  readonly page: Page;
  /** Returns how often the page requested the status. */
  asked(): number;
  /** Sets the response from now on; null breaks the connection. */
  tell(answer: unknown): void;
}

/** Opens a page with a faked status response. The visitor's clock is an hour wrong. */
const visitWith = async (first: unknown): Promise<Visit> => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce' });
  await page.clock.install({ time: NOW + 3_600_000 });
  let answer = first;
  let asked = 0;
  await page.route('**/api/status', (route) => {
    asked += 1;
    return answer === null
      ? route.abort()
      : route.fulfill({ json: answer, headers: { date: new Date(NOW).toUTCString() } });
  });
  await new PublicPage(page).open(product.origin);
  return { page, asked: () => asked, tell: (next) => (answer = next) };
};

const comeIntoView = (page: Page): Promise<void> => page.locator('#status').scrollIntoViewIfNeeded();
/** Scrolls to the top and waits until the page's observers have noticed it, which the fake clock does not control. */
const leaveView = (page: Page): Promise<void> =>
  page.locator('#status').evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        scrollTo(0, 0);
        // Observers are notified in the order of their creation, so the page's was notified before.
        const observer = new IntersectionObserver(([entry]) => {
          if (entry?.isIntersecting) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(element);
      }),
  );

const card = (page: Page) =>
  page.locator('#status').evaluate((element) => ({
    headline: element.querySelector('[data-status-headline]')?.textContent,
    lede: element.querySelector('[data-status-lede]')?.textContent,
    rows: [...element.querySelectorAll('li')]
      .filter((row) => row.checkVisibility())
      .map((row) => row.innerText.split(/\s*\n\s*/u).filter(Boolean)),
    icons: [...element.querySelectorAll('li')].map((row) =>
      [...row.querySelectorAll<SVGElement>('svg')]
        .filter((icon) => icon.checkVisibility())
        .map((icon) => icon.dataset['for'])
        .join(),
    ),
  }));

describe('the status card', () => {
  it('requests nothing and claims nothing before it is in view', async () => {
    const { page, asked } = await visitWith(statusAnswer(NEVER, NEVER, NEVER));
    await expect.poll(() => card(page)).toMatchObject({ headline: 'Is it working?', rows: [] });
    expect(asked()).toBe(0);
    await page.close();
  });

  it('reports that everything works when all of it does, with times and age', async () => {
    const all = statusAnswer(
      seen('working', 1_432, 42),
      seen('working', 1_100, 300),
      seen('working', 80, 600),
    );
    const { page } = await visitWith(all);
    await comeIntoView(page);
    await expect
      .poll(() => card(page), SOON)
      .toEqual({
        headline: 'Everything is working',
        lede: 'Checked 40 seconds ago',
        rows: [
          ...PLATFORMS.map(({ id, name }) => [
            `${name} previews`,
            id === 'instagram' ? '1.4 s' : '1.1 s',
            'Working',
          ]),
          ['Downloads', 'under 0.1 s', 'Working'],
        ],
        icons: [...PLATFORMS.map(() => 'working'), 'working'],
      });
    await page.clock.runFor(20_000);
    await expect.poll(async () => (await card(page)).lede, SOON).toBe('Checked 1 minute ago');
    await page.close();
  });

  it.each([
    ['slow', statusAnswer(seen('slow', 9_000, 5), seen('working', 900, 9), NEVER), 'Slower than usual'],
    [
      'failing',
      statusAnswer(seen('working', 900, 5), seen('failing', null, 9), NEVER),
      'Some parts are not working',
    ],
    [
      'unknown',
      statusAnswer(seen('working', 900, 5), seen('working', 900, 9), NEVER),
      'Working, as far as we know',
    ],
  ])('is never better than its worst part: %s', async (state, answer, headline) => {
    const { page } = await visitWith(answer);
    await comeIntoView(page);
    await expect.poll(async () => (await card(page)).headline, SOON).toBe(headline);
    const { rows, icons } = await card(page);
    if (state === 'unknown') expect(rows).toHaveLength(PLATFORMS.length);
    else expect(icons).toContain(state);
    await page.close();
  });

  it.each([
    [
      'nobody has used it',
      statusAnswer(NEVER, NEVER, NEVER, []),
      'No previews yet',
      'The status shows up after the first one.',
    ],
    [
      'nobody has used it lately',
      statusAnswer(NEVER, NEVER, NEVER),
      'No recent previews',
      'The status shows up after the next one.',
    ],
    [
      'a single preview failed',
      statusAnswer(NEVER, seen('unknown', null, 5), NEVER, ['tiktok']),
      'Too little use to tell',
      'Checked just now',
    ],
  ])('says why it knows nothing: %s', async (_case, answer, headline, lede) => {
    const { page } = await visitWith(answer);
    await comeIntoView(page);
    await expect.poll(() => card(page), SOON).toMatchObject({ headline, lede, rows: [] });
    await page.close();
  });

  it.each([
    ['the line is cut', null],
    ['the answer is not one', { previews: 'fine' }],
  ])('withdraws its statement when %s', async (_case, trouble) => {
    const all = seen('working', 900, 5);
    const { page, tell, asked } = await visitWith(statusAnswer(all, all, all));
    await comeIntoView(page);
    await expect.poll(async () => (await card(page)).headline, SOON).toBe('Everything is working');
    tell(trouble);
    await page.clock.runFor(70_000);
    await expect
      .poll(() => card(page), SOON)
      .toMatchObject({ headline: 'Is it working?', lede: "We can't check right now.", rows: [] });
    expect(asked()).toBe(2);
    await page.close();
  });

  it('requests the status at most once a minute, and only while it is in view', async () => {
    const { page, asked } = await visitWith(statusAnswer(NEVER, NEVER, NEVER));
    await comeIntoView(page);
    await expect.poll(asked, SOON).toBe(1);
    for (let turn = 0; turn < 3; turn += 1) {
      await comeIntoView(page);
      await page.clock.runFor(5_000);
      await leaveView(page);
      await page.clock.runFor(5_000);
    }
    expect(asked()).toBe(1);
    await page.clock.runFor(120_000);
    expect(asked()).toBe(1);
    await comeIntoView(page);
    await expect.poll(asked, SOON).toBe(2);
    await page.close();
  });

  it('shows the real status of this server', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    await new PublicPage(page).open(product.origin);
    const answered = page.waitForResponse('**/api/status');
    await comeIntoView(page);
    expect((await answered).status()).toBe(200);
    await expect
      .poll(async () => (await card(page)).lede, SOON)
      .toBe('The status shows up after the first one.');
    await page.close();
  });
});
