import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createOutboundClient } from '../../src/server/outbound/create-outbound-client.ts';
import { hostsUnder } from '../../src/server/outbound/host-policy.ts';
import { type MediaBody, OutboundError } from '../../src/server/outbound/outbound-client.ts';
import { PooledBody } from '../../src/server/outbound/pooled-body.ts';
import { collectMedia } from './collect-media.ts';
import { startRawUpstream, startUpstream, type Upstream, until } from './loopback-upstream.ts';

const POST = 'https://www.instagram.com/p/invented/';
const HOST = 'cdn.example.com';
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: video/mp4\r\n';
const cleanUp: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step();
});

const clientOf = (upstream: Upstream) => {
  const outbound = createOutboundClient({ routes: [{ host: HOST, origin: upstream.origin }], proxy: null });
  cleanUp.push(
    () => outbound.close(),
    () => upstream.close(),
  );
  const ask = (
    over: { readonly path?: string; readonly bodyTimeoutMs?: number; readonly signal?: AbortSignal } = {},
  ) => {
    const { path = '/clip.mp4', ...request } = over;
    return outbound.requestMedia({
      url: `https://${HOST}${path}`,
      hosts: hostsUnder(['example.com']),
      post: POST,
      ...request,
    });
  };
  return { upstream, ask };
};

const clientTo = async (handler: RequestListener) => clientOf(await startUpstream(handler));

/** Starts an upstream that handles each request of a connection with the head it received. */
const clientToRaw = async (handler: (socket: Socket, count: number) => void) => {
  let count = 0;
  return clientOf(
    await startRawUpstream((socket) => {
      socket.on('data', (data) => {
        if (!data.toString('latin1').startsWith('GET ')) return;
        count += 1;
        handler(socket, count);
      });
    }),
  );
};

/** Returns whether the body was read without a stream, which only media connections do. */
const isPooled = (body: MediaBody): boolean => body instanceof PooledBody;

const bytesOf = (length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE(Math.imul(at + 1, 2_654_435_761) >>> 0, at);
  return bytes;
};

const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof OutboundError ? error.fault : error),
  );

describe('media client: connections', () => {
  it.each([0, 1, 511, 2_000, 100_000, 3_000_000])(
    'reads %d bytes and keeps the connection',
    async (length) => {
      const file = bytesOf(length);
      const { ask, upstream } = await clientTo((_request, response) => {
        response.writeHead(200, { 'content-length': String(length) }).end(file);
      });
      for (let round = 0; round < 3; round += 1) {
        const { body } = await ask();
        expect(isPooled(body)).toBe(true);
        expect((await collectMedia(body)).equals(file)).toBe(true);
      }
      expect(upstream.accepted()).toBe(1);
    },
  );

  it('opens a connection for each of several files at once', async () => {
    const file = bytesOf(400_000);
    const { ask, upstream } = await clientTo((_request, response) => {
      response.writeHead(200, { 'content-length': String(file.length) }).end(file);
    });
    const bodies = await Promise.all(Array.from({ length: 5 }, async () => collectMedia((await ask()).body)));
    expect(bodies.every((body) => body.equals(file))).toBe(true);
    expect(upstream.accepted()).toBe(5);
  });

  it('sends a request again over a new connection when the server has closed the kept one', async () => {
    const { ask, upstream } = await clientToRaw((socket, count) => {
      if (count === 2) socket.destroy();
      else socket.write(`${HEAD}content-length: 5\r\n\r\nhello`);
    });
    expect((await collectMedia((await ask()).body)).toString()).toBe('hello');
    const { body } = await ask();
    expect([isPooled(body), (await collectMedia(body)).toString()]).toEqual([true, 'hello']);
    expect(upstream.accepted()).toBe(2);
  });

  it.each([
    ['with bytes behind the body', 'content-length: 5\r\n\r\nhello, and more'],
    ['with Connection: close', 'connection: close\r\ncontent-length: 5\r\n\r\nhello'],
  ])('closes a connection %s', async (_what, rest) => {
    const { ask, upstream } = await clientToRaw((socket) => void socket.write(`${HEAD}${rest}`));
    for (const accepted of [1, 2]) {
      expect((await collectMedia((await ask()).body)).toString()).toBe('hello');
      expect(upstream.accepted()).toBe(accepted);
    }
    await until(() => upstream.open.size === 0);
  });

  it('closes a kept connection on which something arrives unasked', async () => {
    let send = (_text: string): void => undefined;
    const { ask, upstream } = await clientToRaw((socket) => {
      send = (text) => void socket.write(text);
      send(`${HEAD}content-length: 5\r\n\r\nhello`);
    });
    await collectMedia((await ask()).body);
    send(`${HEAD}content-length: 6\r\n\r\nforged`);
    await until(() => upstream.open.size === 0);
    expect((await collectMedia((await ask()).body)).toString()).toBe('hello');
  });

  it('closes a kept connection at the time that the server names', async () => {
    const { ask, upstream } = await clientToRaw(
      (socket) => void socket.write(`${HEAD}keep-alive: timeout=1\r\ncontent-length: 5\r\n\r\nhello`),
    );
    await collectMedia((await ask()).body);
    await until(() => upstream.open.size === 0);
  });

  it('leaves an origin with other responses to the general client, after the first', async () => {
    let requests = 0;
    const { ask } = await clientTo((_request, response) => {
      requests += 1;
      response.write('hel');
      response.end('lo');
    });
    for (let round = 1; round <= 3; round += 1) {
      const { body } = await ask();
      expect([isPooled(body), (await collectMedia(body)).toString()]).toEqual([false, 'hello']);
      expect(requests).toBe(round + 1);
    }
  });
});

describe('media client: a consumer that waits', () => {
  it('reads at most one buffer ahead, and delivers the rest in order', async () => {
    const file = bytesOf(8_000_000);
    let sent: Socket | undefined;
    const { ask } = await clientTo((request, response) => {
      sent = request.socket;
      response.writeHead(200, { 'content-length': String(file.length) }).end(file);
    });
    const { body } = await ask();
    const held: Buffer[] = [];
    body.on('data', (chunk) => held.push(chunk));
    body.resume();
    await wait(100);
    const before = held.reduce((sum, chunk) => sum + chunk.length, 0);
    await wait(100);
    // Nothing is released, so nothing more is read.
    expect(held.reduce((sum, chunk) => sum + chunk.length, 0)).toBe(before);
    expect(before).toBeLessThanOrEqual(48 * 1024);
    expect(sent?.writableLength).toBeGreaterThan(0);
    const pieces = held.map((chunk) => Buffer.from(chunk));
    body.on('data', (chunk) => {
      pieces.push(Buffer.from(chunk));
      body.release(chunk);
    });
    const closed = Promise.withResolvers<void>();
    body.on('close', closed.resolve);
    for (const chunk of held) body.release(chunk);
    await closed.promise;
    expect(Buffer.concat(pieces).equals(file)).toBe(true);
  });

  it('does not time out while the consumer pauses, but when the server then sends nothing', async () => {
    let sendMore = (): void => undefined;
    const { ask } = await clientToRaw((socket) => {
      socket.write(`${HEAD}content-length: 10\r\n\r\nhello`);
      sendMore = () => void socket.write('wor');
    });
    const { body } = await ask({ bodyTimeoutMs: 600 });
    await wait(1_300);
    expect(body.destroyed).toBe(false);
    const collected = faultOf(collectMedia(body));
    await wait(300);
    sendMore();
    // Later than the limit after the pause, but not after the last bytes.
    await wait(350);
    expect(body.destroyed).toBe(false);
    expect(await collected).toBe('timeout');
  });
});

describe('media client: the end of a request', () => {
  it('frees the upstream at once when the signal aborts in the body', async () => {
    const { ask, upstream } = await clientToRaw(
      (socket) => void socket.write(`${HEAD}content-length: 10\r\n\r\nhello`),
    );
    const controller = new AbortController();
    const { body } = await ask({ signal: controller.signal });
    const reason = new Error('visitor left');
    const failed = Promise.withResolvers<Error>();
    body.on('error', failed.resolve);
    controller.abort(reason);
    expect(await failed.promise).toBe(reason);
    await until(() => upstream.open.size === 0, 500);
  });

  it('frees the upstream when the body is dropped', async () => {
    const { ask, upstream } = await clientToRaw(
      (socket) => void socket.write(`${HEAD}content-length: 10\r\n\r\nhello`),
    );
    const { body } = await ask();
    body.destroy();
    await until(() => upstream.open.size === 0, 500);
  });

  it('reports a body that breaks off', async () => {
    const { ask } = await clientToRaw((socket) => socket.end(`${HEAD}content-length: 10\r\n\r\nhello`));
    expect(await faultOf(collectMedia((await ask()).body))).toBe('unreachable');
  });

  it('closes every connection with the client', async () => {
    const upstream = await startRawUpstream((socket) => {
      socket.once('data', () => socket.write(`${HEAD}content-length: 10\r\n\r\nhello`));
    });
    cleanUp.push(() => upstream.close());
    const outbound = createOutboundClient({ routes: [{ host: HOST, origin: upstream.origin }], proxy: null });
    const { body } = await outbound.requestMedia({
      url: `https://${HOST}/`,
      hosts: hostsUnder(['example.com']),
      post: POST,
    });
    const collected = faultOf(collectMedia(body));
    await outbound.close();
    expect(await collected).toBe('unreachable');
    await until(() => upstream.open.size === 0, 500);
    expect(
      await faultOf(
        outbound.requestMedia({ url: `https://${HOST}/`, hosts: hostsUnder(['example.com']), post: POST }),
      ),
    ).toBe('unreachable');
  });
});
