import { describe, expect, it } from 'vitest';
import type { Post, PostItem, Quality } from '#shared/contract/preview.ts';
import { filmOf, type OfferedFile, partOf, soundsOf, withMadeFiles } from './offers.ts';

const MB = 1024 * 1024;

const file = (url: string, changes: Partial<Quality> = {}): Quality => ({
  label: '720p HD',
  mime: 'video/mp4',
  size: 10 * MB,
  sizeKnown: true,
  url: `/api/media/${url}`,
  extension: 'mp4',
  quality: '720p',
  videoAvailable: true,
  audioAvailable: true,
  width: 720,
  height: 1280,
  filename: `${url}.mp4`,
  ...changes,
});

const WHOLE = file('whole');
const SILENT = file('silent', {
  label: '1080p Full HD',
  width: 1080,
  height: 1920,
  audioAvailable: false,
  codec: 'h264',
});
const SOUND = file('sound', {
  label: 'Audio (M4A)',
  extension: 'm4a',
  mime: 'audio/mp4',
  videoAvailable: false,
  size: MB,
});

const post = (platform: Post['platform'], qualities: Quality[], changes: Partial<PostItem> = {}): Post => {
  const item = {
    kind: 'video' as const,
    thumbnail: '/api/media/picture',
    width: null,
    height: null,
    duration: 10,
    qualities,
    ...changes,
  };
  return {
    id: 'ID1',
    platform,
    type: 'reels',
    username: 'mara',
    caption: 'First line\nand more',
    thumbnail: null,
    duration: 10,
    url: 'https://example.test/',
    source: platform,
    engine: 'native',
    qualities,
    items: [item],
  };
};

const made = (one: Post): readonly OfferedFile[] => withMadeFiles(one).items[0]?.qualities ?? [];
const sounds = (one: Post): readonly OfferedFile[] =>
  one.items.flatMap((item) => soundsOf(one, item, '{platform}_{type}_{id}_{quality}_{date}'));

describe('withMadeFiles', () => {
  it("joins Instagram's larger silent clip with the sound file, first in the list and in place of both", () => {
    const files = made(post('instagram', [WHOLE, SILENT, SOUND]));
    expect(files.map(({ label, audioAvailable }) => [label, audioAvailable])).toEqual([
      ['1080p Full HD', true],
      ['720p HD', true],
    ]);
    expect(files[0]?.making).toEqual({ kind: 'join', picture: SILENT, sound: SOUND, fallback: WHOLE });
    expect(files[0]).toMatchObject({ size: 11 * MB, sizeKnown: false, filename: 'silent.mp4' });
  });

  it('says that what is made comes through this site where the platform sends the rest', () => {
    const direct = [WHOLE, SILENT, SOUND].map((one) => ({ ...one, direct: true }));
    const shown = post('instagram', direct);
    expect(made(shown).map((one) => one.direct)).toEqual([false, true]);
    expect(sounds(shown).map((one) => one.direct)).toEqual([false, false]);
    const [whole] = direct;
    const part = { fromSeconds: 1, toSeconds: 3, isExact: false };
    expect(whole && partOf(whole, part).direct).toBe(false);
    expect(made(post('instagram', [WHOLE, SILENT, SOUND]))[0]?.direct).toBeUndefined();
  });

  it("takes TikTok's sound from a clip, because its file of sound is the music of the post", () => {
    const files = made(post('tiktok', [WHOLE, SILENT, SOUND]));
    expect(files[0]?.making).toMatchObject({ kind: 'join', sound: WHOLE });
    expect(files[0]?.size).toBe(10 * MB);
    expect(files.map(({ label }) => label)).toContain('Audio (M4A)');
  });

  it.each([
    ['the clip with sound is as large', [file('large', { width: 1080, height: 1920 }), SILENT, SOUND]],
    ['no file is known to have the sound', [file('unknown', { audioAvailable: null }), SILENT]],
    [
      'the silent clip is in a codec that some devices do not play',
      [WHOLE, { ...SILENT, codec: 'h265' as const }],
    ],
    ['every file is silent', [SILENT]],
  ])('joins nothing if %s', (_reason, qualities) => {
    expect(made(post('instagram', qualities)).filter(({ making }) => making !== undefined)).toEqual([]);
  });

  it('keeps a file of sound that is all that an item has, and leaves pictures alone', () => {
    expect(made(post('instagram', [SOUND]))).toEqual([SOUND]);
    const photo = post('instagram', [SOUND, WHOLE], { kind: 'photo' });
    expect(withMadeFiles(photo)).toEqual(photo);
  });
});

describe('partOf', () => {
  it('names a part by its seconds', () => {
    const part = { fromSeconds: 61.4, toSeconds: 75.2, isExact: true };
    expect(partOf(WHOLE, part)).toMatchObject({
      label: '1:01 – 1:16',
      filename: 'whole_61-76s.mp4',
      making: { kind: 'clip', source: WHOLE, ...part },
    });
  });
});

describe('filmOf', () => {
  const photo = (name: string) => file(name, { extension: 'jpg', mime: 'image/jpeg', videoAvailable: false });
  const itemOf = (kind: PostItem['kind'], quality: Quality): PostItem => ({
    kind,
    thumbnail: null,
    width: null,
    height: null,
    duration: 0,
    qualities: [quality],
  });
  const [one, two, music] = [photo('a_photo_1'), photo('a_photo_2'), file('music', { extension: 'm4a' })];
  const set = {
    ...post('tiktok', [one]),
    items: [itemOf('photo', one), itemOf('photo', two), itemOf('audio', music)],
  };

  it('takes the photos in their order and the music of the post', () => {
    expect(filmOf(set, [1, 0], 2)).toMatchObject({
      filename: 'a_video_2.mp4',
      making: { kind: 'film', pictures: [two, one], secondsEach: 2, music },
    });
  });

  it('is nothing of fewer than two photos', () => {
    expect(filmOf(set, [0], 2)).toBeNull();
  });
});

describe('soundsOf', () => {
  it('offers M4A and MP3 of a clip with sound, named and tagged', () => {
    const [m4a, mp3] = sounds(post('instagram', [WHOLE]));
    expect(m4a).toMatchObject({ label: 'Sound (M4A)', size: 120_000, sizeKnown: false });
    expect(m4a?.filename).toMatch(/^instagram_audio_ID1_\d{4}-\d\d-\d\d\.m4a$/u);
    expect(m4a?.making).toEqual({
      kind: 'm4a',
      source: WHOLE,
      tags: { title: 'First line', artist: 'mara', cover: '/api/media/picture' },
    });
    expect(mp3).toMatchObject({ label: 'Audio (MP3)', size: 240_000, making: { kind: 'mp3' } });
  });

  it('prefers the file of sound where it is a part of the clip', () => {
    const [m4a] = sounds(post('instagram', [WHOLE, SILENT, SOUND]));
    expect(m4a).toMatchObject({ size: MB, making: { source: SOUND } });
  });

  it('offers no second MP3, no M4A of a sound that is one, and nothing of a silent clip', () => {
    const music = file('music', { extension: 'mp3', mime: 'audio/mpeg', videoAvailable: false });
    expect(sounds(post('tiktok', [WHOLE, music])).map(({ quality }) => quality)).toEqual(['m4a']);
    expect(sounds(post('tiktok', [SOUND], { kind: 'audio' })).map(({ quality }) => quality)).toEqual(['mp3']);
    expect(sounds(post('instagram', [SILENT]))).toEqual([]);
  });
});
