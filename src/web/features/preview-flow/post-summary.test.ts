import { describe, expect, it } from 'vitest';
import type { Post } from '#shared/contract/preview.ts';
import { postSummary } from './post-summary.ts';

const post = { username: 'ferry.notes', platform: 'instagram', type: 'reels', duration: 41.6 } as Post;

describe('postSummary', () => {
  it('says who, what and how long', () => {
    expect(postSummary(post)).toBe('@ferry.notes, Instagram reel, 42 seconds');
    expect(postSummary({ ...post, duration: 1 })).toBe('@ferry.notes, Instagram reel, 1 second');
  });

  it('leaves out what nobody knows', () => {
    expect(postSummary({ ...post, username: 'unknown', duration: 0 })).toBe('Instagram reel');
  });
});
