import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SITE_SETTINGS } from '../../src/shared/contract/site-settings.ts';
import { launchBrowser } from './browser.ts';
import { type InProcessProduct, startInProcessProduct } from './in-process-product.ts';
import { PublicPage } from './pages/public-page.ts';
import {
  eventsSeenBy,
  LOGO,
  raise,
  recordEvents,
  SOCIAL_LINK,
  store,
  untilMirrored,
} from './pages/site-probe.ts';

const NAVBAR = {
  ...SITE_SETTINGS.navbar.default,
  links: [{ id: 'help', label: 'Get help', target: '#help' as const, visible: true, newTab: false }],
};

let browser: Browser;
let product: InProcessProduct;
let context: BrowserContext;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startInProcessProduct()]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  await recordEvents(context);
  return () => context.close();
});

const open = async (path = '/'): Promise<Page> => {
  const page = await context.newPage();
  await new PublicPage(page).open(product.origin, path);
  return page;
};
const openMirrored = async (): Promise<Page> => {
  const page = await open();
  await untilMirrored(page);
  return page;
};

/** Each stored setting: its key, its event, a value, and its visible effect. The last one covers the page. */
const SETTINGS = [
  {
    key: 'websiteTitle',
    event: 'websiteTitleChanged',
    text: 'Stored title',
    shown: async (page: Page) => {
      await page.getByRole('banner').getByText('Stored title').waitFor();
      await expect.poll(() => page.title()).toMatch(/^Stored title: /);
    },
  },
  {
    key: 'websiteLogo',
    event: 'websiteLogoChanged',
    text: LOGO,
    shown: (page: Page) => page.locator(`header img[src="${LOGO}"]`).waitFor(),
  },
  {
    key: 'socialLinks',
    event: 'socialLinksChanged',
    text: JSON.stringify([SOCIAL_LINK]),
    shown: async (page: Page) => {
      const link = page.getByRole('contentinfo').getByRole('link', { name: 'Reddit' });
      await expect.poll(() => link.getAttribute('href')).toBe(SOCIAL_LINK.url);
    },
  },
  {
    key: 'admin_settings',
    event: 'contentUpdated',
    text: JSON.stringify({ content: '<h1>Stored heading</h1><p class="text-size-22">Stored text</p>' }),
    shown: async (page: Page) => {
      const region = page.getByRole('region', { name: 'Stored heading' });
      await region.getByRole('heading', { name: 'Stored heading', level: 2 }).waitFor();
      await expect.poll(() => region.getByText('Stored text').getAttribute('class')).toBe('text-size-22');
    },
  },
  {
    key: 'navbarSettings',
    event: 'navbarChanged',
    text: JSON.stringify(NAVBAR),
    shown: async (page: Page) => {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Get help' }).waitFor();
      expect(await page.getByRole('banner').getByRole('link', { name: 'FAQs' }).count()).toBe(0);
    },
  },
  {
    key: 'maintenanceMode',
    event: 'maintenanceModeChanged',
    text: 'true',
    shown: (page: Page) => page.getByRole('alertdialog', { name: "We'll Be Right Back" }).waitFor(),
  },
] as const;

describe('a stored setting', () => {
  it('of each kind, written in another tab, changes the open page', async () => {
    const [page, other] = [await openMirrored(), await openMirrored()];
    for (const { key, text, shown } of SETTINGS) {
      await store(other, key, text);
      await shown(page);
    }
    expect(await eventsSeenBy(page)).toEqual([]);
  });

  it('of each kind, written in the page, shows when its event is raised', async () => {
    const page = await openMirrored();
    for (const { key, event, text, shown } of SETTINGS) {
      await store(page, key, text);
      await raise(page, event);
      await shown(page);
    }
    expect(await eventsSeenBy(page)).toEqual(SETTINGS.map(({ event }) => event));
  });

  it('takes effect from the moment the page is interactive', async () => {
    const page = await context.newPage();
    await page.route('**/api/live', (route) => route.abort());
    await new PublicPage(page).open(product.origin);
    // In one step, as a script does: the first mirror of the server's settings may come at any moment.
    await page.evaluate(() => {
      localStorage.setItem('websiteTitle', 'Early');
      dispatchEvent(new Event('websiteTitleChanged'));
    });
    await page.getByRole('banner').getByText('Early').waitFor();
  });

  it('returns to the default once its key is removed', async () => {
    const [page, other] = [await openMirrored(), await openMirrored()];
    await store(other, 'websiteTitle', 'Passing');
    await page.getByRole('banner').getByText('Passing').waitFor();
    await store(other, 'websiteTitle', null);
    await page.getByRole('banner').getByText('Savelet').waitFor();
  });

  it('does no harm, whatever it contains', async () => {
    const page = await openMirrored();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    const evil = {
      websiteTitle: 'x'.repeat(5_000),
      websiteLogo: `data:image/svg+xml;base64,${Buffer.from('<svg onload="attacked=1"/>').toString('base64')}`,
      socialLinks: JSON.stringify([
        { id: 1, platform: 'reddit', name: 'R', icon: 'reddit', color: '', url: 'javascript:attacked=1' },
      ]),
      navbarSettings: JSON.stringify({
        ...NAVBAR,
        links: [{ ...NAVBAR.links[0], target: 'javascript:attacked=1' }],
      }),
    };
    const before = await page.locator('body').innerText();
    for (const [key, text] of Object.entries(evil)) {
      await store(page, key, text);
      for (const { event } of SETTINGS) await raise(page, event);
      if (key === 'websiteTitle') continue;
      await store(page, key, '{broken');
      for (const { event } of SETTINGS) await raise(page, event);
    }
    await expect.poll(() => page.locator('body').innerText()).toBe(before);
    await store(
      page,
      'admin_settings',
      JSON.stringify({
        content:
          '<p onclick="attacked=1">Kept<script>attacked=1</script><img src=x onerror="attacked=1"><a href="javascript:attacked=1">link</a>' +
          '<svg><script>attacked=1</script></svg><iframe srcdoc="<script>parent.attacked=1</script>"></iframe>' +
          '</p><form action="https://harbour.example"><input name="q"></form><b style="position:fixed" id="root" class="wrap text-size-10">bold</b>',
      }),
    );
    await raise(page, 'contentUpdated');
    const prose = page.locator('#owner-content [data-prose]');
    await prose.getByText('Kept').waitFor();
    await expect
      .poll(() => prose.innerHTML())
      .toBe('<p>Kept<img><a>link</a></p><b class="text-size-10">bold</b>');
    expect(await page.evaluate(() => 'attacked' in globalThis)).toBe(false);
    expect(await page.locator('[href^="javascript"], [src^="data:image/svg"]').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

describe('without a sanitizer in the browser', () => {
  it("stored content is not shown, and the server's is, under the page's own policy", async () => {
    await context.addInitScript(() => {
      Reflect.deleteProperty(Element.prototype, 'setHTML');
    });
    const page = await openMirrored();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await store(page, 'admin_settings', JSON.stringify({ content: '<p>Stored</p>' }));
    await raise(page, 'contentUpdated');
    await store(page, 'websiteTitle', 'After it');
    await raise(page, 'websiteTitleChanged');
    await page.getByRole('banner').getByText('After it').waitFor();
    await expect.poll(() => page.locator('#owner-content').isHidden()).toBe(true);
    await product.settings.change({ content: '<h2>Sanitised</h2><p title="t">by the server</p>' });
    await page.getByRole('region', { name: 'Sanitised' }).getByText('by the server').waitFor();
    await product.settings.change({ content: '' });
    await page.locator('#owner-content').waitFor({ state: 'hidden' });
    expect(complaints).toEqual([]);
  });
});

describe('without the server', () => {
  const cutOff = async (page: Page): Promise<void> => {
    for (const path of ['**/api/site', '**/api/live']) await page.route(path, (route) => route.abort());
  };

  it('the page renders what is stored', async () => {
    const page = await context.newPage();
    await cutOff(page);
    await context.addInitScript(
      ([content, navbar]) => {
        localStorage.setItem('websiteTitle', 'Kept title');
        localStorage.setItem('admin_settings', content);
        localStorage.setItem('navbarSettings', navbar);
      },
      [JSON.stringify({ content: '<p>Kept text</p>' }), JSON.stringify(NAVBAR)] as const,
    );
    await new PublicPage(page).open(product.origin);
    await page.getByRole('banner').getByText('Kept title').waitFor();
    await page.getByText('Kept text').waitFor();
    await page.getByRole('link', { name: 'Get help' }).waitFor();
    expect(await eventsSeenBy(page)).toEqual([]);
  });

  it('an older stored revision does not win', async () => {
    await product.settings.change({ title: 'Newer' });
    const page = await context.newPage();
    await cutOff(page);
    await context.addInitScript(() => {
      localStorage.setItem('websiteTitle', 'Older');
      localStorage.setItem('siteRevision', '0');
    });
    const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/site'));
    await new PublicPage(page).open(product.origin);
    await asked;
    await page.waitForTimeout(500);
    await expect.poll(() => page.getByRole('banner').getByText('Newer').count()).toBe(1);
    await product.settings.change({ title: 'Savelet' });
  });

  it('where storage throws, the page works and follows the server', async () => {
    await context.addInitScript(() => {
      Object.defineProperty(globalThis, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    const complaints: string[] = [];
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    const live = page.waitForRequest('**/api/live');
    await new PublicPage(page).open(product.origin);
    await live;
    await page.waitForTimeout(300);
    await product.settings.change({ title: 'Blocked' });
    await page.getByRole('banner').getByText('Blocked').waitFor();
    await product.settings.change({ title: 'Savelet' });
    expect(complaints).toEqual([]);
  });
});

describe('a change on the server', () => {
  it('reaches every tab without a reload, and raises each event once in each', async () => {
    const [one, two] = [await openMirrored(), await openMirrored()];
    const loads: string[] = [];
    for (const page of [one, two]) page.on('framenavigated', () => loads.push('load'));
    await product.settings.change({ title: 'Live title', logo: LOGO, content: '<h2>Live heading</h2>' });
    for (const page of [one, two]) {
      await page.getByRole('banner').getByText('Live title').waitFor();
      await page.locator(`header img[src="${LOGO}"]`).waitFor();
      await page.locator('link[rel="icon"][href$="/favicon.png"]').waitFor({ state: 'attached' });
      await page.getByRole('heading', { name: 'Live heading', level: 3 }).waitFor();
    }
    await product.settings.change({ navbar: NAVBAR });
    for (const page of [one, two]) await page.getByRole('link', { name: 'Get help' }).waitFor();
    await product.settings.change({
      title: 'Savelet',
      logo: null,
      content: '',
      navbar: SITE_SETTINGS.navbar.default,
    });
    for (const page of [one, two]) await page.getByRole('banner').getByText('Savelet').waitFor();
    await one.locator('link[rel="icon"][href="/favicon.svg"]').waitFor({ state: 'attached' });
    await one.waitForTimeout(300);
    const once = ['contentUpdated', 'websiteLogoChanged', 'websiteTitleChanged'];
    const wanted = [...once, 'navbarChanged', ...once, 'navbarChanged'].sort();
    expect((await eventsSeenBy(one)).sort()).toEqual(wanted);
    expect((await eventsSeenBy(two)).sort()).toEqual(wanted);
    expect(loads).toEqual([]);
    await expect.poll(() => one.locator('#owner-content').isHidden()).toBe(true);
    expect(await one.evaluate(() => localStorage.getItem('websiteLogo'))).toBeNull();
  });

  it('is in the next page that is opened, without a request for it', async () => {
    await product.settings.change({ title: 'Rendered', content: '<h1>From the start</h1>' });
    const asked: string[] = [];
    const page = await context.newPage();
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await new PublicPage(page).open(product.origin);
    await page.getByRole('region', { name: 'From the start' }).waitFor();
    await untilMirrored(page);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('websiteTitle'))).toBe('Rendered');
    expect(asked).toContain('/api/live');
    expect(asked).not.toContain('/api/site');
    expect(await eventsSeenBy(page)).toEqual([]);
    await product.settings.change({ title: 'Savelet', content: '' });
  });

  it('is found by polling while the stream is blocked', async () => {
    const page = await context.newPage();
    await page.clock.install();
    await page.route('**/api/live', (route) => route.fulfill({ status: 503 }));
    const asked = page.waitForResponse('**/api/site');
    await new PublicPage(page).open(product.origin);
    await page.clock.fastForward(1_000);
    await asked;
    await untilMirrored(page);
    await product.settings.change({ title: 'Polled' });
    await page.clock.fastForward(61_000);
    await page.getByRole('banner').getByText('Polled').waitFor();
    expect(await eventsSeenBy(page)).toEqual(['websiteTitleChanged']);
    await product.settings.change({ title: 'Savelet' });
  });
});
