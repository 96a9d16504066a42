import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { MediaSource } from '../../outbound/media-source.ts';
import type { ExtractedPost } from '../../platforms/reading/extracted-post.ts';
import { createSampleEngine } from './sample-engine.ts';

const engine = createSampleEngine();
const media = join(import.meta.dirname, 'media');

const link = (id: string, platform: ParsedLink['platform'] = 'sample'): ParsedLink => ({
  platform,
  kind: platform === 'sample' ? 'sample' : 'post',
  id,
  username: null,
  url: `/?sample=${id}`,
  itemIndex: null,
  contentType: 'video',
  label: 'Sample',
});

const post = async (id: string): Promise<ExtractedPost> => {
  const outcome = await engine.extract(link(id), AbortSignal.timeout(5_000));
  if (!outcome.ok) throw new Error(`no post: ${outcome.code}`);
  return outcome.post;
};

const fileOf = (source: MediaSource | null): string => {
  if (source?.kind !== 'sample') throw new Error('not a sample file');
  return source.file;
};

/** Reads the duration in seconds from the movie header of an MP4 (ISO 14496-12, 8.2.2, version 0). */
const mp4Seconds = (file: Buffer): number => {
  const at = file.indexOf('mvhd') + 4;
  return file.readUInt32BE(at + 16) / file.readUInt32BE(at + 12);
};

describe('sample engine', () => {
  it('supports its three links and no others', () => {
    expect(['clip', 'set', 'sound'].map((id) => engine.supports(link(id)))).toEqual([true, true, true]);
    expect(engine.supports(link('constructor'))).toBe(false);
    expect(engine.supports(link('clip', 'instagram'))).toBe(false);
    expect(engine.supports(link('clip', 'tiktok'))).toBe(false);
  });

  it('returns a failure for a link it does not support', async () => {
    expect(await engine.extract(link('clip', 'tiktok'), AbortSignal.timeout(5_000))).toMatchObject({
      ok: false,
    });
    expect(await engine.extract(link('other'), AbortSignal.timeout(5_000))).toMatchObject({ ok: false });
  });

  it('rejects when the signal is aborted', async () => {
    await expect(engine.extract(link('clip'), AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  });

  it('returns the sizes on disk', async () => {
    for (const id of ['clip', 'set', 'sound']) {
      for (const { renditions, thumbnail } of (await post(id)).items) {
        expect(statSync(join(media, fileOf(thumbnail))).size).toBeGreaterThan(1_000);
        for (const { source, size } of renditions) {
          expect(size).toBe(statSync(join(media, fileOf(source))).size);
        }
      }
    }
  });

  it('returns the clip in three qualities and its sound', async () => {
    const { items, duration } = await post('clip');
    expect(duration).toBe(8);
    expect(items).toHaveLength(1);
    const renditions = items[0]!.renditions;
    expect(renditions.map(({ quality }) => quality)).toEqual(['1080p', '720p', '480p', '128kbps']);
    const sizes = renditions.slice(0, 3).map(({ size }) => size ?? 0);
    expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
    expect(renditions.every(({ audioAvailable }) => audioAvailable)).toBe(true);
  });

  it('has videos of the stated duration, with the index before the media data', async () => {
    const { items } = await post('clip');
    for (const { source } of items[0]!.renditions.slice(0, 3)) {
      const bytes = readFileSync(join(media, fileOf(source)));
      expect(mp4Seconds(bytes)).toBeCloseTo(8, 1);
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
      expect(bytes.includes('avc1') && bytes.includes('mp4a')).toBe(true);
    }
  });

  it('has sounds of 128 kbit/s and the stated duration', async () => {
    const bytes = ['clip.mp3', 'sound.mp3'].map((file) => statSync(join(media, file)).size);
    for (const size of bytes) expect((size * 8) / 128_000).toBeCloseTo(8, 0);
    expect((await post('sound')).items[0]).toMatchObject({ kind: 'audio', duration: 8 });
  });

  it('returns five different pictures', async () => {
    const { items } = await post('set');
    const files = items.map(({ renditions }) => fileOf(renditions[0]!.source));
    expect(new Set(files.map((file) => readFileSync(join(media, file)).toString('base64'))).size).toBe(5);
    expect(items.every(({ kind }) => kind === 'photo')).toBe(true);
  });
});
