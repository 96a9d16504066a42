import { EventEmitter, once } from 'node:events';
import http, { type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { MediaBody } from '../../outbound/outbound-client.ts';
import { type Continuation, Opening } from './opened-file.ts';
import { type PumpLimits, type PumpOutcome, pumpBody } from './pump.ts';

const CHUNK_BYTES = 48 * 1024;
const LIMITS: PumpLimits = {
  maxBytes: 1e9,
  maxDurationMs: 60_000,
  slowReaderWindowMs: 60_000,
  slowReaderBytes: 0,
  slowBodyBytes: 0,
  waitingReadersMax: 16,
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

/** Starts a server whose response to `/file` is pumped; every other response stays open until `endEarlier`. */
const startServer = async (body: CountingBody, length: number, limits = LIMITS) => {
  const sent: number[] = [];
  const outcome = Promise.withResolvers<PumpOutcome>();
  const response = Promise.withResolvers<ServerResponse>();
  let endEarlier = (): void => undefined;
  const server = http.createServer((request, answer) => {
    if (request.url !== '/file') {
      answer.write('x');
      endEarlier = () => void answer.end();
      return;
    }
    answer.writeHead(200, { 'content-length': length });
    const file = { body, opening: new Opening(Buffer.alloc(0), false) };
    void pumpBody(file, answer, length, limits, null, (bytes) => void sent.push(bytes)).then(outcome.resolve);
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
  return {
    client,
    sent,
    outcome: outcome.promise,
    response: response.promise,
    endEarlier: () => endEarlier(),
  };
};

const request = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
const onceEach = (count: number): number[] => Array.from({ length: count }, () => 1);

describe('what was sent', () => {
  it('is reported while the transfer runs, and adds up to the file', async () => {
    const body = new CountingBody();
    const limits = { ...LIMITS, slowReaderWindowMs: 120 };
    const { client, sent, outcome, response } = await startServer(body, 3 * CHUNK_BYTES, limits);
    client.resume().write(request('/file'));
    await response;
    body.pass();
    await expect.poll(() => sent).toEqual([CHUNK_BYTES]);
    body.pass();
    body.pass();
    body.emit('end');
    await outcome;
    expect(sent.reduce((sum, bytes) => sum + bytes)).toBe(3 * CHUNK_BYTES);
  });

  it('is not what a visitor who takes nothing leaves behind', async () => {
    const body = new CountingBody();
    const { client, sent, outcome, response } = await startServer(body, 1_000 * CHUNK_BYTES);
    client.pause().write(request('/file'));
    await response;
    // More than the kernel's buffers hold.
    for (let chunk = 0; chunk < 600; chunk += 1) body.pass();
    await new Promise((resolve) => setTimeout(resolve, 200));
    client.destroy();
    expect(await outcome).toEqual({ ok: false, code: 'aborted' });
    expect(sent.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(300 * CHUNK_BYTES);
  });

  it('is what the visitor had taken when the transfer is aborted', async () => {
    const body = new CountingBody();
    const { client, sent, outcome, response } = await startServer(body, 3 * CHUNK_BYTES);
    client.resume().write(request('/file'));
    await response;
    body.pass();
    await once(client, 'data');
    client.destroy();
    expect(await outcome).toMatchObject({ code: 'aborted' });
    expect(sent).toEqual([CHUNK_BYTES]);
  });
});

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

  it('is not sent any more when a response is ended before its turn on the connection; the connection closes', async () => {
    const body = new CountingBody();
    const { client, outcome, response, endEarlier } = await startServer(body, 9 * CHUNK_BYTES);
    const received: Buffer[] = [];
    client.on('data', (bytes: Buffer) => received.push(bytes)).write(request('/earlier') + request('/file'));
    await response;
    for (let count = 0; count < 3; count += 1) body.pass();
    body.emit('close');
    expect(await outcome).toEqual({ ok: false, code: 'destroyed' });
    expect([...body.releases.values()]).toEqual(onceEach(3));
    for (const chunk of body.releases.keys()) chunk.write('bytes of another file');
    endEarlier();
    await once(client, 'close');
    const text = Buffer.concat(received).toString('latin1');
    expect(text).toContain('\r\nx\r\n');
    expect(text).not.toContain('another file');
    expect(text.split('HTTP/1.1').length - 1).toBe(1);
  });

  it('is not sent when a response is ended in the turn in which it gets the connection', async () => {
    const body = new CountingBody();
    const { client, outcome, response, endEarlier } = await startServer(body, 9 * CHUNK_BYTES);
    const received: Buffer[] = [];
    client.on('data', (bytes: Buffer) => received.push(bytes)).write(request('/earlier') + request('/file'));
    await response;
    body.pass();
    endEarlier();
    body.emit('close');
    expect(await outcome).toEqual({ ok: false, code: 'destroyed' });
    await once(client, 'close');
    expect(Buffer.concat(received).toString('latin1').split('HTTP/1.1').length - 1).toBe(1);
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

/** Response whose reader takes a write when the test says so. */
class PausedResponse extends EventEmitter {
  readonly req = { socket: new EventEmitter() };
  readonly socket = {};
  readonly #writes: { readonly chunk: Buffer; readonly done: (() => void) | undefined }[] = [];
  writableLength = 0;

  write(chunk: Buffer, done?: () => void): boolean {
    this.#writes.push({ chunk, done });
    this.writableLength += chunk.length;
    return false;
  }

  /** Takes the oldest write. */
  take(): void {
    const oldest = this.#writes.shift();
    this.writableLength -= oldest?.chunk.length ?? 0;
    oldest?.done?.();
  }
}

describe('a connection that is freed', () => {
  it('is continued after the last 512 bytes, also of a reader that has only taken a part since the time before', async () => {
    vi.useFakeTimers();
    cleanUp.push(() => vi.useRealTimers());
    const [body, next] = [new CountingBody(), new CountingBody()];
    const response = new PausedResponse();
    const rest = Buffer.alloc(100, 2);
    const open = vi
      .fn<Continuation['open']>()
      .mockResolvedValueOnce({ body: next, opening: new Opening(rest, false) })
      .mockReturnValueOnce(Promise.withResolvers<null>().promise);
    const waitingReaderMs = 100;
    void pumpBody(
      { body, opening: new Opening(Buffer.alloc(0), false) },
      response as unknown as ServerResponse,
      9 * CHUNK_BYTES,
      { ...LIMITS, waitingReadersMax: 0, waitingReaderMs },
      { waitingReaders: new Set(), open },
    );
    cleanUp.push(() => response.emit('close'));
    for (let count = 0; count < 2; count += 1) body.pass();
    await vi.advanceTimersByTimeAsync(2 * waitingReaderMs);
    expect(body.destroyed).toBe(true);
    response.take();
    expect(open).toHaveBeenLastCalledWith(2 * CHUNK_BYTES, 'freed', Buffer.alloc(512, 1));
    await vi.advanceTimersByTimeAsync(4 * waitingReaderMs);
    expect(next.destroyed).toBe(true);
    response.take();
    const tail = Buffer.concat([Buffer.alloc(412, 1), rest]);
    expect(open).toHaveBeenLastCalledWith(2 * CHUNK_BYTES + 100, 'freed', tail);
  });
});

/** Response whose reader takes every write at once, or none. */
class SteadyResponse extends PausedResponse {
  readonly #takes: boolean;
  isDestroyed = false;
  constructor(takes: boolean) {
    super();
    this.#takes = takes;
  }

  override write(chunk: Buffer, done?: () => void): boolean {
    super.write(chunk, done);
    if (this.#takes) this.take();
    return this.#takes;
  }

  destroy(): void {
    this.isDestroyed = true;
    this.emit('close');
  }
}

describe('a body that comes too slowly', () => {
  const WINDOW_MS = 60_000;
  const MIN_BYTES = 61_440;
  const EVERY_MS = 5_000;

  /** Pumps a body that delivers `bytes` every five seconds for two minutes. */
  const pumpSlowly = async (bytes: number, takes = true, isContinued = true) => {
    vi.useFakeTimers();
    cleanUp.push(() => vi.useRealTimers());
    const body = new CountingBody();
    const response = new SteadyResponse(takes);
    const open = vi.fn<Continuation['open']>().mockReturnValue(Promise.withResolvers<null>().promise);
    const outcome = pumpBody(
      { body, opening: new Opening(Buffer.alloc(600, 1), false) },
      response as unknown as ServerResponse,
      1e9,
      { ...LIMITS, maxDurationMs: 1e9, slowReaderWindowMs: WINDOW_MS, slowBodyBytes: MIN_BYTES },
      isContinued ? { waitingReaders: null, open } : null,
    );
    cleanUp.push(() => response.emit('close'));
    for (let ms = 0; ms < 2 * WINDOW_MS; ms += EVERY_MS) {
      await vi.advanceTimersByTimeAsync(EVERY_MS);
      if (!body.destroyed) body.emit('data', Buffer.alloc(bytes, 2));
    }
    return { open, response, outcome };
  };

  it('is replaced by one that continues behind its bytes', async () => {
    const { open } = await pumpSlowly(1);
    expect(open).toHaveBeenCalledOnce();
    const [received = 0, cause, tail] = open.mock.calls[0] ?? [];
    expect([cause, tail?.length]).toEqual(['slow', 512]);
    expect(
      tail?.equals(Buffer.concat([Buffer.alloc(512, 1), Buffer.alloc(received - 600, 2)]).subarray(-512)),
    ).toBe(true);
  });

  it('ends the transfer when it cannot be continued', async () => {
    const { response, outcome } = await pumpSlowly(1, true, false);
    expect(response.isDestroyed).toBe(true);
    expect(await outcome).toEqual({ ok: false, code: 'destroyed' });
  });

  it('may take its time while the reader does not take what has come', async () => {
    expect((await pumpSlowly(1, false)).open).not.toHaveBeenCalled();
  });

  it('goes on when it delivers just enough', async () => {
    expect((await pumpSlowly((MIN_BYTES * EVERY_MS) / WINDOW_MS)).open).not.toHaveBeenCalled();
  });
});
