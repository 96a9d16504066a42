import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { type MediaBody, OutboundError, type OutboundResponse, toOutboundError } from './outbound-client.ts';

type Controller = Dispatcher.DispatchController;
type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Status and headers of a response, with a body that is still to be read. */
export interface UpstreamResponse<Body = UpstreamBody> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
  readonly body: Body;
}

const BODY_BUFFER_BYTES = 64 * 1024;
const ignore = (): void => undefined;

/** Body of an upstream response. If it is destroyed before all bytes have arrived, the upstream connection closes immediately. */
export class UpstreamBody extends Readable implements MediaBody {
  readonly #controller: Controller;
  #arrived = false;

  constructor(controller: Controller) {
    super({ highWaterMark: BODY_BUFFER_BYTES });
    this.#controller = controller;
    // A consumer that has abandoned the body has no error listener; a late error must not end the process.
    this.on('error', ignore);
  }

  override _read(): void {
    this.#controller.resume();
  }

  /** Does nothing, because each chunk has its own memory. */
  release(): void {}

  finish(): void {
    this.#arrived = true;
    this.push(null);
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    if (!this.#arrived) this.#controller.abort(error ?? new Error('the body was discarded'));
    // An error in the same packet as the headers would otherwise be emitted before the awaiting caller can add a listener.
    setImmediate(callback, error);
  }
}

const joinHeaders = (rawHeaders: RawHeaders): Record<string, string> => {
  const flat: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(rawHeaders)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
};

/** Converts the callbacks of undici for one request into a promise of the response headers and a body stream. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly response: Promise<UpstreamResponse>;
  readonly #settle: PromiseWithResolvers<UpstreamResponse>;
  readonly #onFinished: () => void;
  #controller: Controller | null = null;
  #body: UpstreamBody | null = null;
  #stoppedBy: Error | null = null;

  /** Creates an exchange that calls `onFinished` when it fails or when its body closes. */
  constructor(onFinished: () => void) {
    this.#onFinished = onFinished;
    this.#settle = Promise.withResolvers<UpstreamResponse>();
    this.response = this.#settle.promise;
  }

  /**
   * Aborts the exchange at any stage. The pending response, or the body if the response has arrived, fails with `reason`. Does nothing
   * after the first call.
   */
  stop(reason: Error): void {
    if (this.#stoppedBy !== null) return;
    this.#stoppedBy = reason;
    this.#settle.reject(reason);
    if (this.#body === null) {
      this.#onFinished();
      this.#controller?.abort(reason);
    } else {
      this.#body.destroy(reason);
    }
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#stoppedBy !== null) controller.abort(this.#stoppedBy);
  }

  onResponseStart(controller: Controller, status: number, rawHeaders: RawHeaders): void {
    if (status < 200) return;
    const body = new UpstreamBody(controller);
    body.once('close', this.#onFinished);
    this.#body = body;
    const cookies = rawHeaders['set-cookie'] ?? [];
    this.#settle.resolve({
      status,
      headers: joinHeaders(rawHeaders),
      setCookies: Array.isArray(cookies) ? cookies : [cookies],
      body,
    });
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#body?.push(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#body?.finish();
  }

  onResponseError(_controller: Controller | null, error: Error): void {
    if (this.#body !== null) {
      this.#body.destroy(this.#stoppedBy ?? toOutboundError(error));
      return;
    }
    this.#settle.reject(this.#stoppedBy ?? toOutboundError(error));
    this.#onFinished();
  }
}

/** Size limit of a body in bytes. It applies to the bytes as sent and also to the decompressed bytes. */
interface ReadLimit {
  readonly maxBytes: number;
}

type Decompress = (input: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const ZLIB_METHOD = 8;
const unpackGzip: Decompress = promisify(gunzip);
const unpackBrotli: Decompress = promisify(brotliDecompress);
const unpackZstd: Decompress = promisify(zstdDecompress);
const unpackZlib: Decompress = promisify(inflate);
const unpackRaw: Decompress = promisify(inflateRaw);
/** Decompresses the encoding "deflate": the zlib format (RFC 9110 section 8.4.1.2), or raw deflate data, which some servers send. */
const unpackDeflate: Decompress = (input, options) =>
  ((input[0] ?? 0) & 0x0f) === ZLIB_METHOD ? unpackZlib(input, options) : unpackRaw(input, options);

const DECOMPRESS: ReadonlyMap<string, Decompress> = new Map([
  ['gzip', unpackGzip],
  ['x-gzip', unpackGzip],
  ['br', unpackBrotli],
  ['zstd', unpackZstd],
  ['deflate', unpackDeflate],
]);

const collect = async (response: OutboundResponse, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw new OutboundError('too-large');
      chunks.push(chunk);
    }
  } catch (error) {
    response.body.destroy();
    throw error instanceof Error && error.name === 'AbortError' ? error : toOutboundError(error);
  }
  return Buffer.concat(chunks, length);
};

/**
 * Reads the whole body of `response` and decompresses it. Rejects with OutboundError `too-large` when the body exceeds `maxBytes` before or
 * after decompression, which stops decompression bombs, and with `bad-answer` when the body cannot be decoded. An AbortError of the stream
 * rejects unchanged; every other error of the stream becomes an OutboundError.
 */
export const readBytes = async (response: OutboundResponse, { maxBytes }: ReadLimit): Promise<Buffer> => {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const decompress = DECOMPRESS.get(encoding);
  if (decompress === undefined && encoding !== 'identity' && encoding !== '') {
    response.body.destroy();
    throw new OutboundError('bad-answer');
  }
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.body.destroy();
    throw new OutboundError('too-large');
  }
  const bytes = await collect(response, maxBytes);
  if (decompress === undefined || bytes.length === 0) return bytes;
  try {
    return await decompress(bytes, { maxOutputLength: maxBytes });
  } catch (cause) {
    const isTooLarge =
      cause instanceof RangeError || (cause as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
    throw new OutboundError(isTooLarge ? 'too-large' : 'bad-answer', { cause });
  }
};

/** Reads the whole body of `response` as UTF-8 text, with the limits and errors of `readBytes`. */
export const readText = async (response: OutboundResponse, limit: ReadLimit): Promise<string> =>
  new TextDecoder().decode(await readBytes(response, limit));
