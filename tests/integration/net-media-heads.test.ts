import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOutboundClient } from '../../src/server/outbound/create-outbound-client.ts';
import { hostsUnder } from '../../src/server/outbound/host-policy.ts';
import type { MediaBody, MediaClient } from '../../src/server/outbound/outbound-client.ts';
import { PooledBody } from '../../src/server/outbound/pooled-body.ts';
import { addressOf, deliveryOf } from '../mock-platforms/cdn-address.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { chainToken } from '../platforms/tiktok/tiktok-delivery.ts';
import { collectMedia } from './collect-media.ts';
import { FILE, LEFT_BY_DESIGN, MEDIA, REFUSALS, type Sent } from './delivery-heads.ts';
import { startRawUpstream } from './loopback-upstream.ts';

/** Share of the media responses that a media connection has to read by itself. */
const SHARE_MIN = 0.95;
const POST = 'https://www.instagram.com/p/invented/';
const HOST = 'cdn.example.com';
const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step();
});

/** Returns whether the body was read without a stream, which only media connections do. */
const isPooled = (body: MediaBody): boolean => body instanceof PooledBody;

/** Requests a response from a server of its own, since a client remembers which origins it leaves to the general client. */
const request = async ({ head, body = FILE.toString('latin1') }: Sent) => {
  const answer = (socket: Socket) =>
    socket.on('data', () => socket.end(Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1')));
  const upstream = await startRawUpstream(answer);
  const outbound = createOutboundClient({ routes: [{ host: HOST, origin: upstream.origin }], proxy: null });
  cleanUp.push(
    () => outbound.close(),
    () => upstream.close(),
  );
  return outbound.requestMedia({
    url: `https://${HOST}/file`,
    hosts: hostsUnder(['example.com']),
    post: POST,
  });
};

describe('heads of the delivery networks', () => {
  it('are read by a media connection, but for a file without a length', async () => {
    const left: string[] = [];
    for (const sent of MEDIA) {
      const { body } = await request(sent);
      if (!isPooled(body)) left.push(sent.name);
      expect((await collectMedia(body)).equals(FILE), sent.name).toBe(true);
    }
    expect(left).toEqual(['picture that is made while it is sent']);
    expect(1 - left.length / MEDIA.length).toBeGreaterThanOrEqual(SHARE_MIN);
  });

  it.each(LEFT_BY_DESIGN)('are left to the general client with $name', async (sent) => {
    const { body } = await request(sent);
    expect(isPooled(body)).toBe(false);
    expect((await collectMedia(body)).equals(FILE)).toBe(true);
  });

  it.each(REFUSALS)('need no second request for $name', async (sent) => {
    const { status, body } = await request(sent);
    expect([status, isPooled(body)]).toEqual([Number(sent.head[0]?.slice(9, 12)), true]);
    body.destroy();
  });
});

describe('the mock delivery networks', () => {
  let mockPlatforms: MockPlatforms;
  let outbound: MediaClient;
  beforeAll(async () => {
    mockPlatforms = await startMockPlatforms();
    const routes = mockPlatforms.routes.split(',').map((route) => {
      const [host = '', origin = ''] = route.split('=');
      return { host, origin };
    });
    outbound = createOutboundClient({ routes, proxy: null });
  });
  afterAll(async () => {
    await outbound.close();
    await mockPlatforms.close();
  });

  const files = mockPosts
    .flatMap(({ items }) => items.flatMap(({ renditions }) => renditions))
    .filter((file) => deliveryOf(file.host) !== null);

  it.each([
    ['whole', {}, 200],
    ['in part', { range: 'bytes=5-1004' }, 206],
  ])('send files %s that a media connection reads', async (_how, range, expected) => {
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
      const { status, body } = await outbound.requestMedia({
        url: addressOf(file, 1),
        hosts: hostsUnder([file.host]),
        post: POST,
        headers: { referer: 'https://www.tiktok.com/', cookie: `tt_chain_token=${chainToken(1)}`, ...range },
      });
      expect([file.path, status, isPooled(body)]).toEqual([file.path, expected, true]);
      body.destroy();
    }
  });
});
