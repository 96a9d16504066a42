import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mockPosts } from '../mock-platforms/posts.ts';
import { launchBrowser } from './browser.ts';
import { downloadsOf, PublicPage, sha256 } from './pages/public-page.ts';
import { type Product, providerOnly, startProduct } from './product.ts';

const TODAY = new Date().toISOString().slice(0, 10);

/** Four posts, their summary as shown to the visitor, and the names of their files. */
const POSTS = [
  {
    name: 'instagram reel',
    summary: 'Instagram reel, 0:08',
    files: [`instagram_video_DMocksReel1_${TODAY}.mp4`],
  },
  {
    name: 'instagram set',
    summary: 'Instagram post, 5 photos',
    files: [1, 2, 3, 4, 5].map((index) => `instagram_photo_DMocksFive1_${index}_${TODAY}.jpg`),
  },
  {
    name: 'tiktok video',
    summary: 'TikTok video, 0:08',
    files: [`tiktok_video_7400000000000000001_${TODAY}.mp4`],
  },
  {
    name: 'tiktok pictures',
    summary: 'TikTok post, 3 photos and 1 sound',
    files: [
      ...[1, 2, 3].map((index) => `tiktok_photo_7400000000000000002_${index}_${TODAY}.jpg`),
      `tiktok_audio_7400000000000000002_4_${TODAY}.mp3`,
    ],
  },
] as const;

/** The page treats the posts of all engines alike, so that a video and a set of the second are enough. */
const ENGINES = [
  { engine: 'native', from: 'page', environment: () => ({ ENGINES: 'native' }), posts: POSTS },
  {
    engine: 'provider',
    from: 'provided',
    environment: providerOnly,
    posts: POSTS.filter(({ name }) => name === 'instagram reel' || name === 'tiktok pictures'),
  },
] as const;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

describe.each(ENGINES)('with the $engine engine', ({ from, environment, posts }) => {
  let product: Product;
  let context: BrowserContext;
  let visit: PublicPage;
  beforeAll(async () => {
    product = await startProduct(environment);
  });
  afterAll(() => product?.stop());
  beforeEach(async () => {
    context = await browser.newContext({ acceptDownloads: true });
    visit = new PublicPage(await context.newPage());
    await visit.open(product.origin);
    return () => context.close();
  });

  it.each(posts)('saves the $name byte for byte', async ({ name, summary, files }) => {
    const post = mockPosts.find((one) => one.name === name);
    if (post === undefined) throw new Error(`the mock platforms have no ${name}`);
    await visit.submit(post.links[0]);
    await visit.card.getByText(summary).waitFor();
    await expect.poll(() => visit.card.getByRole('heading').first().textContent()).toBe(`@${post.username}`);

    const saved = await downloadsOf(visit.page, files.length, () => visit.downloadButton().click());

    expect(saved.map((file) => file.name)).toEqual(files);
    const expected = files.map((_file, index) =>
      product.mockPlatforms.bytesOf(post.links[0], index, 0, from),
    );
    expect(saved.map((file) => file.bytes)).toEqual(expected.map((bytes) => bytes.length));
    expect(saved.map((file) => file.sha256)).toEqual(expected.map(sha256));
    if (files.length === 1) {
      await visit.toasted('Download completed successfully!');
      await visit.saved.waitFor();
    } else {
      const all = files.length;
      await visit.download.getByText(`${all} of ${all} files sent to your browser`).waitFor();
      await visit.toasted('Download completed successfully!');
    }
  });

  it('saves another quality under a different name', async () => {
    const link = 'https://www.tiktok.com/@mock.user/video/7400000000000000001';
    await visit.submit(link);
    await visit.card.getByRole('radio', { name: /720p/ }).first().check();
    const [saved] = await downloadsOf(visit.page, 1, () => visit.downloadButton().click());
    expect(saved?.name).toMatch(new RegExp(`^tiktok_video_7400000000000000001_[a-z0-9-]+_${TODAY}\\.mp4$`));
    expect(saved?.sha256).toBe(sha256(product.mockPlatforms.bytesOf(link, 0, 1, from)));
  });
});

describe('the captions of a video', () => {
  const post = mockPosts.find(({ name }) => name === 'tiktok video with captions');
  const [spoken] = post?.captions ?? [];
  if (post === undefined || spoken === undefined) throw new Error('the mock platforms have no captions');
  const SAVED = {
    name: `tiktok_captions_${post.id}_en-US_spoken_${TODAY}.vtt`,
    sha256: spoken.file.body.sha256(),
    bytes: spoken.file.body.size,
  };
  let product: Product;
  let context: BrowserContext;
  let visit: PublicPage;
  beforeAll(async () => {
    product = await startProduct(() => ({ ENGINES: 'native' }));
  });
  afterAll(() => product?.stop());
  beforeEach(async () => {
    product.mockPlatforms.resetFaults();
    context = await browser.newContext({ acceptDownloads: true });
    visit = new PublicPage(await context.newPage());
    await visit.open(product.origin);
    await visit.submit(post.links[0]);
    return () => context.close();
  });
  const list = () => visit.card.getByRole('region', { name: 'Captions' });
  const saveEnglish = () => list().getByRole('button', { name: /^Save captions, English \(United States\)/ });

  it('are listed by language and origin, and saved byte for byte', async () => {
    const rows = list().getByRole('listitem');
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Portuguese \(Brazil\)\s+By the author, \d/),
        expect.stringMatching(/^English \(United States\)\s+Speech recognition, \d/),
        expect.stringMatching(/^German \(Germany\)\s+Machine translation, \d/),
        expect.stringMatching(/^Spanish \(Spain\)\s+Machine translation, \d/),
      ]);
    // Not only the button: a press on the words saves the file, as in the list of qualities.
    const pressWords = () => rows.nth(1).click({ position: { x: 40, y: 20 } });
    expect(await downloadsOf(visit.page, 1, pressWords)).toEqual([SAVED]);
    await visit.toasted('Download completed successfully!');
    await visit.download.getByText(SAVED.name).waitFor();
  });

  it('are saved with the keyboard, once for a double press, and the button keeps the focus', async () => {
    await saveEnglish().focus();
    expect(await downloadsOf(visit.page, 1, () => visit.page.keyboard.press('Enter'))).toEqual([SAVED]);
    await visit.download.getByText(SAVED.name).waitFor();
    expect(await saveEnglish().evaluate((button) => button === document.activeElement)).toBe(true);
    let downloads = 0;
    visit.page.on('download', () => {
      downloads += 1;
    });
    await saveEnglish().dblclick();
    await visit.page.waitForTimeout(500);
    expect(downloads).toBe(1);
  });

  it('are saved after their link has expired', async () => {
    await saveEnglish().waitFor();
    product.mockPlatforms.expireLinks(post.links[0], 0);
    expect(await downloadsOf(visit.page, 1, () => saveEnglish().click())).toEqual([SAVED]);
  });

  it('leave the file name and the button of the video as they are', async () => {
    await saveEnglish().waitFor();
    const [video] = await downloadsOf(visit.page, 1, () => visit.downloadButton().click());
    expect(video?.name).toBe(`tiktok_video_${post.id}_${TODAY}.mp4`);
  });
});

describe('a set', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct(() => ({ ENGINES: 'native' }));
  });
  afterAll(() => product?.stop());

  it('is saved as one ZIP of the selected items', async () => {
    const context = await browser.newContext({ acceptDownloads: true });
    const visit = new PublicPage(await context.newPage());
    await visit.open(product.origin);
    await visit.submit('https://www.instagram.com/p/DMocksFive1/');
    await visit.card.getByRole('checkbox', { name: 'Select photo 2' }).uncheck();
    await visit.card.getByRole('radio', { name: /One ZIP file/ }).check();
    await visit.page.getByRole('button', { name: 'Download 4 photos' }).waitFor();
    const [zip] = await downloadsOf(visit.page, 1, () => visit.downloadButton().click());
    expect(zip?.name).toMatch(/\.zip$/);
    const inside = [0, 2, 3, 4].reduce(
      (sum, index) =>
        sum + product.mockPlatforms.bytesOf('https://www.instagram.com/p/DMocksFive1/', index).length,
      0,
    );
    // Stored uncompressed: the ZIP holds the pictures and a directory, nothing else.
    expect(zip?.bytes).toBeGreaterThan(inside);
    expect(zip?.bytes).toBeLessThan(inside + 2_000);
    await context.close();
  });
});
