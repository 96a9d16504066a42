import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { FakePanelServer, OWNER, problem } from '../pages/fake-panel-server.ts';
import { PanelPage, SIZES } from '../pages/panel-page.ts';
import { type Product, startProduct } from '../product.ts';

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct()]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

const open = async (fake: FakePanelServer, path = '/admin'): Promise<PanelPage> => {
  const panel = await PanelPage.open(browser, `${product.origin}${path}`, fake);
  onTestFinished(async () => {
    expect(panel.faults).toEqual([]);
    await panel.context.close();
  });
  return panel;
};

describe("the panel's URL", () => {
  it('opens the Overview, under the page’s own name', async () => {
    const panel = await open(new FakePanelServer());
    await panel.heading('Overview').waitFor();
    expect(panel.path).toBe('/admin/overview');
    await expect.poll(() => panel.page.title()).toBe('Overview · Savelet');
  });

  it('shows a not-found section where there is no such section', async () => {
    const panel = await open(new FakePanelServer(), '/admin/nowhere');
    await panel.heading("This page isn't here").waitFor();
    await panel.page.getByRole('link', { name: 'General Settings' }).click();
    await panel.heading('General Settings').waitFor();
  });

  it('shows what it is loading until the server identifies the account', async () => {
    const fake = new FakePanelServer();
    const answer = Promise.withResolvers<{ status: number; json: unknown }>();
    fake.next('GET /api/auth/session', answer.promise);
    const panel = await open(fake);
    await panel.page.getByRole('status').filter({ hasText: 'Checking your session' }).waitFor();
    answer.resolve({ status: 200, json: fake.session });
    await panel.heading('Overview').waitFor();
  });

  it('reports that the server cannot be reached, and retries', async () => {
    const fake = new FakePanelServer();
    fake.next('GET /api/auth/session', 'unreachable');
    const panel = await open(fake);
    await panel.heading("The server can't be reached").waitFor();
    await panel.button('Try again').click();
    await panel.heading('Overview').waitFor();
  });

  it('reports a section that cannot be loaded, and retries', async () => {
    const fake = new FakePanelServer();
    fake.next('GET /api/admin/settings', problem('overloaded'));
    const panel = await open(fake, '/admin/general');
    await panel.text('This section could not be loaded.').waitFor();
    await panel.button('Try again').click();
    await panel.heading('General Settings').waitFor();
  });

  it('requests the code of a section again after a failure', async () => {
    const panel = await open(new FakePanelServer(), '/admin/general');
    await panel.field('Website title').waitFor();
    let isDown = true;
    await panel.page.route(/navbar-page[^/]*\.js/u, (route) => (isDown ? route.abort() : route.continue()));
    await panel.page.getByRole('link', { name: 'Navbar Management' }).click();
    await panel.text('This section could not be loaded.').waitFor();
    isDown = false;
    await panel.button('Try again').click();
    await panel.heading('Navbar Management').waitFor();
  });
});

describe('a lost connection', () => {
  it('is named in the frame and by a section that cannot be opened, which opens when it is back', async () => {
    const panel = await open(new FakePanelServer(), '/admin/general');
    await panel.field('Website title').waitFor();
    await panel.context.setOffline(true);
    await panel.page.getByRole('status').filter({ hasText: "You're offline" }).waitFor();
    expect(await panel.text('Live').count()).toBe(0);
    await panel.page.route(/navbar-page[^/]*\.js/u, (route) => route.abort());
    await panel.page.getByRole('link', { name: 'Navbar Management' }).click();
    await panel.text("You're offline. This section opens when the connection is back.").waitFor();
    await panel.page.unroute(/navbar-page[^/]*\.js/u);
    await panel.context.setOffline(false);
    await panel.heading('Navbar Management').waitFor();
    await panel.text('Live').waitFor();
  });
});

describe('the frame', () => {
  it('names the account, that it is an administrator, and the state of the site', async () => {
    const fake = new FakePanelServer();
    const panel = await open(fake);
    await panel.text('Nadja Berg').waitFor();
    await panel.text('Administrator').waitFor();
    await panel.text('Live').waitFor();
    fake.savedByOther('Ilse', { maintenance: true });
    await panel.page.getByRole('link', { name: 'Maintenance', exact: true }).click();
    await expect
      .poll(() =>
        panel.page
          .getByRole('switch', { name: 'Maintenance mode' })
          .evaluate((element) => element === document.activeElement),
      )
      .toBe(true);
  });

  it('shows the e-mail address of an account without a name', async () => {
    const panel = await open(new FakePanelServer({ ...OWNER, name: '' }));
    await panel.text('nadja@example.org').waitFor();
  });

  it('has a tab order that matches the visual order, and a skip link', async () => {
    const panel = await open(new FakePanelServer(), '/admin/general');
    await panel.field('Website title').waitFor();
    const stops: string[] = [];
    while (stops.at(-1) !== 'Website title' && stops.length < 40) {
      await panel.page.keyboard.press('Tab');
      stops.push(await panel.focused());
    }
    expect(stops[0]).toBe('Skip to the section');
    const order = ['Savelet', 'General Settings', 'View site', 'Use dark theme', 'Logout', 'Website title'];
    expect(stops.filter((stop) => order.includes(stop))).toEqual(order);
    await panel.page.getByRole('link', { name: 'Skip to the section' }).press('Enter');
    await panel.page.keyboard.press('Tab');
    await expect.poll(() => panel.focused()).toBe('Desktop');
  });

  it('changes the theme', async () => {
    const panel = await open(new FakePanelServer());
    await panel.button('Use dark theme').click();
    await panel.button('Use light theme').waitFor();
    await expect
      .poll(() => panel.page.evaluate(() => document.documentElement.dataset['theme']))
      .toBe('dark');
  });
});

describe('logging out', () => {
  it('leads to the sign-in form, with its sentence', async () => {
    const fake = new FakePanelServer();
    const panel = await open(fake);
    await panel.button('Logout').click();
    await panel.heading('Sign in').waitFor();
    await panel.toasted('Logged out successfully');
    expect(fake.calls).toContain('POST /api/auth/sign-out');
  });

  it('reports a failure, and stays', async () => {
    const fake = new FakePanelServer();
    fake.next('POST /api/auth/sign-out', problem('overloaded'));
    const panel = await open(fake);
    await panel.button('Logout').click();
    await panel.toasted('Logout failed');
    await panel.heading('Overview').waitFor();
  });
});

describe('the sections on a narrow screen', () => {
  let panel: PanelPage;
  beforeAll(async () => {
    panel = await PanelPage.open(browser, `${product.origin}/admin/general`, new FakePanelServer(), {
      viewport: SIZES.narrow,
      hasTouch: true,
    });
    await panel.field('Website title').waitFor();
    return () => panel.context.close();
  });
  beforeEach(async () => {
    await panel.page.setViewportSize(SIZES.narrow);
    await panel.button('Open sections').click();
    await panel.dialog('Sections').waitFor();
  });
  const closed = () => expect.poll(() => panel.dialog('Sections').count()).toBe(0);

  it('close with Escape, and the focus returns to their button', async () => {
    await panel.page.keyboard.press('Escape');
    await closed();
    await panel.untilFocused('Open sections');
  });

  it('close when one is chosen', async () => {
    await panel.dialog('Sections').getByRole('link', { name: 'General Settings' }).click();
    await closed();
  });

  it('close with a click beside them', async () => {
    await panel.page.mouse.click(370, 500);
    await closed();
  });

  it('close with a swipe towards the edge, and name the account', async () => {
    const drawer = panel.dialog('Sections');
    await drawer.getByText('Administrator').waitFor();
    const at = (clientX: number) => ({ pointerType: 'touch', clientX, clientY: 300, bubbles: true });
    await drawer.dispatchEvent('pointerdown', at(200));
    await drawer.dispatchEvent('pointermove', at(170));
    await expect.poll(() => drawer.count()).toBe(1);
    await drawer.dispatchEvent('pointermove', at(120));
    await closed();
  });

  it('close with their own button', async () => {
    await panel.button('Close sections').click();
    await closed();
  });

  it('close when the screen becomes wide', async () => {
    await panel.page.setViewportSize(SIZES.wide);
    await closed();
  });

  it('trap the focus, and contain nothing wider than the screen or too small for a finger', async () => {
    for (let stop = 0; stop < 12; stop += 1) {
      await panel.page.keyboard.press('Tab');
      const inside = await panel.page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      );
      expect(inside).toBe(true);
    }
    const small = await panel.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('a, button, input')]
        .filter((element) => element.offsetParent !== null && !element.classList.contains('sr'))
        .filter((element) => element.getBoundingClientRect().height < 44)
        .map((element) => element.textContent),
    );
    expect(small).toEqual([]);
    await expect
      .poll(() => panel.page.evaluate(() => document.documentElement.scrollWidth))
      .toBe(SIZES.narrow.width);
    expect(panel.faults).toEqual([]);
    await panel.page.keyboard.press('Escape');
  });
});
