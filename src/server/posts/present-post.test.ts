import { describe, expect, it } from 'vitest';
import type { Quality } from '#shared/contract/preview.ts';
import { presentPost } from './present-post.ts';
import type { ResolvedPost, ResolvedRendition } from './resolved-post.ts';

const VIDEO: ResolvedRendition = {
  source: { kind: 'upstream', url: 'https://v16-webapp-prime.tiktok.com/a?sig=1', headers: {} },
  kind: 'video',
  label: '720p HD',
  quality: '720p',
  extension: 'mp4',
  mime: 'video/mp4',
  size: 4_000_000,
  sizeKnown: true,
  codec: null,
  bitrate: null,
  unproven: false,
  alternative: null,
  watermarked: false,
  width: 720,
  height: 1280,
  videoAvailable: true,
  audioAvailable: true,
};

const present = (change: Partial<ResolvedRendition>): { quality: Quality | undefined; places: unknown[] } => {
  const post: ResolvedPost = {
    id: '7400000000000000001',
    platform: 'tiktok',
    type: 'video',
    username: null,
    caption: '',
    thumbnail: null,
    authorPicture: null,
    duration: 12,
    url: 'https://www.tiktok.com/@_/video/7400000000000000001',
    engine: 'native',
    captions: [],
    statedItems: null,
    unlistedHost: null,
    isPicturePost: false,
    goodUntil: null,
    items: [
      {
        kind: 'video',
        thumbnail: null,
        width: null,
        height: null,
        duration: 12,
        renditions: [{ ...VIDEO, ...change }],
      },
    ],
  };
  const places: unknown[] = [];
  const tickets = {
    seal: (ticket: { place?: unknown }) => {
      places.push(ticket.place);
      return 'ticket';
    },
    open: () => {
      throw new Error('not opened here');
    },
  };
  return {
    quality: presentPost({
      post,
      tickets,
      delivery: 'tunnel',
      basePath: '',
      filenameTemplate: '{id}',
      date: new Date(0),
    }).qualities[0],
    places,
  };
};

describe('presentPost', () => {
  it('marks a size that nobody states, and only that one', () => {
    expect(present({ size: null, sizeKnown: false }).quality).toMatchObject({
      sizeKnown: false,
      sizeGuessed: true,
    });
    expect(present({ sizeKnown: false }).quality).not.toHaveProperty('sizeGuessed');
    expect(present({}).quality).not.toHaveProperty('sizeGuessed');
  });

  it('passes codec and bit rate on where they are known', () => {
    expect(present({ codec: 'h265', bitrate: 980_000 }).quality).toMatchObject({
      codec: 'h265',
      bitrate: 980_000,
    });
    expect(present({}).quality).not.toHaveProperty('codec');
    expect(present({}).quality).not.toHaveProperty('bitrate');
  });

  it('calls a picture a photo, but keeps its name in the ticket, so that older tickets find their file', () => {
    const { quality, places } = present({ kind: 'photo', label: 'image', videoAvailable: false });
    expect(quality?.label).toBe('Photo');
    expect(places).toMatchObject([{ label: 'image' }]);
    expect(present({ kind: 'photo', label: 'Original' }).quality?.label).toBe('Original');
  });
});
