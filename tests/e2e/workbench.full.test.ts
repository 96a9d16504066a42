import { stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
const sized = async (name: string): Promise<JobSource> =>
  source(name, (await stat(site.pathOf(name))).size);
const tags = () => ({ title: TITLE, artist: ARTIST, cover: source('tall.jpg') });
const clip = (name: string, fromSeconds: number, toSeconds: number, isExact = false): Job => ({
  kind: 'clip',
  source: source(name),
  fromSeconds,
  toSeconds,
  isExact,
});
const failed = (failure: string, status: number | null = null) => expect.objectContaining({ kind: 'failed', failure, status });

const openEngine = (start: () => Promise<EngineBrowser>) => async () => {
  const browser = await start();
  return { page: await browser.newPage(390), close: () => browser.close() };
};
const ENGINES = { chromium: openChromiumPage, firefox: openEngine(startFirefox), webkit: openEngine(startWebkit) };

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
      expect(await media.packetHashes('joined.mp4', kind)).toEqual(await media.packetHashes('late.mp4', kind));
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
});
