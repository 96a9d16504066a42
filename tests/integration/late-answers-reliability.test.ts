import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Ticket } from '../../src/server/media/tickets/ticket.ts';
import { createOutboundClient } from '../../src/server/outbound/create-outbound-client.ts';
import { readBytes } from '../../src/server/outbound/exchange.ts';
import { hostsUnder } from '../../src/server/outbound/host-policy.ts';
import { digestOpening } from '../../src/server/outbound/media-source.ts';
import { IS_FULL } from '../test-scope.ts';
import { startRawUpstream } from './loopback-upstream.ts';
import { CDN, mediaBytes, startFront, ticketFor } from './tunnel-front.ts';

/** Downloads of each way in which an answer too many arrives. */
const DOWNLOADS = IS_FULL ? 1_200 : 300;
const AT_ONCE = 6;
const FILES = 8;
const SIZE = 9_000;

/** File of a number. All have one size and begin with the same bytes, as pictures of one encoder do. */
const fileOf = (index: number): Buffer => {
  const file = mediaBytes(SIZE);
  for (let at = 700; at < SIZE; at += 7) file[at] = (file[at] ?? 0) ^ (index + 1);
  return file;
};
const files = Array.from({ length: FILES }, (_, index) => fileOf(index));

const answerWith = (index: number, isChunked: boolean): Buffer => {
  const file = files[index % FILES] ?? Buffer.alloc(0);
  const head = `HTTP/1.1 200 OK\r\ncontent-type: video/mp4\r\nconnection: keep-alive\r\n`;
  const end = isChunked
    ? [`transfer-encoding: chunked\r\n\r\n${SIZE.toString(16)}\r\n`, '\r\n0\r\n\r\n']
    : [`content-length: ${SIZE}\r\n\r\n`, ''];
  return Buffer.concat([Buffer.from(head + end[0]), file, Buffer.from(end[1] ?? '')]);
};

type Extra = 'with the next request' | 'a little later' | 'in chunks';

/** Answers each request, and sends one answer more, with the next file, on each connection. */
const sendTooMany =
  (extra: Extra) =>
  (socket: Socket): void => {
    let requests = 0;
    socket.on('data', (data) => {
      for (const [, path] of data.toString('latin1').matchAll(/^GET \/(\d+)/gmu)) {
        const index = Number(path);
        requests += 1;
        const isChunked = extra === 'in chunks';
        const send = (file: number): boolean => socket.writable && socket.write(answerWith(file, isChunked));
        if (extra !== 'a little later' && requests === 2) send(index + 1);
        send(index);
        if (extra === 'a little later' && requests === 1) setTimeout(() => send(index + 1), index % 3);
      }
    });
  };

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const sourceOf = (index: number): Ticket['source'] => {
  const opening = digestOpening(files[index] ?? Buffer.alloc(0), SIZE);
  if (opening === null) throw new Error('the file is too short');
  return { kind: 'upstream', url: `https://${CDN}/${index}`, headers: {}, opening };
};

/** Runs `count` jobs, some at once. */
const runAll = async (count: number, job: (index: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      next += 1;
      await job(next - 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
};

describe('a delivery network that sends an answer too many on a kept connection', () => {
  it.each<[Extra, 'one post' | 'many posts']>([
    ['with the next request', 'one post'],
    ['with the next request', 'many posts'],
    ['a little later', 'one post'],
    ['a little later', 'many posts'],
    ['in chunks', 'many posts'],
  ])('%s, for files of %s: every download is its own file', async (extra, posts) => {
    const upstream = await startRawUpstream(sendTooMany(extra));
    const front = await startFront(upstream, { refresh: async ({ source }) => source });
    cleanUp.push(() => upstream.close(), front.close);
    const seen = { right: 0, wrong: 0, failed: 0 };
    await runAll(DOWNLOADS, async (download) => {
      const index = download % FILES;
      const { status, body, clean } = await front.ask(
        ticketFor({
          source: sourceOf(index),
          size: SIZE,
          place: { itemIndex: 0, itemCount: 1, label: '720p', extension: 'mp4', hasSound: true },
          post: `https://www.instagram.com/p/${posts === 'one post' ? 'invented' : String(index)}/`,
        }),
      );
      if (status !== 200 || !clean) seen.failed += 1;
      else if (body.equals(files[index] ?? Buffer.alloc(0))) seen.right += 1;
      else seen.wrong += 1;
    });
    expect(seen).toEqual({ right: DOWNLOADS, wrong: 0, failed: 0 });
  });

  it('has no connection reused for the check of a file', async () => {
    const upstream = await startRawUpstream(sendTooMany('with the next request'));
    const outbound = createOutboundClient({ routes: [{ host: CDN, origin: upstream.origin }], proxy: null });
    cleanUp.push(() => upstream.close(), outbound.close);
    for (let index = 0; index < FILES; index += 1) {
      const response = await outbound.request({
        url: `https://${CDN}/${index}`,
        hosts: hostsUnder([CDN]),
        post: 'https://www.instagram.com/p/invented/',
      });
      const bytes = await readBytes(response, { maxBytes: SIZE });
      expect(bytes.equals(files[index] ?? Buffer.alloc(0)), `file ${index}`).toBe(true);
    }
  });
});
