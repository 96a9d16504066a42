import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';
import { OutboundError, type OutboundResponse, toOutboundError } from './outbound-client.ts';

/** Size limit of a body in bytes, applied both to the bytes as sent and to the decompressed bytes. */
export interface ReadLimit {
  readonly maxBytes: number;
}

type Decompress = (input: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const ZLIB_METHOD = 8;
const unpackGzip: Decompress = promisify(gunzip);
const unpackBrotli: Decompress = promisify(brotliDecompress);
const unpackZstd: Decompress = promisify(zstdDecompress);
const unpackZlib: Decompress = promisify(inflate);
const unpackRaw: Decompress = promisify(inflateRaw);
/** Decompresses "deflate", which is the zlib format (RFC 9110 section 8.4.1.2); some servers omit the zlib header. */
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
 * Reads a whole body and decompresses it. Rejects with OutboundError `too-large` when the body exceeds `maxBytes` before or after
 * decompression, which stops decompression bombs, and with `bad-answer` when it cannot be decoded. An AbortError of the stream
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
    const tooLarge =
      cause instanceof RangeError || (cause as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
    throw new OutboundError(tooLarge ? 'too-large' : 'bad-answer', { cause });
  }
};

/** Reads a whole body as UTF-8 text, with the limits and errors of `readBytes`. */
export const readText = async (response: OutboundResponse, limit: ReadLimit): Promise<string> =>
  new TextDecoder().decode(await readBytes(response, limit));
