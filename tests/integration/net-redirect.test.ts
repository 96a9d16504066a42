import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createOutboundClient } from '../../src/server/outbound/create-outbound-client.ts';
import { hostsUnder, ownerOrigin } from '../../src/server/outbound/host-policy.ts';
import {
  type MediaResponse,
  OutboundError,
  type OutboundRequest,
} from '../../src/server/outbound/outbound-client.ts';
import { collectMedia } from './collect-media.ts';
import { startRawUpstream, startUpstream } from './loopback-upstream.ts';

const CODES = [301, 302, 303, 307, 308];
/** Both kinds of requests follow redirects by the same rules. */
const KINDS = ['request', 'requestMedia'] as const;
type Kind = (typeof KINDS)[number];
const CASES = KINDS.flatMap((kind) => CODES.map((status) => [kind, status] as const));
const POST = 'https://www.instagram.com/p/invented/';
const cleanUp: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step();
});

interface Seen {
  readonly line: string;
  readonly host: string | undefined;
  readonly headers: IncomingMessage['headers'];
}

/** Starts a network of two hosts that redirects `/from` to `location` and answers every other path. */
const network = async (kind: Kind, status: number, location: string) => {
  const seen: Seen[] = [];
  const upstream = await startUpstream((request, response) => {
    seen.push({
      line: `${request.method} ${request.url}`,
      host: request.headers.host,
      headers: request.headers,
    });
    if (request.url === '/from') {
      response.writeHead(status, { location, 'set-cookie': 'hop=1' }).end('moved');
    } else response.writeHead(200, { 'set-cookie': 'end=1' }).end('arrived');
  });
  const outbound = createOutboundClient({
    routes: [{ host: '*.example.com', origin: upstream.origin }],
    proxy: null,
    resolve: async () => ['127.0.0.1'],
  });
  cleanUp.push(
    () => outbound.close(),
    () => upstream.close(),
  );
  const ask = (over: Partial<OutboundRequest> = {}): Promise<MediaResponse> =>
    outbound[kind as 'requestMedia']({
      url: 'https://a.example.com/from',
      hosts: hostsUnder(['example.com']),
      redirects: 3,
      post: POST,
      ...over,
    });
  return { ask, seen };
};

const faultOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof OutboundError ? error.fault : String(error)),
  );

describe.each(CASES)('%s, redirect %i', (kind, status) => {
  it.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://2130706433/',
    '//10.0.0.1/',
    'https://evil.test/',
    'https://example.com.evil.test/',
    'https://a.example.com:8443/',
    'https://a.example.com@evil.test/',
    'https://user@a.example.com/',
    'http://a.example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://',
  ])('to %s is rejected without a request', async (location) => {
    const { ask, seen } = await network(kind, status, location);
    expect(await faultOf(ask())).toBe('refused-redirect');
    expect(seen).toHaveLength(1);
  });

  it('is followed only up to the limit', async () => {
    const { ask, seen } = await network(kind, status, '/from');
    expect(await faultOf(ask())).toBe('refused-redirect');
    expect(seen).toHaveLength(4);
  });

  it('is returned when no redirects are to be followed', async () => {
    const { ask, seen } = await network(kind, status, 'https://evil.test/');
    const response = await ask({ redirects: 0 });
    expect([response.status, response.headers['location'], seen.length]).toEqual([
      status,
      'https://evil.test/',
      1,
    ]);
    response.body.destroy();
  });

  it('to the same origin keeps the headers and collects the cookies', async () => {
    const { ask, seen } = await network(kind, status, '/to?x=1');
    const response = await ask({ headers: { cookie: 'a=1', authorization: 'Bearer x', accept: '*/*' } });
    expect((await collectMedia(response.body)).toString()).toBe('arrived');
    expect(response.url).toBe('https://a.example.com/to?x=1');
    expect(response.setCookies).toEqual(['hop=1', 'end=1']);
    expect(seen[1]?.headers).toMatchObject({ cookie: 'a=1', authorization: 'Bearer x', accept: '*/*' });
  });

  it('to another origin drops every credential', async () => {
    const { ask, seen } = await network(kind, status, 'https://b.example.com/to');
    const secrets = {
      cookie: 'a=1',
      authorization: 'Bearer x',
      'x-api-key': 'k',
      'x-rapidapi-key': 'k',
      'x-rapidapi-host': 'h',
      'x-provider-token': 't',
    };
    const response = await ask({
      headers: { ...secrets, referer: 'https://a.example.com/', 'user-agent': 'UA' },
    });
    response.body.destroy();
    expect(seen[1]?.host).toBe('b.example.com');
    expect(seen[1]?.headers).toMatchObject({ referer: 'https://a.example.com/', 'user-agent': 'UA' });
    for (const name of Object.keys(secrets)) expect(seen[1]?.headers[name], name).toBeUndefined();
  });

  if (kind === 'request')
    it('of a POST is returned: its body goes nowhere else', async () => {
      const { ask, seen } = await network(kind, status, '/to');
      const response = await ask({
        method: 'POST',
        body: '{"a":1}',
        headers: { 'content-type': 'application/json' },
      });
      response.body.destroy();
      expect([response.status, ...seen.map(({ line }) => line)]).toEqual([status, 'POST /from']);
    });

  it.each(['/a\tb', '/a\x01b', '/a\x7fb'])('to %j is rejected', async (location) => {
    const upstream = await startRawUpstream((socket) => {
      socket.once('data', () =>
        socket.end(`HTTP/1.1 ${status} Moved\r\ncontent-length: 0\r\nlocation: ${location}\r\n\r\n`),
      );
    });
    const outbound = createOutboundClient({
      routes: [{ host: 'a.example.com', origin: upstream.origin }],
      proxy: null,
    });
    cleanUp.push(
      () => outbound.close(),
      () => upstream.close(),
    );
    const request = {
      url: 'https://a.example.com/from',
      hosts: hostsUnder(['example.com']),
      redirects: 3,
      post: POST,
    };
    expect(['refused-redirect', 'bad-answer']).toContain(await faultOf(outbound[kind](request)));
    // What a media connection does not read, the general client requests once more.
    expect(upstream.accepted()).toBeLessThanOrEqual(kind === 'request' ? 1 : 2);
  });

  it("never leaves the owner's configured origin", async () => {
    const elsewhere = await startUpstream((_request, response) => response.end());
    const own = await startUpstream((_request, response) => {
      response.writeHead(status, { location: elsewhere.origin }).end();
    });
    const outbound = createOutboundClient({ routes: [], proxy: null });
    cleanUp.push(
      () => outbound.close(),
      () => own.close(),
      () => elsewhere.close(),
    );
    const request = { url: own.origin, hosts: ownerOrigin(own.origin), redirects: 3, post: POST };
    expect(await faultOf(outbound[kind](request))).toBe('refused-redirect');
    expect(elsewhere.accepted()).toBe(0);
  });
});
