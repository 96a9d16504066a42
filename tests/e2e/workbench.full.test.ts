import { stat } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Job, JobSource } from '../../src/web/workbench/job.ts';
import type { EngineBrowser } from './browsers/engine.ts';
import { startFirefox } from './browsers/firefox-browser.ts';
import { startWebkit } from './browsers/webkit-browser.ts';
import { openChromiumPage } from './workbench/chromium-browser.ts';
import { type JobPage, openJobPage } from './workbench/job-page.ts';
import { CLIP_SECONDS, createSampleMedia } from './workbench/sample-media.ts';
import { startWorkbenchSite } from './workbench/workbench-site.ts';

const TOLERANCE_SECONDS = 0.05;
const TITLE = 'Grüße — 日本語 🎵';
const ARTIST = 'An Author';

let site: Awaited<ReturnType<typeof startWorkbenchSite>>;
let media: ReturnType<typeof createSampleMedia>;

beforeAll(async () => {
  site = await startWorkbenchSite();
  media = createSampleMedia(site.folder);
  await media.make();
});
afterAll(() => site?.stop());

const source = (name: string, size: number | null = null): JobSource => ({ url: site.addressOf(name), size });
const sized = async (name: string): Promise<JobSource> => source(name, (await stat(site.pathOf(name))).size);
const tags = () => ({ title: TITLE, artist: ARTIST, cover: source('tall.jpg') });
const clip = (name: string, fromSeconds: number, toSeconds: number, isExact = false): Job => ({
  kind: 'clip',
  source: source(name),
  fromSeconds,
  toSeconds,
  isExact,
});
const failed = (failure: string, status: number | null = null) =>
  expect.objectContaining({ kind: 'failed', failure, status });

const openEngine = (start: () => Promise<EngineBrowser>) => async () => {
  const browser = await start();
  return { page: await browser.newPage(390), close: () => browser.close() };
};
const ENGINES = {
  chromium: openChromiumPage,
  firefox: openEngine(startFirefox),
  webkit: openEngine(startWebkit),
};

describe.each(Object.entries(ENGINES))('the workbench in %s', (engine, open) => {
  let opened: Awaited<ReturnType<typeof open>>;
  let page: JobPage;
  beforeAll(async () => {
    opened = await open();
    page = await openJobPage(opened.page, site);
  });
  afterAll(() => opened?.close());

  it('copies a sound with its tags, packet by packet, and counts the bytes', async () => {
    const from = await sized('clip.mp4');
    const made = await page.make({ kind: 'm4a', source: from, tags: tags() }, 'out.m4a', 'a post.m4a');
    expect(made.file).toMatchObject({ name: 'a post.m4a', type: 'audio/mp4' });
    expect(await media.packetHashes('out.m4a', 'a')).toEqual(await media.packetHashes('clip.mp4', 'a'));
    const { format, streams } = await media.probe('out.m4a');
    expect(format.tags).toMatchObject({ title: TITLE, artist: ARTIST });
    expect(format.duration).toBeCloseTo(CLIP_SECONDS, 1);
    expect(streams.filter(({ disposition }) => disposition.attached_pic === 1)).toHaveLength(1);
    for (const [received, total] of made.progress) {
      expect(total).toBe(from.size);
      expect(received).toBeLessThanOrEqual(from.size ?? 0);
    }
    expect(made.progress.length).toBeGreaterThan(0);
  });

  it('encodes a sound as MP3 with its tags', async () => {
    const made = await page.make({ kind: 'mp3', source: source('late.mp4'), tags: tags() }, 'out.mp3');
    expect(made).toMatchObject({ kind: 'made', file: { type: 'audio/mpeg' } });
    const { format, streams } = await media.probe('out.mp3');
    expect(format.tags).toMatchObject({ title: TITLE, artist: ARTIST });
    // Without the encoder's delay, which an MP3 file cannot state.
    expect(format.duration - CLIP_SECONDS).toBeLessThan(0.1);
    expect(format.duration).toBeGreaterThan(CLIP_SECONDS - TOLERANCE_SECONDS);
    expect(streams.map(({ codec_name }) => codec_name)).toEqual(['mp3', 'mjpeg']);
    await media.decode('out.mp3');
  });

  it('joins a picture and a sound of fragmented files, packet by packet', async () => {
    const job: Job = { kind: 'join', picture: await sized('picture.mp4'), sound: await sized('sound.mp4') };
    expect(await page.make(job, 'joined.mp4')).toMatchObject({ kind: 'made', file: { type: 'video/mp4' } });
    for (const kind of ['v', 'a'] as const)
      expect(await media.packetHashes('joined.mp4', kind)).toEqual(
        await media.packetHashes('late.mp4', kind),
      );
    expect((await media.probe('joined.mp4')).format.duration).toBeCloseTo(CLIP_SECONDS, 1);
  });

  it('cuts a clip at its key frames without other packets', async () => {
    expect(await page.make(clip('late.mp4', 2.4, 5), 'part.mp4')).toMatchObject({ kind: 'made' });
    const { key, all } = await media.frameTimes('part.mp4');
    expect(key).toEqual([0, 1, 2]);
    expect(all).toHaveLength(90);
    const whole = await media.packetHashes('late.mp4', 'v');
    expect(await media.packetHashes('part.mp4', 'v')).toEqual(whole.slice(60, 150));
    expect(whole.length).toBe(CLIP_SECONDS * 30);
    const sounds = await media.packetHashes('late.mp4', 'a');
    expect(sounds.join()).toContain((await media.packetHashes('part.mp4', 'a')).join());
    expect(Math.abs((await media.probe('part.mp4')).format.duration - 3)).toBeLessThan(TOLERANCE_SECONDS);
  });

  it('says what the device can make', async () => {
    expect(await page.askDevice()).toEqual({ files: true, films: engine !== 'webkit' });
  });

  // WebKitGTK is never asked to encode, because its encoder ends the page.
  if (engine !== 'webkit')
    describe('with an encoder', () => {
      it('cuts a clip at any time by encoding its picture anew', async () => {
        const made = await page.make(clip('late.mp4', 2.4, 5, true), 'exact.mp4');
        expect(made).toMatchObject({ kind: 'made' });
        const { all, key } = await media.frameTimes('exact.mp4');
        expect([key[0], all.length]).toEqual([0, 78]);
        expect(Math.abs((await media.probe('exact.mp4')).format.duration - 2.6)).toBeLessThan(
          TOLERANCE_SECONDS,
        );
        const sounds = (await media.packetHashes('late.mp4', 'a')).join();
        expect(sounds).toContain((await media.packetHashes('exact.mp4', 'a')).join());
        await media.decode('exact.mp4');
      });

      it('makes a film of pictures, with music that begins again', async () => {
        const pictures = [await sized('tall.jpg'), await sized('wide.jpg')];
        const job: Job = { kind: 'film', pictures, secondsEach: 4, music: source('sound.mp4') };
        expect(await page.make(job, 'film.mp4')).toMatchObject({ kind: 'made', file: { type: 'video/mp4' } });
        const { streams, format } = await media.probe('film.mp4');
        expect(streams[0]).toMatchObject({ codec_name: 'h264', width: 640, height: 800 });
        expect(Math.abs(format.duration - 8)).toBeLessThan(TOLERANCE_SECONDS);
        const { key, all } = await media.frameTimes('film.mp4');
        expect(all).toHaveLength(80);
        expect(key).toEqual(expect.arrayContaining([0, 4]));
        const music = await media.packetHashes('late.mp4', 'a');
        const heard = await media.packetHashes('film.mp4', 'a');
        expect(heard).toEqual([...music, ...music].slice(0, heard.length));
        await media.decode('film.mp4');
      });
    });
});

describe('a job of the workbench', () => {
  let opened: Awaited<ReturnType<typeof openChromiumPage>>;
  let page: JobPage;
  beforeAll(async () => {
    opened = await openChromiumPage();
    page = await openJobPage(opened.page, site);
  });
  afterAll(() => opened?.close());
  afterEach(() => site.prepareWorkers(''));

  it('has a policy of its own', async () => {
    const { headers } = await fetch(`${site.page}${await site.workerFile()}`);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp');
  });

  const copy = (from: JobSource): Job => ({ kind: 'm4a', source: from, tags: { ...tags(), cover: null } });

  it('finds the key frame at or before a time, in a whole and in a fragmented file', async () => {
    site.prepareWorkers('performance.now = () => 0;');
    expect(await page.ask(source('late.mp4'), 2.4)).toEqual({ keyFrame: 2, isQuick: true });
    site.prepareWorkers('let time = 0; performance.now = () => (time += 600);');
    expect(await page.ask(source('picture.mp4'), 3.2)).toEqual({ keyFrame: 3, isQuick: false });
    expect(await page.ask(source('sound.mp4'), 3.2)).toEqual({ keyFrame: null, isQuick: false });
  });

  it.each(['cut.mp4', 'cut-late.mp4'])('makes nothing of a file without its end (%s)', async (name) => {
    expect(await page.make(copy(source(name)), 'none')).toEqual(failed('incomplete'));
    const job: Job = { kind: 'join', picture: source(name), sound: source('sound.mp4') };
    expect(await page.make(job, 'none')).toEqual(failed('incomplete'));
  });

  it('makes nothing of a file that is shorter than announced', async () => {
    expect(await page.make(copy({ ...source('sound.mp4'), size: 9_999_999 }), 'none')).toEqual(
      failed('incomplete'),
    );
  });

  it('says what a source lacks', async () => {
    expect(await page.make(copy(source('silent.mp4')), 'none')).toEqual(failed('no-track'));
    expect(await page.make(clip('sound.mp4', 0, 2), 'none')).toEqual(failed('no-track'));
    expect(await page.make(copy(source('tall.jpg')), 'none')).toEqual(failed('unsupported'));
    expect(await page.make(copy(source('song.mp3')), 'none')).toEqual(failed('unsupported'));
  });

  it('passes on the status of a refusal', async () => {
    site.files.misbehave('sound.mp4', { status: 410 });
    expect(await page.make(copy(source('sound.mp4')), 'none')).toEqual(failed('refused', 410));
    site.files.misbehave('sound.mp4');
  });

  it('continues a broken connection where it broke', async () => {
    site.files.misbehave('clip.mp4', { breaks: 3, bytes: 120_000 });
    expect(await page.make(copy(source('clip.mp4')), 'continued.m4a')).toMatchObject({ kind: 'made' });
    expect(await media.packetHashes('continued.m4a', 'a')).toEqual(await media.packetHashes('clip.mp4', 'a'));
  });

  it('gives up when nothing answers for long', async () => {
    site.prepareWorkers('const wait = setTimeout; self.setTimeout = (then, ms) => wait(then, ms / 50);');
    site.files.misbehave('clip.mp4', { breaks: Number.POSITIVE_INFINITY, bytes: 0 });
    expect(await page.make(copy(source('clip.mp4')), 'none')).toEqual(failed('unanswered'));
    site.files.misbehave('clip.mp4');
  });

  it.each([
    ['an error', `throw new DOMException('', 'QuotaExceededError')`],
    ['fewer bytes', 'return bytes.length - 1'],
    ['an error number, as Chromium does', 'return 2 ** 32 - 8'],
  ])('says that the disk is full when a browser answers %s', async (_, answer) => {
    const before = await page.filesOnDisk();
    site.prepareWorkers(
      `const { prototype } = FileSystemSyncAccessHandle, { write } = prototype;
      prototype.write = function (bytes, at) {
        if (bytes.length > 1) ${answer};
        return write.call(this, bytes, at);
      };`,
    );
    expect(await page.make(copy(source('clip.mp4')), 'none')).toEqual(failed('full'));
    expect(await page.filesOnDisk()).toBe(before);
  });

  it('leaves nothing of a cancelled job on the disk', async () => {
    const before = await page.filesOnDisk();
    expect(await page.cancel(copy(source('clip.mp4')))).toBe('cancelled');
    await expect.poll(() => page.filesOnDisk()).toBe(before);
  });

  it('removes the files of earlier jobs after an hour', async () => {
    await page.make(copy(source('clip.mp4')), 'first.m4a');
    site.prepareWorkers('const { now } = Date; Date.now = () => now() + 3_700_000;');
    await page.make(copy(source('clip.mp4')), 'second.m4a');
    expect(await page.filesOnDisk()).toBe(1);
  });

  it('copies a sound that is MP3 already, and converts a rate that MP3 files rarely have', async () => {
    const mp3 = (name: string): Job => ({ kind: 'mp3', source: source(name), tags: tags() });
    await page.make(mp3('song.mp3'), 'song-copy.mp3');
    expect(await media.packetHashes('song-copy.mp3', 'a')).toEqual(await media.packetHashes('song.mp3', 'a'));
    await page.make(mp3('low.m4a'), 'low.mp3');
    expect((await media.probe('low.mp3')).format.duration - CLIP_SECONDS).toBeLessThan(0.2);
    await media.decode('low.mp3');
  });
});
