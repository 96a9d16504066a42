import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { siteSchema } from '../../src/shared/contract/site.ts';
import { SITE_SETTINGS } from '../../src/shared/contract/site-settings.ts';
import { formatBytes } from '../../src/shared/format/bytes.ts';
import { mediaFilename } from '../../src/shared/format/filename.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { enterPanel, PASSWORD } from '../e2e/pages/panel-entrance.ts';
import { PanelPage } from '../e2e/pages/panel-page.ts';
import { PublicPage } from '../e2e/pages/public-page.ts';
import { addressOf } from '../mock-platforms/cdn-address.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { differs } from './differences.ts';
import { type ProvidedProduct, startProvidedProduct, video } from './scripted-provider.ts';

const TODAY = new Date().toISOString().slice(0, 10);
const TEMPLATE = SITE_SETTINGS.filenameTemplate.default;

let browser: Browser;
let product: ProvidedProduct;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProvidedProduct()]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

describe('7. The calls it makes: Fetch video information (third-party video-extraction API)', () => {
  const ANSWER = {
    title: 'Terns',
    thumbnail: 'https://files.example/cover.mp4',
    duration: '0:08',
    url: 'https://www.instagram.com/p/x/',
    source: 'instagram',
    medias: [video('hd', { size: 1 }), video('full', { quality: 'full hd', audioAvailable: false })],
  };
  const lastCall = () => {
    const call = product.calls.at(-1);
    if (call === undefined) throw new Error('the provider was not called');
    return call;
  };

  it('POST {provider host}/download.', async () => {
    const { length } = product.calls;
    await product.post(ANSWER);
    expect(product.calls.slice(length).map(({ path }) => path)).toEqual(['/download']);
    expect(lastCall().headers.host).toBe(product.providerHost);
  });
  it('Headers: an API key header and a host header', () => {
    expect(lastCall().headers).toMatchObject({
      'x-rapidapi-key': product.providerKey,
      'x-rapidapi-host': new URL(`http://${product.providerHost}`).hostname,
    });
  });
  it(differs('key-on-server', '(the key is embedded in the client and is not reproduced here)'), async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const texts: Promise<string>[] = [];
    page.on('response', (response) => {
      if (!/live|media/u.test(response.url())) texts.push(response.text().catch(() => ''));
    });
    const visit = new PublicPage(page);
    await visit.open(product.origin);
    await visit.submit(product.linkTo(ANSWER));
    await visit.card.waitFor();
    const all = await Promise.all(texts);
    expect(all.length).toBeGreaterThan(3);
    expect(all.filter((text) => text.includes(product.providerKey))).toEqual([]);
    await context.close();
  });
  it('content type form-encoded.', () => {
    expect(lastCall().headers['content-type']).toBe('application/x-www-form-urlencoded');
  });
  it(differs('key-on-server', 'Cross-origin mode, no credentials.'), () => {
    expect(lastCall().headers).not.toHaveProperty('cookie');
    expect(lastCall().headers).not.toHaveProperty('origin');
  });
  it('Body: field url.', async () => {
    const post = await product.post(ANSWER);
    expect([...new URLSearchParams(lastCall().body)]).toEqual([['url', post.url]]);
  });
  it('Response fields read: title, thumbnail, duration, url, source, medias[]', async () => {
    const post = await product.post(ANSWER);
    expect(post).toMatchObject({ caption: 'Terns', duration: 8, source: 'instagram' });
    expect(post.url).toMatch(/^https:\/\/www\.instagram\.com\/p\/Spec\d+\/$/u);
    expect(post.thumbnail).toMatch(/^\/api\/media\//u);
    expect(post.qualities).toHaveLength(2);
  });
  it('(each with url, quality, extension, size, videoAvailable, audioAvailable).', async () => {
    const { qualities } = await product.post(ANSWER);
    expect(qualities.find(({ quality }) => quality === 'hd')).toMatchObject({
      url: expect.stringMatching(/^\/api\/media\//u),
      extension: 'mp4',
      size: expect.any(Number),
      videoAvailable: true,
      audioAvailable: true,
    });
  });
  it('Handling: each media becomes a quality option; see section 9 for labels, mime and size.', async () => {
    const { qualities } = await product.post(ANSWER);
    expect(qualities.map(({ label, mime }) => [label, mime]).toSorted()).toEqual([
      ['1080p Full HD', 'video/mp4'],
      ['720p HD', 'video/mp4'],
    ]);
    for (const { size, sizeKnown } of qualities) expect([sizeKnown, size > 100_000]).toEqual([true, true]);
  });
  it(differs('media-without-quality', 'Options without url or quality are dropped.'), async () => {
    const medias = [video('a'), { quality: 'full hd', extension: 'mp4' }, video('b', { quality: undefined })];
    const { qualities } = await product.post({ ...ANSWER, medias });
    expect(qualities.map(({ quality }) => quality)).toEqual(['hd', 'video']);
  });
  it('An HTTP error status maps to the messages in section 8.', async () => {
    const details = [];
    for (const status of [403, 404, 429]) details.push((await product.problem({ status, body: {} })).detail);
    expect(details).toEqual([
      'This post is private or restricted. Only public posts can be downloaded.',
      'Post not found. The video may have been deleted or the URL is incorrect.',
      'Rate limit exceeded. Please try again later.',
    ]);
  });
});

interface Recorded {
  readonly blobs: { readonly type: string; readonly size: number; readonly at: number }[];
  readonly released: number[];
}

describe('7. The calls it makes: Download file', () => {
  let page: Page;
  let visit: PublicPage;
  const requested: URL[] = [];
  beforeEach(async () => {
    const context = await browser.newContext({ acceptDownloads: true });
    page = await context.newPage();
    visit = new PublicPage(page);
    requested.length = 0;
    context.on('request', (request) => requested.push(new URL(request.url())));
    await page.addInitScript(() => {
      const blobs: Recorded['blobs'] = [];
      const released: number[] = [];
      Object.assign(globalThis, { blobs, released });
      const { createObjectURL, revokeObjectURL } = URL;
      URL.createObjectURL = (blob: Blob) => {
        blobs.push({ type: blob.type, size: blob.size, at: performance.now() });
        return createObjectURL.call(URL, blob);
      };
      URL.revokeObjectURL = (url) => {
        released.push(performance.now());
        revokeObjectURL.call(URL, url);
      };
    });
    await visit.open(product.origin);
    return () => context.close();
  });
  const recorded = () =>
    page.evaluate(() => {
      const { blobs, released } = globalThis as unknown as Recorded;
      return { blobs, released };
    });
  const linkOf = (file: string) => product.linkTo({ title: 'T', medias: [video(file)] });
  const ready = async (link = linkOf('a')): Promise<void> => {
    await visit.submit(link);
    await visit.downloadButton().waitFor();
  };
  const save = async () => {
    const saved = page.waitForEvent('download');
    await visit.downloadButton().click();
    return saved;
  };

  it(differs('tunnel', 'GET on the chosen quality url, read as a stream.'), async () => {
    await ready();
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.url().endsWith('?download')),
      save(),
    ]);
    expect(request.method()).toBe('GET');
    expect(new URL(request.url()).pathname).toMatch(/^\/api\/media\//u);
    expect(request.resourceType()).toBe('fetch');
  });
  it('Progress is shown from the content-length header.', async () => {
    await ready(linkOf('slow'));
    const answered = page.waitForResponse((one) => one.url().endsWith('?download'));
    await visit.downloadButton().click();
    const total = Number((await answered).headers()['content-length']);
    await visit.download
      .getByText(new RegExp(` of ${formatBytes(total)}`, 'u'))
      .first()
      .waitFor();
    const percent = await visit.download.getByRole('progressbar').getAttribute('aria-valuenow');
    expect(Number(percent)).toBeLessThan(100);
  });
  it(differs('own-download', 'The result is saved as a file blob'), async () => {
    await ready();
    const saved = await save();
    const { blobs } = await recorded();
    expect(blobs).toHaveLength(1);
    expect(saved.url()).toMatch(/^blob:/u);
  });
  it('with the response content-type or video/mp4 as its type.', async () => {
    const sound = video('a', { url: 'https://files.example/a.mp3', quality: '128kbps', extension: 'mp3' });
    await ready(product.linkTo({ title: 'T', medias: [sound] }));
    await save();
    await visit.open(product.origin);
    await page.route('**/api/media/**', async (route) => {
      const response = await route.fetch();
      const { 'content-type': _, ...headers } = response.headers();
      await route.fulfill({ status: response.status(), headers, body: await response.body() });
    });
    const types = (await recorded()).blobs.map(({ type }) => type);
    await ready();
    await save();
    types.push(...(await recorded()).blobs.map(({ type }) => type));
    expect(types).toEqual(['video/mp4']);
  });
  it('The temporary object URL is released after 1 second.', async () => {
    await ready();
    await save();
    await expect.poll(async () => (await recorded()).released.length).toBe(1);
    const { blobs, released } = await recorded();
    expect((released[0] ?? 0) - (blobs[0]?.at ?? 0)).toBeGreaterThan(990);
  });
  it(
    differs(
      'tunnel',
      "Links on hosts of the two platforms' content delivery networks or of the parent company of platform A skip this and use a direct anchor download in a new tab",
    ),
    async () => {
      const [file] = mockPosts.find(({ name }) => name === 'instagram reel')?.items[0]?.provided ?? [];
      if (file === undefined) throw new Error('the mock platforms have no reel');
      expect(file.host).toMatch(/cdninstagram/u);
      await ready(product.linkTo({ title: 'T', medias: [video('a', { url: addressOf(file, 1) })] }));
      const saved = await save();
      expect(saved.url()).toMatch(/^blob:/u);
      expect(page.context().pages()).toHaveLength(1);
      const origins = new Set(
        requested.filter(({ protocol }) => protocol !== 'blob:').map(({ origin }) => origin),
      );
      expect([...origins]).toEqual([product.origin]);
    },
  );
  it(
    differs(
      'true-progress',
      'with simulated progress: 10, then a random 70 to 90 every 500 ms, then 100 after 2 seconds.',
    ),
    async () => {
      await ready(linkOf('slow'));
      await visit.downloadButton().click();
      const bar = visit.download.getByRole('progressbar');
      const seen = new Set<number>();
      await expect
        .poll(
          async () => {
            const now = await bar.getAttribute('aria-valuenow', { timeout: 500 }).catch(() => null);
            if (now !== null) seen.add(Number(now));
            return seen.size;
          },
          { interval: 20 },
        )
        .toBeGreaterThan(4);
      expect([...seen]).toEqual([...seen].toSorted((one, other) => one - other));
    },
  );
  it(
    differs('download-fallback', 'If the streaming fetch fails, it falls back to the direct download.'),
    async () => {
      await ready();
      await page.route('**/api/media/**', (route) =>
        route.request().method() === 'GET' && route.request().resourceType() === 'fetch'
          ? route.abort()
          : route.continue(),
      );
      const saved = await save();
      expect(saved.url()).toMatch(/\/api\/media\/.*\?download$/u);
      expect(await saved.failure()).toBeNull();
    },
  );
  it(differs('download-fallback', 'If that also fails it opens the url in a new tab'), async () => {
    await ready(linkOf('reset'));
    const opened = page.context().waitForEvent('page');
    await visit.downloadButton().click();
    await opened;
    await visit.download.getByText(/^Opened in a new tab/u).waitFor();
    expect(await visit.toasts()).not.toContain('Download completed successfully!');
  });
  it(differs('download-fallback', "and raises 'Download failed: ...'."), async () => {
    await ready();
    await page.route('**/api/media/**', (route) =>
      route.continue({ url: `${product.origin}/api/media/unknown?download` }),
    );
    await visit.downloadButton().click();
    await visit.toasted('Download failed: This media link is not valid.');
    expect(page.context().pages()).toHaveLength(1);
  });

  const parts = {
    platform: 'instagram',
    kind: 'video',
    id: 'abc',
    username: 'quay.walks',
    date: new Date('2026-03-04T05:06:07Z'),
    extension: 'mp4',
  };
  it('The generated filename pattern is the lowercase name of platform A', async () => {
    const { qualities, id } = await product.post({ title: 'T', medias: [video('a')] });
    expect(qualities[0]?.filename).toBe(`instagram_video_${id}_${TODAY}.mp4`);
  });
  it('then _{type}_{id}', () => {
    expect(mediaFilename(TEMPLATE, parts)).toMatch(/^instagram_video_abc_/u);
  });
  it('then an optional _{suffix}', () => {
    expect(mediaFilename(TEMPLATE, { ...parts, quality: '480p' })).toMatch(/^instagram_video_abc_480p_/u);
  });
  it(differs('filename', 'then _{date}.mp4.'), () => {
    expect(mediaFilename(TEMPLATE, parts)).toBe('instagram_video_abc_2026-03-04.mp4');
    const photo = { ...parts, platform: 'tiktok', kind: 'photo', extension: 'jpg' };
    expect(mediaFilename(TEMPLATE, photo)).toBe('tiktok_photo_abc_2026-03-04.jpg');
  });
});

describe('7. The calls it makes: Admin authentication and settings', () => {
  let owner: PanelPage;
  let other: PanelPage;
  const requested = new Set<string>();
  beforeAll(async () => {
    owner = await enterPanel(browser, product, 'Olga', { path: '/admin/general' });
    await owner.field('Website title').waitFor();
    other = await PanelPage.open(browser, `${product.origin}/admin/signup`);
    other.page.on('request', (request) => requested.add(new URL(request.url()).origin));
  });
  const session = async (): Promise<unknown> => {
    const answer = await other.context.request.get(`${product.origin}/api/auth/session`);
    return ((await answer.json()) as { account: unknown }).account;
  };

  it('Sign up with email and password', async () => {
    await other.field('Full name').fill('Ilse Berg');
    await other.field('Email').fill('ilse@mail.example');
    await other.field('Password').fill(PASSWORD);
    await other.field('Confirm password').fill(PASSWORD);
    await other.button('Create account').click();
    await other.toasted('Account created successfully!');
    expect(await session()).toMatchObject({ email: 'ilse@mail.example' });
  });
  it('then update the display name to the entered name.', async () => {
    await other.text('Ilse Berg').waitFor();
    expect(await session()).toMatchObject({ name: 'Ilse Berg' });
  });
  it('Observe auth state.', async () => {
    const second = await other.context.newPage();
    await second.goto(`${product.origin}/admin`);
    await second.getByText('Ilse Berg', { exact: true }).waitFor();
    await other.button('Logout').click();
    await second.getByRole('heading', { name: 'Sign in' }).waitFor();
    await second.close();
  });
  it('Sign out.', async () => {
    await other.heading('Sign in').waitFor();
    expect(await session()).toBeNull();
  });
  it('Sign in with email and password.', async () => {
    await other.field('Email').fill('ilse@mail.example');
    await other.field('Password').fill(PASSWORD);
    await other.button('Sign in').click();
    await other.toasted('Login successful!');
    expect(await session()).toMatchObject({ email: 'ilse@mail.example' });
  });
  it(differs('own-accounts', 'Admin authentication (third-party identity provider)'), () => {
    expect([...requested]).toEqual([product.origin]);
  });
  it(
    differs('auth-payloads', 'Payloads beyond these fields and the response shapes are not shown.'),
    async () => {
      const document = (await (await fetch(`${product.origin}/api/openapi.json`)).json()) as {
        paths: object;
      };
      expect(Object.keys(document.paths)).toEqual(
        expect.arrayContaining([
          '/api/auth/sign-in',
          '/api/auth/sign-up',
          '/api/auth/sign-out',
          '/api/auth/session',
        ]),
      );
    },
  );

  const saves: string[] = [];
  it(differs('server-settings', 'Admin settings: saved only in local browser storage'), async () => {
    owner.page.on('request', (request) => {
      if (request.method() !== 'GET') saves.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await owner.page.evaluate(
      (names) => {
        const raised: string[] = [];
        Object.assign(globalThis, { raised });
        for (const name of names) addEventListener(name, () => raised.push(name));
      },
      Object.values(SITE_SETTINGS).map(({ event }) => event),
    );
    await owner.field('Website title').fill('Moorland');
    await owner.page.keyboard.press('ControlOrMeta+s');
    await expect.poll(() => owner.page.evaluate(() => localStorage.getItem('websiteTitle'))).toBe('Moorland');
    const site = siteSchema.parse(await (await fetch(`${product.origin}/api/site`)).json());
    expect(site.title).toBe('Moorland');
  });
  it('and announced through the window events listed in section 4.', async () => {
    const raised = () => owner.page.evaluate(() => (globalThis as unknown as { raised: string[] }).raised);
    await expect.poll(raised).toEqual(['websiteTitleChanged']);
  });
  it(differs('server-settings', 'No server call is made.'), () => {
    expect(saves).toEqual(['PATCH /api/admin/settings']);
  });
  it(
    differs(
      'no-document-database',
      'A third-party document database client is present in the product, but what the product stores in it is not shown.',
    ),
    async () => {
      const names = Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies });
      expect(names.filter((name) => /firebase|firestore|supabase|realm/u.test(name))).toEqual([]);
      expect(await owner.page.evaluate(() => indexedDB.databases())).toEqual([]);
    },
  );
});
