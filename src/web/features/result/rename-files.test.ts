import { describe, expect, it } from 'vitest';
import type { Post, Quality } from '#shared/contract/preview.ts';
import { SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { renameFiles, zipNameOf } from './rename-files.ts';

const DATE = new Date('2026-11-02T12:00:00Z');
const SITE = SITE_SETTINGS.filenameTemplate.default;

const file = (filename: string, change: Partial<Quality> = {}): Quality => ({
  label: '1080p',
  mime: 'video/mp4',
  size: 1,
  sizeKnown: true,
  url: `/api/media/${filename}`,
  extension: 'mp4',
  quality: '1080p',
  videoAvailable: true,
  audioAvailable: true,
  filename,
  ...change,
});

const item = (kind: 'video' | 'photo', qualities: Quality[]) => ({
  kind,
  thumbnail: null,
  width: null,
  height: null,
  duration: 0,
  qualities,
});

/** A clip in two qualities with its sound, and a picture; each file has the name that the server gives it. */
const SET: Post = {
  id: 'A-b_c',
  platform: 'instagram',
  type: 'photos',
  username: 'tomas.paints',
  caption: '',
  thumbnail: null,
  duration: 0,
  url: 'https://www.instagram.com/p/A-b_c/',
  source: 'instagram',
  engine: 'native',
  qualities: [file('instagram_video_A-b_c_1_2026-11-02.mp4')],
  items: [
    item('video', [
      file('instagram_video_A-b_c_1_2026-11-02.mp4'),
      file('instagram_video_A-b_c_1_720p_2026-11-02.mp4', { quality: '720p' }),
      file('instagram_audio_A-b_c_1_2026-11-02.m4a', { mime: 'audio/mp4', extension: 'm4a' }),
    ]),
    item('photo', [file('instagram_photo_A-b_c_2_2026-11-02.jpg', { mime: 'image/jpeg', extension: 'jpg' })]),
  ],
  captions: [
    {
      language: 'en-US',
      origin: 'spoken',
      size: 1,
      url: '/api/media/captions',
      filename: 'instagram_captions_A-b_c_en-US_spoken_2026-11-02.vtt',
    },
  ],
};

const namesOf = ({ items, captions = [] }: Post): string[] =>
  [...items.flatMap(({ qualities }) => qualities), ...captions].map(({ filename }) => filename);

describe('renameFiles', () => {
  it("gives the server's names for the site's template", () => {
    expect(namesOf(renameFiles(SET, SITE, DATE))).toEqual(namesOf(SET));
  });

  it('numbers the files of a set whose template has no number', () => {
    expect(namesOf(renameFiles(SET, '{user} {quality}', DATE))).toEqual([
      'tomas.paints_1.mp4',
      'tomas.paints 720p_1.mp4',
      'tomas.paints_1.m4a',
      'tomas.paints_2.jpg',
      'tomas.paints en-US_spoken.vtt',
    ]);
  });

  it('changes nothing but the names', () => {
    const renamed = renameFiles(SET, '{id}', DATE);
    expect(renamed.items.map(({ qualities }) => qualities.map(({ url }) => url))).toEqual(
      SET.items.map(({ qualities }) => qualities.map(({ url }) => url)),
    );
  });
});

describe('zipNameOf', () => {
  it('names the ZIP like its files', () => {
    expect(zipNameOf(SET, SITE, DATE)).toBe('instagram_photos_A-b_c_2026-11-02.zip');
    expect(zipNameOf({ ...SET, id: '../x' }, SITE, DATE)).toBe('instagram_photos_-x_2026-11-02.zip');
    expect(zipNameOf(SET, '{user}_{n}', DATE)).toBe('tomas.paints.zip');
  });
});
