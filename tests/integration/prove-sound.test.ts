import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type OutboundClient, OutboundError } from '../../src/server/outbound/outbound-client.ts';
import { SOUND_PROBE_BYTES } from '../../src/server/posts/inspect-file.ts';
import { proveSizes } from '../../src/server/posts/prove-sizes.ts';
import type { ResolvedPost, ResolvedRendition } from '../../src/server/posts/resolved-post.ts';
import { mp4Film } from '../mp4-film.ts';

const HOSTS = { allows: () => true, isOwnerOrigin: false };
const WITH_SOUND = mp4Film({ tracks: ['vide', 'soun'] });
const SILENT = mp4Film({ tracks: ['vide'] });
const SOUND_AT_END = mp4Film({ tracks: ['vide', 'soun'], moov: 'last', mediaBytes: 500_000 });
const SILENT_AT_END = mp4Film({ tracks: ['vide'], moov: 'last', mediaBytes: 500_000 });
/** A film without a list of tracks, so that nothing is known about its sound. */
const UNLISTED = mp4Film({ tracks: [], moov: 'none' });
const LONG = mp4Film({ tracks: ['vide', 'soun'], tableBytes: 400_000 });

type Serve = (start: number, end: number, first: boolean) => Readable | OutboundError;

/** Serves files by the last part of their URL, and records the requested ranges. */
const serve = (files: Readonly<Record<string, Buffer>>, over: Serve | null = null) => {
  const ranges: (string | undefined)[] = [];
  const outbound: OutboundClient = {
    async request({ url, headers = {} }) {
      const file = files[new URL(url).pathname.slice(1)] ?? Buffer.alloc(0);
      const range = headers['range'];
      ranges.push(range);
      const [, from = '0', to = String(file.length - 1)] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
      const [start, end] = [Number(from), Math.min(Number(to) + 1, file.length)];
      const body = over?.(start, end, ranges.length === 1) ?? Readable.from([file.subarray(start, end)]);
      if (body instanceof OutboundError) throw body;
      const part = { 'content-range': `bytes ${start}-${end - 1}/${file.length}` };
      const whole = { 'content-length': String(file.length) };
      return {
        status: range === undefined ? 200 : 206,
        headers: { 'content-type': 'video/mp4', ...(range === undefined ? whole : part) },
        setCookies: [],
        url,
        body,
      };
    },
    close: async () => undefined,
  };
  return { outbound, ranges };
};

const clip = (file: string, given: Partial<ResolvedRendition> = {}): ResolvedRendition => ({
  source: { kind: 'upstream', url: `https://cdn.test/${file}`, headers: {} },
  kind: 'video',
  label: file,
  quality: file,
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
  videoAvailable: true,
  audioAvailable: true,
  ...given,
});

const prove = async (outbound: OutboundClient, ...renditions: ResolvedRendition[]) => {
  const post: ResolvedPost = {
    id: '1',
    platform: 'tiktok',
    type: 'video',
    username: null,
    caption: '',
    thumbnail: null,
    authorPicture: null,
    duration: 0,
    url: 'https://www.tiktok.com/@_/video/1',
    engine: 'native',
    captions: [],
    statedItems: null,
    unlistedHost: null,
    isPicturePost: false,
    goodUntil: null,
    items: [{ kind: 'video', thumbnail: null, width: null, height: null, duration: 0, renditions }],
  };
  const proven = await proveSizes(post, outbound, HOSTS);
  return proven.items[0]?.renditions ?? [];
};

describe('the codec that a file shows', () => {
  const film = (entry: string, moov: 'first' | 'last' = 'first', tracks = ['vide', 'soun']) =>
    mp4Film({ tracks, entry, moov, mediaBytes: 100_000 });
  const shown = (renditions: readonly ResolvedRendition[]) =>
    renditions.map(({ label, codec }) => [label, codec]);

  it.each([
    ['hvc1', 'first'],
    ['hev1', 'first'],
    ['hvc1', 'last'],
  ] as const)('is named, and H.264 is offered first: %s, its tracks %s', async (entry, moov) => {
    const { outbound } = serve({ hd: film(entry, moov), plain: film('avc1', moov) });
    const hd = clip('hd', { label: '720p HD' });
    const plain = clip('plain', { label: 'No watermark' });
    expect(shown(await prove(outbound, hd, plain))).toEqual([
      ['No watermark', null],
      ['720p HD, H.265', 'h265'],
    ]);
    expect(shown(await prove(outbound, hd))).toEqual([['720p HD, H.265', 'h265']]);
  });

  it('is named once, and yields to sound', async () => {
    const { outbound } = serve({
      known: film('hvc1'),
      silent: film('avc1', 'first', ['vide']),
      unread: film('mp4v'),
    });
    const known = clip('known', { label: '540p, H.265', codec: 'h265' });
    expect(shown(await prove(outbound, clip('silent'), known, clip('unread')))).toEqual([
      ['unread', null],
      ['540p, H.265', 'h265'],
      ['silent', null],
    ]);
  });
});

describe('the sound of a clip', () => {
  it.each<[string, Buffer, boolean | null, number]>([
    ['its tracks first and sound', WITH_SOUND, true, 1],
    ['its tracks first and none', SILENT, false, 1],
    ['its tracks at the end and sound', SOUND_AT_END, true, 2],
    ['its tracks at the end and none', SILENT_AT_END, false, 2],
    ['sample tables longer than one read', LONG, true, 2],
    ['no list of tracks', UNLISTED, null, 1],
  ])('is detected in a file with %s', async (_name, file, audioAvailable, requests) => {
    for (const told of [true, false]) {
      const { outbound, ranges } = serve({ film: file });
      const [found] = await prove(outbound, clip('film', { audioAvailable: told }));
      // A statement that there is sound is never trusted; that there is none is trusted when the file gives no answer.
      expect(found).toMatchObject({
        size: file.length,
        sizeKnown: true,
        audioAvailable: audioAvailable ?? (told ? null : false),
      });
      expect(ranges.length).toBe(requests);
    }
  });

  it('is detected in the alternative of a silent clip, which is offered before it', async () => {
    const { outbound, ranges } = serve({ film: SILENT, other: WITH_SOUND });
    const found = await prove(outbound, { ...clip('film'), alternative: clip('other') });
    expect(found.map(({ audioAvailable }) => audioAvailable)).toEqual([true, false]);
    expect(found.map(({ size }) => size)).toEqual([WITH_SOUND.length, SILENT.length]);
    expect(found.every((one) => one.alternative === null)).toBe(true);
    expect(ranges.length).toBe(2);
  });

  it.each([
    ['the clip has sound', WITH_SOUND, WITH_SOUND, 1],
    ['the alternative is silent too', SILENT, SILENT, 2],
  ])('omits the alternative when %s', async (_name, film, other, requests) => {
    const { outbound, ranges } = serve({ film, other });
    const found = await prove(outbound, { ...clip('film'), alternative: clip('other') });
    expect(found.map(({ source }) => 'url' in source && source.url.includes('film'))).toEqual([true]);
    expect(ranges.length).toBe(requests);
  });

  it('is detected in few bytes, with a bounded range per request', async () => {
    const { outbound, ranges } = serve({ film: SOUND_AT_END });
    await prove(outbound, clip('film'));
    const moov = SOUND_AT_END.indexOf('moov') - 4;
    expect(ranges).toEqual([
      `bytes=0-${SOUND_PROBE_BYTES - 1}`,
      `bytes=${moov}-${Math.min(moov + SOUND_PROBE_BYTES, SOUND_AT_END.length) - 1}`,
    ]);
  });

  it('takes at most two further reads', async () => {
    const film = mp4Film({ tracks: ['vide', 'hint', 'text', 'soun'], tableBytes: 100_000 });
    const { outbound, ranges } = serve({ film });
    const [found] = await prove(outbound, clip('film'));
    expect(found).toMatchObject({ sizeKnown: true, audioAvailable: null });
    expect(ranges.length).toBe(3);
  });

  it.each<[string, Serve]>([
    ['is refused', (_start, _end, first) => (first ? fine(0) : new OutboundError('unreachable'))],
    ['brings other bytes', (start, _end, first) => (first ? fine(start) : Readable.from([Buffer.alloc(3)]))],
  ])('stays unknown, and the size proven, when the further read %s', async (_name, over) => {
    const { outbound } = serve({ film: SILENT_AT_END }, over);
    const [found] = await prove(outbound, clip('film'));
    expect(found).toMatchObject({ size: SILENT_AT_END.length, sizeKnown: true, audioAvailable: null });
    expect(found?.unproven).toBe(false);
  });

  it.each([
    ['another place', (start: number, end: number) => `bytes ${start + 1}-${end}/${SILENT_AT_END.length}`],
    [
      'a file of another size',
      (start: number, end: number) => `bytes ${start}-${end - 1}/${SILENT_AT_END.length + 1}`,
    ],
  ])('is not read from a part of %s', async (_name, rangeOf) => {
    const { outbound } = serve({ film: SILENT_AT_END });
    const odd: OutboundClient = {
      ...outbound,
      async request(request) {
        const answer = await outbound.request(request);
        const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers?.['range'] ?? '') ?? [];
        if (from === '0') return answer;
        const end = Math.min(Number(to) + 1, SILENT_AT_END.length);
        return { ...answer, headers: { ...answer.headers, 'content-range': rangeOf(Number(from), end) } };
      },
    };
    expect(await prove(odd, clip('film'))).toMatchObject([{ sizeKnown: true, audioAvailable: null }]);
  });

  it('does not affect the size proof when the body breaks during detection', async () => {
    const breaking = async function* () {
      yield SILENT_AT_END.subarray(0, 600);
      throw new OutboundError('timeout');
    };
    const { outbound } = serve({ film: SILENT_AT_END }, (_start, _end, first) =>
      first ? Readable.from(breaking()) : new OutboundError('timeout'),
    );
    const [found] = await prove(outbound, clip('film'));
    expect(found).toMatchObject({ size: SILENT_AT_END.length, sizeKnown: true, audioAvailable: null });
  });

  it('is detected in the body that an instance streams, without a further request', async () => {
    const source = { kind: 'upstream', url: 'https://cdn.test/film', headers: {}, via: 'cobalt' } as const;
    for (const [film, audioAvailable] of [
      [SILENT, false],
      [SILENT_AT_END, null],
    ] as const) {
      const { outbound, ranges } = serve({ film }, () => Readable.from(inPieces(film)));
      const [found] = await prove(outbound, clip('film', { source }));
      expect(found).toMatchObject({ sizeKnown: true, audioAvailable });
      expect(ranges).toEqual([undefined]);
    }
  });

  it('decides which clip comes first: one with sound before a larger silent one', async () => {
    const { outbound } = serve({ large: SILENT, middle: UNLISTED, small: WITH_SOUND, told: UNLISTED });
    const found = await prove(
      outbound,
      clip('large'),
      clip('told', { audioAvailable: false }),
      clip('middle'),
      clip('small'),
    );
    expect(found.map(({ label, audioAvailable }) => [label, audioAvailable])).toEqual([
      ['middle', null],
      ['small', true],
      ['large', false],
      ['told', false],
    ]);
  });
});

function* inPieces(film: Buffer) {
  for (let at = 0; at < film.length; at += 16_384) yield film.subarray(at, at + 16_384);
}

/** The first read of a film whose tracks are listed at its end. */
function fine(start: number): Readable {
  return Readable.from([SILENT_AT_END.subarray(start, SOUND_PROBE_BYTES)]);
}
