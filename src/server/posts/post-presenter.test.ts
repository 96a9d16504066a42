import { describe, expect, it } from 'vitest';
import { createPostPresenter, PRESENTATION_LIFETIME_MS } from './present-post.ts';
import type { ResolvedPost } from './resolved-post.ts';

const NOW = Date.UTC(2026, 10, 25);
const POST: ResolvedPost = {
  id: '7400000000000000001',
  platform: 'tiktok',
  type: 'video',
  username: null,
  caption: '',
  thumbnail: { kind: 'upstream', url: 'https://p16-sign.tiktokcdn-us.com/a.jpeg', headers: {} },
  authorPicture: null,
  duration: 12,
  url: 'https://www.tiktok.com/@_/video/7400000000000000001',
  engine: 'native',
  captions: [],
  statedItems: null,
  unlistedHost: null,
  isPicturePost: false,
  goodUntil: null,
  items: [],
};

const createPresenter = (filenameTemplate = () => '{id}') => {
  let sealed = 0;
  return createPostPresenter({
    tickets: {
      seal() {
        sealed += 1;
        return `ticket-${sealed}`;
      },
      open() {
        throw new Error('not opened here');
      },
    },
    delivery: 'tunnel',
    basePath: '',
    filenameTemplate,
  });
};

describe('createPostPresenter', () => {
  it('seals the links of a post once a minute', () => {
    const present = createPresenter();
    const first = present(POST, NOW);
    expect(first.thumbnail).toBe('/api/media/ticket-1');
    expect(present(POST, NOW + PRESENTATION_LIFETIME_MS - 1)).toBe(first);
    const second = present(POST, NOW + PRESENTATION_LIFETIME_MS);
    expect(second.thumbnail).toBe('/api/media/ticket-2');
    expect(present(POST, NOW + PRESENTATION_LIFETIME_MS + 1)).toBe(second);
  });

  it('seals the picture of the author, and states nothing where it is unknown', () => {
    const present = createPresenter();
    const pictured = present({ ...POST, authorPicture: POST.thumbnail }, NOW);
    const links = [pictured.authorPicture, pictured.thumbnail];
    expect(links).toEqual(['/api/media/ticket-1', '/api/media/ticket-2']);
    expect(present(POST, NOW)).not.toHaveProperty('authorPicture');
  });

  it('seals them again when the owner has changed the file names', () => {
    let template = '{id}';
    const present = createPresenter(() => template);
    const first = present(POST, NOW);
    template = '{user}_{id}';
    const second = present(POST, NOW);
    expect([first.thumbnail, second.thumbnail]).toEqual(['/api/media/ticket-1', '/api/media/ticket-2']);
    expect(present(POST, NOW)).toBe(second);
  });

  it('seals them again when the clock has been set back', () => {
    const present = createPresenter();
    present(POST, NOW);
    expect(present(POST, NOW - PRESENTATION_LIFETIME_MS).thumbnail).toBe('/api/media/ticket-2');
  });

  it('never presents another post with them', () => {
    const present = createPresenter();
    present(POST, NOW);
    const again = present({ ...POST, url: 'https://www.tiktok.com/@name/video/7400000000000000001' }, NOW);
    expect(again).toMatchObject({
      url: 'https://www.tiktok.com/@name/video/7400000000000000001',
      thumbnail: '/api/media/ticket-2',
    });
  });
});
