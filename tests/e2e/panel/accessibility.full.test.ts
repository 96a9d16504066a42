import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { FakePanelServer, OWNER } from '../pages/fake-panel-server.ts';
import { axeFindings } from '../pages/panel-axe.ts';
import { PanelPage, SIZES } from '../pages/panel-page.ts';
import { type Product, startProduct } from '../product.ts';

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct()]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

interface State {
  readonly path: string;
  readonly fake?: () => FakePanelServer;
  readonly reach: (panel: PanelPage) => Promise<unknown>;
}

const STATES: Readonly<Record<string, State>> = {
  'sign-up with every field missing': {
    path: '/admin/signup',
    fake: () => new FakePanelServer(null, { ownerless: true }),
    reach: async (panel) => {
      await panel.button('Create account').click();
      await panel.text('Enter your full name').waitFor();
    },
  },
  'a waiting account': {
    path: '/admin',
    fake: () => new FakePanelServer({ ...OWNER, role: 'waiting' }, { ownerless: true }),
    reach: (panel) => panel.field('Setup code').waitFor(),
  },
  'General Settings with unsaved changes and a logo': {
    path: '/admin/general',
    reach: async (panel) => {
      await panel.page
        .getByTestId('logo-file')
        .setInputFiles({ name: 'moor.png', mimeType: 'image/png', buffer: Buffer.alloc(70) });
      await panel.save.waitFor();
    },
  },
  'a failed save': {
    path: '/admin/general',
    fake: () => {
      const fake = new FakePanelServer();
      fake.next('PATCH /api/admin/settings', { status: 500, body: '' });
      return fake;
    },
    reach: async (panel) => {
      await panel.field('Website title').fill('Moorland');
      await panel.save.click();
      await panel.bar.getByRole('alert').waitFor();
    },
  },
};

describe('axe', () => {
  it.each(Object.entries(STATES))('has no violation: %s', async (_name, { path, fake, reach }) => {
    const server = fake?.() ?? new FakePanelServer();
    const panel = await PanelPage.open(browser, `${product.origin}${path}`, server);
    await reach(panel);
    expect(await axeFindings(panel.page)).toEqual([]);
    await expect
      .poll(() => panel.page.evaluate(() => document.documentElement.scrollWidth))
      .toBe(SIZES.narrow.width);
    await panel.context.close();
  });
});
