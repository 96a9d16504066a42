import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOCIAL_PLATFORMS, type SocialLink } from '../../src/shared/contract/site.ts';
import { launchBrowser } from './browser.ts';
import { type InProcessProduct, startInProcessProduct } from './in-process-product.ts';
import { PublicPage } from './pages/public-page.ts';

const NAMES = [
  'Facebook',
  'Instagram',
  'X (Twitter)',
  'YouTube',
  'LinkedIn',
  'Pinterest',
  'Reddit',
  'TikTok',
  'Telegram',
  'WhatsApp',
];
/** Two colours visible on light ground only, two on dark ground only. */
const COLOURS: Readonly<Record<string, string>> = {
  facebook: '#0a3d91',
  linkedin: '#0a3d80',
  youtube: '#ffcc00',
  reddit: '#ffd400',
};

const links: SocialLink[] = SOCIAL_PLATFORMS.map((platform, index) => ({
  id: index + 1,
  platform,
  name: platform,
  icon: platform,
  color: COLOURS[platform] ?? '#777777',
  url: `https://social.example/${platform}`,
}));

let browser: Browser;
let product: InProcessProduct;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startInProcessProduct()]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

describe('social links', () => {
  it('cost a visit nothing when there are none', async () => {
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await new PublicPage(page).open(product.origin);
    await page.getByText('No social links added yet').scrollIntoViewIfNeeded();
    expect(asked.filter((url) => /social|colours/.test(url))).toEqual([]);
    await page.close();
  });

  it.each([
    ['light', { facebook: 'rgb(10, 61, 145)' }, ['youtube', 'reddit']],
    ['dark', { youtube: 'rgb(255, 204, 0)' }, ['facebook', 'linkedin']],
  ] as const)(
    'are drawn, named, and coloured under the pointer where the contrast suffices: %s',
    async (colorScheme, seen, unseen) => {
      await product.settings.change({ socialLinks: links });
      const page = await browser.newPage({ colorScheme, reducedMotion: 'reduce' });
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      await new PublicPage(page).open(product.origin);
      const icons = page.getByRole('list', { name: 'Follow us' }).getByRole('link');
      await expect
        .poll(() => icons.evaluateAll((all) => all.map((icon) => icon.getAttribute('aria-label'))))
        .toEqual(NAMES);
      for (const icon of await icons.all()) {
        await expect.poll(() => icon.getAttribute('target')).toBe('_blank');
        await expect.poll(() => icon.getAttribute('rel')).toBe('noopener noreferrer');
        const box = await icon.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      }
      // The icon is drawn: the sprite file has loaded and contains it.
      for (const glyph of await icons.locator('use').all())
        await expect
          .poll(() => glyph.evaluate((use) => (use as SVGUseElement).getBBox().height), { timeout: 15_000 })
          .toBeGreaterThan(5);
      const hovered = async (platform: string) => {
        const icon = icons.and(page.locator(`[href$="/${platform}"]`));
        await icon.hover();
        return icon.evaluate((link) => getComputedStyle(link).color);
      };
      for (const [platform, colour] of Object.entries(seen))
        await expect.poll(() => hovered(platform), { timeout: 15_000 }).toBe(colour);
      const ink = await hovered(unseen[0]);
      expect(await hovered(unseen[1])).toBe(ink);
      expect(complaints).toEqual([]);
      await page.close();
    },
  );
});

describe('the title and the contact address', () => {
  it('change everywhere on an open page, also in server-rendered text', async () => {
    const contactEmail = 'owner@mail.example';
    await product.settings.change({ title: 'Savelet', contactEmail });
    const page = await browser.newPage();
    const visit = new PublicPage(page);
    await visit.open(product.origin);
    await visit.question('Is Savelet free?').waitFor();
    expect(await page.locator('body').innerText()).toContain(contactEmail);
    expect(await page.locator('[href^="mailto:"]').count()).toBeGreaterThan(0);
    await product.settings.change({ title: 'Harbour', contactEmail: null });
    await visit.question('Is Harbour free?').waitFor();
    await page.getByText(/© 20\d\d Harbour\. All rights reserved\./).waitFor();
    expect(await page.locator('body').innerText()).not.toMatch(/Savelet|owner@mail/u);
    expect(await page.locator('[href^="mailto:"]').count()).toBe(0);
    await page.close();
  });
});
