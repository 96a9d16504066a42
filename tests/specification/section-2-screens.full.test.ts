import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SITE_SETTINGS } from '../../src/shared/contract/site-settings.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { enterPanel } from '../e2e/pages/panel-entrance.ts';
import { PanelPage, SIZES } from '../e2e/pages/panel-page.ts';
import { PublicPage } from '../e2e/pages/public-page.ts';
import { SOCIAL_LINK, untilMirrored } from '../e2e/pages/site-probe.ts';
import { addressOf } from '../mock-platforms/cdn-address.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { differs } from './differences.ts';
import { FILES, type ProvidedProduct, startProvidedProduct, video } from './scripted-provider.ts';

let browser: Browser;
let product: ProvidedProduct;
let owner: PanelPage;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProvidedProduct()]);
  owner = await enterPanel(browser, product, 'Olga', { path: '/admin/general' });
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

const clip = () => product.linkTo({ title: 'Low tide', author: 'sea.watch', medias: [video('a')] });

describe('2. Screens and routes: Routes', () => {
  let panel: PanelPage;
  beforeAll(async () => {
    panel = await PanelPage.open(browser, `${product.origin}/admin/login`);
    return () => panel.context.close();
  });
  const path = (page: Page) => new URL(page.url()).pathname;

  it(differs('unknown-address', '/* (public home) | Downloader landing page'), async () => {
    const [found, unknown] = await Promise.all(['/', '/nowhere'].map((at) => fetch(product.origin + at)));
    expect([found?.status, unknown?.status]).toEqual([200, 404]);
    expect(await found?.text()).toContain('link-form');
    const missing = await unknown?.text();
    expect([
      missing?.includes('link-form'),
      missing?.includes('page isn') === true || missing?.includes('isn&#x27;t here') === true,
    ]).toEqual([true, true]);
  });
  it('/admin/login | Sign-in form.', async () => {
    await panel.heading('Sign in').waitFor();
    expect(path(panel.page)).toBe('/admin/login');
  });
  it('/admin/signup | Account creation.', async () => {
    await panel.page.goto(`${product.origin}/admin/signup`);
    await panel.heading('Create an account').waitFor();
    expect(path(panel.page)).toBe('/admin/signup');
  });
  it('Redirects to /admin/login if not signed in.', async () => {
    await panel.page.goto(`${product.origin}/admin`);
    await panel.heading('Sign in').waitFor();
    expect(path(panel.page)).toBe('/admin/login');
  });
  it.for(['login', 'signup'])('Redirects to /admin if already signed in (%s)', async (form) => {
    await owner.page.goto(`${product.origin}/admin/${form}`);
    await owner.button('Logout').waitFor();
    expect(path(owner.page)).toMatch(/^\/admin(?:\/(?!login|signup)|$)/u);
  });
  it('/admin | Dashboard.', async () => {
    await owner.page.goto(`${product.origin}/admin`);
    await owner.page.getByRole('link', { name: 'General Settings' }).waitFor();
    expect(path(owner.page)).toMatch(/^\/admin(?:\/(?:overview|general))?$/u);
  });
  it('While auth state is being checked a spinner shows', async () => {
    const held = Promise.withResolvers<void>();
    const pending: Promise<void>[] = [];
    await panel.page.route('**/api/auth/session', (route) => {
      pending.push(held.promise.then(() => route.continue()));
    });
    await panel.page.goto(`${product.origin}/admin`);
    await panel.page.getByRole('status').filter({ hasText: 'Checking your session' }).waitFor();
    expect(await panel.heading('Sign in').count()).toBe(0);
    held.resolve();
    await panel.heading('Sign in').waitFor();
  });
  it('The home route has no route parameters.', async () => {
    const context = await browser.newContext();
    const visit = new PublicPage(await context.newPage());
    await visit.open(product.origin, '/?anything=1');
    expect(await visit.field.inputValue()).toBe('');
    await context.close();
  });
  it('Navigation inside it uses in-page anchors.', async () => {
    const html = await (await fetch(product.origin)).text();
    const header = html.slice(html.indexOf('<header'), html.indexOf('</header>'));
    const links = [...header.matchAll(/href="([^"]*)"/gu)].map(([, href = '']) => href);
    expect(links.length).toBeGreaterThan(3);
    expect(links.filter((href) => !/^(?:#|\/$|\/#)/u.test(href))).toEqual([]);
  });
});

describe('2. Screens and routes: Admin dashboard', () => {
  afterAll(() => product.settings.change({ title: 'Savelet', navbar: SITE_SETTINGS.navbar.default }));
  const page = () => owner.page;
  const open = async (path: string, title: string): Promise<void> => {
    await page().goto(`${product.origin}/admin/${path}`);
    await owner.heading(title).waitFor();
  };

  it('Header: the account display name or email', async () => {
    await open('general', 'General Settings');
    await page().getByText('Olga', { exact: true }).first().waitFor();
  });
  it('the label Administrator', async () => {
    await page().getByText('Administrator', { exact: true }).first().waitFor();
  });
  it('and a Logout button.', async () => {
    expect(await owner.button('Logout').isEnabled()).toBe(true);
  });
  it('Sidebar with four sections: General Settings, Navbar Management, Footer Management, Content Management.', async () => {
    for (const name of ['General Settings', 'Navbar Management', 'Footer Management', 'Content Management']) {
      await page().getByRole('link', { name }).click();
      await owner.heading(name).waitFor();
    }
  });
  it('Below 1024 px wide the sidebar is a collapsible overlay.', async () => {
    await page().setViewportSize({ width: 1_023, height: 800 });
    await owner.button('Open sections').click();
    await owner.dialog('Sections').getByRole('link', { name: 'General Settings' }).waitFor();
    await page().keyboard.press('Escape');
    await expect.poll(() => owner.dialog('Sections').count()).toBe(0);
    await page().setViewportSize(SIZES.wide);
  });
  it('General Settings: website title', async () => {
    await open('general', 'General Settings');
    await expect.poll(() => owner.field('Website title').inputValue()).toBe('Savelet');
  });
  it('logo upload', async () => {
    expect(await page().getByTestId('logo-file').getAttribute('type')).toBe('file');
  });
  it('maintenance toggle (Active or Inactive)', async () => {
    await owner.text('Inactive').waitFor();
    await page().getByRole('switch', { name: 'Maintenance mode' }).click();
    await owner.button('Turn on').click();
    await owner.text('Active').waitFor();
  });
  it('saved only on Save Changes.', async () => {
    expect(product.settings.current().maintenance).toBe(false);
    await owner.field('Website title').fill('Moorland');
    expect(product.settings.current().title).toBe('Savelet');
    await page().getByRole('button', { name: 'Save Changes', exact: true }).click();
    await expect
      .poll(() => product.settings.current())
      .toMatchObject({ title: 'Moorland', maintenance: true });
    await product.settings.change({ maintenance: false });
  });
  const rows = () => page().getByRole('button', { name: /^Remove /u });
  it('Footer Management: the list of social links (add by choosing a platform and URL', async () => {
    await product.settings.change({ socialLinks: [] });
    await open('footer', 'Footer Management');
    await page().getByLabel('Platform').selectOption('reddit');
    await page().getByLabel('URL').fill('https://www.reddit.com/r/harbour');
    await owner.button('Add').click();
    await expect.poll(() => rows().count()).toBe(1);
  });
  it('remove).', async () => {
    await rows().first().click();
    await expect.poll(() => rows().count()).toBe(0);
  });
  const options = (label: string) =>
    page().getByRole('toolbar', { name: 'Formatting' }).getByLabel(label).locator('option').allInnerTexts();
  it('Content Management: a rich-text editor (headings 1 to 6', async () => {
    await open('content', 'Content Management');
    await page().getByRole('textbox', { name: 'Content', exact: true }).waitFor();
    expect(await options('Text style')).toEqual(
      expect.arrayContaining([1, 2, 3, 4, 5, 6].map((level) => `Heading ${level}`)),
    );
  });
  it('font sizes 10, 12, 14, default, 18, 20, 22).', async () => {
    expect(await options('Font size')).toEqual(['10', '12', '14', 'Default', '18', '20', '22']);
  });
  it('Default text is a welcome heading with a paragraph.', async () => {
    const editor = page().getByRole('textbox', { name: 'Content', exact: true });
    await editor.getByRole('heading', { name: 'Welcome' }).waitFor();
    expect(await editor.getByRole('paragraph').count()).toBe(1);
  });
  it('Navbar Management: has an unsaved-changes flag', async () => {
    await open('navbar', 'Navbar Management');
    await page().getByLabel('Label of link 1').fill('Start');
    await page().getByTestId('unsaved-dot').waitFor();
  });
  it('and save button (see section 4).', async () => {
    await page().getByRole('button', { name: 'Save Changes', exact: true }).click();
    await expect.poll(() => product.settings.current().navbar.links[0]?.label).toBe('Start');
  });
  it(differs('navbar-fields', 'Its individual fields are not shown.'), () => {
    expect(Object.keys(product.settings.current().navbar).toSorted()).toEqual([
      'button',
      'links',
      'sticky',
      'themeSwitch',
      'v',
    ]);
  });
});

describe('2. Screens and routes: Public home', () => {
  let context: BrowserContext;
  let page: Page;
  let visit: PublicPage;
  beforeAll(async () => {
    context = await browser.newContext({ viewport: SIZES.wide, reducedMotion: 'reduce' });
    page = await context.newPage();
    visit = new PublicPage(page);
    await visit.open(product.origin);
    await untilMirrored(page);
    return () => context.close();
  });
  const header = () => page.getByRole('banner');
  const footer = () => page.getByRole('contentinfo');
  const inView = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top < innerHeight && bottom > 0;
      });

  it('Fixed header with links Home (hero), How it works, FAQs, Contact.', async () => {
    const links = await header()
      .getByRole('navigation')
      .first()
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.textContent?.trim(), link.getAttribute('href')]));
    expect(links).toEqual([
      ['Home', '#hero'],
      ['How it works', '#how-it-works'],
      ['FAQs', '#faqs'],
      ['Contact', '#contact'],
    ]);
    await page.evaluate(() => scrollTo(0, 2_000));
    await expect.poll(() => inView('header')).toBe(true);
  });
  it(differs('header-button', 'A Download button scrolls to the hero.'), async () => {
    await header()
      .getByRole('button', { name: 'Download' })
      .or(header().getByRole('link', { name: 'Download' }))
      .first()
      .click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(200);
  });
  it('On small screens a menu toggle shows or hides the links.', async () => {
    await page.setViewportSize(SIZES.narrow);
    const faqs = header()
      .getByRole('link', { name: 'FAQs' })
      .or(page.getByRole('dialog').getByRole('link', { name: 'FAQs' }));
    expect(await faqs.filter({ visible: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect.poll(() => faqs.filter({ visible: true }).count()).toBe(1);
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect.poll(() => faqs.filter({ visible: true }).count()).toBe(0);
    await page.setViewportSize(SIZES.wide);
  });
  it('Hero: heading, subtitle, URL form with a content-type selector', async () => {
    const hero = page.locator('#hero');
    expect((await hero.getByRole('heading', { level: 1 }).innerText()).length).toBeGreaterThan(5);
    expect((await hero.locator('p').first().innerText()).length).toBeGreaterThan(20);
    await hero.getByLabel('Instagram or TikTok link', { exact: true }).waitFor();
    expect(await hero.getByRole('radio').count()).toBe(4);
  });
  it('(tabs video, reels, story, photos; default video)', async () => {
    const tabs = await page
      .locator('#hero')
      .getByRole('radio')
      .evaluateAll((all) =>
        all.map((radio) => [(radio as HTMLInputElement).value, (radio as HTMLInputElement).checked]),
      );
    expect(tabs).toEqual([
      ['video', true],
      ['reels', false],
      ['story', false],
      ['photos', false],
    ]);
  });
  it('and three feature cards: High Quality (up to 1080p), Fast & Secure, Easy to Use.', async () => {
    const titles = await page.locator('#features').getByRole('heading', { level: 3 }).allInnerTexts();
    expect(titles).toEqual(['High Quality', 'Fast & Secure', 'Easy to Use']);
    expect(await page.locator('#features').innerText()).toMatch(/up to 1080p/iu);
  });

  it('Preview section: after a successful fetch it scrolls into view.', async () => {
    const cover = `${FILES}/cover.mp4`;
    const medias = [video('slow', { quality: 'full hd' }), video('b'), video('c', { quality: 'medium' })];
    await visit.submit(product.linkTo({ title: 'Low tide', author: 'sea.watch', thumbnail: cover, medias }));
    await visit.card.waitFor();
    await expect.poll(async () => (await visit.card.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0);
    await expect.poll(async () => (await visit.card.boundingBox())?.y ?? 9_999).toBeLessThan(430);
  });
  it('The result card shows a video player or a photo', async () => {
    await visit.card.getByTestId('video-player').waitFor();
  });
  it('the username', async () => {
    await visit.card.getByText('@sea.watch').first().waitFor();
  });
  it('the caption', async () => {
    await visit.card.getByText('Low tide').first().waitFor();
  });
  it('a quality choice', async () => {
    expect(await visit.card.getByRole('radio').count()).toBe(3);
  });
  it('download options', async () => {
    await visit.downloadButton().waitFor();
    expect(await visit.downloadButton().isEnabled()).toBe(true);
  });
  it('Quality legend: 1080p best and larger', async () => {
    expect(await visit.card.innerText()).toMatch(/1080p Full HD[\s\S]*best quality, larger file/iu);
  });
  it('720p balanced', async () => {
    expect(await visit.card.innerText()).toMatch(/720p HD[\s\S]*balanced/iu);
  });
  it('480p smaller and faster.', async () => {
    expect(await visit.card.innerText()).toMatch(/480p[\s\S]*smaller and faster/iu);
  });
  it('and download progress.', async () => {
    const saved = page.waitForEvent('download');
    const seen = visit.download
      .getByRole('group', { name: 'Download progress' })
      .or(visit.download.getByRole('progressbar'))
      .first()
      .waitFor();
    await visit.downloadButton().click();
    await seen;
    expect(await (await saved).failure()).toBeNull();
  });
  it('Toast notifications appear top-right.', async () => {
    const region = page.getByTestId('toast').first();
    await visit.card.getByRole('button', { name: 'Copy caption' }).click();
    await region.waitFor();
    const box = await region.boundingBox();
    expect(box?.x).toBeGreaterThan(SIZES.wide.width / 2);
    expect(box?.y).toBeLessThan(150);
  });

  it("Error panel: headline 'Oops! Something went wrong'", async () => {
    await visit.open(product.origin);
    await visit.submit(product.linkTo({ status: 404, body: {} }));
    await visit.errorHeading.waitFor();
    expect(await visit.card.count()).toBe(0);
  });
  it('the error message', async () => {
    expect(await visit.errorPanel.innerText()).toContain('Post not found.');
  });
  it('and a Try Again button that clears the error and the preview.', async () => {
    await visit.tryAgain.click();
    await visit.errorPanel.waitFor({ state: 'detached' });
    expect(await visit.card.count()).toBe(0);
  });

  it('How it works: four steps (Copy Link, Paste & Fetch, Choose Quality, Download Complete)', async () => {
    const text = await page.locator('#how-it-works').innerText();
    const titles = await page.locator('#how-it-works').getByRole('heading', { level: 3 }).allInnerTexts();
    expect(titles.slice(0, 4).map((title) => title.replace(/^\d\s*/u, ''))).toEqual([
      'Copy Link',
      'Paste & Fetch',
      'Choose Quality',
      'Download Complete',
    ]);
    expect(text.length).toBeGreaterThan(200);
  });
  it('and three reasons to choose the product.', async () => {
    const titles = await page.locator('#how-it-works').getByRole('heading', { level: 3 }).allInnerTexts();
    expect(titles).toHaveLength(7);
  });
  it(
    differs('content-cleaned', 'Optional content section: shows the stored admin HTML when it is non-empty'),
    async () => {
      await product.settings.change({
        content: '<h2>Tides</h2><p onclick="alert(1)">High water</p><script>1</script>',
      });
      const block = page.locator('#owner-content');
      await block.getByRole('heading', { name: 'Tides' }).waitFor();
      expect(await block.innerHTML()).not.toMatch(/onclick|<script/u);
    },
  );
  it('otherwise nothing.', async () => {
    await product.settings.change({ content: '' });
    await expect
      .poll(() =>
        page
          .locator('#owner-content')
          .innerText()
          .catch(() => ''),
      )
      .toBe('');
    expect(await (await fetch(product.origin)).text()).not.toContain('High water');
  });

  const question = () => page.locator('#faqs h3 > button');
  const openOnes = () => page.locator('#faqs h3 > button[aria-expanded="true"]');
  it('FAQ: ten questions as an accordion', async () => {
    expect(await question().count()).toBe(10);
    expect(await openOnes().count()).toBe(0);
  });
  it('one open at a time.', async () => {
    await question().nth(0).click();
    await expect.poll(() => openOnes().count()).toBe(1);
    await question().nth(3).click();
    await expect.poll(() => question().nth(3).getAttribute('aria-expanded')).toBe('true');
    expect(await openOnes().count()).toBe(1);
  });
  it('Clicking the open one closes it.', async () => {
    await question().nth(3).click();
    await expect.poll(() => openOnes().count()).toBe(0);
  });
  it('A Contact Us button scrolls to the contact section.', async () => {
    await page
      .locator('#faqs')
      .getByRole('link', { name: 'Contact Us' })
      .or(page.locator('#faqs').getByRole('button', { name: 'Contact Us' }))
      .first()
      .click();
    await expect.poll(() => inView('#contact')).toBe(true);
  });
  it('Answers mention: no strict size limit', async () => {
    expect(await page.locator('#faqs').textContent()).toContain('no strict size limit');
  });
  it('over 100 MB may be slow', async () => {
    expect(await page.locator('#faqs').textContent()).toContain('over 100 MB may be slow');
  });
  it('stories are available for about 24 hours.', async () => {
    expect(await page.locator('#faqs').textContent()).toContain('available for about 24 hours');
  });

  it('Footer: site title', async () => {
    await footer().getByText('Savelet').first().waitFor();
  });
  it('logo', async () => {
    expect(await footer().locator('svg, img').count()).toBeGreaterThan(0);
  });
  it("(or the text 'No social links added yet')", async () => {
    await footer().getByText('No social links added yet', { exact: true }).waitFor();
  });
  it('social icons built from stored links', async () => {
    await product.settings.change({ socialLinks: [SOCIAL_LINK] });
    const link = footer().getByRole('link', { name: 'Reddit' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe(SOCIAL_LINK.url);
    expect(await footer().getByText('No social links added yet').count()).toBe(0);
  });
  it('link columns Product, Support and Legal', async () => {
    const titles = await footer().getByRole('heading').allInnerTexts();
    expect(titles).toEqual(['Product', 'Support', 'Legal']);
  });
  const ANCHORS = [
    'how-it-works',
    'features',
    'pricing',
    'faqs',
    'help',
    'contact',
    'report',
    'status',
    'privacy',
    'terms',
    'dmca',
    'copyright',
  ];
  it('that scroll to the in-page anchors #how-it-works, #features, #pricing, #faqs, #help, #contact, #report, #status, #privacy, #terms, #dmca, #copyright.', async () => {
    const links = footer().getByRole('navigation').getByRole('link');
    const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(targets).toEqual(ANCHORS.map((anchor) => `#${anchor}`));
    for (const [index, anchor] of ANCHORS.entries()) {
      await links.nth(index).click();
      await expect.poll(() => inView(`#${anchor}`), { message: anchor }).toBe(true);
    }
  });
  it('It also has trust badges', async () => {
    const text = await footer().innerText();
    for (const badge of ['No sign-up', 'No watermark', 'Nothing stored']) expect(text).toContain(badge);
  });
  it('a copyright line with the current year', async () => {
    await footer()
      .getByText(new RegExp(`© ${String(new Date().getFullYear())} Savelet`, 'u'))
      .waitFor();
  });
  it('a last-updated date', async () => {
    expect(await footer().innerText()).toMatch(/Last updated \d{1,2} [A-Z][a-z]+ 20\d\d/u);
  });
  it('and a disclaimer: personal use only', async () => {
    expect(await footer().innerText()).toMatch(/personal use only/iu);
  });
  it('not affiliated with platform A or its parent company', async () => {
    expect(await footer().innerText()).toMatch(/not affiliated with.*Instagram.*parent compan/iu);
  });
  it('give credit.', async () => {
    expect(await footer().innerText()).toMatch(/credit the creator/iu);
  });

  const overlay = () => page.getByRole('alertdialog');
  it(
    differs('maintenance-enforced', 'Maintenance overlay: full screen when maintenance mode is on.'),
    async () => {
      await product.settings.change({ maintenance: true });
      await overlay().waitFor();
      const box = await overlay().boundingBox();
      expect([box?.width, box?.height]).toEqual([SIZES.wide.width, SIZES.wide.height]);
      expect((await fetch(product.origin)).status).toBe(503);
      expect((await product.preview({ title: 'T', medias: [video('a')] })).status).toBe(503);
    },
  );
  it("It reads 'We'll Be Right Back'", async () => {
    await overlay().getByRole('heading', { name: "We'll Be Right Back" }).waitFor();
  });
  it('a scheduled-maintenance message', async () => {
    expect(await overlay().innerText()).toMatch(/scheduled maintenance/iu);
  });
  it('and has Refresh Page and Go Back buttons.', async () => {
    await page.goto(`${product.origin}/healthz`);
    await page.goto(product.origin);
    await expect
      .poll(() => overlay().getByRole('button').allInnerTexts())
      .toEqual(['Refresh Page', 'Go Back']);
    await product.settings.change({ maintenance: false });
  });
});

describe('2. Screens and routes: Result card and player', () => {
  let page: Page;
  let visit: PublicPage;
  beforeAll(async () => {
    visit = await PublicPage.visit(browser, product.origin, { viewport: SIZES.wide });
    ({ page } = visit);
    const held = Promise.withResolvers<void>();
    await page.route('**/api/media/**', async (route) => {
      await held.promise;
      await route.continue();
    });
    release = held.resolve;
    await visit.submit(clip());
    await visit.card.waitFor();
    return () => page.context().close();
  });
  let release = () => {};
  const player = () => page.getByTestId('video-player');
  const button = (name: string) => player().getByRole('button', { name, exact: true });
  const state = () =>
    page.locator('video').evaluate((element: HTMLVideoElement) => ({
      paused: element.paused,
      muted: element.muted,
      time: element.currentTime,
      duration: element.duration,
    }));

  it('and shows a spinner until metadata is loaded.', async () => {
    const spinner = player().getByRole('status').filter({ hasText: 'Loading the video' });
    await spinner.waitFor();
    release();
    await spinner.waitFor({ state: 'detached' });
    expect((await state()).duration).toBeGreaterThan(1);
  });
  it('It starts muted', async () => {
    expect(await state()).toMatchObject({ muted: true, paused: true });
  });
  it('The video player supports play/pause', async () => {
    await button('Play').click();
    await expect.poll(async () => (await state()).paused).toBe(false);
    await button('Pause').click();
    await expect.poll(async () => (await state()).paused).toBe(true);
  });
  it('seek by clicking the bar', async () => {
    const bar = player().getByRole('slider');
    await bar.scrollIntoViewIfNeeded();
    const box = await bar.boundingBox();
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    const { duration } = await state();
    await expect.poll(async () => Math.abs((await state()).time - duration / 2)).toBeLessThan(1);
  });
  it('restart', async () => {
    await button('Restart').click();
    await expect.poll(async () => (await state()).time).toBeLessThan(2);
  });
  it('mute toggle', async () => {
    await button('Unmute').click();
    await expect.poll(async () => (await state()).muted).toBe(false);
    await button('Mute').click();
    await expect.poll(async () => (await state()).muted).toBe(true);
  });
  it('and fullscreen.', async () => {
    await button('Full screen').click();
    await page.waitForFunction(() => document.fullscreenElement !== null);
    await button('Exit full screen').click();
    await page.waitForFunction(() => document.fullscreenElement === null);
  });
  it('Photo results that fail to load are replaced by a placeholder image.', async () => {
    await page.unroute('**/api/media/**');
    await page.route('**/api/media/**', (route) => route.abort());
    const [file] = mockPosts.find(({ name }) => name === 'instagram photo')?.items[0]?.provided ?? [];
    if (file === undefined) throw new Error('the mock platforms have no photo');
    const photo = { url: addressOf(file, 1), quality: 'image', extension: 'jpg' };
    await visit.open(product.origin);
    await visit.submit(product.linkTo({ title: 'T', medias: [photo] }).replace('/reel/', '/p/'));
    await visit.downloadButton().waitFor();
    await visit.card.getByText('Photo unavailable').waitFor();
  });
});

describe('2. Screens and routes: Admin login and Admin signup', () => {
  let panel: PanelPage;
  beforeAll(async () => {
    panel = await PanelPage.open(browser, `${product.origin}/admin/login`);
    return () => panel.context.close();
  });
  const toggles = async (label: string, name: string): Promise<void> => {
    await panel.button(name).click();
    await expect.poll(() => panel.field(label).getAttribute('type')).toBe('text');
    await panel
      .button(name)
      .or(panel.button(name.replace('Show', 'Hide')))
      .first()
      .click();
    await expect.poll(() => panel.field(label).getAttribute('type')).toBe('password');
  };

  it('Email and password', async () => {
    await panel.field('Email').waitFor();
    await panel.field('Password').waitFor();
  });
  it('a show/hide toggle for the password', () => toggles('Password', 'Show password'));
  it('and a link back to the home page.', async () => {
    expect(await panel.page.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/');
  });
  it('a link to sign-up', async () => {
    await panel.page.getByRole('link', { name: 'Create one' }).click();
    await panel.heading('Create an account').waitFor();
    expect(panel.path).toBe('/admin/signup');
  });
  it('Full name, email, password, confirm password', async () => {
    for (const label of ['Full name', 'Email', 'Password', 'Confirm password'])
      expect(await panel.field(label).count()).toBe(1);
  });
  it('(both with show/hide)', async () => {
    await toggles('Password', 'Show password');
    await toggles('Confirm password', 'Show password confirmation');
  });
  it('and a link to sign-in.', async () => {
    await panel.page.getByRole('link', { name: 'Sign in' }).click();
    await panel.heading('Sign in').waitFor();
    expect(panel.path).toBe('/admin/login');
  });
});
