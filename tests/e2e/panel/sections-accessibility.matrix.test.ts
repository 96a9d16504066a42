import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sectionTitles } from '#messages/section-titles.ts';
import { IS_FULL } from '../../test-scope.ts';
import { launchBrowser } from '../browser.ts';
import { type InProcessProduct, startInProcessProduct } from '../in-process-product.ts';
import { enterPanel } from '../pages/panel-entrance.ts';
import { PanelPage, SIZES } from '../pages/panel-page.ts';

let browser: Browser;
let product: InProcessProduct;
let owner: PanelPage;
let stranger: PanelPage;
let waiting: PanelPage;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startInProcessProduct()]);
  owner = await enterPanel(browser, product, 'Olga');
  waiting = await enterPanel(browser, product, 'Wanda', { role: 'waiting' });
  stranger = await PanelPage.open(browser, `${product.origin}/admin/login`);
  await product.settings.change({
    socialLinks: [
      {
        id: 1_763_700_000_000,
        platform: 'youtube',
        name: 'YouTube',
        icon: 'youtube',
        color: '#ff0000',
        url: 'https://www.youtube.com/@mock.user',
      },
    ],
    content:
      '<h2>Welcome</h2><p>A <strong>word</strong> of ours with <a href="https://example.org/">a link</a>.</p>',
  });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const section = (id: string, heading: string) => async (): Promise<PanelPage> => {
  await owner.page.goto(`${product.origin}/admin/${id}`);
  await owner.heading(heading).waitFor();
  await expect.poll(() => owner.page.getByRole('progressbar').count()).toBe(0);
  return owner;
};

/** Every kind of page and overlay, with the function that opens it. */
const STATES: Readonly<Record<string, () => Promise<PanelPage>>> = {
  'sign in': async () => {
    await stranger.page.goto(`${product.origin}/admin/login`);
    await stranger.button('Sign in').click();
    return stranger;
  },
  'sign up': async () => {
    await stranger.page.goto(`${product.origin}/admin/signup`);
    await stranger.field('Password').fill('kettle');
    return stranger;
  },
  'waiting for approval': async () => {
    await waiting.text("Your account is waiting for the owner's approval.").waitFor();
    return waiting;
  },
  'General Settings': section('general', 'General Settings'),
  'General Settings with changes': async () => {
    await section('general', 'General Settings')();
    await owner.field('Website title').fill('Another title');
    await owner.bar.waitFor();
    return owner;
  },
  'the question before leaving': async () => {
    if (!(await owner.bar.isVisible())) await STATES['General Settings with changes']?.();
    await owner.page.getByRole('link', { name: 'Overview' }).click();
    await owner.dialog('Leave without saving?').waitFor();
    return owner;
  },
  'Navbar Management': async () => {
    owner.page.once('dialog', (dialog) => void dialog.accept());
    return section('navbar', 'Navbar Management')();
  },
  'Footer Management': section('footer', 'Footer Management'),
  'Content Management': section('content', 'Content Management'),
  'Legal texts': section('legal', 'Legal texts'),
  Overview: section('overview', 'Overview'),
  Engine: section('engine', 'Engine'),
  Accounts: section('accounts', 'Accounts'),
  Activity: section('activity', 'Activity'),
  'a page that is not there': section('nowhere', "This page isn't here"),
};

const violations = async (page: Page): Promise<string[]> => {
  const { violations: found } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
};

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Both schemes at each size in `npm run test:full`; one combination for each page, in turn, in `npm test`. */
const schemesFor = (page: number, size: number): readonly ('light' | 'dark')[] => {
  if (IS_FULL) return ['light', 'dark'];
  if (page % 2 !== size % 2) return [];
  return [Math.floor(page / 2) % 2 === 0 ? 'light' : 'dark'];
};

it('every section is among the pages', () => {
  expect(Object.keys(STATES)).toEqual(expect.arrayContaining(Object.values(sectionTitles)));
});

describe('axe finds no violation in light and dark, narrow and wide, and nothing scrolls sideways', () => {
  it.each(Object.keys(STATES))('%s', { timeout: 120_000 }, async (name) => {
    const panel = (await STATES[name]?.()) as PanelPage;
    const index = Object.keys(STATES).indexOf(name);
    for (const [at, [size, viewport]] of Object.entries(SIZES).entries()) {
      await panel.page.setViewportSize(viewport);
      for (const colorScheme of schemesFor(index, at)) {
        await panel.page.emulateMedia({ colorScheme });
        await panel.page.locator(`html[data-theme="${colorScheme}"]`).waitFor({ state: 'attached' });
        expect({ size, colorScheme, found: await violations(panel.page) }).toEqual({
          size,
          colorScheme,
          found: [],
        });
      }
      expect(await sideways(panel.page)).toBe(0);
    }
    // A window of 1280 px at a zoom of 400 %.
    await panel.page.setViewportSize({ width: 320, height: 256 });
    expect(await sideways(panel.page)).toBe(0);
    await panel.page.setViewportSize(SIZES.wide);
  });

  it('the list of sections over a narrow page', async () => {
    await section('overview', 'Overview')();
    await owner.page.setViewportSize(SIZES.narrow);
    await owner.button('Open sections').click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await owner.page.emulateMedia({ colorScheme });
      expect(await violations(owner.page)).toEqual([]);
    }
    await owner.page.setViewportSize(SIZES.wide);
  });
});

it('causes no policy violation and no exception on all these pages', () => {
  expect([owner, stranger, waiting].flatMap(({ faults }) => faults)).toEqual([]);
});
