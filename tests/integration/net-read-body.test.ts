import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createOutboundClient } from '../../src/server/outbound/create-outbound-client.ts';
import { readBytes, readText } from '../../src/server/outbound/exchange.ts';
import { hostsUnder } from '../../src/server/outbound/host-policy.ts';
import { type OutboundClient, OutboundError } from '../../src/server/outbound/outbound-client.ts';
import { startUpstream, until } from './loopback-upstream.ts';

const HOST = 'cdn.example.com';
const cleanUp: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step();
});

const clientTo = async (handler: RequestListener) => {
  const upstream = await startUpstream(handler);
  const outbound = createOutboundClient({
    routes: [{ host: HOST, origin: upstream.origin }],
    proxy: null,
  });
  cleanUp.push(
    () => outbound.close(),
    () => upstream.close(),
  );
  return { upstream, outbound };
};

const ask = (outbound: OutboundClient, path = '/') =>
  outbound.request({ url: `https://${HOST}${path}`, hosts: hostsUnder([HOST]) });

const faultOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof OutboundError ? error.fault : String(error)),
  );

describe('readBytes', () => {
  const text = 'It was a bright cold day. '.repeat(40);
  it.each([
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['identity', Buffer.from(text)],
  ])('decompresses %s', async (encoding, packed) => {
    const { outbound } = await clientTo((_request, response) => {
      response.setHeader('content-encoding', encoding);
      response.end(packed);
    });
    expect(await readText(await ask(outbound), { maxBytes: text.length })).toBe(text);
    expect(await faultOf(ask(outbound).then((r) => readText(r, { maxBytes: text.length - 1 })))).toBe(
      'too-large',
    );
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(50_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000))],
    ['zstd', zstdCompressSync(Buffer.alloc(50_000_000))],
  ])('limits the decompressed size of a %s bomb', async (encoding, bomb) => {
    const { outbound } = await clientTo((_request, response) => {
      response.setHeader('content-encoding', encoding);
      response.end(bomb);
    });
    expect(await faultOf(ask(outbound).then((r) => readBytes(r, { maxBytes: 1_000_000 })))).toBe('too-large');
  });

  it('rejects unsupported encodings, and truncated bodies', async () => {
    const packed = gzipSync(text);
    const { outbound } = await clientTo((request, response) => {
      response.setHeader('content-encoding', request.url === '/cut' ? 'gzip' : 'compress');
      response.end(packed.subarray(0, packed.length - 4));
    });
    expect(await faultOf(ask(outbound).then((r) => readText(r, { maxBytes: 9_999 })))).toBe('bad-answer');
    const cut = ask(outbound, '/cut');
    expect(await faultOf(cut.then((r) => readText(r, { maxBytes: 9_999 })))).toBe('bad-answer');
  });

  it('stops an endless body at the limit and frees the upstream', async () => {
    const { outbound, upstream } = await clientTo((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      };
      response.on('drain', more);
      more();
    });
    expect(await faultOf(ask(outbound).then((r) => readBytes(r, { maxBytes: 100_000 })))).toBe('too-large');
    await until(() => upstream.open.size === 0, 500);
  });
});
