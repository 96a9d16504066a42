import { EventEmitter } from 'node:events';
import type { OnReadOpts, Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { Agent, type buildConnector } from 'undici';
import { BufferPool } from '../../src/server/net/buffer-pool.ts';
import { Exchange } from '../../src/server/net/exchange.ts';
import { type MediaAnswer, MediaConnection } from '../../src/server/net/media-connection.ts';
import type { MediaBody } from '../../src/server/net/outbound-client.ts';
import type { RandomResponse } from './random-response.ts';

/** What a client made of a response. */
export interface Reading {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
  readonly body: Buffer;
  /** Whether the body ended completely; null for a status whose body is not read. */
  readonly isComplete: boolean | null;
  /** Whether the connection can be used for another request. */
  readonly isKept: boolean;
}

/** `refused`: a media connection leaves the response to the general client. `fault`: there is no response. */
export type Outcome = Reading | 'refused' | 'fault';

const HOST = 'cdn.example.com';
const BUFFER_BYTES = 4 * 1024;
const pool = new BufferPool({ full: BUFFER_BYTES, crowded: BUFFER_BYTES });
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const collect = async (body: MediaBody): Promise<{ bytes: Buffer; isComplete: boolean }> => {
  const pieces: Buffer[] = [];
  let isComplete = false;
  const closed = Promise.withResolvers<void>();
  body
    .on('data', (chunk) => {
      pieces.push(Buffer.from(chunk));
      body.release?.(chunk);
    })
    .on('end', () => {
      isComplete = true;
    })
    .on('error', () => undefined)
    .on('close', closed.resolve);
  if (body.destroyed) return { bytes: Buffer.alloc(0), isComplete };
  body.resume();
  await closed.promise;
  return { bytes: Buffer.concat(pieces), isComplete };
};

const TURNS_MAX = 12;

/** Waits until work has settled, or for some turns of the event loop if it waits for more bytes. */
const settled = async (work: Promise<unknown>): Promise<void> => {
  let isSettled = false;
  void work.finally(() => {
    isSettled = true;
  });
  for (let turns = 0; turns < TURNS_MAX && !isSettled; turns += 1) await turn();
};

/** Socket in memory that fills the buffers of a media connection like Node's own. */
class FakeSocket extends EventEmitter {
  destroyed = false;
  readonly #onread: OnReadOpts;
  #view: Uint8Array;
  #isReading = true;
  #queue: Buffer[] = [];
  #isEnded = false;

  constructor(onread: OnReadOpts) {
    super();
    this.#onread = onread;
    this.#view = this.#nextView();
  }

  #nextView(): Uint8Array {
    const { buffer } = this.#onread;
    return typeof buffer === 'function' ? buffer() : buffer;
  }

  setTimeout(): this {
    return this;
  }

  write(): boolean {
    return true;
  }

  resume(): this {
    this.#isReading = true;
    setImmediate(() => this.#deliver());
    return this;
  }

  arrive(bytes: Buffer): void {
    this.#queue.push(bytes);
    this.#deliver();
  }

  end(): void {
    this.#isEnded = true;
    this.#deliver();
  }

  destroy(error?: Error): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    setImmediate(() => {
      if (error !== undefined) this.emit('error', error);
      this.emit('close');
    });
    return this;
  }

  #deliver(): void {
    while (this.#isReading && !this.destroyed) {
      const piece = this.#queue.shift();
      if (piece === undefined) break;
      const count = Math.min(piece.length, this.#view.length);
      piece.copy(this.#view, 0, 0, count);
      if (count < piece.length) this.#queue.unshift(piece.subarray(count));
      if (count === 0) continue;
      this.#isReading = this.#onread.callback(count, this.#view) !== false;
      this.#view = this.#nextView();
    }
    if (this.#isEnded && this.#queue.length === 0 && !this.destroyed) this.emit('end');
  }
}

const asReading = async (
  answer: Extract<MediaAnswer, { kind: 'response' }>,
  isKept: () => boolean,
): Promise<Reading> => {
  const { status, headers, setCookies, length } = answer.head;
  if (length === null)
    return { status, headers, setCookies, body: Buffer.alloc(0), isComplete: null, isKept: false };
  const { bytes, isComplete } = await collect(answer.body);
  await turn();
  return { status, headers, setCookies, body: bytes, isComplete, isKept: isKept() };
};

/** Reads a response with a media connection. */
export const readWithMediaConnection = async ({ pieces, closes }: RandomResponse): Promise<Outcome> => {
  let socket: FakeSocket | undefined;
  let isIdle = false;
  const connection = new MediaConnection({
    connect: (onread) => {
      socket = new FakeSocket(onread);
      return socket as unknown as Socket;
    },
    stopsImmediately: true,
    pool,
    onIdle: () => {
      isIdle = true;
    },
    onClose: () => undefined,
  });
  const pending = connection.request('GET / HTTP/1.1\r\n\r\n', 1_000).catch(() => null);
  const reading = pending.then((answer): Promise<Outcome> | Outcome => {
    if (answer === null) return 'fault';
    if (answer.kind !== 'response') return 'refused';
    return asReading(answer, () => isIdle && socket?.destroyed === false);
  });
  for (const piece of pieces) {
    socket?.arrive(piece);
    await turn();
  }
  if (!closes) await settled(reading);
  socket?.end();
  const outcome = await reading;
  connection.destroy();
  return outcome;
};

/** Socket in memory for the general client. */
class MemorySocket extends Duplex {
  override _read(): void {}
  override _write(_chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    done();
  }
}

/** Reads a response with the general client. */
export const readWithGeneralClient = async ({ pieces, closes }: RandomResponse): Promise<Outcome> => {
  const socket = new MemorySocket({ autoDestroy: true, allowHalfOpen: false });
  socket.on('error', () => undefined);
  const connect: buildConnector.connector = (_options, callback) =>
    queueMicrotask(() => callback(null, socket as unknown as Socket));
  const agent = new Agent({ connect, maxHeaderSize: 16 * 1024 });
  const exchange = new Exchange(() => undefined);
  agent.dispatch({ origin: `http://${HOST}`, path: '/', method: 'GET', headers: { host: HOST } }, exchange);
  const reading = exchange.response.then(
    async ({ status, headers, setCookies, body }): Promise<Outcome> => {
      const { bytes, isComplete } = await collect(body);
      await turn();
      return {
        status,
        headers,
        setCookies,
        body: bytes,
        isComplete,
        isKept: !socket.destroyed && !socket.readableEnded,
      };
    },
    (): Outcome => 'fault',
  );
  await turn();
  for (const piece of pieces) {
    if (!socket.destroyed) socket.push(piece);
    await turn();
  }
  if (!closes) await settled(reading);
  if (!socket.destroyed) socket.push(null);
  const outcome = await reading;
  await agent.destroy();
  return outcome;
};

/** Returns the heads as text and the bytes of a response, for a report. */
export const describeResponse = ({ pieces, closes }: RandomResponse): string =>
  JSON.stringify({
    bytes: Buffer.concat([...pieces]).toString('latin1', 0, 600),
    pieces: pieces.map((piece) => piece.length),
    closes,
  });
