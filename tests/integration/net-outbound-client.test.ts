import { once } from 'node:events';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import net from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createOutboundClient,
  type OutboundClientOptions,
} from '../../src/server/outbound/create-outbound-client.ts';
import { exactHosts, hostsUnder, ownerOrigin } from '../../src/server/outbound/host-policy.ts';
import {
  type MediaBody,
  type MediaClient,
  type MediaResponse,
  OutboundError,
  type OutboundRequest,
  type OutboundResponse,
} from '../../src/server/outbound/outbound-client.ts';
import { OutboundProxy } from '../../src/server/outbound/outbound-proxy.ts';
import { collectMedia } from './collect-media.ts';
import { startRawUpstream, startUpstream, type Upstream, until } from './loopback-upstream.ts';

const HOST = 'cdn.example.com';
const hosts = hostsUnder(['example.com']);
const cleanUp: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step();
});

const keep = (upstream: Upstream): Upstream => {
  cleanUp.push(() => upstream.close());
  return upstream;
};

const openClient = (options: Partial<OutboundClientOptions>): MediaClient => {
  const outbound = createOutboundClient({ routes: [], proxy: null, ...options });
  cleanUp.push(() => outbound.close());
  return outbound;
};

const clientTo = async (handler: RequestListener) => {
  const upstream = keep(await startUpstream(handler));
  return { upstream, outbound: openClient({ routes: [{ host: '*.example.com', origin: upstream.origin }] }) };
};

const clientToRaw = async (answer: string) => {
  const upstream = keep(
    await startRawUpstream((socket) => {
      socket.once('data', () => socket.end(Buffer.from(answer, 'latin1')));
    }),
  );
  return openClient({ routes: [{ host: HOST, origin: upstream.origin }] });
};

/** Both kinds of requests keep the same rules. */
const KINDS = ['request', 'requestMedia'] as const;
let kind: (typeof KINDS)[number] = 'request';

const POST = 'https://www.instagram.com/p/invented/';

const ask = (outbound: MediaClient, over: Partial<OutboundRequest> = {}): Promise<MediaResponse> => {
  const request = { url: `https://${HOST}/`, hosts, ...over };
  return kind === 'request'
    ? (outbound.request(request) as Promise<OutboundResponse & MediaResponse>)
    : outbound.requestMedia({ ...request, post: POST });
};

const textOf = async ({ body }: Awaited<ReturnType<typeof ask>>): Promise<string> =>
  (await collectMedia(body)).toString();

const faultOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    expect(error.message).not.toMatch(/example|127|\d+\.\d+|localhost/);
    return error.fault;
  }
};

describe.each(KINDS)('outbound client, %s: routes', (used) => {
  beforeEach(() => {
    kind = used;
  });

  it('keeps the host header, requests an uncompressed response and sends no hop-by-hop header', async () => {
    let seen: IncomingHttpHeaders = {};
    let line = '';
    const { outbound } = await clientTo((request, response) => {
      seen = request.headers;
      line = `${request.method} ${request.url}`;
      response.setHeader('set-cookie', ['a=1', 'b=2']);
      response.end('hello');
    });
    const response = await ask(outbound, {
      url: `https://${HOST}/a%20b?c=d#e`,
      headers: {
        'user-agent': 'Test',
        te: 'trailers',
        upgrade: 'h2c',
        'proxy-authorization': 'x',
        'transfer-encoding': 'chunked',
        host: 'evil.test',
      },
    });
    expect(await textOf(response)).toBe('hello');
    expect(response.setCookies).toEqual(['a=1', 'b=2']);
    expect(response.url).toBe(`https://${HOST}/a%20b?c=d`);
    expect(line).toBe('GET /a%20b?c=d');
    expect(seen).toEqual({
      host: HOST,
      connection: 'keep-alive',
      'accept-encoding': 'identity',
      'user-agent': 'Test',
    });
  });

  it('prefers the exact route, then the longest wildcard', async () => {
    const name = (text: string) => startUpstream((_request, response) => response.end(text));
    const [short, long, exact] = await Promise.all([name('short'), name('long'), name('exact')]);
    for (const upstream of [short, long, exact]) keep(upstream);
    const outbound = openClient({
      routes: [
        { host: '*.example.com', origin: short.origin },
        { host: '*.eu.example.com', origin: long.origin },
        { host: 'a.eu.example.com', origin: exact.origin },
      ],
    });
    const from = async (host: string) => textOf(await ask(outbound, { url: `https://${host}/` }));
    expect(await from('b.example.com')).toBe('short');
    expect(await from('b.eu.example.com')).toBe('long');
    expect(await from('a.eu.example.com')).toBe('exact');
  });

  it('checks the policy with the original name', async () => {
    const { outbound, upstream } = await clientTo((_request, response) => response.end());
    expect(await faultOf(ask(outbound, { hosts: exactHosts(['other.example']) }))).toBe('refused-host');
    expect(upstream.accepted()).toBe(0);
  });

  it('sends the original host name in the TLS handshake of an https route', async () => {
    let hello = '';
    const upstream = keep(
      await startRawUpstream((socket) => {
        socket.once('data', (data) => {
          hello = data.toString('latin1');
          socket.destroy();
        });
      }),
    );
    const outbound = openClient({
      routes: [{ host: HOST, origin: upstream.origin.replace('http:', 'https:') }],
    });
    expect(await faultOf(ask(outbound))).toBe('unreachable');
    expect(hello).toContain(HOST);
    // With its length prefix, as ALPN writes a protocol name: the two letters alone also occur in the random bytes.
    expect(hello).not.toContain('\x02h2');
  });

  it("reaches the owner's configured origin on any port", async () => {
    const upstream = keep(await startUpstream((_request, response) => response.end('own')));
    const outbound = openClient({});
    const response = await ask(outbound, {
      url: `${upstream.origin}/x`,
      hosts: ownerOrigin(upstream.origin),
    });
    expect(await textOf(response)).toBe('own');
  });
});

describe.each(KINDS)('outbound client, %s: addresses', (used) => {
  beforeEach(() => {
    kind = used;
  });

  it.each([
    [['127.0.0.1'], 'refused-address'],
    [['8.8.8.8', '127.0.0.1'], 'refused-address'],
    [['2606:4700::1', '::1'], 'refused-address'],
    [['::ffff:127.0.0.1'], 'refused-address'],
    [['64:ff9b::7f00:1'], 'refused-address'],
    [['169.254.169.254'], 'refused-address'],
    [[], 'unresolved'],
  ])('a name that resolves to %j is %s', async (addresses, fault) => {
    const outbound = openClient({ resolve: async () => addresses });
    expect(await faultOf(ask(outbound))).toBe(fault);
  });

  it('distinguishes a failing name server from a private address', async () => {
    const outbound = openClient({ resolve: () => Promise.reject(new Error('SERVFAIL')) });
    expect(await faultOf(ask(outbound))).toBe('unresolved');
  });

  it('resolves once per connection and connects to the checked address, so that DNS rebinding is useless', async () => {
    const answers = [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1'], ['127.0.0.1']];
    let asked = 0;
    const outbound = openClient({ resolve: async () => answers[asked++ % answers.length] ?? [] });
    for (let round = 0; round < 40; round += 1) expect(await faultOf(ask(outbound))).toBe('refused-address');
    expect(asked).toBe(40);
  });

  it('leaves resolving to the outbound proxy, but not the check of the host list', async () => {
    const connects: string[] = [];
    const proxy = keep(
      await startRawUpstream((socket) => {
        socket.once('data', (data) => {
          connects.push(data.toString('latin1').split('\r\n')[0] ?? '');
          socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
        });
      }),
    );
    const outbound = openClient({
      proxy: new OutboundProxy(proxy.origin),
      resolve: async () => ['127.0.0.1'],
    });
    expect(await faultOf(ask(outbound))).toBe('unreachable');
    expect(connects).toEqual([`CONNECT ${HOST}:443 HTTP/1.1`]);
    expect(await faultOf(ask(outbound, { url: 'https://evil.test/' }))).toBe('refused-host');
    expect(connects).toHaveLength(1);
  });
});

describe.each(KINDS)('outbound client, %s: time limits, abort and broken responses', (used) => {
  beforeEach(() => {
    kind = used;
  });

  it('frees the upstream at once when the signal aborts, before and after the headers', async () => {
    const { outbound, upstream } = await clientTo((request, response) => {
      if (request.url === '/body') response.write('x');
    });
    for (const path of ['/silent', '/body']) {
      const controller = new AbortController();
      const reason = new Error('visitor left');
      const pending = ask(outbound, { url: `https://${HOST}${path}`, signal: controller.signal });
      if (path === '/silent') {
        await until(() => upstream.open.size === 1);
        controller.abort(reason);
        await expect(pending).rejects.toBe(reason);
      } else {
        const { body }: { readonly body: MediaBody } = await pending;
        const failed = Promise.withResolvers<Error>();
        body.on('error', failed.resolve);
        controller.abort(reason);
        expect(await failed.promise).toBe(reason);
      }
      await until(() => upstream.open.size === 0, 500);
    }
    await expect(ask(outbound, { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
  });

  it('frees the upstream when a body is dropped without reading', async () => {
    const { outbound, upstream } = await clientTo((_request, response) => response.write('x'));
    const { body } = await ask(outbound);
    body.destroy();
    await until(() => upstream.open.size === 0, 500);
  });

  it('times out when headers or a piece of the body do not arrive', async () => {
    const { outbound } = await clientTo((request, response) => {
      if (request.url === '/body') response.write('x');
    });
    expect(await faultOf(ask(outbound, { headersTimeoutMs: 80 }))).toBe('timeout');
    const response = await ask(outbound, { url: `https://${HOST}/body`, bodyTimeoutMs: 80 });
    expect(await faultOf(textOf(response))).toBe('timeout');
  });

  it('times out while connecting', async () => {
    const outbound = openClient({ resolve: () => new Promise(() => undefined), connectTimeoutMs: 60 });
    expect(await faultOf(ask(outbound))).toBe('timeout');
  });

  it('reports unreachable when nothing listens', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as net.AddressInfo;
    server.close();
    await once(server, 'close');
    const outbound = openClient({ routes: [{ host: HOST, origin: `http://127.0.0.1:${port}` }] });
    expect(await faultOf(ask(outbound))).toBe('unreachable');
  });

  it.each([17_000, 40_000, 60_000])('reads a response with %d bytes of headers', async (length) => {
    const policy = `content-security-policy: ${'a'.repeat(length / 2 - 30)}\r\n`;
    const outbound = await clientToRaw(`HTTP/1.1 200 OK\r\n${policy}${policy}content-length: 5\r\n\r\nhello`);
    expect(await textOf(await ask(outbound))).toBe('hello');
  });

  it.each([
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello!'],
    ['two equal lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 5\r\n\r\nhello'],
    ['a list of lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 5, 5\r\n\r\nhello'],
    ['a negative length', 'HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\nhello'],
    [
      'length and chunks',
      'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    ],
    ['a broken chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n'],
    ['a short body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhello'],
    ['an unfinished chunked body', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n'],
    ['no HTTP at all', 'SSH-2.0-OpenSSH\r\n'],
    ['huge headers', `HTTP/1.1 200 OK\r\nx-fill: ${'a'.repeat(70_000)}\r\n\r\n`],
  ])('treats %s as a fault, never as a response', async (name, answer) => {
    const outbound = await clientToRaw(answer);
    const fault = await faultOf(ask(outbound).then((response) => textOf(response)));
    const cut = name === 'a short body' || name === 'an unfinished chunked body';
    expect(fault).toBe(cut ? 'unreachable' : 'bad-answer');
  });
});
