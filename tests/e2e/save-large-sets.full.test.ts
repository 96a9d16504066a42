import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MockPost } from '../mock-platforms/post.ts';
import { mockLargeSets } from '../mock-platforms/posts.ts';
import { launchBrowser } from './browser.ts';
import { type InProcessProduct, startInProcessProduct } from './in-process-product.ts';
import { DiskFolder, storedFiles } from './pages/disk-folder.ts';
import { PublicPage, sha256 } from './pages/public-page.ts';
import { PHONE, roundsOf, stubSheet } from './pages/share-stub.ts';

const TODAY = new Date().toISOString().slice(0, 10);
const LIMIT_BYTES = 200 * 1024 * 1024;

const postNamed = (name: string): MockPost => {
  const post = mockLargeSets.find((one) => one.name === name);
  if (post === undefined) throw new Error(`no set is called ${name}`);
  return post;
};
const TWENTY = postNamed('instagram set of 20');
const MANY = postNamed('tiktok set of 45');
const CLIPS = postNamed('instagram set of large clips');

let browser: Browser;
let product: InProcessProduct;
let context: BrowserContext;
let page: Page;
let visit: PublicPage;
let disk: DiskFolder;
beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(),
    startInProcessProduct(() => ({ ENGINES: 'native' })),
  ]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));
beforeEach(async () => {
  context = await browser.newContext({ acceptDownloads: true });
  page = await context.newPage();
  disk = await DiskFolder.of(page);
  visit = new PublicPage(page);
  return async () => {
    await context.close();
    await disk.remove();
  };
});

const preview = async (post: MockPost): Promise<void> => {
  await visit.open(product.origin);
  await visit.submit(post.links[0]);
  await visit.card.waitFor();
};
const choose = (name: RegExp): Promise<void> => visit.card.getByRole('radio', { name }).check();
const chosen = (name: RegExp): Promise<boolean> => visit.card.getByRole('radio', { name }).isChecked();
const says = (words: string) => visit.download.getByText(words, { exact: true });
const saveNext = (count: number) =>
  visit.download.getByRole('button', { name: `Save the next ${count}`, exact: true });
const filesOnDisk = async (): Promise<number> => (await disk.names()).length;

const nameOf = (post: MockPost, index: number): string =>
  `${post.platform}_photo_${post.id}_${index + 1}_${TODAY}.jpg`;
const expectedFiles = (post: MockPost): Record<string, string> =>
  Object.fromEntries(
    post.items.map((_, index) => [
      nameOf(post, index),
      sha256(product.mockPlatforms.bytesOf(post.links[0], index)),
    ]),
  );
const savedFiles = async (): Promise<Record<string, string>> => {
  const names = await disk.names();
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await disk.sha256Of(name)])));
};

describe('the browser of these tests', () => {
  it('keeps ten downloads of one click and drops the others without an error', async () => {
    await page.goto(product.origin);
    await page.evaluate(() => {
      for (let index = 0; index < 20; index += 1) {
        const anchor = document.createElement('a');
        anchor.href = URL.createObjectURL(new Blob([`file ${index}`]));
        anchor.download = `plain-${index}.txt`;
        document.body.append(anchor);
        anchor.click();
      }
    });
    await expect.poll(filesOnDisk).toBe(10);
    await page.waitForTimeout(500);
    expect(await filesOnDisk()).toBe(10);
  });
});

describe('a large set', () => {
  it('is on disk as announced, ten files per click', async () => {
    const all = MANY.items.length;
    await preview(MANY);
    await choose(/^Separate files/);
    await visit.downloadButton().press('Enter');
    for (const [index, count] of [10, 10, 10, 5].entries()) {
      const claimed = (index + 1) * 10;
      await says(`${claimed} of ${all} files sent to your browser`).waitFor();
      await expect.poll(filesOnDisk).toBe(claimed);
      const button = saveNext(count);
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.press('Enter');
    }
    await says(`${all} of ${all} files sent to your browser`).waitFor();
    await expect.poll(filesOnDisk).toBe(all);
    expect(await savedFiles()).toEqual(expectedFiles(MANY));
    await visit.toasted('Download completed successfully!');
  });

  it('is one ZIP unless the visitor chooses otherwise', async () => {
    await preview(TWENTY);
    expect(await chosen(/^One ZIP file/)).toBe(true);
    await visit.downloadButton().click();
    await says('Saved 20 photos in one ZIP').waitFor();
    await visit.toasted('Download completed successfully!');
    await expect.poll(filesOnDisk).toBe(1);
    const [name = ''] = await disk.names();
    expect(name).toMatch(/\.zip$/);
    expect(Object.fromEntries(storedFiles(await disk.read(name)))).toEqual(expectedFiles(TWENTY));
  });
});

describe('a large set on an iPhone', () => {
  it('goes to Photos whole, one tap for each round', async () => {
    const phone = await browser.newContext({ ...PHONE, viewport: { width: 360, height: 740 } });
    page = await phone.newPage();
    visit = new PublicPage(page);
    await stubSheet(page, 20);
    await preview(MANY);
    expect(await chosen(/^Save to Photos/)).toBe(true);
    await visit.downloadButton().tap();
    for (const count of [20, 5]) {
      await visit.tapNext(visit.download.getByRole('button', { name: `Save ${count} to Photos` }));
    }
    await says('45 of 45 files passed to the share sheet').waitFor();
    await visit.toasted('Download completed successfully!');
    const rounds = await roundsOf(page);
    expect(rounds.map((round) => round.length)).toEqual([20, 20, 5]);
    expect(Object.fromEntries(rounds.flat().map((file) => [file.name, file.sha256]))).toEqual(
      expectedFiles(MANY),
    );
    await phone.close();
  });
});

describe('a set of more than 200 MB in a browser without a disk for pages', () => {
  it('comes in numbered ZIP files, each within the limit', async () => {
    // Generated beforehand: if proving a size takes too long, the size is only estimated.
    for (const item of CLIPS.items) item.renditions[0]?.body.bytes();
    await context.addInitScript(() => {
      navigator.storage.getDirectory = () => Promise.reject(new DOMException('', 'SecurityError'));
    });
    await preview(CLIPS);
    await choose(/^2 ZIP files/);
    await visit.downloadButton().click();
    // Receiving and packing 220 MB takes ten seconds of a processor that other tests share.
    await says('3 of 3 files sent to your browser').waitFor({ timeout: 60_000 });
    await says('In 2 ZIP files.').waitFor();
    const zips = [1, 2].map((part) => `instagram_video_${CLIPS.id}_${TODAY}-part-${part}-of-2.zip`);
    await expect.poll(() => disk.names()).toEqual(zips);
    const inside = [];
    for (const zip of zips) {
      const content = await disk.read(zip);
      expect(content.length).toBeLessThanOrEqual(LIMIT_BYTES);
      inside.push(...storedFiles(content).map(([, digest]) => digest));
    }
    expect(inside).toEqual(
      CLIPS.items.map((_, index) => sha256(product.mockPlatforms.bytesOf(CLIPS.links[0], index))),
    );
  });
});

describe('a set that is interrupted', () => {
  const afterTen = async (): Promise<void> => {
    await preview(TWENTY);
    await choose(/^Separate files/);
    await visit.downloadButton().click();
    await saveNext(10).waitFor();
  };

  it('reports what the browser has when the visitor stops', async () => {
    await afterTen();
    await visit.download.getByRole('button', { name: 'Stop here' }).click();
    await says('10 of 20 files sent to your browser').waitFor();
    await says('You cancelled the rest.').waitFor();
    expect(await filesOnDisk()).toBe(10);
    await expect
      .poll(() => visit.pasteAnother.evaluate((element) => element === document.activeElement))
      .toBe(true);
  });

  it('warns before the tab is left between two clicks, and goes on beside another preview', async () => {
    await afterTen();
    expect(await visit.askedBeforeLeaving()).toEqual(['beforeunload']);
    await visit.submit('https://www.instagram.com/reel/DMocksReel1/');
    await visit.downloadButton().waitFor();
    await saveNext(10).click();
    await expect.poll(filesOnDisk).toBe(20);
    expect(await savedFiles()).toEqual(expectedFiles(TWENTY));
  });

  it('continues at the next click during maintenance', async () => {
    await afterTen();
    await product.settings.change({ maintenance: true });
    await page.getByTestId('maintenance-waits').waitFor();
    await saveNext(10).click();
    await expect.poll(filesOnDisk).toBe(20);
    await product.settings.change({ maintenance: false });
    expect(await savedFiles()).toEqual(expectedFiles(TWENTY));
  });

  it('omits a file that fails, says so, and fetches only that one again', async () => {
    await preview(TWENTY);
    await choose(/^Separate files/);
    const [file] = TWENTY.items[4]?.renditions ?? [];
    product.mockPlatforms.setMediaFault(file?.path ?? '', {
      kind: 'expired',
      status: 403,
      afterRefresh: 'never',
    });
    await visit.downloadButton().click();
    await saveNext(9).click();
    await says('19 of 20 files sent to your browser.').waitFor();
    await says('1 file failed.').waitFor();
    await expect.poll(filesOnDisk).toBe(19);
    product.mockPlatforms.resetFaults();
    await visit.download.getByRole('button', { name: 'Retry' }).click();
    await says('20 of 20 files sent to your browser').waitFor();
    await expect.poll(savedFiles).toEqual(expectedFiles(TWENTY));
  });
});

describe('a folder of the visitor’s', () => {
  /** Replaces the folder picker, which needs a person, by the page's origin-private file system. */
  const withPicker = (refusal: string | null) =>
    page.addInitScript((name) => {
      Object.assign(globalThis, {
        showDirectoryPicker: async () => {
          if (name !== null) throw new DOMException('', name);
          const root = await navigator.storage.getDirectory();
          return root.getDirectoryHandle('Trip', { create: true });
        },
      });
    }, refusal);
  const folderFiles = (): Promise<Record<string, string>> =>
    page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle('Trip', { create: true });
      const files: Record<string, string> = {};
      for await (const [name, handle] of folder.entries()) {
        const bytes = await (await (handle as FileSystemFileHandle).getFile()).arrayBuffer();
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
        files[name] = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      }
      return files;
    });

  it('receives all 45 files from one click, and no existing file is overwritten', async () => {
    await withPicker(null);
    await preview(MANY);
    const mine = nameOf(MANY, 0);
    await page.evaluate(async (name) => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle('Trip', { create: true });
      const stream = await (await folder.getFileHandle(name, { create: true })).createWritable();
      await stream.write('mine');
      await stream.close();
    }, mine);
    await choose(/^Save to a folder/);
    await visit.downloadButton().click();
    await says('Folder "Trip": 45 of 45 files').waitFor();
    await visit.toasted('Download completed successfully!');
    const { [mine]: first, ...others } = expectedFiles(MANY);
    expect(await folderFiles()).toEqual({
      ...others,
      [mine]: sha256(Buffer.from('mine')),
      [mine.replace('.jpg', '_2.jpg')]: first,
    });
    expect(await filesOnDisk()).toBe(0);
  });

  it.each([
    ['AbortError', 'No folder was chosen. Nothing was saved.'],
    ['NotAllowedError', 'Download failed: your browser does not let this page write to the folder.'],
  ])('is not written to after %s', async (refusal, words) => {
    await withPicker(refusal);
    await preview(TWENTY);
    await choose(/^Save to a folder/);
    await visit.downloadButton().click();
    await visit.toasted(words);
    await visit.downloadButton().waitFor();
    expect(await folderFiles()).toEqual({});
  });
});
