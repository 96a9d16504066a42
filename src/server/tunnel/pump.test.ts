import { EventEmitter, once } from 'node:events';
import http, { type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { MediaBody } from '../net/outbound-client.ts';
import { Opening } from './opened-file.ts';
import { type PumpLimits, type PumpOutcome, pumpBody } from './pump.ts';

const CHUNK_BYTES = 48 * 1024;
const LIMITS: PumpLimits = {
  maxBytes: 1e9,
  maxDurationMs: 60_000,
  slowReaderWindowMs: 60_000,
  slowReaderBytes: 0,
  waitingReaders: 16,
  waitingReaderMs: 60_000,
};

/** Body that counts how often each of its chunks is released. */
class CountingBody extends EventEmitter implements MediaBody {
  readonly releases = new Map<Buffer, number>();
  destroyed = false;
  readableEnded = false;
  errored = null;

  pause(): void {}
  resume(): void {}
  destroy(): void {
    this.destroyed = true;
  }

  /** Passes on a new chunk. */
  pass(): void {
    const chunk = Buffer.alloc(CHUNK_BYTES, 1);
    this.releases.set(chunk, 0);
    this.emit('data', chunk);
  }

  release(chunk: Buffer): void {
    this.releases.set(chunk, (this.releases.get(chunk) ?? 0) + 1);
  }
}

const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const step of cleanUp.splice(0)) step();
});

/** Starts a server whose response to `/file` is pumped; every other response stays open. */
const startServer = async (body: CountingBody, length: number) => {
  const outcome = Promise.withResolvers<PumpOutcome>();
  const response = Promise.withResolvers<ServerResponse>();
  const server = http.createServer((request, answer) => {
    if (request.url !== '/file') {
      answer.write('x');
      return;
    }
    answer.writeHead(200, { 'content-length': length });
    const file = { body, opening: new Opening(Buffer.alloc(0), false) };
    void pumpBody(file, answer, length, LIMITS, null).then(outcome.resolve);
    response.resolve(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = net
    .connect((server.address() as AddressInfo).port, '127.0.0.1')
    .on('error', () => undefined);
  cleanUp.push(
    () => client.destroy(),
    () => server.close(),
  );
  return { client, outcome: outcome.promise, response: response.promise };
};

const request = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
const onceEach = (count: number): number[] => Array.from({ length: count }, () => 1);

describe('the memory of chunks', () => {
  it('is released once when they are sent', async () => {
    const body = new CountingBody();
    const { client, outcome, response } = await startServer(body, 3 * CHUNK_BYTES);
    client.resume().write(request('/file'));
    await response;
    for (let count = 0; count < 3; count += 1) body.pass();
    body.emit('end');
    expect(await outcome).toEqual({ ok: true, bytes: 3 * CHUNK_BYTES });
    expect([...body.releases.values()]).toEqual(onceEach(3));
  });

  it('is released once when a visitor leaves whose earlier request on the connection is not answered', async () => {
    const body = new CountingBody();
    const { client, outcome, response } = await startServer(body, 9 * CHUNK_BYTES);
    client.write(request('/earlier') + request('/file'));
    await response;
    for (let count = 0; count < 3; count += 1) body.pass();
    client.destroy();
    expect(await outcome).toEqual({ ok: false, code: 'aborted' });
    expect([...body.releases.values()]).toEqual(onceEach(3));
  });

  it('is released once when it arrives after the connection was reset', async () => {
    const body = new CountingBody();
    const { client, outcome, response } = await startServer(body, 9 * CHUNK_BYTES);
    client.write(request('/file'));
    const { socket } = await response;
    body.pass();
    socket?.destroy();
    body.pass();
    client.resetAndDestroy();
    expect(await outcome).toEqual({ ok: false, code: 'aborted' });
    expect([...body.releases.values()]).toEqual(onceEach(2));
  });
});
