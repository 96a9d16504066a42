import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOCIAL_PLATFORMS } from '../../src/shared/contract/site.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { enterPanel } from '../e2e/pages/panel-entrance.ts';
import { PanelPage } from '../e2e/pages/panel-page.ts';
import { PublicPage } from '../e2e/pages/public-page.ts';
import { LOGO, untilMirrored } from '../e2e/pages/site-probe.ts';
import { differs } from './differences.ts';
import { type ProvidedProduct, startProvidedProduct, video } from './scripted-provider.ts';

const PLATFORM_VALUES = [
  'facebook',
  'instagram',
  'twitter',
  'youtube',
  'linkedin',
  'pinterest',
  'reddit',
  'tiktok',
  'telegram',
  'whatsapp',
];

let browser: Browser;
let product: ProvidedProduct;
let owner: PanelPage;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProvidedProduct()]);
  owner = await enterPanel(browser, product, 'Olga', { path: '/admin/footer' });
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

describe('3. Entities and their fields: Video data result', () => {
  const ANSWER = {
    title: 'Terns',
    thumbnail: 'https://files.example/cover.mp4',
    duration: '1:05',
    source: 'instagram',
    medias: [video('a'), video('b', { quality: 'full hd' })],
  };
  const preview = async (url: string) => {
    const response = await fetch(`${product.origin}/api/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url }),
    });
    return (await response.json()) as Record<string, unknown>;
  };

  it('Video data result: id (post id or video id taken from the link)', async () => {
    const link = product.linkTo(ANSWER);
    expect(link).toContain(`/${String((await preview(link))['id'])}/`);
  });
  it(differs('known-author', "username (taken from the link, default 'unknown')"), async () => {
    expect((await product.post(ANSWER)).username).toBe('unknown');
    expect((await product.post({ ...ANSWER, author: '@sea.watch' })).username).toBe('sea.watch');
    const link = product.linkTo(ANSWER).replace('www.instagram.com/', 'www.instagram.com/from.the.link/');
    expect((await preview(link))['username']).toBe('from.the.link');
  });
  it('caption (the title)', async () => {
    expect((await product.post(ANSWER)).caption).toBe('Terns');
  });
  it('thumbnail', async () => {
    expect((await product.post(ANSWER)).thumbnail).toMatch(/^\/api\/media\//u);
  });
  it(differs('any-duration', 'duration (seconds; parsed only from the form m:ss, otherwise 0)'), async () => {
    const seconds: number[] = [];
    for (const duration of ['1:05', 'soon', null, 42, '1:02:03'])
      seconds.push((await product.post({ ...ANSWER, duration })).duration);
    expect(seconds).toEqual([65, 0, 0, 42, 3_723]);
  });
  it('url', async () => {
    expect((await product.post(ANSWER)).url).toMatch(/^https:\/\/www\.instagram\.com\/p\/Spec\d+\/$/u);
  });
  it('source', async () => {
    expect((await product.post(ANSWER)).source).toBe('instagram');
  });
  it('qualities (list).', async () => {
    expect((await product.post(ANSWER)).qualities.map(({ quality }) => quality).toSorted()).toEqual([
      'full hd',
      'hd',
    ]);
  });
  it('Quality option: label, mime, size (bytes), url, extension, quality, videoAvailable, audioAvailable.', async () => {
    const { qualities } = await product.post({ ...ANSWER, medias: [video('a')] });
    const file = await (await fetch(`${product.origin}${qualities[0]?.url ?? ''}`)).bytes();
    expect(qualities[0]).toMatchObject({
      label: '720p HD',
      mime: 'video/mp4',
      size: file.length,
      url: expect.stringMatching(/^\/api\/media\//u),
      extension: 'mp4',
      quality: 'hd',
      videoAvailable: true,
      audioAvailable: true,
    });
  });
});

describe('3. Entities and their fields: Social link', () => {
  const form = () => owner.page.getByRole('form', { name: 'Add', exact: true });
  const add = async (platform: string, url: string): Promise<void> => {
    await form().getByLabel('Platform').selectOption(platform);
    await form().getByLabel('URL').fill(url);
    await form().getByRole('button', { name: 'Add', exact: true }).click();
  };
  const links = () => product.settings.current().socialLinks;
  let addedAt = 0;

  it('Social link: id (a timestamp)', async () => {
    addedAt = Date.now();
    await add('reddit', 'https://www.reddit.com/r/harbour');
    await owner.page.keyboard.press('ControlOrMeta+s');
    await expect.poll(links).toHaveLength(1);
    expect(Number(links()[0]?.id)).toBeGreaterThanOrEqual(addedAt);
    expect(Number(links()[0]?.id)).toBeLessThanOrEqual(Date.now());
  });
  it('platform', () => expect(links()[0]?.platform).toBe('reddit'));
  it('name', () => expect(links()[0]?.name).toBe('Reddit'));
  it('icon (name of the platform icon)', () => expect(links()[0]?.icon).toBe('reddit'));
  it('color', () => expect(links()[0]?.color).toMatch(/^#[0-9a-f]{6}$/u));
  it('url.', () => expect(links()[0]?.url).toBe('https://www.reddit.com/r/harbour'));
  it('At most one link per platform.', async () => {
    const [reddit] = links();
    const { revision } = product.settings.current();
    const answer = await owner.context.request.patch(`${product.origin}/api/admin/settings`, {
      headers: { origin: product.origin },
      data: { revision, change: { socialLinks: [reddit, { ...reddit, id: 2 }] } },
    });
    expect(await answer.json()).toMatchObject({ status: 400, detail: 'This platform is already added' });
  });
  it('Platform values: facebook, instagram, twitter, youtube, linkedin, pinterest, reddit, tiktok, telegram, whatsapp.', async () => {
    expect([...SOCIAL_PLATFORMS]).toEqual(PLATFORM_VALUES);
    await owner.page.getByRole('button', { name: 'Remove Reddit', exact: true }).click();
    const offered = await form()
      .getByLabel('Platform')
      .locator('option')
      .evaluateAll((all) =>
        all.map((option) => (option as HTMLOptionElement).value).filter((value) => value !== ''),
      );
    expect(offered.toSorted()).toEqual(PLATFORM_VALUES.toSorted());
  });
  it('These are also the supported icon keys.', async () => {
    const socialLinks = SOCIAL_PLATFORMS.map((platform, index) => ({
      ...{ id: index + 1, platform, name: platform, icon: platform, color: '#123456' },
      url: `https://${platform}.example/harbour`,
    }));
    await product.settings.change({ socialLinks });
    const html = await (await fetch(product.origin)).text();
    const footer = html.slice(html.indexOf('<footer'));
    const icons = new Set([...footer.matchAll(/social-icons[^"#]*#([a-z]+)"/gu)].map(([, icon]) => icon));
    expect([...icons].toSorted()).toEqual(PLATFORM_VALUES.toSorted());
  });
});

describe('3. Entities and their fields: Browser-stored settings', () => {
  let page: Page;
  let visit: PublicPage;
  beforeAll(async () => {
    const context = await browser.newContext();
    page = await context.newPage();
    visit = new PublicPage(page);
    await product.settings.change({ socialLinks: [] });
    await visit.open(product.origin);
    await untilMirrored(page);
    return () => context.close();
  });
  const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name), key);

  it(differs('server-settings', 'Browser-stored settings (local browser storage, no server):'), async () => {
    await product.settings.change({ title: 'From the server' });
    await expect.poll(() => stored('websiteTitle')).toBe('From the server');
  });
  it("websiteTitle | text; default is the product's own default title", async () => {
    await product.settings.change({ title: 'Savelet' });
    await expect.poll(() => stored('websiteTitle')).toBe('Savelet');
    await page.getByRole('banner').getByText('Savelet').first().waitFor();
  });
  it('websiteLogo | image as a data URL', async () => {
    expect(await stored('websiteLogo')).toBeNull();
    await product.settings.change({ logo: LOGO });
    await expect.poll(() => stored('websiteLogo')).toBe(LOGO);
    await page.getByRole('banner').locator(`img[src="${LOGO}"]`).first().waitFor();
  });
  it('socialLinks | list of social links', async () => {
    const link = { id: 1, platform: 'reddit', name: 'Reddit', icon: 'reddit', color: '#ff4500' } as const;
    const socialLinks = [{ ...link, url: 'https://www.reddit.com/r/harbour' }];
    await product.settings.change({ socialLinks });
    await expect.poll(() => stored('socialLinks')).toBe(JSON.stringify(socialLinks));
    await page.getByRole('contentinfo').getByRole('link', { name: 'Reddit' }).waitFor();
  });
  const overlay = () => page.getByRole('alertdialog');
  it("maintenanceMode | 'true' means on; anything else means off (boolean in the admin editor)", async () => {
    await product.settings.change({ maintenance: true });
    await overlay().waitFor();
    expect(await stored('maintenanceMode')).toBe('true');
    await product.settings.change({ maintenance: false });
    await overlay().waitFor({ state: 'detached' });
    expect(await stored('maintenanceMode')).toBe('false');
    // The owner's panel has a switch for it.
    await owner.page.goto(`${product.origin}/admin/general`);
    const toggle = owner.page.getByRole('switch', { name: 'Maintenance mode' });
    expect(await toggle.getAttribute('aria-checked')).toBe('false');
  });
  it('admin_settings | object with content (HTML string)', async () => {
    await product.settings.change({ content: '<p>High water</p>' });
    await expect.poll(() => stored('admin_settings')).toBe(JSON.stringify({ content: '<p>High water</p>' }));
    await page.locator('#owner-content').getByText('High water').waitFor();
  });
});

describe('3. Entities and their fields: Forms', () => {
  let panel: PanelPage;
  beforeAll(async () => {
    panel = await PanelPage.open(browser, `${product.origin}/admin/login`);
    return () => panel.context.close();
  });
  const names = () =>
    panel.page
      .locator('form input')
      .evaluateAll((all) => all.map((input) => (input as HTMLInputElement).name));

  it('Login form: email, password.', async () => {
    await panel.heading('Sign in').waitFor();
    expect(await names()).toEqual(['email', 'password']);
  });
  it('Signup form: name, email, password, confirmPassword.', async () => {
    await panel.page.getByRole('link', { name: 'Create one' }).click();
    await panel.heading('Create an account').waitFor();
    expect(await names()).toEqual(['name', 'email', 'password', 'confirmPassword']);
  });
  it('Content type tabs: video, reels, story, photos.', async () => {
    await panel.page.goto(product.origin);
    const values = await panel.page
      .getByRole('radio')
      .evaluateAll((all) => all.map((radio) => (radio as HTMLInputElement).value));
    expect(values).toEqual(['video', 'reels', 'story', 'photos']);
  });
  it(differs('tab-from-link', 'The admin-side home also offers a video/other type selector.'), async () => {
    await owner.page.goto(product.origin);
    expect(await owner.page.getByRole('radio').count()).toBe(4);
    await owner.page.getByLabel('Instagram or TikTok link').fill('https://www.instagram.com/reel/abc/');
    await expect.poll(() => owner.page.getByRole('radio', { name: 'Reels' }).isChecked()).toBe(true);
  });
  it(
    differs(
      'account-fields',
      'Stored fields of an administrator account beyond email and display name are not shown.',
    ),
    async () => {
      const rows = await product.database.query.selectFrom('accounts').selectAll().execute();
      expect(Object.keys(rows[0] ?? {})).toEqual(expect.arrayContaining(['email', 'name', 'role']));
      expect(
        Object.keys(rows[0] ?? {}).filter((name) => /address|agent|ip\b|network|visit/u.test(name)),
      ).toEqual([]);
    },
  );
});
