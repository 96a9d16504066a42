import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { percentOf } from '../../src/web/features/download/download-state.ts';
import { PUBLIC_TOAST_MS } from '../../src/web/state/raise-toast.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { enterPanel } from '../e2e/pages/panel-entrance.ts';
import { PanelPage } from '../e2e/pages/panel-page.ts';
import { PublicPage } from '../e2e/pages/public-page.ts';
import {
  eventsSeenBy,
  LOGO,
  raise,
  recordEvents,
  SOCIAL_LINK,
  store,
  untilMirrored,
} from '../e2e/pages/site-probe.ts';
import { differs } from './differences.ts';
import { type ProvidedProduct, startProvidedProduct, video } from './scripted-provider.ts';
import { shownFor, stopClock } from './stopped-clock.ts';

const EVENTS = [
  'websiteTitleChanged',
  'websiteLogoChanged',
  'socialLinksChanged',
  'contentUpdated',
  'maintenanceModeChanged',
];

let browser: Browser;
let product: ProvidedProduct;
let owner: PanelPage;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProvidedProduct()]);
  owner = await enterPanel(browser, product, 'Olga', { path: '/admin/general' });
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

const clip = (file = 'a') => product.linkTo({ title: 'T', medias: [video(file)] });
const two = () => product.linkTo({ title: 'T', medias: [video('a'), video('b', { quality: 'medium' })] });

/** Holds the answers to these requests until the returned function is called. */
const hold = async (page: Page, path: string): Promise<() => Promise<void>> => {
  const held = Promise.withResolvers<void>();
  const continued: Promise<void>[] = [];
  await page.route(path, (route) => {
    continued.push(held.promise.then(() => route.continue()));
  });
  // The browser passes the interception on to a page that is open; a request right after it could be missed.
  await page.evaluate(() => undefined);
  return async () => {
    held.resolve();
    await Promise.all(continued);
    await page.unroute(path);
  };
};

describe('4. States and transitions: URL form and Home flow', () => {
  let page: Page;
  let visit: PublicPage;
  beforeAll(async () => {
    visit = await PublicPage.visit(browser, product.origin);
    ({ page } = visit);
    return () => page.context().close();
  });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  /** Collects every label that the form's submit button has from now on. */
  const labels = () =>
    page.evaluateHandle(() => {
      const seen: string[] = [];
      new MutationObserver(() => {
        for (const label of ['Validating URL...', 'Fetching Preview...'])
          if (
            document.querySelector('#link-form')?.textContent?.includes(label) === true &&
            seen.at(-1) !== label
          )
            seen.push(label);
      }).observe(document, { subtree: true, childList: true, characterData: true });
      return seen;
    });

  it('otherwise a paste-from-clipboard button shows.', async () => {
    await button('Paste link and fetch preview').waitFor();
    expect(await button('Clear link').count()).toBe(0);
  });
  it('A clear button shows when text is present', async () => {
    await visit.field.fill('x');
    await button('Clear link').click();
    await expect.poll(() => visit.field.inputValue()).toBe('');
  });
  it("URL form: idle, then validating (button reads 'Validating URL...')", async () => {
    const seen = await labels();
    const release = await hold(page, '**/api/preview');
    await visit.submit(clip());
    await button('Fetching Preview...').waitFor();
    await release();
    await visit.card.waitFor();
    expect((await seen.jsonValue()).slice(0, 2)).toEqual(['Validating URL...', 'Fetching Preview...']);
  });
  it('then either an error message is shown', async () => {
    const seen = await labels();
    await visit.submit('https://example.com/');
    await visit.message.getByText('Please enter a valid Instagram or TikTok URL', { exact: true }).waitFor();
    expect(await seen.jsonValue()).toContain('Validating URL...');
    expect(await seen.jsonValue()).not.toContain('Fetching Preview...');
  });
  it('Typing clears the error.', async () => {
    await visit.field.fill('https://www.instagram.com/p/abc');
    await expect.poll(() => visit.message.textContent()).not.toContain('Please enter');
    expect(await visit.field.getAttribute('aria-invalid')).toBeNull();
  });
  it('or the link is submitted together with the selected type.', async () => {
    const link = clip();
    await visit.field.fill(link);
    await page.getByRole('radio', { name: 'Photos' }).check();
    const [request] = await Promise.all([
      page.waitForRequest('**/api/preview'),
      page.waitForResponse('**/api/preview'),
      visit.fetchButton.click(),
    ]);
    expect(request.postDataJSON()).toEqual({ url: link, type: 'photos' });
  });

  let release = async () => {};
  it("While the parent is loading the button reads 'Fetching Preview...'", async () => {
    release = await hold(page, '**/api/preview');
    await visit.submit(clip());
    await button('Fetching Preview...').waitFor();
    expect(await button('Fetch preview').count()).toBe(0);
  });
  it(differs('loading-controls', 'and both input and button are disabled.'), async () => {
    expect(await button('Fetching Preview...').isDisabled()).toBe(true);
    expect(await visit.field.isEditable()).toBe(false);
    await expect.poll(() => visit.field.getAttribute('aria-disabled')).toBe('true');
  });
  it('Home flow: idle, then loading (URL submitted)', async () => {
    expect(await visit.card.count()).toBe(0);
    expect(await page.locator('[aria-busy="true"]').count()).toBeGreaterThan(0);
  });
  it('then preview shown on success', async () => {
    await release();
    await visit.card.waitFor();
    expect(await visit.errorPanel.count()).toBe(0);
  });
  it('On success the preview scrolls into view.', async () => {
    const top = async () => (await visit.card.boundingBox())?.y ?? -1;
    const height = page.viewportSize()?.height ?? 0;
    await expect.poll(async () => (await top()) >= 0 && (await top()) < height / 2).toBe(true);
  });
  it('or error panel on failure.', async () => {
    await visit.field.fill(product.linkTo({ status: 404, body: {} }));
    await visit.field.press('Enter');
    await visit.errorPanel.waitFor();
    expect(await visit.card.count()).toBe(0);
  });
  it('Try Again returns to idle.', async () => {
    await visit.tryAgain.click();
    await visit.errorPanel.waitFor({ state: 'detached' });
    expect(await visit.card.count()).toBe(0);
    await visit.fetchButton.waitFor();
  });
});

describe('4. States and transitions: Preview card, Download, Player', () => {
  let context: BrowserContext;
  let page: Page;
  let visit: PublicPage;
  beforeAll(async () => {
    context = await browser.newContext({ acceptDownloads: true });
    page = await context.newPage();
    visit = new PublicPage(page);
    await visit.open(product.origin);
    await visit.submit(two());
    await visit.card.waitFor();
    return () => context.close();
  });
  const qualities = () => visit.card.getByRole('radio', { name: /720p|480p/u });

  it(differs('sound-first', 'Preview card: the first quality is preselected.'), async () => {
    await expect.poll(() => qualities().count()).toBe(2);
    expect(await qualities().first().isChecked()).toBe(true);
  });
  it('The user may pick another when more than one exists.', async () => {
    await qualities().nth(1).check();
    await visit
      .downloadButton()
      .getByText(/480p/u)
      .or(page.getByRole('button', { name: /Download 480p/u }))
      .first()
      .waitFor();
    expect(await qualities().first().isChecked()).toBe(false);
  });

  const bar = () => visit.download.getByRole('progressbar');
  it('Download: idle, then downloading with a numeric percentage', async () => {
    await visit.open(product.origin);
    await visit.submit(clip('slow'));
    await visit.downloadButton().waitFor();
    expect(await bar().count()).toBe(0);
    const percents = await page.evaluateHandle(() => {
      const seen: number[] = [];
      new MutationObserver(() => {
        const now = document.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow');
        if (now != null && seen.at(-1) !== Number(now)) seen.push(Number(now));
      }).observe(document, { subtree: true, childList: true, attributes: true });
      Object.assign(globalThis, { percents: seen });
      return seen;
    });
    await visit.downloadButton().click();
    await expect.poll(async () => (await percents.jsonValue()).length).toBeGreaterThan(2);
    await visit.download
      .getByText(/\d+\s*%/u)
      .first()
      .waitFor();
  });
  it('then 100', async () => {
    await visit.toasted('Download completed successfully!');
    const percents = await page.evaluate(() => (globalThis as unknown as { percents: number[] }).percents);
    expect(percents).toEqual(percents.toSorted((one, next) => one - next));
    // The last byte and the end come together, so the page may pass 100 within one frame.
    expect(percents.at(-1)).toBeGreaterThan(90);
    expect(percentOf({ received: 2_000, total: 2_000 })).toBe(100);
  });
  it('then done (progress is reset).', async () => {
    await bar().waitFor({ state: 'detached' });
    await visit.toasted('Download completed successfully!');
  });
  it('Progress is also reset on failure.', async () => {
    await visit.open(product.origin);
    await visit.submit(clip());
    await page.route('**/api/media/**', (route) =>
      route.continue({ url: `${product.origin}/api/media/unknown` }),
    );
    await visit.downloadButton().click();
    await visit.toasted('Download failed');
    await bar().waitFor({ state: 'detached' });
    expect(await visit.toasts()).not.toContain('Download completed successfully!');
    await page.unroute('**/api/media/**');
  });

  const player = () => page.getByTestId('video-player');
  const spinner = () => player().getByRole('status').filter({ hasText: 'Loading the video' });
  const controls = () => player().getAttribute('data-controls');
  it('Player: loading spinner', async () => {
    await visit.open(product.origin);
    const release = await hold(page, '**/api/media/**');
    await visit.submit(clip());
    await spinner().waitFor();
    await release();
    await spinner().waitFor({ state: 'detached' });
  });
  it('then paused or playing.', async () => {
    await player().getByRole('button', { name: 'Play', exact: true }).click();
    await player().getByRole('button', { name: 'Pause', exact: true }).click();
    await player().getByRole('button', { name: 'Play', exact: true }).waitFor();
  });
  it('Controls show while paused or on mouse move', async () => {
    await page.locator('video').evaluate((element: HTMLVideoElement) => {
      element.loop = true;
      (document.activeElement as HTMLElement | null)?.blur();
    });
    await stopClock(page);
    await page.mouse.move(2, 2);
    await page.clock.runFor(10_000);
    expect(await controls()).toBe('shown');
    await page.locator('video').evaluate((element: HTMLVideoElement) => element.play());
    await page.clock.runFor(3_100);
    await expect.poll(controls).toBe('hidden');
    await player()
      .locator('video')
      .hover({ position: { x: 40, y: 60 } });
    await expect.poll(controls).toBe('shown');
  });
  it('and hide 3 seconds after the mouse stops while playing.', async () => {
    await page.clock.runFor(2_900);
    expect(await controls()).toBe('shown');
    await page.clock.runFor(110);
    await expect.poll(controls).toBe('hidden');
  });
});

describe('4. States and transitions: Maintenance overlay and Live updates', () => {
  let context: BrowserContext;
  let page: Page;
  let other: Page;
  beforeAll(async () => {
    context = await browser.newContext();
    await recordEvents(context);
    page = await context.newPage();
    await new PublicPage(page).open(product.origin);
    await untilMirrored(page);
    // Another page of the same browser, without the site's scripts.
    other = await context.newPage();
    await other.goto(`${product.origin}/robots.txt`);
    return () => context.close();
  });
  const overlay = () => page.getByRole('alertdialog');

  it("Maintenance overlay: visible when the stored flag is 'true'.", async () => {
    await store(page, 'maintenanceMode', 'true');
    await raise(page, 'maintenanceModeChanged');
    await overlay().waitFor();
  });
  it('It updates on a change event', async () => {
    await store(page, 'maintenanceMode', 'off');
    await raise(page, 'maintenanceModeChanged');
    await overlay().waitFor({ state: 'detached' });
  });
  it('or on a browser storage change.', async () => {
    await store(other, 'maintenanceMode', 'true');
    await overlay().waitFor();
    await store(other, 'maintenanceMode', 'false');
    await overlay().waitFor({ state: 'detached' });
  });
  it('Live updates arrive as window events: websiteTitleChanged, websiteLogoChanged, socialLinksChanged, contentUpdated, maintenanceModeChanged.', async () => {
    const before = (await eventsSeenBy(page)).length;
    await product.settings.change({
      title: 'Harbour',
      logo: LOGO,
      socialLinks: [SOCIAL_LINK],
      content: '<p>High water</p>',
      maintenance: true,
    });
    await expect
      .poll(async () => (await eventsSeenBy(page)).slice(before).toSorted())
      .toEqual(EVENTS.toSorted());
    await product.settings.change({ maintenance: false });
    await overlay().waitFor({ state: 'detached' });
  });
  it('the public page listens.', async () => {
    await store(page, 'websiteTitle', 'Stored here');
    await raise(page, 'websiteTitleChanged');
    await page.getByRole('banner').getByText('Stored here').first().waitFor();
  });
  it('The admin panel raises them after saving', async () => {
    onTestFinished(async () => {
      await product.settings.change({ maintenance: false });
    });
    await product.settings.change({ title: 'Savelet', logo: null, socialLinks: [], content: '' });
    await owner.page.goto(`${product.origin}/admin/general`);
    await owner.field('Website title').waitFor();
    await owner.page.evaluate((names) => {
      const raised: string[] = [];
      Object.assign(globalThis, { raised });
      for (const name of names) addEventListener(name, () => raised.push(name));
    }, EVENTS);
    const raised = () =>
      owner.page.evaluate(() => (globalThis as unknown as { raised: string[] }).raised.toSorted());
    const save = () => owner.page.keyboard.press('ControlOrMeta+s');
    await owner.field('Website title').fill('Saved');
    const buffer = Buffer.from(LOGO.slice(LOGO.indexOf(',') + 1), 'base64');
    await owner.page
      .getByTestId('logo-file')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await owner.page.getByText(/logo\.png/u).waitFor();
    await owner.page.getByRole('switch', { name: 'Maintenance mode' }).click();
    await owner.button('Turn on').click();
    await save();
    await expect.poll(raised).toHaveLength(3);
    await owner.page.getByRole('link', { name: 'Footer Management' }).click();
    await owner.field('Platform').selectOption('reddit');
    await owner.field('URL').fill('https://www.reddit.com/r/harbour');
    await owner.button('Add').click();
    await save();
    await expect.poll(raised).toHaveLength(4);
    await owner.page.getByRole('link', { name: 'Content Management' }).click();
    await owner.page.getByRole('textbox', { name: 'Content', exact: true }).click();
    await owner.page.keyboard.type('Low water');
    await save();
    await expect.poll(raised).toEqual(EVENTS.toSorted());
  });
});

describe('4. States and transitions: Admin auth', () => {
  let panel: PanelPage;
  let release: () => Promise<void>;
  beforeAll(async () => {
    panel = await PanelPage.open(browser, `${product.origin}/robots.txt`);
    return () => panel.context.close();
  });
  const checking = (page: Page) => page.getByRole('status').filter({ hasText: 'Checking your session' });

  it('Admin auth: checking (spinner)', async () => {
    release = await hold(panel.page, '**/api/auth/session');
    await panel.page.goto(`${product.origin}/admin`);
    await checking(panel.page).waitFor();
    expect(await panel.heading('Sign in').count()).toBe(0);
  });
  it('then signed in or signed out.', async () => {
    await release();
    await panel.heading('Sign in').waitFor();
    const free = await hold(owner.page, '**/api/auth/session');
    await owner.page.goto(`${product.origin}/admin/general`);
    await checking(owner.page).waitFor();
    await free();
    await owner.heading('General Settings').waitFor();
  });
});

describe('4. States and transitions: Admin editors', () => {
  const save = () => owner.page.keyboard.press('ControlOrMeta+s');
  const toggle = () => owner.page.getByRole('switch', { name: 'Maintenance mode' });
  const notice = () => owner.page.getByText(/^Unsaved changes/u);
  const saveButton = () => owner.page.getByRole('button', { name: 'Save Changes', exact: true });
  const open = async (path: string, title: string): Promise<void> => {
    await owner.page.goto(`${product.origin}/admin/${path}`);
    await owner.heading(title).waitFor();
  };
  const addLink = async (platform: string): Promise<void> => {
    await owner.field('Platform').selectOption(platform);
    await owner.field('URL').fill(`https://${platform}.com/harbour`);
    await owner.button('Add').click();
  };

  it('the maintenance toggle is saved only on Save Changes.', async () => {
    onTestFinished(async () => {
      await product.settings.change({ maintenance: false });
    });
    await open('general', 'General Settings');
    await toggle().click();
    await owner.button('Turn on').click();
    await expect.poll(() => toggle().getAttribute('aria-checked')).toBe('true');
    expect(product.settings.current().maintenance).toBe(false);
    await saveButton().click();
    await expect.poll(() => product.settings.current().maintenance).toBe(true);
  });
  it('Save is disabled until something changed', async () => {
    await open('footer', 'Footer Management');
    await expect.poll(() => saveButton().getAttribute('aria-disabled')).toBe('true');
    await addLink('youtube');
    await expect.poll(() => saveButton().getAttribute('aria-disabled')).toBeNull();
  });
  it("and an 'unsaved changes' notice shows.", async () => {
    await notice().first().waitFor();
    await owner.button('Discard').click();
    await expect.poll(() => notice().count()).toBe(0);
  });
  it('The navbar and footer editors keep an unsaved-changes flag.', async () => {
    const flag = () => owner.page.getByTestId('unsaved-dot').count();
    expect(await flag()).toBe(0);
    await addLink('youtube');
    await expect.poll(flag).toBe(1);
    await owner.button('Discard').click();
    await open('navbar', 'Navbar Management');
    expect(await flag()).toBe(0);
    await owner.page.getByLabel('Label of link 1').fill('Start');
    await expect.poll(flag).toBe(1);
  });
  it(
    differs('real-save', 'Save shows a saving state with a simulated delay of about one second'),
    async () => {
      const saving = owner.page.getByText('Saving...', { exact: true }).first();
      const release = await hold(owner.page, '**/api/admin/settings');
      await save();
      await saving.waitFor();
      // The request has not been answered, so the state stays.
      await owner.page.waitForTimeout(600);
      expect(await saving.count()).toBe(1);
      await release();
      await saving.waitFor({ state: 'detached' });
    },
  );
  it('then clears the flag.', async () => {
    await expect.poll(() => owner.page.getByTestId('unsaved-dot').count()).toBe(0);
    expect(product.settings.current().navbar.links[0]?.label).toBe('Start');
  });
  it("Content save shows 'Content saved successfully!' for 3 seconds.", async () => {
    await open('content', 'Content Management');
    await owner.page.getByRole('textbox', { name: 'Content', exact: true }).click();
    await owner.page.keyboard.type('Tides ');
    await stopClock(owner.page);
    await save();
    const message = owner.bar.getByText('Content saved successfully!');
    await expect
      .poll(async () => {
        await owner.page.clock.runFor(50);
        return message.count();
      })
      .toBe(1);
    const shown = await shownFor(owner.page, message);
    expect([shown > 2_500, shown < 3_500]).toEqual([true, true]);
  });
});

describe('4. States and transitions: Toasts', () => {
  let page: Page;
  let visit: PublicPage;
  beforeAll(async () => {
    visit = await PublicPage.visit(browser, product.origin, { permissions: ['clipboard-write'] });
    ({ page } = visit);
    await visit.submit(clip());
    await visit.toasted('Video preview loaded successfully!');
    await stopClock(page);
    return () => page.context().close();
  });
  beforeEach(async () => {
    await page.mouse.move(5, 600);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await expect
      .poll(async () => {
        await page.clock.fastForward(5_000);
        return page.getByTestId('toast').count();
      })
      .toBe(0);
  });
  const copy = () =>
    visit.card
      .getByRole('button', { name: 'Copy caption' })
      .evaluate((button: HTMLElement) => button.click());

  it(differs('toast-types', 'Toasts: types blank, error, success, loading, custom.'), () => {
    expect(Object.keys(PUBLIC_TOAST_MS).toSorted()).toEqual(['blank', 'error', 'success']);
  });
  it('Default display times on the public page are 4000 ms for blank, error and custom', async () => {
    expect(PUBLIC_TOAST_MS.blank).toBe(4_000);
    await page.evaluate(() => {
      const { clipboard } = navigator;
      clipboard.writeText = () => {
        Reflect.deleteProperty(clipboard, 'writeText');
        return Promise.reject(new Error('refused'));
      };
    });
    await copy();
    const shown = await shownFor(page, visit.toast('The caption could not be copied.'));
    expect([shown > 3_500, shown < 4_500]).toEqual([true, true]);
  });
  it('2000 ms for success', async () => {
    await copy();
    const shown = await shownFor(page, visit.toast('Caption copied'));
    expect([shown > 1_500, shown < 2_500]).toEqual([true, true]);
  });
  it(differs('toast-stack', 'At most 20 are shown at once.'), async () => {
    for (let press = 0; press < 25; press += 1) await copy();
    await page.getByRole('button', { name: /Show all 20/u }).click();
    await expect.poll(() => page.getByTestId('toast').count()).toBe(20);
  });
  it('They pause on hover.', async () => {
    await copy();
    const toast = visit.toast('Caption copied');
    await toast.hover();
    await page.clock.runFor(8_000);
    expect(await toast.count()).toBe(1);
    await page.mouse.move(5, 600);
    expect(await shownFor(page, toast)).toBeLessThan(3_000);
  });
  it(differs('toast-types', 'and unlimited for loading.'), async () => {
    const release = await hold(page, '**/api/preview');
    await page.clock.resume();
    await visit.submit(clip());
    await page.getByRole('button', { name: 'Fetching Preview...' }).waitFor();
    expect(await page.getByTestId('toast').count()).toBe(0);
    await release();
  });
});
