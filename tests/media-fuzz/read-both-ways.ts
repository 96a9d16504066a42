import { EventEmitter } from 'node:events';
import type { OnReadOpts, Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { Agent, type buildConnector } from 'undici';
import { Exchange } from '../../src/server/outbound/exchange.ts';
import { type MediaAnswer, MediaConnection } from '../../src/server/outbound/media-connection.ts';
import { type MediaBody, RESPONSE_HEADERS_MAX_BYTES } from '../../src/server/outbound/outbound-client.ts';
import { BufferPool } from '../../src/server/outbound/pooled-body.ts';
import type { RandomResponse } from './random-response.ts';
import { RandomSource } from './random-source.ts';

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

/**
 * `refused`: a media connection leaves the response to the general client. `fault`: there is no response. `stuck`: the connection was
 * kept and does not read the next response.
 */
export type Outcome = Reading | 'refused' | 'fault' | 'stuck';

const HOST = 'cdn.example.com';
const BUFFER_BYTES = 4 * 1024;
const pool = new BufferPool({ large: BUFFER_BYTES, small: BUFFER_BYTES });
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Takes the chunks of a body: each one immediately, or, with a seed, in any order after some turns and pauses. */
const collect = async (
  body: MediaBody,
  slowness: number | null,
): Promise<{ bytes: Buffer; isComplete: boolean }> => {
  const pieces: Buffer[] = [];
  const held: number[] = [];
  let isComplete = false;
  const closed = Promise.withResolvers<void>();
  /** Copies a chunk as late as possible, so that memory which is read into too early shows. */
  const release = (at: number): void => {
    const chunk = pieces[at];
    if (chunk === undefined) return;
    pieces[at] = Buffer.from(chunk);
    body.release?.(chunk);
  };
  body
    .on('data', (chunk) => {
      const at = pieces.push(chunk) - 1;
      if (slowness === null) release(at);
      else held.push(at);
    })
    .on('end', () => {
      isComplete = true;
    })
    .on('error', () => undefined)
    .on('close', closed.resolve);
  if (body.destroyed) return { bytes: Buffer.alloc(0), isComplete };
  body.resume();
  if (slowness === null) await closed.promise;
  else {
    const random = new RandomSource(slowness);
    let isClosed = false;
    void closed.promise.then(() => {
      isClosed = true;
    });
    while (!isClosed) {
      await turn();
      if (random.oneIn(3)) body.pause();
      else body.resume();
      for (const at of random.oneIn(2) ? held.splice(random.below(held.length + 1), 1) : []) release(at);
    }
    for (const at of held) release(at);
  }
  return { bytes: Buffer.concat(pieces), isComplete };
};

/** Turns in which a consumer that takes everything immediately, or a slow one, has taken all that has arrived. */
const TURNS_MAX = 12;
const SLOW_TURNS_MAX = 200;

/** Waits until work has settled or `isDone` holds, or for some turns of the event loop if it waits for more bytes. */
const settled = async (
  work: Promise<unknown>,
  slowness: number | null,
  isDone: () => boolean = () => false,
): Promise<void> => {
  let isSettled = false;
  void work.finally(() => {
    isSettled = true;
  });
  const turnsMax = slowness === null ? TURNS_MAX : SLOW_TURNS_MAX;
  for (let turns = 0; turns < turnsMax && !isSettled && !isDone(); turns += 1) await turn();
};

/** Socket in memory that fills the buffers of a media connection like Node's own. */
class FakeSocket extends EventEmitter {
  destroyed = false;
  readonly #onread: OnReadOpts;
  readonly #lateDeliveries: number;
  #view: Uint8Array;
  #isReading = true;
  /** Pieces still delivered although the reading was stopped. */
  #lateLeft = 0;
  #queue: Buffer[] = [];
  #isEnded = false;

  constructor(onread: OnReadOpts, lateDeliveries: number) {
    super();
    this.#onread = onread;
    this.#lateDeliveries = lateDeliveries;
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
    while ((this.#isReading || this.#lateLeft > 0) && !this.destroyed) {
      const piece = this.#queue.shift();
      if (piece === undefined) break;
      this.#lateLeft = Math.max(0, this.#lateLeft - 1);
      const count = Math.min(piece.length, this.#view.length);
      piece.copy(this.#view, 0, 0, count);
      if (count < piece.length) this.#queue.unshift(piece.subarray(count));
      if (count === 0) continue;
      this.#take(count);
    }
    // What arrives later waits for `resume`.
    this.#lateLeft = 0;
    if (this.#isEnded && this.#queue.length === 0 && !this.destroyed) this.emit('end');
  }

  /** Reports `count` bytes. Like Node, `false` stops the reading and `true` does not start it again. */
  #take(count: number): void {
    if (this.#onread.callback(count, this.#view) === false && this.#isReading) {
      this.#isReading = false;
      this.#lateLeft = this.#lateDeliveries;
    }
    this.#view = this.#nextView();
  }
}

const asReading = async (
  answer: Extract<MediaAnswer, { kind: 'response' }>,
  slowness: number | null,
  isKept: () => boolean,
): Promise<Reading> => {
  const { status, headers, setCookies, length } = answer.head;
  if (length === null)
    return { status, headers, setCookies, body: Buffer.alloc(0), isComplete: null, isKept: false };
  const { bytes, isComplete } = await collect(answer.body, slowness);
  await turn();
  return { status, headers, setCookies, body: bytes, isComplete, isKept: isKept() };
};

const NEXT = 'the next file';

/** Returns whether a connection that was kept reads the next response. */
const readsNext = async (connection: MediaConnection, socket: FakeSocket): Promise<boolean> => {
  const pending = connection.request('GET / HTTP/1.1\r\n\r\n', 1_000).catch(() => null);
  socket.arrive(Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${NEXT.length}\r\n\r\n${NEXT}`));
  const answer = await Promise.race([pending, turn().then(() => null)]);
  if (answer?.kind !== 'response') return false;
  const { bytes } = await collect(answer.body, null);
  return bytes.toString() === NEXT;
};

/** Reads a response with a media connection, and another one if it is kept. */
export const readWithMediaConnection = async ({
  pieces,
  closes,
  lateDeliveries,
  slowness,
}: RandomResponse): Promise<Outcome> => {
  let socket: FakeSocket | undefined;
  let isIdle = false;
  const connection = new MediaConnection({
    connect: (onread) => {
      socket = new FakeSocket(onread, lateDeliveries);
      return socket as unknown as Socket;
    },
    stopsImmediately: lateDeliveries === 0,
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
    return asReading(answer, slowness, () => isIdle && socket?.destroyed === false);
  });
  for (const piece of pieces) {
    socket?.arrive(piece);
    await turn();
  }
  if (!closes) {
    await settled(reading, slowness, () => isIdle);
    // Bytes behind the body close the connection.
    await turn();
  }
  if (closes || !isIdle || socket === undefined || socket.destroyed) {
    socket?.end();
    const outcome = await reading;
    connection.destroy();
    return outcome;
  }
  // The consumer of the first body may still hold its memory.
  const isUsable = await readsNext(connection, socket);
  const outcome = await reading;
  connection.destroy();
  return isUsable ? outcome : 'stuck';
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
  const agent = new Agent({ connect, maxHeaderSize: RESPONSE_HEADERS_MAX_BYTES });
  const exchange = new Exchange(() => undefined);
  agent.dispatch({ origin: `http://${HOST}`, path: '/', method: 'GET', headers: { host: HOST } }, exchange);
  const reading = exchange.response.then(
    async ({ status, headers, setCookies, body }): Promise<Outcome> => {
      const { bytes, isComplete } = await collect(body, null);
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
  if (!closes) await settled(reading, null);
  if (!socket.destroyed) socket.push(null);
  const outcome = await reading;
  await agent.destroy();
  return outcome;
};

/** Returns the heads as text and the bytes of a response, for a report. */
export const describeResponse = ({ pieces, ...rest }: RandomResponse): string =>
  JSON.stringify({
    bytes: Buffer.concat([...pieces]).toString('latin1', 0, 600),
    pieces: pieces.map((piece) => piece.length),
    ...rest,
  });
