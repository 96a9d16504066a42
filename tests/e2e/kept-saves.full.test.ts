import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mockLargeSets, mockPosts } from '../mock-platforms/posts.ts';
import { launchBrowser } from './browser.ts';
import { onlyDownload } from './browsers/downloads-folder.ts';
import { EngineVisit } from './browsers/engine-visit.ts';
import { startFirefox } from './browsers/firefox-browser.ts';
import { type CuttingFront, startCuttingFront } from './cutting-front.ts';
import { DiskFolder } from './pages/disk-folder.ts';
import { startOnProfile } from './pages/killed-chromium.ts';
import { PublicPage, savedFile, sha256 } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

const linkOf = (name: string): string =>
  [...mockPosts, ...mockLargeSets].find((post) => post.name === name)?.links[0] ?? '';
const LINK = linkOf('tiktok large video');
const CLIPS = linkOf('instagram set of large clips');
/** Bytes of the file that the page has when its browser is killed, and how many of them are surely on the disk. */
const HELD_BYTES = 14 * 1024 * 1024;
const KEPT_BYTES = 10 * 1024 * 1024;

let product: Product;
let front: CuttingFront;
let file: Buffer;
beforeAll(async () => {
  product = await startProduct(() => ({ ENGINES: 'native' }));
  file = product.mockPlatforms.bytesOf(LINK);
});
afterAll(() => product?.stop());
beforeEach(async () => {
  front = await startCuttingFront(product.origin);
  front.holdOf = ({ start }) => (start === 0 ? HELD_BYTES : null);
  return () => front.close();
});

/** Runs in the page. Returns the sizes of the files that are kept on its disk, without their records. */
const keptSizes = async (): Promise<number[]> => {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('saves');
    const sizes: number[] = [];
    for await (const [name, entry] of folder.entries())
      if (!name.endsWith('.json')) sizes.push((await (entry as FileSystemFileHandle).getFile()).size);
    return sizes;
  } catch {
    return [];
  }
};

const begin = async (page: Page, link = LINK): Promise<PublicPage> => {
  const visit = new PublicPage(page);
  await visit.open(front.origin);
  await visit.submit(link);
  await visit.card.waitFor();
  return visit;
};
/** Starts the save, and waits until a part of the file is on the disk. */
const saveHalf = async (page: Page): Promise<void> => {
  const visit = await begin(page);
  await visit.downloadButton().click();
  await expect.poll(() => page.evaluate(keptSizes)).toEqual([expect.toSatisfy((size) => size >= KEPT_BYTES)]);
};
const list = (page: Page) => page.getByRole('region', { name: 'Unfinished downloads', exact: true });

describe('a save whose browser is killed', () => {
  it('goes on with the same bytes in Chromium', async () => {
    const profile = await mkdtemp(path.join(os.tmpdir(), 'savelet-profile-'));
    const first = await startOnProfile(profile);
    await saveHalf(await first.context.newPage());
    await first.kill();
    const second = await startOnProfile(profile);
    try {
      const page = await second.context.newPage();
      await new PublicPage(page).open(front.origin);
      await list(page).getByRole('button', { name: 'Resume', exact: true }).click();
      await list(page).getByText('Saved to your device').waitFor();
      expect(sha256((await onlyDownload(second.downloads)).bytes)).toBe(sha256(file));
      const [whole, rest] = front.transfers;
      expect([rest?.ticket, rest?.status]).toEqual([whole?.ticket, 206]);
      expect(rest?.start).toBeGreaterThan(KEPT_BYTES - 1024);
      await list(page).getByRole('button', { name: 'Close', exact: true }).click();
      await list(page).waitFor({ state: 'detached' });
    } finally {
      await second.kill();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  });

  it('goes on with the same bytes in Firefox', async () => {
    const first = await startFirefox();
    const before = await first.newPage(390);
    const visit = new EngineVisit(before);
    await visit.open(front.origin);
    await visit.type({ css: '#link' }, LINK);
    await visit.click({ css: 'button', name: 'Fetch preview' });
    await visit.click({ css: '[data-testid="download"] button', part: 'Download' });
    await expect.poll(() => before.run(keptSizes)).toEqual([expect.toSatisfy((size) => size >= KEPT_BYTES)]);
    const second = await startFirefox(await first.kill());
    try {
      const again = new EngineVisit(await second.newPage(390));
      await again.open(front.origin);
      await again.click({ css: 'button', name: 'Resume' });
      await again.toasted('Download completed successfully!');
      expect(sha256((await onlyDownload(second.downloads)).bytes)).toBe(sha256(file));
    } finally {
      await second.close();
    }
  });
});

describe('a large file', () => {
  let context: BrowserContext;
  let page: Page;
  beforeEach(async () => {
    context = await (await launchBrowser()).newContext({ acceptDownloads: true });
    page = await context.newPage();
    return () => context.close();
  });

  it('is listed as running in another tab, then as one to go on with, and is deleted on demand', async () => {
    await saveHalf(page);
    const other = await context.newPage();
    await new PublicPage(other).open(front.origin);
    await list(other).getByText('Running in another tab').waitFor();
    expect(await list(other).getByRole('button').count()).toBe(0);
    await page.close();
    await list(other).getByRole('button', { name: 'Delete', exact: true }).click();
    await list(other).waitFor({ state: 'detached' });
    await expect.poll(() => other.evaluate(keptSizes)).toEqual([]);
  });

  it('goes on while another tab ends a file of the same list', async () => {
    await saveHalf(page);
    const [first = 0] = await page.evaluate(keptSizes);
    const third = await context.newPage();
    await (await begin(third)).downloadButton().click();
    await expect
      .poll(() => page.evaluate(keptSizes))
      .toEqual([expect.toSatisfy((size) => size >= first), expect.toSatisfy((size) => size >= KEPT_BYTES)]);
    await third.close();
    const other = await context.newPage();
    await new PublicPage(other).open(front.origin);
    await list(other).getByText('Running in another tab').waitFor();
    front.holdOf = () => 1024 * 1024;
    await list(other).getByRole('button', { name: 'Resume', exact: true }).click();
    await list(other).getByRole('button', { name: 'Cancel', exact: true }).waitFor();
    await page.close();
    await list(other).getByRole('button', { name: 'Resume', exact: true }).waitFor();
    expect(await list(other).getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(1);
    expect(await other.evaluate(keptSizes)).toHaveLength(2);
  });

  it('is deleted with its visit’s link', async () => {
    await saveHalf(page);
    const other = await context.newPage();
    await page.close();
    front.answerInstead = (request, response) => {
      if (!request.url?.startsWith('/api/media/')) return false;
      const problem = {
        status: 410,
        code: 'ticket_expired',
        title: 'Media link expired',
        detail: 'Expired.',
      };
      response.writeHead(410, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
      return true;
    };
    await new PublicPage(other).open(front.origin);
    await list(other).getByRole('button', { name: 'Resume', exact: true }).click();
    await list(other).getByText('The link has expired. The post may be gone.').waitFor();
    await expect.poll(() => other.evaluate(keptSizes)).toEqual([]);
  });

  it('is the browser’s own download once the disk is full', async () => {
    front.holdOf = () => null;
    await context.addInitScript(() => {
      const { postMessage } = Worker.prototype;
      // The disk takes the byte of the probe and one piece.
      let appended = 0;
      Worker.prototype.postMessage = function (
        this: Worker,
        message: { task?: { kind: string } },
        ...more: never[]
      ) {
        if (message.task?.kind === 'append') appended += 1;
        if (appended > 2 && message.task?.kind === 'append') Object.assign(message.task, { id: 'gone' });
        postMessage.call(this, message, ...more);
      } as typeof postMessage;
    });
    const visit = await begin(page);
    const download = page.waitForEvent('download');
    await visit.downloadButton().click();
    expect((await savedFile(await download)).sha256).toBe(sha256(file));
    await visit.toasted('Your browser saves it itself.');
    await expect.poll(() => page.evaluate(keptSizes)).toEqual([]);
  });

  it('is saved as before where the browser has no disk', async () => {
    front.holdOf = () => null;
    await context.addInitScript(() => {
      navigator.storage.getDirectory = () => Promise.reject(new DOMException('', 'SecurityError'));
    });
    const visit = await begin(page);
    const download = page.waitForEvent('download');
    await visit.downloadButton().click();
    await visit.saved.waitFor();
    expect((await savedFile(await download)).sha256).toBe(sha256(file));
  });

  it('and others come in one ZIP of more than 200 MB, which leaves nothing else on the disk', async () => {
    front.holdOf = () => null;
    // Generated beforehand: if proving a size takes too long, the size is only estimated.
    for (const index of [0, 1, 2]) product.mockPlatforms.bytesOf(CLIPS, index);
    const downloads = await DiskFolder.of(page);
    const visit = await begin(page, CLIPS);
    await visit.card.getByRole('radio', { name: /^One ZIP file/ }).check();
    // Comes from the memory of the page.
    await visit.card.getByRole('checkbox', { name: 'Add the details (TXT)' }).check();
    await visit.downloadButton().click();
    await visit.download.getByText('Saved 3 videos in one ZIP').waitFor({ timeout: 60_000 });
    await expect.poll(() => downloads.names()).toHaveLength(1);
    const [name = ''] = await downloads.names();
    await promisify(execFile)('unzip', ['-tq', path.join(downloads.path, name)]);
    const { stdout } = await promisify(execFile)('unzip', ['-Z1', path.join(downloads.path, name)]);
    expect(stdout.match(/\.\w+$/gmu)).toEqual(['.mp4', '.mp4', '.mp4', '.txt']);
    await expect.poll(() => page.evaluate(keptSizes)).toHaveLength(1);
    await downloads.remove();
  });
});
