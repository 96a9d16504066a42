import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { SIZE_PROOF_TIMEOUT_MS } from '../engines/engine.ts';
import { type OutboundClient, OutboundError, type OutboundRequest } from '../outbound/outbound-client.ts';
import { proveSizes } from './prove-sizes.ts';
import type { ResolvedPost, ResolvedRendition } from './resolved-post.ts';

const rendition = (path: string, given: Partial<ResolvedRendition> = {}): ResolvedRendition => ({
  source: { kind: 'upstream', url: `https://cdn.test/${path}`, headers: { cookie: 'a=1' } },
  kind: 'video',
  label: '720p HD',
  quality: '720p',
  extension: 'mp4',
  mime: 'video/mp4',
  size: 77,
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

const postOf = (...renditions: ResolvedRendition[]): ResolvedPost => ({
  id: '1',
  platform: 'tiktok',
  type: 'video',
  username: 'unknown',
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
  items: [
    {
      kind: renditions[0]?.kind ?? 'video',
      thumbnail: null,
      width: null,
      height: null,
      duration: 0,
      renditions,
    },
  ],
});

interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: Uint8Array;
}

const clientOf = (answers: Record<string, Answer | Error>) => {
  const requests: OutboundRequest[] = [];
  const outbound: OutboundClient = {
    request: (request) => {
      requests.push(request);
      const answer = answers[new URL(request.url).pathname.slice(1)];
      if (answer === undefined || answer instanceof Error)
        return Promise.reject(answer ?? new Error('no answer'));
      const { status, headers = {}, body = Uint8Array.of(0) } = answer;
      return Promise.resolve({
        status,
        headers,
        setCookies: [],
        url: request.url,
        body: Readable.from([Buffer.from(body)]),
      });
    },
    close: () => Promise.resolve(),
  };
  return { outbound, requests };
};
const hosts = { allows: () => true, isOwnerOrigin: false };
const partial = (total: number, type = 'video/mp4'): Answer => ({
  status: 206,
  headers: { 'content-range': `bytes 0-0/${total}`, 'content-type': type },
});

const prove = async (answers: Record<string, Answer | Error>, ...renditions: ResolvedRendition[]) => {
  const { outbound, requests } = clientOf(answers);
  const post = await proveSizes(postOf(...renditions), outbound, hosts);
  return { found: post.items[0]?.renditions ?? [], items: post.items, requests };
};

describe('proveSizes', () => {
  it('reports the host suffix of a file or redirect outside the allow list', async () => {
    const hostname = 'v16.cdn.example.net';
    const refused = new OutboundError('refused-host', { hostname });
    for (const error of [refused, new OutboundError('refused-redirect', { cause: refused })]) {
      const { outbound } = clientOf({ a: error, b: partial(5) });
      const none = await proveSizes(postOf(rendition('a')), outbound, hosts);
      expect([none.items, none.unlistedHost]).toEqual([[], 'cdn.example.net']);
      const some = await proveSizes(postOf(rendition('a'), rendition('b')), outbound, hosts);
      expect([some.items.length, some.unlistedHost]).toEqual([1, 'cdn.example.net']);
    }
    const { outbound } = clientOf({ b: partial(5) });
    expect((await proveSizes(postOf(rendition('b')), outbound, hosts)).unlistedHost).toBeNull();
  });

  it('requests the first bytes with the file’s own headers, and uses the total', async () => {
    const { found, requests } = await prove({ a: partial(1_234) }, rendition('a'));
    expect(requests[0]?.headers).toEqual({ cookie: 'a=1', range: 'bytes=0-32767' });
    expect(found).toMatchObject([{ size: 1_234, sizeKnown: true }]);
  });

  it('uses Content-Length of a network that does not support ranges', async () => {
    const whole = { status: 200, headers: { 'content-length': '99', 'content-type': 'video/mp4' } };
    expect((await prove({ a: whole }, rendition('a'))).found).toMatchObject([{ size: 99, sizeKnown: true }]);
  });

  it('uses the measured type of a photo', async () => {
    const photo = rendition('p', { kind: 'photo', mime: 'image/jpeg', extension: 'jpg' });
    expect((await prove({ p: partial(5, 'image/webp') }, photo)).found).toMatchObject([
      { mime: 'image/webp', extension: 'webp' },
    ]);
  });

  it.each<[string, Answer]>([
    ['without a length', { status: 200, headers: { 'content-type': 'video/mp4' } }],
    [
      'of an unknown total',
      { status: 206, headers: { 'content-range': 'bytes 0-0/*', 'content-type': 'video/mp4' } },
    ],
  ])('offers a file %s, whose size stays an estimate', async (_name, answer) => {
    const { found } = await prove({ a: answer }, rendition('a'));
    expect(found).toMatchObject([{ size: 77, sizeKnown: false }]);
    expect(found[0]?.unproven).toBe(false);
  });

  it.each<[string, Answer | Error]>([
    ['no answer in time', new OutboundError('timeout')],
    ['a server error', { status: 500 }],
    ['too many requests', { status: 429 }],
    [
      'another range than requested',
      { status: 206, headers: { 'content-range': 'bytes 5-5/10', 'content-type': 'video/mp4' } },
    ],
  ])('marks a quality after %s, and sorts proven ones before it', async (_name, answer) => {
    const marked = { size: 77, sizeKnown: false, unproven: true };
    expect((await prove({ a: answer }, rendition('a'))).found).toMatchObject([marked]);
    const { found } = await prove(
      { a: answer, b: partial(10), c: partial(9), d: partial(8, 'audio/mpeg') },
      rendition('a'),
      rendition('b'),
      rendition('c', { audioAvailable: false }),
      rendition('d', { kind: 'audio', mime: 'audio/mpeg', extension: 'mp3' }),
    );
    expect(found.map(({ size }) => size)).toEqual([10, 77, 9, 8]);
    expect(found.map(({ unproven }) => unproven)).toEqual([false, true, false, false]);
  });

  it.each<[string, Answer]>([
    ['403', { status: 403 }],
    ['404', { status: 404 }],
    ['a page', { status: 200, headers: { 'content-type': 'text/html', 'content-length': '9' } }],
    ['a page with a video type', { ...partial(9), body: Uint8Array.of(0x3c) }],
    ['JSON with a video type', { ...partial(9), body: Uint8Array.of(0x7b) }],
    ['SVG', partial(9, 'image/svg+xml')],
    ['empty', partial(0)],
    [
      'empty, without a range',
      { status: 200, headers: { 'content-type': 'video/mp4' }, body: Uint8Array.of() },
    ],
    ['announced but empty', { ...partial(900), body: Uint8Array.of() }],
    ['204', { status: 204, body: Uint8Array.of() }],
    [
      'a page after blank lines',
      { ...partial(900), body: Buffer.from(`\n\n  <!DOCTYPE html>${'x'.repeat(600)}`) },
    ],
    ['a picture with a video type', { ...partial(900), body: Buffer.from('\xff\xd8\xff\xe0', 'latin1') }],
    ['compressed', { ...partial(900), headers: { ...partial(900).headers, 'content-encoding': 'gzip' } }],
  ])('drops a quality that is %s, and an item without others', async (_name, answer) => {
    const { found } = await prove({ a: answer, b: partial(10) }, rendition('a'), rendition('b'));
    expect(found.map(({ size }) => size)).toEqual([10]);
    expect((await prove({ a: answer }, rendition('a'))).items).toEqual([]);
  });

  it.each<[string, Partial<ResolvedRendition>]>([
    ['a clip', {}],
    ['a silent clip', { audioAvailable: false }],
    ['a picture', { kind: 'photo', mime: 'image/jpeg', extension: 'jpg', audioAvailable: false }],
    ['a sound', { kind: 'audio', mime: 'audio/mpeg', extension: 'mp3', videoAvailable: false }],
  ])('offers the next file of one label when the first does not work: %s', async (_kind, given) => {
    const { mime = 'video/mp4' } = given;
    const answers = { a: { status: 403 }, b: new OutboundError('timeout'), c: partial(10, mime) };
    const chain = (...paths: string[]): ResolvedRendition =>
      paths
        .map((path) => rendition(path, given))
        .reduceRight((alternative, one) => ({ ...one, alternative }));
    const pathOf = ({ source }: ResolvedRendition) => ('url' in source ? source.url.at(-1) : null);
    const offered = async (...paths: string[]) => (await prove(answers, chain(...paths))).found.map(pathOf);
    expect(await offered('a', 'c')).toEqual(['c']);
    expect(await offered('b', 'c')).toEqual(['c']);
    expect(await offered('a', 'b', 'c')).toEqual(['c']);
    expect(await offered('a', 'b')).toEqual(['b']);
    expect(await offered('b', 'a')).toEqual(['b']);
    expect(await offered('c', 'a')).toEqual(['c']);
    expect(await offered('a', 'a')).toEqual([]);
  });

  it('names a sound by the type of its bytes', async () => {
    const sound = rendition('s', {
      kind: 'audio',
      label: 'Audio (MP3)',
      mime: 'audio/mpeg',
      extension: 'mp3',
      videoAvailable: false,
    });
    const m4a = { ...partial(900, 'audio/mpeg'), body: Buffer.from('\0\0\0\x18ftypM4A \0\0\0\0', 'latin1') };
    expect((await prove({ s: m4a }, sound)).found).toMatchObject([
      { label: 'Audio (M4A)', mime: 'audio/mp4', extension: 'm4a' },
    ]);
    const mp3 = { ...partial(900, 'audio/mp4'), body: Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1') };
    const stated = { ...sound, label: 'Audio (M4A)', mime: 'audio/mp4', extension: 'm4a' };
    expect((await prove({ s: mp3 }, stated)).found).toMatchObject([
      { label: 'Audio (MP3)', mime: 'audio/mpeg', extension: 'mp3' },
    ]);
    expect((await prove({ s: m4a }, { ...sound, label: '41kbps' })).found).toMatchObject([
      { label: '41kbps', extension: 'm4a' },
    ]);
  });

  it('drops files the outbound client refuses, and audio in place of a clip', async () => {
    const refused = new OutboundError('refused-host');
    const { found } = await prove(
      { a: refused, b: partial(9, 'audio/mpeg'), c: partial(10) },
      rendition('a'),
      rendition('b'),
      rendition('c'),
    );
    expect(found.map(({ size }) => size)).toEqual([10]);
  });

  it('detects the type from the first bytes', async () => {
    const webp = { ...partial(900, 'image/jpeg'), body: Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1') };
    const photo = rendition('p', { kind: 'photo', mime: 'image/jpeg', extension: 'jpg' });
    expect((await prove({ p: webp }, photo)).found).toMatchObject([
      { mime: 'image/webp', extension: 'webp' },
    ]);
    // The whole file has twelve bytes, so they are checked as a complete file.
    const message = { ...partial(12), body: Buffer.from('Unauthorized') };
    expect((await prove({ a: message }, rendition('a'))).items).toEqual([]);
  });

  const item = (path: string, kind: 'video' | 'photo' | 'audio') => ({
    ...postOf(
      rendition(path, { kind, mime: { video: 'video/mp4', photo: 'image/jpeg', audio: 'audio/mpeg' }[kind] }),
    ).items[0]!,
    kind,
  });
  const proveSet = (answers: Record<string, Answer | Error>, ...items: ReturnType<typeof item>[]) =>
    proveSizes({ ...postOf(), items }, clientOf(answers).outbound, hosts);
  const picture = partial(5, 'image/jpeg');
  const sound = partial(5, 'audio/mpeg');

  it('drops refused items of a set and states how many there are', async () => {
    const answers = { a: picture, b: { status: 404 }, c: partial(9), d: sound };
    const set = await proveSet(
      answers,
      item('a', 'photo'),
      item('b', 'photo'),
      item('c', 'video'),
      item('d', 'audio'),
    );
    expect(set.items.map(({ kind }) => kind)).toEqual(['photo', 'video', 'audio']);
    expect(set.statedItems).toBe(3);
  });

  it('keeps items that could not be checked, marked as unproven', async () => {
    const answers = { a: picture, b: new OutboundError('timeout') };
    const { items, statedItems } = await proveSet(answers, item('a', 'photo'), item('b', 'photo'));
    expect(items.map(({ renditions }) => renditions[0]?.unproven)).toEqual([false, true]);
    expect(statedItems).toBeNull();
  });

  it.each<[string, Answer | Error]>([
    ['403', { status: 403 }],
    ['204', { status: 204 }],
    ['416', { status: 416 }],
    [
      'a page',
      { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<!doctype html><p>no') },
    ],
    [
      'a text',
      { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from('no such file here') },
    ],
    [
      'compressed bytes',
      {
        status: 200,
        headers: { 'content-type': 'video/mp4', 'content-encoding': 'gzip' },
        body: Buffer.alloc(99, 31),
      },
    ],
    ['a host that is not listed', new OutboundError('refused-host')],
  ])('does not take the sound for the film when the film answers %s', async (_name, refusal) => {
    const film = rendition('film');
    const music = rendition('music', { kind: 'audio', mime: 'audio/mpeg', extension: 'mp3' });
    const answers = { film: refusal, a: refusal, b: refusal, music: sound };
    expect((await prove(answers, film, music)).items).toEqual([]);
    expect(
      (await proveSet(answers, item('a', 'photo'), item('b', 'photo'), item('music', 'audio'))).items,
    ).toEqual([]);
  });

  it('limits the time for all sizes together', async () => {
    const silent: OutboundClient = {
      request: ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal?.throwIfAborted();
          signal?.addEventListener('abort', () => reject(new OutboundError('timeout')));
        }),
      close: () => Promise.resolve(),
    };
    const started = performance.now();
    await proveSizes(
      postOf(...Array.from({ length: 40 }, (_, index) => rendition(String(index)))),
      silent,
      hosts,
    );
    expect(performance.now() - started).toBeLessThan(SIZE_PROOF_TIMEOUT_MS + 1_500);
  });

  it('does not change built-in files', async () => {
    const sample = rendition('s', { source: { kind: 'sample', file: 's.mp4' }, sizeKnown: true });
    const { found, requests } = await prove({}, sample);
    expect(found).toEqual([sample]);
    expect(requests).toEqual([]);
  });
});
