import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CHECK_POSTS } from '../../../src/server/platforms/check-posts.ts';
import { adminEnginesSchema, type EngineSettingsChange } from '../../../src/shared/contract/engines.ts';
import { byPlatform } from '../../../src/shared/platforms/platforms.ts';
import { mockPosts } from '../../mock-platforms/posts.ts';
import { launchBrowser } from '../browser.ts';
import { type InProcessProduct, startInProcessProduct } from '../in-process-product.ts';
import { unfoldAll } from '../pages/folded-parts.ts';
import { focusedName } from '../pages/owned-site.ts';
import { axeFindings, smallTargets } from '../pages/panel-axe.ts';
import { enterPanel } from '../pages/panel-entrance.ts';
import type { PanelPage } from '../pages/panel-page.ts';

const ENGINES = '/api/admin/engines';
/** Far longer than a test, so that a post is tested only when a test starts it. */
const NOT_BY_THEMSELVES = 24 * 60 * 60 * 1_000;
const linkOf = (name: string): string => {
  const link = mockPosts.find((post) => post.name === name)?.links[0];
  if (link === undefined) throw new Error(`no post is called ${name}`);
  return link;
};
const REEL = linkOf('instagram reel');

let browser: Browser;
let product: InProcessProduct;
let owner: PanelPage;
beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(),
    startInProcessProduct(() => ({ ENGINES: 'native' }), { monitorEveryMs: NOT_BY_THEMSELVES }),
  ]);
  owner = await enterPanel(browser, product, 'Mara');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const ask = async (method: 'GET' | 'PATCH', data?: object) => {
  const answer = await owner.context.request.fetch(product.origin + ENGINES, {
    method,
    headers: { origin: product.origin, 'x-requested-with': 'savelet' },
    ...(data && { data }),
  });
  return adminEnginesSchema.parse(await answer.json());
};
const saveElsewhere = async (change: EngineSettingsChange): Promise<void> => {
  await ask('PATCH', { revision: (await ask('GET')).settings.revision, change });
};

const open = async (): Promise<Page> => {
  const page = await owner.context.newPage();
  onTestFinished(() => page.close());
  await page.goto(`${product.origin}/admin/engine`);
  await page.getByRole('heading', { level: 1, name: 'Engine' }).waitFor();
  await unfoldAll(page);
  return page;
};
describe('the check of what this server can read', () => {
  const row = (page: Page, platform: string) => page.getByTestId(`reach-${platform}`);

  it('is offered on the overview, runs by keyboard, and keeps its result', async () => {
    for (const { url } of CHECK_POSTS.tiktok) product.mockPlatforms.setPageFault(url, 'gone');
    await saveElsewhere({
      platforms: byPlatform(() => true),
      canaries: { ...byPlatform(() => []), instagram: [REEL] },
    });
    const page = await owner.context.newPage();
    onTestFinished(() => page.close());
    await page.goto(`${product.origin}/admin/overview`);
    // The checklist of a new site offers the check itself.
    await page.getByRole('button', { name: 'Hide checklist' }).press('Enter');
    await page.getByRole('link', { name: 'Open the check' }).press('Enter');
    await page.getByRole('form', { name: 'Check' }).getByText('Not checked yet.').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Check now');
    await page.keyboard.press('Enter');
    await row(page, 'instagram').getByText('Instagram can be read.').waitFor();
    await row(page, 'tiktok').getByText('TikTok answers, but the post could not be read.').waitFor();
    await page
      .getByText('The public test post seems to be gone. Choose your own under "Test posts".')
      .waitFor();
    expect(await focusedName(page)).toBe('Check now');
    // What each engine found is folded below the outcome.
    const tries = page.getByRole('list', { name: 'Results on Instagram' });
    expect(await tries.count()).toBe(0);
    await row(page, 'instagram').click();
    await tries.getByText('Built-in reader, directly').waitFor();
    await tries.getByText('The post was read.').waitFor();
    await page.getByRole('button', { name: 'Check now' }).press('Enter');
    await page
      .locator('#section')
      .getByText(/Try again in \d+ seconds?\./u)
      .waitFor();
    await page.reload();
    await row(page, 'instagram').getByText('Instagram can be read.').waitFor();
    await page.getByText(/^Checked today, \d+:\d+, in (?:under )?\d/u).waitFor();
    await page.goto(`${product.origin}/admin/overview`);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.getByText('Previews', { exact: false }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Open the check' }).count()).toBe(0);
  });

  it.each([390, 1280])('has no accessibility findings and fits at %i px', async (width) => {
    const page = await open();
    await page.setViewportSize({ width, height: 800 });
    await row(page, 'tiktok').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    if (process.env['SHOTS_DIR'] !== undefined)
      await row(page, 'instagram')
        .locator('..')
        .screenshot({ path: `${process.env['SHOTS_DIR']}/reach-${width}.png` });
  });
});
