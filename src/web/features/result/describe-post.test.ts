import { describe, expect, it } from 'vitest';
import type { Post } from '#shared/contract/preview.ts';
import { postSummary } from './describe-post.ts';

const clip = { kind: 'video' } as Post['items'][number];
const post = {
  username: 'ferry.notes',
  platform: 'instagram',
  type: 'reels',
  duration: 41.6,
  items: [clip],
} as unknown as Post;

describe('postSummary', () => {
  it('names the author, the kind of post and the duration', () => {
    expect(postSummary(post)).toBe('@ferry.notes, Instagram reel, 42 seconds');
    expect(postSummary({ ...post, duration: 1 })).toBe('@ferry.notes, Instagram reel, 1 second');
  });

  it.each([
    ['photos', ['photo'], 'Instagram photo'],
    ['photos', ['photo', 'photo'], 'Instagram post'],
    ['video', ['audio'], 'Instagram sound'],
    ['story', ['photo'], 'Instagram story'],
  ] as const)('names a post of type %s that contains %j', (type, kinds, name) => {
    const items = kinds.map((kind) => ({ ...clip, kind }));
    expect(postSummary({ ...post, type, items, duration: 0 })).toBe(`@ferry.notes, ${name}`);
  });

  it('leaves out unknown values', () => {
    expect(postSummary({ ...post, username: 'unknown', duration: 0 })).toBe('Instagram reel');
  });
});
