import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { PublicPage } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(() => ({ ENGINES: 'sample' }))]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

it('works completely after something else has changed its text before its script ran, as translators do', async () => {
  const context = await browser.newContext();
  const visit = new PublicPage(await context.newPage());
  const violations: string[] = [];
  visit.page.on('console', (line) => {
    if (/Content Security Policy|Trusted/i.test(line.text())) violations.push(line.text());
  });
  await visit.page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const label = document.querySelector('label[for="link"]');
      if (document.readyState === 'interactive' && label) label.textContent = 'Lien Instagram ou TikTok';
    });
  });
  await visit.open(product.origin);

  // React has rendered again: its own text is back, and so is everything that only the server renders.
  await visit.page.getByLabel('Instagram or TikTok link').waitFor();
  for (const name of [
    'Paste the link. Keep the file.',
    'From link to file in four steps',
    'Questions, answered',
    'The fine print, kept short',
  ])
    await expect.poll(() => visit.page.getByRole('heading', { name }).count()).toBe(1);
  await expect
    .poll(() => visit.page.locator('footer').getByRole('link', { name: 'Privacy', exact: true }).isVisible())
    .toBe(true);

  const question = visit.page.getByRole('button', { name: 'Do I need an account?' });
  await question.click();
  await expect.poll(() => question.getAttribute('aria-expanded')).toBe('true');
  await visit.page
    .getByRole('link', { name: 'a clip' })
    .or(visit.page.getByRole('button', { name: 'a clip' }))
    .click();
  await visit.card.waitFor();
  expect(violations).toEqual([]);
  await context.close();
});
