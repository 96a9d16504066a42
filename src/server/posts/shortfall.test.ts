import { describe, expect, it } from 'vitest';
import { shortfallOf, withStatedItems } from './normalise-post.ts';
import type { ResolvedItem, ResolvedPost, ResolvedRendition } from './resolved-post.ts';

const rendition = (kind: ResolvedItem['kind'], audioAvailable: boolean | null): ResolvedRendition => ({
  source: { kind: 'upstream', url: 'https://cdn.test/a', headers: {} },
  kind,
  label: 'a',
  quality: 'a',
  extension: 'mp4',
  mime: 'video/mp4',
  size: null,
  sizeKnown: false,
  codec: null,
  bitrate: null,
  unproven: false,
  alternative: null,
  watermarked: false,
  width: null,
  height: null,
  videoAvailable: kind === 'video',
  audioAvailable,
});
const item = (kind: ResolvedItem['kind'], ...sounds: (boolean | null)[]): ResolvedItem => ({
  kind,
  thumbnail: null,
  width: null,
  height: null,
  duration: 0,
  renditions: sounds.map((sound) => rendition(kind, sound)),
});
const post = (...items: ResolvedItem[]): ResolvedPost => ({
  id: '1',
  platform: 'instagram',
  type: 'video',
  username: null,
  caption: '',
  thumbnail: null,
  authorPicture: null,
  duration: 0,
  url: 'https://www.instagram.com/p/1/',
  engine: 'native',
  captions: [],
  statedItems: null,
  unlistedHost: null,
  isPicturePost: false,
  goodUntil: null,
  items,
});

describe('shortfallOf', () => {
  it.each<[string, ResolvedPost, number]>([
    ['a clip with sound', post(item('video', true)), 0],
    ['a clip whose sound is unknown', post(item('video', null)), 0],
    ['a clip with sound in one of its files', post(item('video', false, true)), 0],
    ['a clip that is silent in every file', post(item('video', false, false)), 1],
    ['two silent clips', post(item('video', false), item('video', false)), 2],
    ['a picture', post(item('photo', false)), 0],
    ['a set with two items missing', withStatedItems(post(item('photo', false)), 3), 2_000],
    ['a set with one item missing and a silent clip', withStatedItems(post(item('video', false)), 2), 1_001],
    ['a set with a separate sound', withStatedItems(post(item('photo', false), item('audio', true)), 1), 0],
    ['a built-in sample', { ...post(item('video', false)), platform: 'sample' }, 0],
  ])('%s', (_what, resolved, shortfall) => {
    expect(shortfallOf(resolved)).toBe(shortfall);
  });
});
