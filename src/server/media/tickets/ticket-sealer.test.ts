import { createCipheriv, hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { TICKET_LIFETIME_MS } from '#shared/limits.ts';
import { TICKET_MAX_CHARACTERS, type Ticket } from './ticket.ts';
import { createTicketSealer, TicketTooLongError } from './ticket-sealer.ts';

const WEEK = 7 * 24 * 60 * 60 * 1_000;
const START = 2_900 * WEEK;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const video: Ticket = {
  purpose: 'media',
  source: {
    kind: 'upstream',
    url: 'https://v16-webapp-prime.us.tiktok.com/video/abc/?a=1988&tk=tt_chain_token',
    headers: { cookie: 'tt_chain_token=invented==', referer: 'https://www.tiktok.com/' },
  },
  mediaKind: 'video',
  mime: 'video/mp4',
  size: 1_234_567,
  filename: 'tiktok_video_7000000000000000001_2026-11-21.mp4',
  post: 'https://www.tiktok.com/@nobody/video/7000000000000000001',
};
const sample: Ticket = {
  purpose: 'thumbnail',
  source: { kind: 'sample', file: 'harbour.webp' },
  mediaKind: 'photo',
  mime: 'image/webp',
  size: null,
  filename: 'Häfen ☂.webp',
  post: '/?sample=clip',
};

const placed: Ticket = {
  ...video,
  place: { itemIndex: 2, itemCount: 5, label: '720p HD', extension: 'mp4', hasSound: true },
};

const mirrored: Ticket = {
  ...video,
  source: {
    kind: 'upstream',
    url: 'https://v16-webapp-prime.us.tiktok.com/video/abc/',
    headers: {},
    mirrors: ['https://v19-webapp-prime.us.tiktok.com/video/abc/'],
    opening: 'AbCdEfGhIjKlMnOpQrStUv',
  },
};

const captions: Ticket = {
  ...video,
  mediaKind: 'captions',
  mime: 'text/vtt',
  size: 321,
  filename: 'tiktok_captions_7000000000000000001_en-US_spoken_2026-11-21.vtt',
  place: { itemIndex: 0, itemCount: 1, label: 'en-US spoken', extension: 'vtt', hasSound: false },
};

const sealerAt = (clock: { time: number }, secret: string | Uint8Array = 'a master secret') =>
  createTicketSealer({ secret, now: () => clock.time });

describe('ticket sealer', () => {
  it.each(['provider-2', 'provider-3'])('opens tickets of a version that had the engine %s', (via) => {
    const sealer = sealerAt({ time: START });
    const file = { kind: 'upstream', url: 'https://files.example/a.mp4', headers: {} } as const;
    const ticket = { ...video, source: { ...file, via } } as unknown as Ticket;
    expect(sealer.open(sealer.seal(ticket))).toEqual({
      ok: true,
      ticket: { ...video, source: { ...file, via: 'provider' } },
    });
  });

  it('opens what it sealed, on every instance with the same secret', () => {
    const clock = { time: START };
    for (const ticket of [video, sample, placed, mirrored, captions]) {
      const segment = sealerAt(clock).seal(ticket);
      expect(segment).toMatch(/^[0-9a-z]+\.[\w-]+$/);
      expect(sealerAt(clock).open(segment)).toEqual({ ok: true, ticket });
    }
  });

  it('seals a ticket differently each time and reveals nothing of its content', () => {
    const sealer = sealerAt({ time: START });
    const segments = new Set(Array.from({ length: 50 }, () => sealer.seal(video)));
    expect(segments.size).toBe(50);
    for (const segment of segments) {
      expect(Buffer.from(segment.split('.')[1]!, 'base64url').toString('latin1')).not.toMatch(
        /tiktok|cookie/,
      );
    }
  });

  it('rejects a ticket with any one bit flipped', () => {
    const sealer = sealerAt({ time: START });
    let tried = 0;
    let accepted = 0;
    for (const ticket of [video, sample, { ...sample, filename: 'x' }]) {
      const segment = sealer.seal(ticket);
      for (let bit = 0; bit < segment.length * 8; bit += 1) {
        const bytes = Buffer.from(segment, 'latin1');
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        tried += 1;
        if (sealer.open(bytes.toString('latin1')).ok) accepted += 1;
      }
    }
    expect(tried).toBeGreaterThan(8_000);
    expect(accepted).toBe(0);
  });

  it('returns ticket_invalid for every flipped bit of the sealed bytes', () => {
    const sealer = sealerAt({ time: START });
    const [kid, text] = sealer.seal(sample).split('.') as [string, string];
    const sealed = Buffer.from(text, 'base64url');
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const bytes = Buffer.from(sealed);
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      expect(sealer.open(`${kid}.${bytes.toString('base64url')}`)).toEqual({
        ok: false,
        code: 'ticket_invalid',
      });
    }
  });

  it('accepts only one spelling', () => {
    const sealer = sealerAt({ time: START });
    // Payload lengths one apart reach every number of spare bits base64 can end with.
    for (const filename of ['a', 'ab', 'abc']) {
      const segment = sealer.seal({ ...sample, filename });
      const last = ALPHABET.indexOf(segment.at(-1)!);
      for (let other = 0; other < 64; other += 1) {
        if (other !== last) expect(sealer.open(segment.slice(0, -1) + ALPHABET[other]).ok).toBe(false);
      }
      const wrong = [
        `${segment}=`,
        `${segment}==`,
        `${segment} `,
        ` ${segment}`,
        `${segment}\n`,
        `0${segment}`,
        segment.replace('.', '..'),
        segment.toUpperCase(),
      ];
      for (const spelling of wrong) expect(sealer.open(spelling).ok, JSON.stringify(spelling)).toBe(false);
    }
  });

  it.each(['', '.', 'a.', '.a', 'a.b', 'nonsense', '../../etc/passwd', `zzzzzzz.${'A'.repeat(80)}`])(
    'returns ticket_invalid for %j',
    (segment) => {
      expect(sealerAt({ time: START }).open(segment)).toEqual({ ok: false, code: 'ticket_invalid' });
    },
  );

  it('expires to the millisecond', () => {
    const clock = { time: START };
    const sealer = sealerAt(clock);
    const segment = sealer.seal(video);
    clock.time = START + TICKET_LIFETIME_MS;
    expect(sealer.open(segment).ok).toBe(true);
    clock.time += 1;
    expect(sealer.open(segment)).toEqual({ ok: false, code: 'ticket_expired' });
  });

  it('opens a ticket after a change of keys, and returns ticket_expired long after', () => {
    const clock = { time: START + WEEK - 1 };
    const sealer = sealerAt(clock);
    const segment = sealer.seal(video);
    clock.time += 1;
    expect(sealer.seal(video).split('.')[0]).not.toBe(segment.split('.')[0]);
    expect(sealer.open(segment).ok).toBe(true);
    for (const later of [WEEK, 2 * WEEK, 90 * WEEK]) {
      clock.time = START + WEEK + later;
      expect(sealer.open(segment)).toEqual({ ok: false, code: 'ticket_expired' });
    }
  });

  it('opens a ticket of a key that begins within the clock skew, not of a later one', () => {
    const ahead = sealerAt({ time: START + WEEK }).seal(video);
    expect(sealerAt({ time: START + WEEK - 30_000 }).open(ahead).ok).toBe(true);
    expect(sealerAt({ time: START + WEEK - 120_000 }).open(ahead)).toEqual({
      ok: false,
      code: 'ticket_invalid',
    });
  });

  it('rejects what another secret sealed', () => {
    const clock = { time: START };
    const segment = sealerAt(clock).seal(video);
    expect(sealerAt(clock, 'another secret').open(segment)).toEqual({ ok: false, code: 'ticket_invalid' });
    expect(sealerAt(clock, new TextEncoder().encode('a master secret')).open(segment).ok).toBe(true);
    expect(() => sealerAt(clock, '')).toThrow(TypeError);
  });

  it('rejects what its own key sealed for another purpose or with another shape', () => {
    const week = Math.floor(START / WEEK);
    const key = Buffer.from(hkdfSync('sha256', 'a master secret', '', `savelet/ticket/v1/week/${week}`, 32));
    const forge = (context: string, payload: unknown): string => {
      const nonce = Buffer.alloc(12, 7);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(JSON.stringify(payload)), cipher.final()]);
      return `${week.toString(36)}.${Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url')}`;
    };
    const good = {
      e: START + 1_000,
      p: 'media',
      s: { kind: 'sample', file: 'a.mp4' },
      k: 'video',
      m: 'video/mp4',
      b: null,
      f: 'a.mp4',
      o: '/',
    };
    const sealer = sealerAt({ time: START });
    const context = 'savelet/ticket/v1/media-link';
    // Tickets sealed by earlier versions have no file place.
    expect(sealer.open(forge(context, good)).ok).toBe(true);
    expect(sealer.open(forge(context, { ...good, w: [2, 5, '720p HD', 'mp4', true] })).ok).toBe(true);
    expect(sealer.open(forge('savelet/csrf/v1', good)).ok).toBe(false);
    for (const wrong of [
      { ...good, p: 'admin' },
      { ...good, e: 'never' },
      { ...good, extra: 1 },
      { ...good, w: [-1, 5, '720p HD', 'mp4', true] },
      { ...good, w: [2, 5, '720p HD', 'mp4'] },
      { ...good, w: null },
      { ...good, s: { kind: 'upstream', url: 'https://x.test/' } },
      [],
      null,
    ])
      expect(sealer.open(forge(context, wrong)).ok).toBe(false);
  });

  it('seals a long upstream URL with its cookies, and throws when one does not fit', () => {
    const sealer = sealerAt({ time: START });
    const long = (length: number): Ticket => ({
      ...placed,
      source: {
        kind: 'upstream',
        url: `https://x.fbcdn.net/${'a'.repeat(length)}`,
        headers: { cookie: 'c'.repeat(600) },
      },
    });
    const segment = sealer.seal(long(4_096));
    expect(segment.length).toBeLessThanOrEqual(TICKET_MAX_CHARACTERS);
    expect(sealer.open(segment).ok).toBe(true);
    expect(() => sealer.seal(long(7_000))).toThrow(TicketTooLongError);
  });
});
