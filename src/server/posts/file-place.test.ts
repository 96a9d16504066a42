import { describe, expect, it } from 'vitest';
import type { FilePlace } from '../media/tickets/ticket.ts';
import { findFile, hasSource, placeOf, placeOfCaptions } from './present-post.ts';
import type { ResolvedCaptions, ResolvedItem, ResolvedPost, ResolvedRendition } from './resolved-post.ts';

const rendition = (url: string, more: Partial<ResolvedRendition> = {}): ResolvedRendition => ({
  source: { kind: 'upstream', url, headers: {} },
  kind: 'video',
  label: '720p HD',
  quality: '720p',
  extension: 'mp4',
  mime: 'video/mp4',
  size: 1_000,
  sizeKnown: true,
  codec: null,
  bitrate: null,
  unproven: false,
  alternative: null,
  watermarked: false,
  width: null,
  height: null,
  videoAvailable: true,
  audioAvailable: true,
  ...more,
});
const item = (...renditions: ResolvedRendition[]): ResolvedItem => ({
  kind: 'video',
  thumbnail: { kind: 'upstream', url: `thumb of ${renditions.length}`, headers: {} },
  width: null,
  height: null,
  duration: 0,
  renditions,
});
const postOf = (...items: ResolvedItem[]): ResolvedPost => ({
  id: 'x',
  platform: 'instagram',
  type: 'video',
  username: null,
  caption: '',
  thumbnail: null,
  authorPicture: null,
  duration: 0,
  url: 'https://www.instagram.com/p/x/',
  engine: 'native',
  captions: [],
  statedItems: null,
  unlistedHost: null,
  isPicturePost: false,
  goodUntil: null,
  items,
});

const before = postOf(
  item(rendition('other')),
  item(
    rendition('hd'),
    rendition('silent', { audioAvailable: false }),
    rendition('sound', { kind: 'audio' }),
  ),
);

/** Finds in `after` the file that was the first of the second item of `before`. */
const found = (after: ResolvedPost, size: number | null = 1_000, place: Partial<FilePlace> = {}) => {
  const second = before.items[1]!;
  const stored = placeOf(before, second, second.renditions[0]!)!;
  const source = findFile(after, { place: { ...stored, ...place }, mediaKind: 'video', size });
  return source?.kind === 'upstream' ? source.url : source;
};

describe('findFile', () => {
  it('finds the file with the same label in the same position', () => {
    expect(found(before)).toBe('hd');
    expect(found(before, null)).toBe('hd');
    expect(found(before, 1_000, { hasSound: false })).toBe('silent');
    expect(found(before, 1_000, { itemIndex: 0 })).toBe('other');
  });

  it('finds no file in a post with another number of items, or beyond its last item', () => {
    expect(found(postOf(...before.items.slice(1)))).toBeNull();
    expect(found(postOf(...before.items, item()))).toBeNull();
    expect(found(before, 1_000, { itemIndex: 2 })).toBeNull();
  });

  it('rejects a file of another size, unless a size is unknown', () => {
    const read = (more: Partial<ResolvedRendition>) => postOf(item(), item(rendition('a', more)));
    expect(found(read({ size: 1_001 }))).toBeNull();
    expect(found(read({ size: 1_001, sizeKnown: false }))).toBe('a');
    expect(found(read({ size: 1_001 }), null)).toBe('a');
  });

  it('rejects another kind of file and another extension, unless the extension was guessed', () => {
    const read = (more: Partial<ResolvedRendition>) => postOf(item(), item(rendition('a', more)));
    expect(found(read({ kind: 'audio' }))).toBeNull();
    expect(found(read({ extension: 'webm' }))).toBeNull();
    expect(found(read({ extension: 'webm', sizeKnown: false }))).toBe('a');
  });

  it('recognises a file with another label by its exact size', () => {
    const renamed = rendition('b', { label: 'HD' });
    expect(found(postOf(item(), item(rendition('a', { size: 9 }), renamed)))).toBe('b');
    expect(found(postOf(item(), item(renamed)), null)).toBeNull();
    expect(found(postOf(item(), item({ ...renamed, sizeKnown: false })))).toBeNull();
  });

  it('shortens long labels', () => {
    const long = rendition('long', { label: 'x'.repeat(5_000) });
    const post = postOf(item(long));
    const place = placeOf(post, post.items[0]!, long)!;
    expect(place.label.length).toBe(60);
    expect(findFile(post, { place, mediaKind: 'video', size: null })).toBe(long.source);
  });

  it('stores no position for a built-in file, and finds nothing without one', () => {
    const builtIn = rendition('', { source: { kind: 'sample', file: 'a.mp4' } });
    const post = postOf(item(builtIn));
    expect(placeOf(post, post.items[0]!, builtIn)).toBeNull();
    expect(findFile(before, { mediaKind: 'video', size: null })).toBeNull();
  });
});

describe('captions', () => {
  const file = (url: string, more: Partial<ResolvedCaptions> = {}): ResolvedCaptions => ({
    source: { kind: 'upstream', url, headers: {} },
    language: 'en-US',
    origin: 'spoken',
    size: 300,
    ...more,
  });
  const post = (...captions: ResolvedCaptions[]): ResolvedPost => ({ ...postOf(item()), captions });
  const place = placeOfCaptions(post(file('a')), file('a'));
  const find = (after: ResolvedPost, size: number | null = 300) => {
    const source = findFile(after, { place, mediaKind: 'captions', size });
    return source?.kind === 'upstream' ? source.url : source;
  };

  it('are found by language and origin', () => {
    const german = file('b', { language: 'de-DE' });
    const translated = file('c', { origin: 'translated' });
    expect(find(post(german, translated, file('a')))).toBe('a');
    expect(find(post(german, translated))).toBeNull();
    expect(find(postOf(item()))).toBeNull();
  });

  it('of another size are another file, unless a size is unknown', () => {
    expect(find(post(file('a', { size: 301 })))).toBeNull();
    expect(find(post(file('a', { size: null })))).toBe('a');
    expect(find(post(file('a', { size: 301 })), null)).toBe('a');
  });

  it('are no rendition of an item', () => {
    expect(findFile(post(file('a')), { place, mediaKind: 'video', size: null })).toBeNull();
  });

  it('are among the addresses of a post', () => {
    expect(hasSource(post(file('a')), { kind: 'upstream', url: 'a', headers: {} })).toBe(true);
  });
});

it('hasSource finds every address of a post', () => {
  const shown: ResolvedPost = { ...before, authorPicture: { kind: 'upstream', url: 'face', headers: {} } };
  const has = (url: string) => hasSource(shown, { kind: 'upstream', url, headers: { a: 'b' } });
  expect(['hd', 'sound', 'thumb of 1', 'face', 'gone'].map(has)).toEqual([true, true, true, true, false]);
});
