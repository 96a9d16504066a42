import { describe, expect, it } from 'vitest';
import type { MediaKind } from '#shared/contract/content-type.ts';
import type { Post, PostItem, Quality } from '#shared/contract/preview.ts';
import { handleOf, kindOfAll, postDetail, postName, shortLabel, totalSize } from './describe-post.ts';
import {
  chosenFiles,
  filmPictures,
  findSameFiles,
  initialSelection,
  reduceSelection,
  type SelectionEvent,
  type SetWays,
  saveAsOf,
} from './selection.ts';

const quality = (name: string, change: Partial<Quality> = {}): Quality => ({
  label: name,
  mime: 'video/mp4',
  size: 1_024 * 1_024,
  sizeKnown: true,
  url: `/api/media/${name}`,
  extension: 'mp4',
  quality: name,
  videoAvailable: true,
  audioAvailable: true,
  filename: `instagram_photos_A-b_c_${name}_2026-11-02.mp4`,
  ...change,
});
const item = (kind: MediaKind, ...qualities: Quality[]): PostItem => ({
  kind,
  thumbnail: null,
  width: null,
  height: null,
  duration: 0,
  qualities,
});
const post = (...items: PostItem[]): Post => ({
  id: 'A-b_c',
  platform: 'instagram',
  type: 'reels',
  username: 'tomas.paints',
  caption: '',
  thumbnail: null,
  duration: 42,
  url: 'https://www.instagram.com/reel/A-b_c/',
  source: 'instagram',
  engine: 'native',
  qualities: items[0]?.qualities ?? [],
  items,
});

const clip = post(item('video', quality('1080p'), quality('720p')));
const set = post(
  item('photo', quality('p1')),
  item('video', quality('v-hd'), quality('v-sd')),
  item('audio', quality('s1')),
);
const state = (of: Post, ...events: SelectionEvent[]) => events.reduce(reduceSelection, initialSelection(of));
const names = (of: Post, ...events: SelectionEvent[]) =>
  chosenFiles(of, state(of, ...events)).map((file) => file.quality);

const NONE = { type: 'all-picked', isPicked: false } as const;

describe('selection', () => {
  it('starts with the picture the link names, if the set has it', () => {
    const at = (query: string) =>
      initialSelection({ ...set, url: `https://www.instagram.com/p/DMocksFive1/${query}` }).current;
    expect([at(''), at('?img_index=1'), at('?img_index=2'), at('?img_index=40')]).toEqual([0, 0, 1, 0]);
  });

  it("selects a video's first quality, then the chosen one", () => {
    expect(names(clip)).toEqual(['1080p']);
    expect(names(clip, { type: 'chosen', item: 0, quality: 1 })).toEqual(['720p']);
    expect(names(clip, { type: 'chosen', item: 0, quality: 9 })).toEqual(['1080p']);
  });

  it('includes the whole set until the visitor changes it', () => {
    expect(names(set)).toEqual(['p1', 'v-hd', 's1']);
    expect(names(set, NONE, { type: 'all-picked', isPicked: true })).toEqual(['p1', 'v-hd', 's1']);
    expect(names(set, NONE)).toEqual([]);
    expect(names(set, { type: 'toggled', item: 0 }, { type: 'chosen', item: 1, quality: 1 })).toEqual([
      'v-sd',
      's1',
    ]);
  });

  it('always includes a single item', () => {
    expect(names(clip, NONE)).toEqual(['1080p']);
    expect(names(post(item('audio', quality('only'))))).toEqual(['only']);
  });

  it('shows only items that exist', () => {
    expect(state(set, { type: 'shown', item: 2 }).current).toBe(2);
    expect(state(set, { type: 'shown', item: 3 }).current).toBe(0);
    expect(state(set, { type: 'toggled', item: 7 }).picked).toHaveLength(3);
  });
});

describe('the default quality', () => {
  const silent = (name: string) => quality(name, { audioAvailable: false });
  it.each<[string, readonly Quality[], number]>([
    ['has sound, also behind a larger silent one', [silent('1080p'), quality('720p')], 1],
    [
      'is the first of which nobody knows, too',
      [silent('1080p'), quality('720p', { audioAvailable: null }), quality('480p')],
      1,
    ],
    ['is the first where all are silent', [silent('1080p'), silent('720p')], 0],
    [
      'is no sound alone, which stands behind the clips',
      [silent('1080p'), quality('mp3', { videoAvailable: false })],
      0,
    ],
  ])('%s', (_name, qualities, chosen) => {
    expect(initialSelection(post(item('video', ...qualities))).qualityIndexes).toEqual([chosen]);
  });
  it('is the first one of a picture, which never has sound', () => {
    const picture = (name: string) => quality(name, { videoAvailable: false, audioAvailable: false });
    expect(initialSelection(post(item('photo', picture('a'), picture('b')))).qualityIndexes).toEqual([0]);
  });
});

describe('findSameFiles', () => {
  const chosen = state(clip, { type: 'chosen', item: 0, quality: 1 });
  it('finds the chosen quality with its new link', () => {
    const fresh = post(item('video', quality('1080p'), quality('720p', { url: '/api/media/new' })));
    expect(findSameFiles(fresh, clip, chosen)?.map((file) => file.url)).toEqual(['/api/media/new']);
  });
  it('does not substitute another file', () => {
    expect(findSameFiles(post(item('video', quality('1080p'))), clip, chosen)).toBeNull();
    expect(findSameFiles(set, clip, chosen)).toBeNull();
    const silent = quality('720p', { audioAvailable: false });
    const larger = quality('720p', { size: 7 });
    const other = quality('720p', { extension: 'webm' });
    for (const instead of [silent, larger, other])
      expect(
        findSameFiles(post(item('video', quality('1080p', { size: 8 }), instead)), clip, chosen),
      ).toBeNull();
  });

  const urls = (...qualities: Quality[]) =>
    findSameFiles(post(item('video', ...qualities)), clip, chosen)?.map((file) => file.url);
  it('finds a quality in another order, and one that was not checked this time', () => {
    const unknown = { size: 5, sizeKnown: false, unproven: true } as const;
    expect(urls(quality('720p'), quality('1080p'))).toEqual(['/api/media/720p']);
    expect(urls(quality('1080p'), quality('720p', { ...unknown, extension: 'mov' }))).toEqual([
      '/api/media/720p',
    ]);
    expect(urls(quality('720p', { audioAvailable: null }))).toEqual(['/api/media/720p']);
  });
  it('finds a chosen file whose size was unknown before', () => {
    const unchecked = post(item('video', quality('1080p'), quality('720p', { size: 5, sizeKnown: false })));
    const file = findSameFiles(clip, unchecked, state(unchecked, { type: 'chosen', item: 0, quality: 1 }));
    expect(file?.map(({ url }) => url)).toEqual(['/api/media/720p']);
  });
  it('finds each file of a set at its own index', () => {
    const picked = state(set, { type: 'toggled', item: 0 }, { type: 'chosen', item: 1, quality: 1 });
    const fresh = post(
      item('photo', quality('p1')),
      item('video', quality('v-sd'), quality('v-hd')),
      item('audio', quality('s1')),
    );
    expect(findSameFiles(fresh, set, picked)?.map((file) => file.quality)).toEqual(['v-sd', 's1']);
  });
});

describe('refreshing a post', () => {
  const refreshed = (...qualities: Quality[]) => {
    const fresh = post(item('video', ...qualities));
    const chosen = { type: 'chosen', item: 0, quality: 1 } as const;
    return chosenFiles(fresh, state(clip, chosen, { type: 'refreshed', post: clip, fresh }))[0]?.quality;
  };
  it('keeps the chosen quality at its new index, and resets a choice that no longer exists', () => {
    expect(refreshed(quality('1080p'), quality('720p'))).toBe('720p');
    expect(refreshed(quality('720p'), quality('1080p'))).toBe('720p');
    expect(
      refreshed(quality('4K', { size: 9 }), quality('1080p', { size: 8 }), quality('720p', { size: 7 })),
    ).toBe('720p');
    expect(refreshed(quality('4K', { size: 9 }), quality('1080p', { size: 8 }))).toBe('4K');
  });
});

describe('a joined clip that is no longer offered', () => {
  it('is replaced by one with sound, not by its silent picture', () => {
    const silent = quality('1080p', { audioAvailable: false });
    const [joined, whole] = [quality('1080p'), quality('720p')];
    const offered = post(item('video', joined, whole));
    const fresh = post(item('video', silent, whole));
    expect(chosenFiles(fresh, state(offered, { type: 'refreshed', post: offered, fresh }))).toEqual([whole]);
  });
});

describe('the order of a film', () => {
  it('is that of the post until two photos change places, and leaves out what is not selected', () => {
    const photos = post(
      ...['a', 'b', 'c'].map((name) => item('photo', quality(name))),
      item('audio', quality('s')),
    );
    const order = (...events: SelectionEvent[]) => filmPictures(photos, state(photos, ...events));
    expect(order()).toEqual([0, 1, 2]);
    const swapped = { type: 'swapped', item: 2, other: 0 } as const;
    expect(order(swapped)).toEqual([2, 1, 0]);
    expect(order(swapped, { type: 'toggled', item: 1 })).toEqual([2, 0]);
  });
});

describe('the description of a post', () => {
  it('names a video and a set', () => {
    expect([handleOf(clip), postName(clip), postDetail(clip)]).toEqual([
      '@tomas.paints',
      'Instagram reel',
      '0:42',
    ]);
    expect([postName(set), postDetail(set)]).toEqual([
      'Instagram post',
      '1\u00a0photo, 1\u00a0video and 1\u00a0sound',
    ]);
    expect(handleOf({ ...clip, username: 'unknown' })).toBeNull();
    expect(postDetail({ ...clip, duration: 0 })).toBeNull();
  });
  it('names the files being saved', () => {
    expect(kindOfAll(['photo', 'photo'])).toBe('photo');
    expect(kindOfAll(['photo', 'video'])).toBe('file');
    expect(shortLabel('video', quality('x', { label: '1080p Full HD' }))).toBe('1080p');
    expect(shortLabel('video', quality('x', { label: 'Audio (MP3)' }))).toBe('Audio (MP3)');
    expect(shortLabel('photo', quality('x'))).toBe('photo');
  });
  it('adds sizes up and shows an estimate if one size is unknown', () => {
    expect(totalSize([quality('a'), quality('b')]).text).toBe('2.00 MB');
    expect(totalSize([quality('a'), quality('b', { sizeKnown: false })]).text).toBe('about 2 MB');
    expect(totalSize([]).text).toBe('');
  });
});

describe('saveAsOf', () => {
  const MB = 1_024 * 1_024;
  const files = (count: number, size = MB) =>
    Array.from({ length: count }, (_, index) => quality(`f${index}`, { size }));

  const COMPUTER: SetWays = {
    folder: true,
    zip: true,
    zipBytes: 200 * MB,
    sheet: null,
    isTouchDevice: false,
  };
  const ANDROID: SetWays = {
    folder: false,
    zip: true,
    zipBytes: 200 * MB,
    sheet: 'app',
    isTouchDevice: true,
  };
  const byDefault = (ways: SetWays) =>
    [1, 10, 11, 45].map((count) => saveAsOf(files(count), { saveAs: null }, ways));

  it('defaults to ZIP above the ten files a browser accepts per click, on a computer', () => {
    expect(byDefault(COMPUTER)).toEqual(['separate', 'separate', 'zip', 'zip']);
    expect(new Set(byDefault({ ...COMPUTER, zip: false }))).toEqual(new Set(['separate']));
  });

  it('defaults to the photos of a phone that has them in its share sheet, else to separate files', () => {
    expect(new Set(byDefault({ ...ANDROID, sheet: 'photos' }))).toEqual(new Set(['sheet']));
    expect(new Set(byDefault(ANDROID))).toEqual(new Set(['separate']));
  });

  it("returns the visitor's choice for any number of files", () => {
    expect(saveAsOf(files(45), { saveAs: 'separate' }, COMPUTER)).toBe('separate');
    expect(saveAsOf(files(2), { saveAs: 'folder' }, COMPUTER)).toBe('folder');
    expect(state(set, { type: 'save-as', saveAs: 'zip' }).saveAs).toBe('zip');
  });

  it('is separate if no file fits into a ZIP', () => {
    expect(saveAsOf(files(3, 201 * MB), { saveAs: 'zip' }, COMPUTER)).toBe('separate');
    expect(saveAsOf([...files(3, 201 * MB), ...files(1)], { saveAs: 'zip' }, COMPUTER)).toBe('zip');
  });
});
