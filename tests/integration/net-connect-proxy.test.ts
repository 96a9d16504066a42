import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type ConnectProxy,
  type ConnectProxyOptions,
  createConnectProxy,
  type ProxySession,
} from '../../src/server/outbound/connect-proxy.ts';
import type { OutboundPath } from '../../src/server/outbound/create-outbound-client.ts';
import { hostsUnder } from '../../src/server/outbound/host-policy.ts';
import { OutboundProxy } from '../../src/server/outbound/outbound-proxy.ts';
import { platformHosts } from '../../src/server/platforms/server-platforms.ts';
import { startRawUpstream, startUpstream, type Upstream, until } from './loopback-upstream.ts';
import { PRIVATE_ADDRESSES } from './private-addresses.ts';

/** Authorities that name such an address, some beside an allowed name. */
const AUTHORITIES = [
  ...PRIVATE_ADDRESSES,
  '127.0.0.1#cdn.example.com',
  '127.0.0.1:80%09cdn.example.com',
  '127.0.0.1:80+&@cdn.example.com',
  'cdn.example.com@127.0.0.1',
  'cdn.example.com+&@0x7f.1',
  'ann@cdn.example.com@[::1]',
  'an\\n@127.1:@cdn.example.com',
];
const HOST = 'cdn.example.com';
const hosts = hostsUnder(['example.com']);
const cleanUp: (() => unknown)[] = [];

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const open = ({
  routes = [],
  proxy = null,
  ...options
}: Partial<OutboundPath & ConnectProxyOptions> = {}): ConnectProxy => {
  const opened = createConnectProxy({ hosts, paths: { direct: { proxy, routes } }, ...options });
  cleanUp.push(() => opened.close());
  return opened;
};

const keep = (upstream: Upstream): Upstream => {
  cleanUp.push(() => upstream.close());
  return upstream;
};

/** What a client receives: the status of the CONNECT response, and everything after its head. */
interface ClientConnection {
  readonly socket: Socket;
  status(): number;
  body(): string;
  closed(): boolean;
}

const write = (port: number, text: string): ClientConnection => {
  let all = '';
  let gone = false;
  const socket = net.connect(port, '127.0.0.1', () => socket.write(text));
  socket.on('data', (piece: Buffer) => {
    all += piece.toString('latin1');
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    gone = true;
  });
  cleanUp.push(() => socket.destroy());
  return {
    socket,
    status: () => Number(/^HTTP\/1\.1 (\d{3})/.exec(all)?.[1] ?? 0),
    body: () => all.slice(all.indexOf('\r\n\r\n') + 4),
    closed: () => gone,
  };
};

const basic = ({ url }: ProxySession): string => {
  const { username, password } = new URL(url);
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
};

const connect = (
  admission: ProxySession,
  authority: string,
  authorization = basic(admission),
): ClientConnection =>
  write(
    Number(new URL(admission.url).port),
    `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\nProxy-Authorization: ${authorization}\r\n\r\n`,
  );

/** Resolves with the status of a CONNECT response; 0 when the connection ends without one. */
const statusOf = async (heard: ClientConnection): Promise<number> => {
  await until(() => heard.status() > 0 || heard.closed(), 8_000);
  return heard.status();
};

/**
 * Starts an origin that sends everything back in capitals. It need not speak TLS, because the tunnel does not look at
 * the bytes.
 */
const startEcho = async () => {
  const echo = keep(
    await startRawUpstream((socket) => {
      socket.on('data', (piece: Buffer) => socket.write(piece.toString().toUpperCase()));
    }),
  );
  return { echo, routes: [{ host: '*.example.com', origin: echo.origin.replace('http:', 'https:') }] };
};

describe('the loopback proxy', () => {
  it('listens on loopback only, from the first admission on', async () => {
    const { url } = await open().openSession('direct');
    expect(new URL(url).hostname).toBe('127.0.0.1');
    const other = net.connect(Number(new URL(url).port), '::1');
    const [error] = (await once(other, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toMatch(/ECONNREFUSED|EADDRNOTAVAIL/);
  });

  it('forwards bytes both ways to a routed host', async () => {
    const { echo, routes } = await startEcho();
    const admission = await open({ routes }).openSession('direct');
    const heard = connect(admission, `${HOST}:443`);
    expect(await statusOf(heard)).toBe(200);
    heard.socket.write('hello');
    await until(() => heard.body() === 'HELLO');
    heard.socket.end();
    await until(() => echo.open.size === 0);
  });

  it('forwards bytes that arrived together with the request', async () => {
    const { routes } = await startEcho();
    const admission = await open({ routes }).openSession('direct');
    const heard = write(
      Number(new URL(admission.url).port),
      `CONNECT ${HOST}:443 HTTP/1.1\r\nProxy-Authorization: ${basic(admission)}\r\n\r\nearly`,
    );
    await until(() => heard.body() === 'EARLY');
  });

  it('opens nothing for a routed host whose origin does not speak TLS', async () => {
    const { echo } = await startEcho();
    const admission = await open({ routes: [{ host: HOST, origin: echo.origin }] }).openSession('direct');
    expect(await statusOf(connect(admission, `${HOST}:443`))).toBe(502);
    expect(echo.accepted()).toBe(0);
  });

  it('connects through the configured outbound proxy, which receives the host name', async () => {
    const asked: string[] = [];
    const proxied = keep(
      await startRawUpstream((socket) => {
        socket.once('data', (piece: Buffer) => {
          asked.push(piece.toString().split('\r\n')[0] ?? '');
          socket.write('HTTP/1.1 200 OK\r\n\r\nfirst');
          socket.on('data', (more: Buffer) => socket.write(more.toString().toUpperCase()));
        });
      }),
    );
    const unresolved = () => Promise.reject(new Error('asked for a name'));
    const admission = await open({
      proxy: new OutboundProxy(proxied.origin),
      resolve: unresolved,
    }).openSession('direct');
    const heard = connect(admission, `${HOST}:443`);
    expect(await statusOf(heard)).toBe(200);
    heard.socket.write('x');
    await until(() => heard.body() === 'firstX');
    expect(asked).toEqual([`CONNECT ${HOST}:443 HTTP/1.1`]);
    expect(await statusOf(connect(admission, 'elsewhere.test:443'))).toBe(403);
    expect(proxied.accepted()).toBe(1);
  });

  it('passes a refusal of that proxy on as its own', async () => {
    const proxied = keep(
      await startUpstream((_request, response) => {
        response.end();
      }),
    );
    const admission = await open({ proxy: new OutboundProxy(proxied.origin) }).openSession('direct');
    expect(await statusOf(connect(admission, `${HOST}:443`))).toBe(502);
  });
});

describe('the loopback proxy: authentication', () => {
  it.each([
    ['none', ''],
    ['a guess', `Basic ${Buffer.from('run:guess').toString('base64')}`],
    ['no Basic', 'Bearer x'],
  ])('rejects a credential that is %s', async (_name, authorization) => {
    const { echo, routes } = await startEcho();
    const heard = connect(await open({ routes }).openSession('direct'), `${HOST}:443`, authorization);
    expect(await statusOf(heard)).toBe(407);
    expect(echo.accepted()).toBe(0);
  });

  it('gives each run its own credential, invalid once the run has ended', async () => {
    const { routes, echo } = await startEcho();
    const proxy = open({ routes });
    const [first, second] = await Promise.all([proxy.openSession('direct'), proxy.openSession('direct')]);
    expect(first.url).not.toBe(second.url);
    const [mine, theirs] = [connect(first, `${HOST}:443`), connect(second, `${HOST}:443`)];
    expect(await Promise.all([statusOf(mine), statusOf(theirs)])).toEqual([200, 200]);
    first.end();
    await until(() => mine.closed() && echo.open.size === 1);
    expect(theirs.closed()).toBe(false);
    expect(await statusOf(connect(first, `${HOST}:443`))).toBe(407);
    expect(await statusOf(connect(second, `${HOST}:443`))).toBe(200);
  });

  it('accepts CONNECT and nothing else', async () => {
    const { echo, routes } = await startEcho();
    const admission = await open({ routes }).openSession('direct');
    const port = Number(new URL(admission.url).port);
    for (const line of [
      `GET http://${HOST}/ HTTP/1.1`,
      `GET https://${HOST}/ HTTP/1.1`,
      'GET / HTTP/1.1',
      `POST http://${HOST}/ HTTP/1.1`,
    ]) {
      const request = `${line}\r\nHost: ${HOST}\r\nProxy-Authorization: ${basic(admission)}\r\n\r\n`;
      expect(await statusOf(write(port, request)), line).toBe(405);
    }
    const upgrade = write(
      port,
      `GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    expect(await statusOf(upgrade)).toBe(0);
    expect(await statusOf(write(port, '\x16\x03\x01\x02\x00\x01\r\n\r\n'))).toBe(0);
    expect(echo.accepted()).toBe(0);
  });
});

describe('the loopback proxy: allowed targets', () => {
  it.each([
    `${HOST}:80`,
    `${HOST}:22`,
    `${HOST}:8443`,
    `${HOST}`,
    `${HOST}:443:443`,
    `${HOST}:0443`,
    `user@${HOST}:443`,
    `evil.test#.${HOST}:443`,
    `evil.test/.${HOST}:443`,
    `evil.test?${HOST}:443`,
    `evil.test\\.${HOST}:443`,
    `example.com.evil.test:443`,
    `badexample.com:443`,
    '127.0.0.1:443',
    '127.1:443',
    '0:443',
    '2130706433:443',
    '0x7f000001:443',
    '0177.0.0.1:443',
    '169.254.169.254:443',
    '[::1]:443',
    '[::ffff:127.0.0.1]:443',
    '[64:ff9b::7f00:1]:443',
    '[fe80::1%25lo]:443',
    'localhost:443',
    '①②⑦.⓪.⓪.①:443',
    `https://${HOST}:443`,
  ])('rejects %s', async (authority) => {
    let resolved = 0;
    const resolve = async () => {
      resolved += 1;
      return ['127.0.0.1'];
    };
    const admission = await open({ resolve }).openSession('direct');
    expect([0, 403]).toContain(await statusOf(connect(admission, authority)));
    expect(resolved).toBe(0);
  });

  it('rejects an address that is not public, under any name', async () => {
    const answers = [
      ['127.0.0.1'],
      ['::1'],
      ['127.0.0.1', '8.8.8.8'],
      ['8.8.8.8', '10.0.0.1'],
      ['169.254.169.254'],
      ['fe80::1'],
      ['::ffff:127.0.0.1'],
      ['::ffff:8.8.8.8'],
      ['64:ff9b::7f00:1'],
      ['fd00:ec2::254'],
      ['100.64.0.1'],
    ];
    // The check of addresses holds even for a host list that allows everything.
    for (const allowed of [hosts, { isOwnerOrigin: false, allows: () => true }]) {
      let asked = 0;
      const proxy = open({ hosts: allowed, resolve: async () => answers[asked++] ?? [] });
      for (const _answer of answers)
        expect(await statusOf(connect(await proxy.openSession('direct'), `${HOST}:443`))).toBe(403);
      expect(asked).toBe(answers.length);
      expect(await statusOf(connect(await proxy.openSession('direct'), `${HOST}:443`))).toBe(502);
    }
  });

  it('opens no private address for encoded addresses', async () => {
    const canary = keep(
      await startRawUpstream(() => undefined, 443).catch(() => startRawUpstream(() => undefined)),
    );
    const statuses = new Set<number>();
    // The number of tunnels per run is limited; requests beyond the limit would prove nothing.
    const proxy = open({
      hosts: { isOwnerOrigin: false, allows: () => true },
      resolve: async () => ['127.0.0.1'],
    });
    for (const authority of AUTHORITIES) {
      const one = await proxy.openSession('direct');
      statuses.add(await statusOf(connect(one, `${authority.replace(/:\d+$/, '')}:443`)));
      one.end();
    }
    expect([...statuses].every((status) => [0, 403, 502].includes(status))).toBe(true);
    expect(statuses).toContain(403);
    expect(canary.accepted()).toBe(0);
  });

  it('allows the hosts of both platforms, and no others', () => {
    for (const host of [
      'www.instagram.com',
      'i.instagram.com',
      'www.tiktok.com',
      'v16-webapp-prime.tiktok.com',
      'scontent.cdninstagram.com',
      'p16-sign.tiktokcdn-us.com',
    ])
      expect(platformHosts.allows(host), host).toBe(true);
    for (const host of [
      'github.com',
      'instagram.com.evil.test',
      'l.instagram.com',
      'api.tiktok.com',
      'localhost',
    ])
      expect(platformHosts.allows(host), host).toBe(false);
  });
});

describe('the loopback proxy: limits', () => {
  it('ends an idle tunnel', async () => {
    const { echo, routes } = await startEcho();
    const heard = connect(await open({ routes, idleTimeoutMs: 80 }).openSession('direct'), `${HOST}:443`);
    expect(await statusOf(heard)).toBe(200);
    await until(() => heard.closed() && echo.open.size === 0);
  });

  it('ends a run that lasts too long, busy or not', async () => {
    const { echo, routes } = await startEcho();
    const admission = await open({ routes, sessionTimeoutMs: 300 }).openSession('direct');
    const heard = connect(admission, `${HOST}:443`);
    const busy = setInterval(() => heard.socket.write('x'), 20);
    cleanUp.push(() => clearInterval(busy));
    await until(() => heard.closed() && echo.open.size === 0);
    expect(await statusOf(connect(admission, `${HOST}:443`))).toBe(407);
  });

  it('ends a run that transfers too many bytes, over all its tunnels', async () => {
    const { routes } = await startEcho();
    const admission = await open({ routes, maxBytes: 10_000 }).openSession('direct');
    const first = connect(admission, `${HOST}:443`);
    await statusOf(first);
    first.socket.write('x'.repeat(4_000));
    await until(() => first.body().length === 4_000);
    const second = connect(admission, `${HOST}:443`);
    await statusOf(second);
    second.socket.write('x'.repeat(4_000));
    await until(() => second.closed());
    expect(second.body().length).toBeLessThan(4_000);
  });

  it('limits the number of tunnels per run', async () => {
    const { routes } = await startEcho();
    const admission = await open({ routes }).openSession('direct');
    const statuses = await Promise.all(
      Array.from({ length: 40 }, () => statusOf(connect(admission, `${HOST}:443`))),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(32);
    expect(statuses.filter((status) => status === 429)).toHaveLength(8);
  });

  it('times out when a route does not answer', async () => {
    const silent = keep(await startRawUpstream((socket) => void socket.resume()));
    const admission = await open({
      proxy: new OutboundProxy(silent.origin),
      connectTimeoutMs: 120,
    }).openSession('direct');
    expect(await statusOf(connect(admission, `${HOST}:443`))).toBe(504);
    await until(() => silent.open.size === 0);
  });

  it('closes everything that is open', async () => {
    const { echo, routes } = await startEcho();
    const proxy = open({ routes });
    const admission = await proxy.openSession('direct');
    const heard = connect(admission, `${HOST}:443`);
    await statusOf(heard);
    const idle = net.connect(Number(new URL(admission.url).port), '127.0.0.1');
    idle.on('error', () => undefined);
    await once(idle, 'connect');
    await proxy.close();
    await until(() => heard.closed() && echo.open.size === 0 && idle.closed);
    await expect(proxy.openSession('direct')).rejects.toThrow('closed');
  });
});
