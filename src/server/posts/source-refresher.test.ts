import { describe, expect, it } from 'vitest';
import type { Ticket } from '../media/tickets/ticket.ts';
import type { Resolution } from './post-source.ts';
import type { ResolvedPost } from './resolved-post.ts';
import { createSourceRefresher } from './source-refresher.ts';

const LINK = 'https://www.instagram.com/p/DInvented01/';

const postAt = (...urls: string[]): ResolvedPost => ({
  id: 'DInvented01',
  platform: 'instagram',
  type: 'photos',
  username: null,
  caption: '',
  thumbnail: null,
  authorPicture: null,
  duration: 0,
  url: LINK,
  engine: 'native',
  captions: [],
  statedItems: null,
  unlistedHost: null,
  isPicturePost: false,
  goodUntil: null,
  items: urls.map((url) => ({
    kind: 'photo',
    thumbnail: null,
    width: null,
    height: null,
    duration: 0,
    renditions: [
      {
        source: { kind: 'upstream', url, headers: {} },
        kind: 'photo',
        label: 'Original',
        quality: 'original',
        extension: 'jpg',
        mime: 'image/jpeg',
        size: 10,
        sizeKnown: true,
        codec: null,
        bitrate: null,
        unproven: false,
        alternative: null,
        watermarked: false,
        width: null,
        height: null,
        videoAvailable: false,
        audioAvailable: false,
      },
    ],
  })),
});

const ticketOf = (url: string, item = 0, items = 1): Ticket => ({
  purpose: 'media',
  source: { kind: 'upstream', url, headers: {} },
  mediaKind: 'photo',
  mime: 'image/jpeg',
  size: 10,
  filename: 'x.jpg',
  post: LINK,
  place: { itemIndex: item, itemCount: items, label: 'Original', extension: 'jpg', hasSound: false },
});

/** A refresher with a fake cache and platform; the test controls the time. */
const setUp = (platform: () => Resolution, off = false) => {
  let time = 0;
  let reads = 0;
  let cached: ResolvedPost | null = null;
  const refresh = createSourceRefresher({
    source: {
      async refresh(_link, isStale) {
        if (cached !== null && !isStale(cached)) return { ok: true, post: cached };
        reads += 1;
        const resolution = platform();
        cached = resolution.ok ? resolution.post : null;
        return resolution;
      },
    },
    isPlatformOff: () => off,
    now: () => time,
  });
  const urlOf = async (ticket: Ticket) => {
    const found = await refresh(ticket);
    return found?.kind === 'upstream' ? found.url : found;
  };
  return {
    urlOf,
    reads: () => reads,
    pass: (ms: number) => {
      time += ms;
    },
  };
};

const ok = (post: ResolvedPost): Resolution => ({ ok: true, post });

describe('createSourceRefresher', () => {
  it('returns the fresh address, then the cached one for other tickets of the post', async () => {
    const { urlOf, reads } = setUp(() => ok(postAt('new-1', 'new-2')));
    expect(await urlOf(ticketOf('old-1', 0, 2))).toBe('new-1');
    expect(await urlOf(ticketOf('old-1', 0, 2))).toBe('new-1');
    expect(await urlOf(ticketOf('old-2', 1, 2))).toBe('new-2');
    expect(reads()).toBe(1);
  });

  it('reads the post again for each address that has expired since', async () => {
    let reading = 0;
    const { urlOf, reads } = setUp(() => {
      reading += 1;
      return ok(postAt(`reading ${reading}`));
    });
    expect(await urlOf(ticketOf('reading 0'))).toBe('reading 1');
    expect(await urlOf(ticketOf('reading 1'))).toBe('reading 2');
    expect(reads()).toBe(2);
  });

  it('returns null for an unchanged address, and does not retry for a while', async () => {
    const { urlOf, reads, pass } = setUp(() => ok(postAt('always')));
    for (let round = 0; round < 3; round += 1) expect(await urlOf(ticketOf('always'))).toBeNull();
    pass(29_999);
    expect(await urlOf(ticketOf('always'))).toBeNull();
    expect(reads()).toBe(1);
    pass(1);
    expect(await urlOf(ticketOf('always'))).toBeNull();
    expect(reads()).toBe(2);
  });

  it('returns an unchanged address when the file at it has been made anew', async () => {
    const withOpening = (post: ResolvedPost, opening: string): ResolvedPost => ({
      ...post,
      items: post.items.map((item) => ({
        ...item,
        renditions: item.renditions.map((one) => ({ ...one, source: { ...one.source, opening } as const })),
      })),
    });
    const { urlOf, reads } = setUp(() => ok(withOpening(postAt('always'), 'new')));
    const ticket = ticketOf('always');
    const of = (opening: string): Ticket => ({
      ...ticket,
      source: { ...ticket.source, opening } as Ticket['source'],
    });
    expect([await urlOf(of('old')), await urlOf(of('old')), reads()]).toEqual(['always', 'always', 1]);
    expect(await urlOf(of('new'))).toBeNull();
    expect(await urlOf(ticket)).toBeNull();
  });

  it('does not retry a private or deleted post for a while', async () => {
    let answer: Resolution = { ok: false, code: 'private' };
    const { urlOf, reads, pass } = setUp(() => answer);
    expect(await urlOf(ticketOf('old-1', 0, 2))).toBeNull();
    expect(await urlOf(ticketOf('old-2', 1, 2))).toBeNull();
    expect(reads()).toBe(1);
    answer = ok(postAt('new-1', 'new-2'));
    pass(30_000);
    expect(await urlOf(ticketOf('old-2', 1, 2))).toBe('new-2');
  });

  it('reads a changed post once for all tickets of its old files', async () => {
    const { urlOf, reads } = setUp(() => ok(postAt('new-1')));
    expect(await urlOf(ticketOf('old-1', 0, 2))).toBeNull();
    expect(await urlOf(ticketOf('old-2', 1, 2))).toBeNull();
    expect(reads()).toBe(1);
  });

  it('reads nothing for a disabled platform, a foreign link or a built-in file', async () => {
    const off = setUp(() => ok(postAt('new')), true);
    expect(await off.urlOf(ticketOf('old'))).toBeNull();
    const on = setUp(() => ok(postAt('new')));
    expect(await on.urlOf({ ...ticketOf('old'), post: 'https://elsewhere.example/' })).toBeNull();
    expect(await on.urlOf({ ...ticketOf('old'), source: { kind: 'sample', file: 'a' } })).toBeNull();
    expect(off.reads() + on.reads()).toBe(0);
  });
});
