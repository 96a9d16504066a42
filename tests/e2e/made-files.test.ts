import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input, type InputTrack } from 'mediabunny';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extrasList } from '#messages/extras-list.ts';
import { filmList } from '#messages/film-list.ts';
import { player } from '#messages/player.ts';
import { resultCard } from '#messages/result-card.ts';
import { text } from '#shared/messages/text.ts';
import { sampleBody } from '../mock-platforms/media-body.ts';
import { launchBrowser } from './browser.ts';
import { startInProcessProduct } from './in-process-product.ts';
import { downloadsOf, PublicPage } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

const SEPARATE_TRACKS = 'https://www.instagram.com/reel/DMocksDash1/';
const REEL = 'https://www.instagram.com/reel/DMocksReel1/';

let browser: Browser;
let product: Product;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'made-files-'));
  [browser, product] = await Promise.all([launchBrowser(), startProduct(() => ({}))]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), product?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

const CANONICAL_REEL = 'https://www.instagram.com/p/DMocksReel1/';
const SET = 'https://www.instagram.com/p/DMocksFive1/';
/** Returns the button of a file in the folded list beside a post, which it unfolds. */
const extra = async ({ card }: PublicPage, name: 'cover' | 'author' | 'txt' | 'json') => {
  const list = card.getByTestId('extras');
  const button = list.getByRole('button', {
    name: text(resultCard, 'saveFile', { label: text(extrasList, name) }),
  });
  if (!(await button.isVisible())) await list.getByText(text(extrasList, 'heading')).click();
  return button;
};

const openPost = async (
  link: string,
  { origin }: Pick<Product, 'origin'> = product,
  viewport = { width: 1280, height: 860 },
): Promise<PublicPage> => {
  const page = await browser.newPage({ viewport });
  const visit = new PublicPage(page);
  await visit.open(origin);
  await visit.submit(link);
  await visit.card.waitFor();
  return visit;
};

/** Saves the file that `press` starts. Returns its name and its bytes. */
const saved = async (page: Page, press: () => Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const file = path.join(folder, download.suggestedFilename());
  await download.saveAs(file);
  return { name: download.suggestedFilename(), bytes: await readFile(file) };
};

const open = (bytes: Buffer): Input => new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });

/** Returns the data of all packets of a track, one after another. */
const packetsOf = async (track: InputTrack | null): Promise<Buffer> => {
  if (track === null) throw new Error('the file has no such track');
  const packets: Uint8Array[] = [];
  for await (const { data } of new EncodedPacketSink(track).packets()) packets.push(data);
  return Buffer.concat(packets);
};

describe('a reel whose best picture comes apart from its sound', () => {
  it('is saved in 1080p with sound, without a choice, with the packets of both files', async () => {
    const visit = await openPost(SEPARATE_TRACKS);
    const best = visit.card.getByRole('radio', { name: /1080p Full HD.*Joined on your device/u });
    expect(await best.isChecked()).toBe(true);
    const { name, bytes } = await saved(visit.page, () =>
      visit.card.getByRole('button', { name: /^Download 1080p/u }).click(),
    );
    await visit.card.getByText('Saved to your device').waitFor();
    expect(name).toMatch(/^instagram_video_DMocksDash1_1080p_\d{4}-\d\d-\d\d\.mp4$/u);
    const original = open(sampleBody('clip-1080p.mp4', 'video/mp4').bytes());
    const made = open(bytes);
    expect(
      (await packetsOf(await made.getPrimaryVideoTrack())).equals(
        await packetsOf(await original.getPrimaryVideoTrack()),
      ),
    ).toBe(true);
    expect(
      (await packetsOf(await made.getPrimaryAudioTrack())).equals(
        await packetsOf(await original.getPrimaryAudioTrack()),
      ),
    ).toBe(true);
    expect(await made.computeDuration()).toBeCloseTo(await original.computeDuration(), 1);
    await visit.page.close();
  });

  it('is saved in 720p, with a word about it, when the picture is not sent', async () => {
    const visit = await openPost(SEPARATE_TRACKS);
    let silent: string | undefined;
    await visit.page.route('**/api/media/**', async (route) => {
      // The join reads its picture first.
      silent ??= route.request().url();
      if (route.request().url() === silent) await route.fulfill({ status: 502 });
      else await route.continue();
    });
    const { name } = await saved(visit.page, () =>
      visit.card.getByRole('button', { name: /^Download 1080p/u }).click(),
    );
    expect(name).toMatch(/^instagram_video_DMocksDash1_\d{4}-\d\d-\d\d\.mp4$/u);
    await visit.page.getByText(/This device could not join picture and sound/u).waitFor();
    await visit.page.close();
  });
});

describe('the sound of a reel', () => {
  it('is saved as M4A, copied, with title, author and cover', async () => {
    const visit = await openPost(REEL);
    const { name, bytes } = await saved(visit.page, () =>
      visit.card
        .getByRole('button', { name: text(resultCard, 'saveFile', { label: 'Sound (M4A)' }) })
        .click(),
    );
    expect(name).toMatch(/^instagram_audio_DMocksReel1_\d{4}-\d\d-\d\d\.m4a$/u);
    const made = open(bytes);
    expect(await made.getPrimaryVideoTrack()).toBeNull();
    const original = open(sampleBody('clip-720p.mp4', 'video/mp4').bytes());
    expect(
      (await packetsOf(await made.getPrimaryAudioTrack())).equals(
        await packetsOf(await original.getPrimaryAudioTrack()),
      ),
    ).toBe(true);
    const tags = await made.getMetadataTags();
    expect(tags).toMatchObject({ artist: 'mock.pictures' });
    expect(tags.title).toContain('Evening light');
    expect(tags.images?.[0]?.data.length).toBeGreaterThan(1_000);
    await visit.page.close();
  });
});

describe('a part of a reel', () => {
  it('is chosen at the player by keys, begins with a key frame and is copied', async () => {
    const visit = await openPost(REEL);
    await visit.page.getByRole('button', { name: text(player, 'cut') }).click();
    const start = visit.page.getByRole('slider', { name: text(player, 'partFrom') });
    const end = visit.page.getByRole('slider', { name: text(player, 'partTo') });
    expect(await start.evaluate((element) => element === document.activeElement)).toBe(true);
    await end.focus();
    await visit.page.keyboard.press('Home');
    await expect.poll(() => end.inputValue()).toBe('1');
    for (let step = 0; step < 30; step += 1) await visit.page.keyboard.press('ArrowRight');
    await expect.poll(() => end.inputValue()).toBe('4');
    const { name, bytes } = await saved(visit.page, () =>
      visit.page.getByRole('button', { name: text(player, 'savePart') }).click(),
    );
    expect(name).toMatch(/^instagram_video_DMocksReel1_.*_0-4s\.mp4$/u);
    const made = open(bytes);
    const original = open(sampleBody('clip-720p.mp4', 'video/mp4').bytes());
    const [part, whole] = [
      await packetsOf(await made.getPrimaryVideoTrack()),
      await packetsOf(await original.getPrimaryVideoTrack()),
    ];
    expect(part.length).toBeGreaterThan(0);
    expect(whole.subarray(0, part.length).equals(part)).toBe(true);
    expect(await made.computeDuration()).toBeGreaterThan(3.5);
    expect(await made.computeDuration()).toBeLessThan(4.5);
    await visit.page.close();
  });
});

describe('the photos of a set', () => {
  it('are saved as one video of the chosen length, of the selected photos only', async () => {
    const visit = await openPost(SET);
    await visit.card.getByRole('checkbox', { name: 'Select photo 5' }).uncheck();
    await visit.card.getByText('4 photos, no sound').waitFor();
    await visit.card.getByLabel(text(filmList, 'seconds')).selectOption('2');
    const { name, bytes } = await saved(visit.page, () =>
      visit.card.getByRole('button', { name: text(filmList, 'save') }).click(),
    );
    expect(name).toMatch(/^instagram_video_DMocksFive1_1_\d{4}-\d\d-\d\d\.mp4$/u);
    expect(await open(bytes).computeDuration()).toBeCloseTo(8, 1);
    await visit.page.close();
  });

  it('are offered late by a slow device, without moving what the visitor is about to press', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    await page.addInitScript(() => {
      const { promise, resolve } = Promise.withResolvers<void>();
      Object.assign(globalThis, { answer: resolve });
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function post(message: unknown) {
        void promise.then(() => postMessage.call(this, message));
      };
    });
    const visit = new PublicPage(page);
    await visit.open(product.origin);
    await visit.submit(SET);
    // The card has been scrolled into view by then.
    await page.locator('#preview:focus').waitFor();
    const film = visit.card.getByTestId('film');
    // Scrolled so far that the button has left the window's edge.
    const choice = visit.card.getByText(text(resultCard, 'oneZip'), { exact: true }).first();
    await choice.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const before = await visit.downloadButton().boundingBox();
    expect(await film.count()).toBe(0);
    await page.evaluate(() => (globalThis as unknown as { answer: () => void }).answer());
    await film.waitFor();
    expect(await visit.downloadButton().boundingBox()).toEqual(before);
    await page.close();
  });

  it('have no control under the download bar of a phone on its side, by keyboard', async () => {
    const visit = await openPost(SET, product, { width: 740, height: 360 });
    const controls = visit.card.getByTestId('film').locator('select, button');
    await controls.first().focus();
    for (let index = 0; index < 4; index += 1) {
      const seen = () =>
        controls.nth(index).evaluate((control) => {
          const { left, bottom } = control.getBoundingClientRect();
          const hit = document.elementFromPoint(left + 4, bottom - 4);
          return [control === document.activeElement, control.contains(hit)];
        });
      await expect.poll(seen).toEqual([true, true]);
      await visit.page.keyboard.press('Tab');
    }
    await visit.page.close();
  });

  it('are ordered by keys: the shown photo moves, and a word tells the order', async () => {
    const visit = await openPost(SET, product, { width: 360, height: 740 });
    const film = visit.card.getByTestId('film');
    await visit.card.getByRole('button', { name: 'Show photo 3' }).click();
    const earlier = film.getByRole('button', { name: text(filmList, 'earlier', { position: 3 }) });
    const told = (order: string) =>
      visit.page.getByTestId('live-polite').getByText(text(filmList, 'order', { order }));
    await earlier.press('Enter');
    await told('1, 3, 2, 4, 5').waitFor({ state: 'attached' });
    await earlier.press('Enter');
    await told('3, 1, 2, 4, 5').waitFor({ state: 'attached' });
    expect(await earlier.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await earlier.getAttribute('aria-disabled')).toBe('true');
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const { name } = await saved(visit.page, () =>
      film.getByRole('button', { name: text(filmList, 'save') }).click(),
    );
    expect(name).toMatch(/^instagram_video_DMocksFive1_3_/u);
    await visit.page.close();
  });
});

describe('what belongs to a post', () => {
  it('is saved as text and JSON without a request', async () => {
    const visit = await openPost(REEL);
    await visit.page.waitForLoadState('networkidle');
    const requests: string[] = [];
    visit.page.on('request', (request) => requests.push(request.url()));
    const txt = await saved(visit.page, async () => (await extra(visit, 'txt')).click());
    await visit.card.getByText('Saved to your device').waitFor();
    const json = await saved(visit.page, async () => (await extra(visit, 'json')).click());
    expect(txt.name).toMatch(/^instagram_details_DMocksReel1_\d{4}-\d\d-\d\d\.txt$/u);
    const words = txt.bytes.toString();
    expect(words).toContain('@mock.pictures, Instagram reel');
    expect(words).toContain('Evening light');
    expect(words).toContain(CANONICAL_REEL);
    expect(json.name).toMatch(/\.json$/u);
    expect(JSON.parse(json.bytes.toString())).toMatchObject({
      author: 'mock.pictures',
      url: CANONICAL_REEL,
      items: 1,
    });
    expect(words + json.bytes).not.toContain('/api/media');
    expect(requests.filter((url) => url.startsWith(product.origin))).toEqual([]);
    await visit.page.close();
  });

  it.each(['cover', 'author'] as const)('is also its %s, with the extension of its type', async (picture) => {
    const visit = await openPost(REEL);
    const { name, bytes } = await saved(visit.page, async () => (await extra(visit, picture)).click());
    expect(name.replace(/\d{4}-\d\d-\d\d/u, 'DATE')).toBe(`instagram_${picture}_DMocksReel1_DATE.jpg`);
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    await visit.page.close();
  });

  it('goes with a set, in its ZIP or as a file of its own', async () => {
    const visit = await openPost(SET);
    await visit.card.getByLabel(text(extrasList, 'withDetails')).check();
    const separate = await downloadsOf(visit.page, 6, () => visit.downloadButton().click());
    expect(separate.at(-1)?.name).toMatch(/^instagram_details_DMocksFive1_\d{4}-\d\d-\d\d\.txt$/u);
    await visit.card.getByRole('radio', { name: /^One ZIP file/u }).check();
    const zip = await saved(visit.page, () => visit.downloadButton().click());
    expect(zip.bytes.toString('latin1')).toContain(separate.at(-1)?.name);
    await visit.page.close();
  });
});

describe('files that the owner has switched off', () => {
  it('leave an open page, where direct delivery had a word about them, and come back', async () => {
    const direct = await startInProcessProduct(() => ({ DELIVERY: 'direct' }));
    const visit = await openPost(SEPARATE_TRACKS, direct);
    const best = visit.card.getByRole('radio', { name: /1080p Full HD.*Joined on your device/u });
    const detour = visit.card.getByText(text(resultCard, 'detour'));
    const shown = () =>
      Promise.all(
        [
          best,
          detour,
          visit.card.getByTestId('sounds'),
          visit.page.getByRole('button', { name: 'Save a part' }),
        ].map((one) => one.isVisible()),
      );
    await expect.poll(shown).toEqual([true, true, true, true]);
    await direct.settings.change({ madeFiles: false });
    await expect.poll(shown).toEqual([false, false, false, false]);
    expect(await visit.card.getByRole('radio', { name: /^720p/u }).isChecked()).toBe(true);
    expect(await (await extra(visit, 'txt')).isVisible()).toBe(true);
    await direct.settings.change({ madeFiles: true });
    await expect.poll(shown).toEqual([true, true, true, true]);
    await visit.page.close();
    await direct.stop();
  });
});
