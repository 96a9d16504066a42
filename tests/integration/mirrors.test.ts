import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { Ticket } from '../../src/server/media/tickets/ticket.ts';
import type { TunnelOptions } from '../../src/server/media/tunnel/tunnel.ts';
import { createOutboundClient } from '../../src/server/outbound/create-outbound-client.ts';
import { digestOpening, type UpstreamFile } from '../../src/server/outbound/media-source.ts';
import { mediaHosts } from '../../src/server/platforms/server-platforms.ts';
import { proveSizes } from '../../src/server/posts/prove-sizes.ts';
import type { ResolvedPost } from '../../src/server/posts/resolved-post.ts';
import { startUpstream } from './loopback-upstream.ts';
import { mediaBytes, startFront, ticketFor } from './tunnel-front.ts';

const SIZE = 400_000;
const CLIP = mediaBytes(SIZE);
const PHOTO = Buffer.concat([Buffer.from('\xff\xd8\xff\xe0', 'latin1'), CLIP.subarray(4)]);
const SOUND = Buffer.concat([Buffer.from('ID3'), CLIP.subarray(3)]);

type Kind = 'video' | 'photo' | 'audio';
const FILES = {
  video: { bytes: CLIP, mime: 'video/mp4', extension: 'mp4' },
  photo: { bytes: PHOTO, mime: 'image/jpeg', extension: 'jpg' },
  audio: { bytes: SOUND, mime: 'audio/mpeg', extension: 'mp3' },
} as const;

const addressAt = (host: string): string => `https://${host}.cdninstagram.com/file`;
const UNLISTED = 'https://v16.moved.example.net/file';
const HOSTS = ['a', 'b', 'c'].map(addressAt);

const status =
  (code: number): RequestListener =>
  (_request, response) =>
    void response.writeHead(code, { 'content-type': 'text/plain' }).end(code === 204 ? undefined : 'no');
const page: RequestListener = (_request, response) =>
  void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>no</title>');
const reset: RequestListener = (request) => void request.socket.resetAndDestroy();
const hang: RequestListener = () => undefined;

/** Sends the file or a part of it, with a validator of the host's own. */
const sendFile = (kind: Kind, request: IncomingMessage, response: ServerResponse, until = SIZE): void => {
  const { bytes, mime } = FILES[kind];
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const [start, end] = [
    Number(from ?? 0),
    to === undefined || to === '' ? SIZE : Math.min(Number(to) + 1, SIZE),
  ];
  response.writeHead(from === undefined ? 200 : 206, {
    'content-type': mime,
    'content-length': end - start,
    etag: `"${String(request.headers.host)}"`,
    ...(from === undefined ? {} : { 'content-range': `bytes ${start}-${end - 1}/${SIZE}` }),
  });
  if (until >= end) response.end(bytes.subarray(start, end));
  else response.write(bytes.subarray(start, until), () => response.destroy());
};
const serve =
  (kind: Kind): RequestListener =>
  (request, response) =>
    sendFile(kind, request, response);

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

/** Starts a delivery network whose hosts `a`, `b` and `c` answer in their own ways. Resolves with a client and the hosts asked. */
const startNetwork = async (...answers: readonly RequestListener[]) => {
  const asked: string[] = [];
  const upstream = await startUpstream((request, response) => {
    const host = String(request.headers.host).split('.')[0] ?? '';
    asked.push(host);
    answers['abc'.indexOf(host)]?.(request, response);
  });
  const outbound = createOutboundClient({
    routes: [{ host: '*.cdninstagram.com', origin: upstream.origin }],
    proxy: null,
  });
  cleanUp.push(() => upstream.close(), outbound.close);
  return { upstream, outbound, asked };
};

const sourceAt = ([url = '', ...mirrors]: readonly string[], kind: Kind): UpstreamFile => {
  const opening = digestOpening(FILES[kind].bytes, SIZE);
  return { kind: 'upstream', url, headers: {}, mirrors, ...(opening === null ? {} : { opening }) };
};

const download = async (
  kind: Kind,
  answers: readonly RequestListener[],
  addresses: readonly string[] = HOSTS,
  over: Partial<Ticket> = {},
  limits: TunnelOptions['limits'] = {},
) => {
  const { upstream, outbound, asked } = await startNetwork(...answers);
  const front = await startFront(upstream, { outbound, limits, resumeTimes: { tryMs: 300, maxMs: 5_000 } });
  cleanUp.push(front.close);
  const { mime } = FILES[kind];
  const source = sourceAt(addresses, kind);
  const seen = await front.ask(ticketFor({ mediaKind: kind, mime, size: SIZE, source, ...over }));
  return { ...seen, asked, outcomes: front.outcomes };
};

const postOf = (kind: Kind, source: UpstreamFile): ResolvedPost => ({
  id: '1',
  platform: 'instagram',
  type: 'video',
  username: null,
  caption: '',
  thumbnail: null,
  authorPicture: null,
  duration: 0,
  url: 'https://www.instagram.com/p/invented/',
  engine: 'native',
  captions: [],
  statedItems: null,
  unlistedHost: null,
  isPicturePost: false,
  goodUntil: null,
  items: [
    {
      kind,
      thumbnail: null,
      width: null,
      height: null,
      duration: 0,
      renditions: [
        {
          source,
          kind,
          label: 'a',
          quality: 'a',
          extension: FILES[kind].extension,
          mime: FILES[kind].mime,
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
          audioAvailable: kind !== 'photo',
        },
      ],
    },
  ],
});

const check = async (kind: Kind, answers: readonly RequestListener[], addresses = HOSTS) => {
  const { outbound, asked } = await startNetwork(...answers);
  const [url = '', ...mirrors] = addresses;
  const source: UpstreamFile = { kind: 'upstream', url, headers: {}, mirrors };
  const { items, unlistedHost } = await proveSizes(postOf(kind, source), outbound, mediaHosts([]));
  return { rendition: items[0]?.renditions[0], unlistedHost, asked };
};

const REFUSALS: readonly [string, RequestListener][] = [
  ['403', status(403)],
  ['404', status(404)],
  ['503', status(503)],
  ['204', status(204)],
  ['416', status(416)],
  ['a page', page],
  ['a reset', reset],
  ['no answer', hang],
];

describe('a file with several addresses, of which two refuse', () => {
  it.each<Kind>(['video', 'photo', 'audio'])('is downloaded whole from the third: %s', async (kind) => {
    const { status: code, clean, body, asked } = await download(kind, [status(403), reset, serve(kind)]);
    expect([code, clean, body.equals(FILES[kind].bytes), asked]).toEqual([200, true, true, ['a', 'b', 'c']]);
  });

  it.each(REFUSALS)('is downloaded whole when the first two answer with %s', async (_name, refuse) => {
    const seen = await download('video', [refuse, refuse, serve('video')]);
    expect([seen.status, seen.clean, seen.body.equals(CLIP)]).toEqual([200, true, true]);
  });

  it('is downloaded as a thumbnail, which cannot be found again', async () => {
    const over: Partial<Ticket> = { purpose: 'thumbnail', size: null };
    const seen = await download('photo', [status(403), status(404), serve('photo')], HOSTS, over);
    expect([seen.status, seen.clean, seen.body.equals(PHOTO)]).toEqual([200, true, true]);
  });

  it('is downloaded from a listed host behind unlisted ones', async () => {
    const seen = await download('video', [serve('video')], [UNLISTED, addressAt('a')]);
    expect([seen.status, seen.body.equals(CLIP), seen.asked]).toEqual([200, true, ['a']]);
  });

  it.each<Kind>(['video', 'photo', 'audio'])(
    'is continued at the third when the first breaks at any place: %s',
    async (kind) => {
      for (const percent of [2, 30, 65, 99]) {
        const until = Math.floor((SIZE * percent) / 100);
        let isBroken = false;
        const breaking: RequestListener = (request, response) => {
          if (isBroken) response.writeHead(403).end();
          else sendFile(kind, request, response, until);
          isBroken = true;
        };
        const seen = await download(kind, [breaking, reset, serve(kind)]);
        expect([seen.clean, seen.body.equals(FILES[kind].bytes)], `${percent} %`).toEqual([true, true]);
        expect(seen.asked.at(-1)).toBe('c');
      }
    },
  );

  it('is continued at the second when the first comes too slowly', async () => {
    const slow: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': SIZE });
      let at = 5_000;
      response.write(CLIP.subarray(0, at));
      const timer = setInterval(() => {
        response.write(CLIP.subarray(at, at + 1));
        at += 1;
      }, 40);
      response.on('close', () => clearInterval(timer));
    };
    const limits = { slowReaderWindowMs: 300, slowBodyBytes: 500 };
    const seen = await download('video', [slow, serve('video')], HOSTS, {}, limits);
    expect([seen.clean, seen.body.equals(CLIP), seen.asked]).toEqual([true, true, ['a', 'b']]);
  });

  it('is never continued with another file at a mirror', async () => {
    const other: RequestListener = (request, response) => {
      const [, from = '0'] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? [];
      response.writeHead(206, {
        'content-type': 'video/mp4',
        'content-range': `bytes ${from}-${SIZE - 1}/${SIZE}`,
        'content-length': SIZE - Number(from),
      });
      response.end(Buffer.alloc(SIZE - Number(from), 0x5a));
    };
    const breaking: RequestListener = (request, response) => {
      if (request.headers.range !== undefined) response.writeHead(403).end();
      else sendFile('video', request, response, 120_000);
    };
    const seen = await download('video', [breaking, other, other]);
    expect([seen.clean, seen.outcomes]).toEqual([false, [{ ok: false, code: 'destroyed' }]]);
    expect(seen.body.equals(CLIP.subarray(0, seen.body.length))).toBe(true);
  });

  it('fails with the code for which the visitor gets a fresh link when one of them has expired', async () => {
    const { headers } = await download('video', [status(503), status(403), reset]);
    expect(headers['x-code']).toBe('ticket_expired');
  });
});

describe('the check of a file with several addresses', () => {
  it.each<Kind>(['video', 'photo', 'audio'])('offers the one that works first: %s', async (kind) => {
    const { rendition } = await check(kind, [status(403), status(404), serve(kind)]);
    expect(rendition).toMatchObject({ size: SIZE, sizeKnown: true });
    expect(rendition?.unproven).toBe(false);
    expect(rendition?.source).toEqual(sourceAt([addressAt('c'), addressAt('a'), addressAt('b')], kind));
  });

  it.each(REFUSALS)('goes on to the next when one answers with %s', async (_name, refuse) => {
    const { rendition } = await check('photo', [refuse, serve('photo')], HOSTS.slice(0, 2));
    expect(rendition).toMatchObject({ size: SIZE, sizeKnown: true });
    expect(rendition?.source).toMatchObject({ url: addressAt('b'), mirrors: [addressAt('a')] });
  });

  it('reports an unlisted host, and offers the file from a listed one', async () => {
    const { rendition, unlistedHost } = await check('video', [serve('video')], [UNLISTED, addressAt('a')]);
    expect([rendition?.source, unlistedHost]).toEqual([
      sourceAt([addressAt('a'), UNLISTED], 'video'),
      'moved.example.net',
    ]);
  });

  it('asks no further one when the first works', async () => {
    expect((await check('photo', [serve('photo')])).asked).toEqual(['a']);
  });
});
