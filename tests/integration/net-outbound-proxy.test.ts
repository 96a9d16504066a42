import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOutboundClient } from '../../src/server/outbound/create-outbound-client.ts';
import { readText } from '../../src/server/outbound/exchange.ts';
import { hostsUnder } from '../../src/server/outbound/host-policy.ts';
import { OutboundError } from '../../src/server/outbound/outbound-client.ts';
import { OutboundProxy } from '../../src/server/outbound/outbound-proxy.ts';
import { type MockProxyOptions, startMockProxy } from '../mock-platforms/mock-proxy.ts';
import { startRawUpstream } from './loopback-upstream.ts';

const CERTIFICATES = path.join(import.meta.dirname, '../mock-platforms/certificates');
const pem = (name: string): string => readFileSync(path.join(CERTIFICATES, name), 'utf8');
const HOST = 'cdn.example.com';
const USER = 'ann@home';
const PASSWORD = 'se:cret %/pass';
const CREDENTIALS = { user: USER, password: PASSWORD };
const USER_INFO = `${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}`;
const hosts = hostsUnder(['example.com']);
const publicAddress = async () => ['2001:4860:4860::8888', '8.8.8.8'];

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const trusted = tls.getCACertificates();
const site = createServer({ key: pem('site-key.pem'), cert: pem('site.pem') }, (request, response) => {
  response.end(`${request.headers.host} ${request.url} ${request.headers['proxy-authorization'] ?? '-'}`);
});
beforeAll(async () => {
  tls.setDefaultCACertificates([...trusted, pem('authority.pem')]);
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  tls.setDefaultCACertificates(trusted);
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
});

const start = async (kind: 'http' | 'socks5', options: Partial<MockProxyOptions> = {}) => {
  const proxy = await startMockProxy(kind, { target: (site.address() as AddressInfo).port, ...options });
  cleanUp.push(() => proxy.close());
  return proxy;
};

const clientOf = (address: string, resolve: () => Promise<readonly string[]> = publicAddress) => {
  const outbound = createOutboundClient({
    proxy: new OutboundProxy(address),
    routes: [],
    resolve: async () => [...(await resolve())],
    connectTimeoutMs: 1_000,
  });
  cleanUp.push(() => outbound.close());
  return outbound;
};

const read = async (
  address: string,
  resolve?: () => Promise<readonly string[]>,
  url = `https://${HOST}/a?b=1`,
) => readText(await clientOf(address, resolve).request({ url, hosts }), { maxBytes: 1_000 });

const faultOf = async (work: Promise<unknown>): Promise<OutboundError> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OutboundError)) throw new Error('no outbound error', { cause: error });
  return error;
};

describe('a proxy with a user name and a password', () => {
  it.each([
    ['http', 'http', `${HOST}:443`],
    ['socks5h', 'socks5', `${HOST}:443`],
    ['socks5', 'socks5', '8.8.8.8:443'],
  ] as const)(
    '%s carries requests, and the site does not see the credentials',
    async (scheme, kind, wanted) => {
      const proxy = await start(kind, { credentials: CREDENTIALS });
      expect(await read(`${scheme}://${USER_INFO}@127.0.0.1:${proxy.port}`)).toBe(`${HOST} /a?b=1 -`);
      expect([proxy.destinations, proxy.rejected()]).toEqual([[wanted], 0]);
    },
  );

  it.each(['http', 'socks5', 'socks5h'] as const)(
    '%s without credentials is used without',
    async (scheme) => {
      const proxy = await start(scheme === 'http' ? 'http' : 'socks5');
      expect(await read(`${scheme}://127.0.0.1:${proxy.port}`)).toContain(HOST);
    },
  );

  it.each([
    ['http', `${USER}:wrong`],
    ['http', ''],
    ['socks5h', `${USER}:wrong`],
    ['socks5h', ''],
  ] as const)(
    '%s with the credentials "%s" is refused, and no error names them',
    async (scheme, userInfo) => {
      const proxy = await start(scheme === 'http' ? 'http' : 'socks5', { credentials: CREDENTIALS });
      const at = userInfo === '' ? '' : `${userInfo.replace(USER, encodeURIComponent(USER))}@`;
      const error = await faultOf(read(`${scheme}://${at}127.0.0.1:${proxy.port}`));
      expect(error.fault).toBe('proxy-refused');
      expect(proxy.rejected()).toBe(1);
      const shown = `${inspect(error, { depth: 10, showHidden: true })} ${JSON.stringify(error)} ${error.stack}`;
      for (const secret of ['wrong', PASSWORD, `${proxy.port}`]) expect(shown).not.toContain(secret);
    },
  );

  it('appears in no text of the client that uses it', () => {
    const address = `socks5h://${USER_INFO}@proxy.example:1080`;
    const shown = `${inspect(clientOf(address), { depth: 20, showHidden: true })} ${JSON.stringify(new OutboundProxy(address))} ${inspect(new OutboundProxy(address), { depth: 5 })}`;
    for (const secret of [USER, PASSWORD, 'proxy.example', encodeURIComponent(PASSWORD)])
      expect(shown).not.toContain(secret);
  });
});

describe('what is still checked here', () => {
  it.each(['http', 'socks5', 'socks5h'] as const)('%s: the list of hosts', async (scheme) => {
    const proxy = await start(scheme === 'http' ? 'http' : 'socks5');
    const error = await faultOf(read(`${scheme}://127.0.0.1:${proxy.port}`, undefined, 'https://evil.test/'));
    expect([error.fault, proxy.destinations]).toEqual(['refused-host', []]);
  });

  it.each([['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::1'], ['169.254.169.254']])(
    'socks5: the addresses of the host (%s %s)',
    async (...addresses) => {
      const proxy = await start('socks5');
      const error = await faultOf(read(`socks5://127.0.0.1:${proxy.port}`, async () => addresses));
      expect([error.fault, proxy.destinations]).toEqual(['refused-address', []]);
    },
  );

  it('socks5h and http: nothing is resolved here', async () => {
    const resolve = () => Promise.reject(new Error('resolved here'));
    for (const scheme of ['http', 'socks5h'] as const) {
      const proxy = await start(scheme === 'http' ? 'http' : 'socks5');
      expect(await read(`${scheme}://127.0.0.1:${proxy.port}`, resolve)).toContain(HOST);
    }
  });

  it('the certificate of the site, although the proxy chose where the connection leads', async () => {
    const proxy = await start('http');
    const error = await faultOf(
      clientOf(`http://127.0.0.1:${proxy.port}`).request({ url: 'https://not-named.example.com/', hosts }),
    );
    expect(error.fault).toBe('unreachable');
  });
});

describe('a proxy that does not work', () => {
  it.each(['http', 'https', 'socks5', 'socks5h'] as const)('%s: is not there', async (scheme) => {
    const gone = await startRawUpstream(() => undefined);
    await gone.close();
    expect((await faultOf(read(`${scheme}://127.0.0.1:${gone.port}`))).fault).toBe('proxy-unreachable');
  });

  it.each(['http', 'https', 'socks5', 'socks5h'] as const)('%s: never answers', async (scheme) => {
    const silent = await startRawUpstream((socket) => void socket.resume());
    cleanUp.push(() => silent.close());
    expect((await faultOf(read(`${scheme}://127.0.0.1:${silent.port}`))).fault).toBe('timeout');
    await expect.poll(() => silent.open.size).toBe(0);
  });

  it.each(['http', 'socks5', 'socks5h'] as const)('%s: speaks another protocol', async (scheme) => {
    const other = await startRawUpstream((socket) => {
      socket.once('data', () => socket.end('220 mail.example ESMTP\r\n'));
    });
    cleanUp.push(() => other.close());
    expect((await faultOf(read(`${scheme}://127.0.0.1:${other.port}`))).fault).toBe('proxy-unreachable');
  });

  it.each(['http', 'socks5', 'socks5h'] as const)('%s: does not allow the host', async (scheme) => {
    const proxy = await start(scheme === 'http' ? 'http' : 'socks5', { refuses: () => true });
    expect((await faultOf(read(`${scheme}://127.0.0.1:${proxy.port}`))).fault).toBe('proxy-refused');
  });
});
