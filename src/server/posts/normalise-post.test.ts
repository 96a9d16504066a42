import { describe, expect, it } from 'vitest';
import type { EngineName } from '#shared/contract/engine-names.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { type ExtractedPost, NOTHING_STATED, type Rendition } from '../platforms/reading/extracted-post.ts';
import { normalisePost, withMeasuredType } from './normalise-post.ts';

const LINK: ParsedLink = {
  platform: 'tiktok',
  kind: 'video',
  id: '7400000000000000001',
  username: null,
  url: 'https://www.tiktok.com/@_/video/7400000000000000001',
  itemIndex: null,
  contentType: 'video',
  label: 'TikTok video',
};

const rendition = (path: string, given: Partial<Rendition> = {}): Rendition => ({
  source: { kind: 'upstream', url: `https://v16-webapp-prime.tiktok.com/${path}?sig=1`, headers: {} },
  kind: 'video',
  quality: null,
  extension: 'mp4',
  size: null,
  width: null,
  height: null,
  codec: null,
  bitrate: null,
  videoAvailable: true,
  audioAvailable: true,
  watermarked: false,
  ...given,
});

const post = (renditions: readonly Rendition[]): ExtractedPost => ({
  id: LINK.id,
  ...NOTHING_STATED,
  username: null,
  caption: '',
  thumbnail: null,
  duration: null,
  items: [{ kind: 'video', thumbnail: null, width: null, height: null, duration: 12, renditions }],
});

const labels = (renditions: readonly Rendition[], engine: EngineName = 'native') =>
  normalisePost(post(renditions), LINK, engine).items[0]?.renditions.map(({ label }) => label);

describe('normalisePost', () => {
  it('sorts H.264 with sound first, then by resolution, and labels other codecs', () => {
    expect(
      labels([
        rendition('a', { width: 576, height: 1024, codec: 'h264' }),
        rendition('b', { width: 1080, height: 1920, codec: 'h265' }),
        rendition('c', { width: 720, height: 1280, codec: 'h264' }),
        rendition('d', { width: 1080, height: 1920, codec: 'h264', audioAvailable: false }),
      ]),
    ).toEqual(['720p HD', '540p', '1080p Full HD, H.265', '1080p Full HD']);
  });

  it('keeps the second clip of a label as an alternative, unless it is known to be silent', () => {
    const size = { width: 720, height: 1280 };
    const alternativeOf = (audioAvailable: boolean) => {
      const clips = [
        rendition('a', { ...size, bitrate: 2_000 }),
        rendition('b', { ...size, bitrate: 1_000, audioAvailable }),
      ];
      return normalisePost(post(clips), LINK, 'native').items[0]?.renditions[0]?.alternative?.source;
    };
    expect(alternativeOf(true)).toEqual(rendition('b').source);
    expect(alternativeOf(false)).toBeUndefined();
  });

  it('keeps two further files of a label to fall back on, whatever their kind', () => {
    const sizeOf = (given: Partial<Rendition>): number => {
      const found = normalisePost(
        post(['a', 'b', 'c', 'd'].map((path) => rendition(path, given))),
        LINK,
        'native',
      ).items[0]?.renditions;
      let [count, one] = [0, found?.[0] ?? null];
      for (; one !== null; one = one.alternative) count += 1;
      expect(found).toHaveLength(1);
      return count;
    };
    expect(sizeOf({ audioAvailable: false })).toBe(3);
    expect(sizeOf({ kind: 'photo', extension: 'jpg', audioAvailable: false })).toBe(3);
    expect(sizeOf({ kind: 'audio', extension: 'mp3' })).toBe(3);
  });

  it('keeps as many addresses of a file as a ticket holds, and at most three', () => {
    const mirrorsOf = (...mirrors: string[]) => {
      const { source } = rendition('a');
      if (source.kind !== 'upstream') throw new Error('the case has no address');
      const found = normalisePost(
        {
          ...post([{ ...rendition('a'), source: { ...source, mirrors } }]),
          thumbnail: { ...source, mirrors },
        },
        LINK,
        'native',
      );
      const sources = [found.thumbnail, found.items[0]?.renditions[0]?.source];
      return sources.map((one) => (one?.kind === 'upstream' ? (one.mirrors ?? []) : null));
    };
    const both = <Value>(value: Value): Value[] => [value, value];
    const long = `https://v19.tiktok.com/${'x'.repeat(3_000)}`;
    expect(mirrorsOf('https://b/', 'https://c/', 'https://d/')).toEqual(both(['https://b/', 'https://c/']));
    expect(mirrorsOf(long, `${long}y`)).toEqual(both([long]));
    expect(mirrorsOf('https://b/', 'https://b/')).toEqual(both(['https://b/']));
    expect(mirrorsOf(`${long}${long}`)).toEqual(both([]));
  });

  it('labels a clip by its stated quality when its dimensions are unknown', () => {
    expect(labels([rendition('a', { quality: '720p' }), rendition('b', { quality: '1080p' })])).toEqual([
      '1080p Full HD',
      '720p HD',
    ]);
  });

  it('drops watermarked, unplayable and duplicate renditions', () => {
    expect(
      labels([
        rendition('a', { height: 720, width: 1280, bitrate: 2 }),
        rendition('a?other', { height: 720, width: 1280, bitrate: 9 }),
        rendition('b', { height: 720, width: 1280, bitrate: 1 }),
        rendition('w', { height: 1080, width: 1920, watermarked: true }),
        rendition('h', { height: 1080, width: 1920, codec: 'h266' }),
      ]),
    ).toEqual(['720p HD']);
  });

  it('labels the qualities of a provider', () => {
    expect(
      labels(
        [
          rendition('a', { quality: 'full hd' }),
          rendition('b', { quality: 'hd' }),
          rendition('c', { quality: 'medium' }),
          rendition('d', { quality: 'low' }),
          rendition('e', { quality: '1080x1350p' }),
          rendition('f', { quality: '128kbps', kind: 'audio', extension: 'mp3', videoAvailable: false }),
        ],
        'provider',
      ),
    ).toEqual(['1080p Full HD', '720p HD', '480p', '360p', '1080x1350p', 'Audio (MP3)']);
  });

  it('distinguishes a provider’s files by the whole address, a platform’s by the path', () => {
    const two = [rendition('get?token=a', { quality: 'hd' }), rendition('get?token=b', { quality: 'low' })];
    expect(labels(two, 'provider')).toEqual(['720p HD', '360p']);
    expect(labels(two, 'native')).toHaveLength(1);
  });

  it('drops an item without a downloadable file', () => {
    expect(normalisePost(post([rendition('w', { watermarked: true })]), LINK, 'native').items).toEqual([]);
  });

  it('drops a file and pictures whose address is too long for a ticket', () => {
    const long = rendition('x'.repeat(5_000));
    const pictures = { thumbnail: long.source, authorPicture: long.source };
    const found = normalisePost({ ...post([long, rendition('a')]), ...pictures }, LINK, 'native');
    expect(found.items[0]?.renditions).toHaveLength(1);
    expect([found.thumbnail, found.authorPicture]).toEqual([null, null]);
  });
});

describe('withMeasuredType', () => {
  it('uses the measured type only within the same family', () => {
    const photo = normalisePost(post([rendition('p', { kind: 'photo', extension: 'jpg' })]), LINK, 'native')
      .items[0]?.renditions[0];
    if (photo === undefined) throw new Error('the case has no photo');
    expect(withMeasuredType(photo, 'image/webp')).toMatchObject({ mime: 'image/webp', extension: 'webp' });
    expect(withMeasuredType(photo, 'video/mp4')).toBe(photo);
    expect(withMeasuredType(photo, 'application/octet-stream')).toBe(photo);
  });
});
