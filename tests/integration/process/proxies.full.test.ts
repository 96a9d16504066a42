import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type http from 'node:http';
import http2 from 'node:http2';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOGO_MAX_BYTES } from '#shared/limits.ts';
import { findProgram } from '../../../src/server/base/config/find-program.ts';
import { createTicketSealer } from '../../../src/server/media/tickets/ticket-sealer.ts';
import { startUpstream, type Upstream, until } from '../loopback-upstream.ts';
import { CDN, mediaBytes, ticketFor } from '../tunnel-front.ts';
import { MAIN, type RunningProcess, startProcess } from './running-process.ts';

const RECIPES = path.resolve(import.meta.dirname, '../../../deploy/proxies');
const CERTIFICATES = path.resolve(import.meta.dirname, '../../mock-platforms/certificates');
const certificate = path.join(CERTIFICATES, 'site.pem');
const key = path.join(CERTIFICATES, 'site-key.pem');
/** A name of the certificate that is no platform's. */
const HOST = 'cdn.example.com';
const SECRET = 'a secret of these tests alone';
const PIECE = mediaBytes(4 * 1024 * 1024);
const FILE_SIZE = 50 * PIECE.length;
/** A post that no engine of this server reads. */
const POST = 'https://www.instagram.com/reel/DMocksReel1/';
const UNREAD = 502;
const PREVIEWS = 3;
const ACCOUNT = { name: 'mara', email: 'mara@mail.example', password: 'blue kettle 42' };
const PORTAL = 'https://sign-on.example/';
const SIGNED_ON = 'signed-on=yes';
/** A proxy that collects an event's bytes would pass them on with the next ones, half a minute later. */
const AT_ONCE_MS = 3_000;

const searchPath = `${process.env['PATH'] ?? ''}:/usr/sbin`;
/** `.ci/run` installs the programs, so that the absence of one fails there. */
const isSkipped =
  process.platform !== 'linux' ||
  (process.env['CI'] === undefined &&
    ['nginx', 'caddy'].some((name) => findProgram(name, searchPath) === null));

const folder = mkdtempSync(path.join(os.tmpdir(), 'savelet-proxies-'));
const inFolder = (name: string): string => path.join(folder, name);
let upstream: Upstream;
let signOn: Upstream;
let logo: Buffer;

beforeAll(async () => {
  upstream = await startUpstream(sendFile);
  signOn = await startUpstream((request, response) => {
    if (request.headers.cookie?.includes(SIGNED_ON)) return response.writeHead(200).end();
    return response.writeHead(request.url?.endsWith('/auth-request') ? 401 : 302, { location: PORTAL }).end();
  });
  const background = { r: 20, g: 90, b: 80 };
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
  // What follows a picture in its file is not read.
  logo = Buffer.concat([picture, randomFillSync(Buffer.alloc(LOGO_MAX_BYTES - picture.length))]);
});
afterAll(async () => {
  await Promise.all([upstream?.close(), signOn?.close()]);
  rmSync(folder, { recursive: true });
});

/** Sends the file or the range that is asked for. */
const sendFile: http.RequestListener = ({ headers }, response) => {
  const [, first, last] = /bytes=(\d+)-(\d*)/.exec(headers.range ?? '') ?? [];
  const start = Number(first ?? 0);
  const end = last ? Math.min(Number(last) + 1, FILE_SIZE) : FILE_SIZE;
  response.writeHead(first === undefined ? 200 : 206, {
    'content-type': 'video/mp4',
    'content-length': end - start,
    ...(first !== undefined && { 'content-range': `bytes ${start}-${end - 1}/${FILE_SIZE}` }),
  });
  const pieces = function* () {
    for (let at = start; at < end; ) {
      const from = at % PIECE.length;
      const piece = PIECE.subarray(from, Math.min(PIECE.length, from + end - at));
      at += piece.length;
      yield piece;
    }
  };
  pipeline(pieces, response, () => undefined);
};

const fileHash = (): string => {
  const hash = createHash('sha256');
  for (let at = 0; at < FILE_SIZE; at += PIECE.length) hash.update(PIECE);
  return hash.digest('hex');
};

const freePort = async (): Promise<number> => {
  const server = net.createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const recipe = (name: string): string => readFileSync(path.join(RECIPES, name), 'utf8');

/** Where a proxy listens, and what it stands before. */
interface Place {
  readonly port: number;
  readonly basePath: string;
  /** Ports of the instances. */
  readonly instances: readonly number[];
  readonly hasSignOn: boolean;
}

/** Fills the recipes of nginx and returns the arguments and environment that start it. */
const nginxAt = async ({ port, basePath, instances, hasSignOn }: Place) => {
  writeFileSync(
    inFolder('sign-on.conf'),
    recipe('nginx-sign-on.conf').replaceAll('127.0.0.1:9091', new URL(signOn.origin).host),
  );
  const site = recipe('nginx.conf')
    .replace(/^( *location (?:= )?)\//gm, `$1${basePath}/`)
    .replaceAll('listen 443', `listen ${port}`)
    .replaceAll('[::]:443', `[::]:${port}`)
    .replaceAll(/( listen (?:\[::\]:)?)80;/g, `$1${await freePort()};`)
    .replaceAll('server_name save.example.org', `server_name ${HOST}`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replace(
      'server 127.0.0.1:3000 max_fails=0;',
      instances.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join(' '),
    )
    .replace('/var/log/nginx/savelet.log', inFolder('access.log'))
    .replaceAll('/var/log/nginx/savelet-error.log', inFolder('error.log'))
    .replace(/#include .*;/, hasSignOn ? `include ${inFolder('sign-on.conf')};` : '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${inFolder(name)};`)
    .join(' ');
  const main = `${process.getuid?.() === 0 ? 'user root; ' : ''}pid ${inFolder('nginx.pid')}; error_log stderr; events {}`;
  writeFileSync(
    inFolder('nginx.conf'),
    `${main} http { access_log ${inFolder('every-server.log')}; ${temporary}\n${site}}`,
  );
  return { args: ['-c', inFolder('nginx.conf'), '-g', 'daemon off;'], env: {} };
};

/** Fills the recipes of Caddy and returns the arguments and environment that start it. */
const caddyAt = async ({ port, basePath, instances, hasSignOn }: Place) => {
  writeFileSync(
    inFolder('sign-on.caddy'),
    recipe('sign-on.caddy').replaceAll('127.0.0.1:9091', new URL(signOn.origin).host),
  );
  const [first = ''] = instances;
  const many = `to ${instances.map((one) => `127.0.0.1:${one}`).join(' ')}`;
  const site = recipe('Caddyfile')
    .replace('\n{\n', '\n{\n\tadmin off\n\tauto_https off\n')
    .replace('{$SITE_HOST} {', `{$SITE_HOST} {\n\ttls ${certificate} ${key}\n`)
    .replace('port 3000', `port ${first}`)
    .replace(/dynamic a \{[^}]*\{[^}]*\}[^}]*\}/, (block) => (instances.length > 1 ? many : block))
    .replace('#import', hasSignOn ? 'import' : '#import');
  writeFileSync(inFolder('Caddyfile'), site);
  return {
    args: ['run', '--config', inFolder('Caddyfile'), '--adapter', 'caddyfile'],
    env: { HOME: folder, SITE_HOST: `https://${HOST}:${port}`, SITE_PATH: basePath },
  };
};

const PROXIES = { nginx: nginxAt, caddy: caddyAt };
type ProxyName = keyof typeof PROXIES;

/** Starts a proxy and waits until it accepts connections. */
const startProxy = async (name: ProxyName, place: Place): Promise<ChildProcess> => {
  const { args, env } = await PROXIES[name](place);
  const child = spawn(findProgram(name, searchPath) ?? name, args, {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.on('error', (error) => (said += error.message));
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
  for (const end = performance.now() + 10_000; ; await sleep(20)) {
    const socket = net.connect(place.port, '127.0.0.1');
    const answer = await Promise.race([once(socket, 'connect'), once(socket, 'error')]).catch(() => [
      'refused',
    ]);
    socket.destroy();
    if (answer.length === 0) return child;
    if (child.exitCode !== null || child.pid === undefined || performance.now() > end)
      throw new Error(`${name} does not listen:\n${said}`);
  }
};

const stop = async (child: ChildProcess | undefined): Promise<void> => {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  // Fast for both: nginx ends its workers, Caddy would wait for open streams at another signal.
  child.kill(child.spawnargs[0]?.endsWith('nginx') ? 'SIGTERM' : 'SIGKILL');
  await once(child, 'exit');
};

interface Call {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: object | Buffer;
}

/** A browser's connection to the proxy by HTTP/2, from a loopback address. */
const openVisit = (port: number, localAddress = '127.0.0.1') => {
  const origin = `https://${HOST}:${port}`;
  const session = http2.connect(origin, {
    createConnection: () =>
      tls.connect({
        socket: net.connect({ host: '127.0.0.1', port, localAddress }),
        servername: HOST,
        ca: readFileSync(path.join(CERTIFICATES, 'authority.pem')),
        ALPNProtocols: ['h2'],
      }),
  });
  session.on('error', () => undefined);
  const open = async (address: string, { method = 'GET', headers = {}, body }: Call = {}) => {
    const stream = session.request({
      ':path': address,
      ':method': method,
      origin,
      'sec-fetch-site': 'same-origin',
      'x-requested-with': 'savelet',
      ...(body !== undefined && !Buffer.isBuffer(body) && { 'content-type': 'application/json' }),
      ...headers,
    });
    stream.end(Buffer.isBuffer(body) ? body : body && JSON.stringify(body));
    const [answer] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
    return { stream, headers: answer, status: Number(answer[':status']) };
  };
  return {
    session,
    open,
    async call(address: string, call: Call = {}) {
      const { stream, ...answer } = await open(address, call);
      const pieces: Buffer[] = [];
      for await (const piece of stream) pieces.push(piece as Buffer);
      const bytes = Buffer.concat(pieces);
      return { ...answer, bytes, json: () => JSON.parse(bytes.toString()) as Record<string, unknown> };
    },
  };
};
type Visit = ReturnType<typeof openVisit>;

const ROWS = (['nginx', 'caddy'] as const).flatMap((name) =>
  ['', '/savelet'].map((basePath) => ({ name, basePath, title: `${name} ${basePath || 'at the root'}` })),
);

describe.skipIf(isSkipped).each(ROWS)('Savelet behind $title', ({ name, basePath }) => {
  let savelet: RunningProcess;
  let proxy: ChildProcess | undefined;
  let place: Place;
  let visit: Visit;
  let cookie = '';

  const site = (address: string): string => basePath + address;
  const signUp = async (headers: Record<string, string> = {}) => {
    const setupCode = decodeURIComponent(/setup=(\S+)/.exec(savelet.output())?.[1] ?? '');
    const answer = await visit.call(site('/api/auth/sign-up'), {
      method: 'POST',
      headers,
      body: { ...ACCOUNT, setupCode },
    });
    return { ...answer, lines: answer.headers['set-cookie'] ?? [] };
  };
  const preview = async (from: Visit, claimed?: string): Promise<number> => {
    const headers = claimed === undefined ? {} : { 'x-forwarded-for': claimed };
    const call = { method: 'POST', headers, body: { url: POST } };
    return (await from.call(site('/api/preview'), call)).status;
  };

  beforeAll(async () => {
    const [port, instance] = await Promise.all([freePort(), freePort()]);
    place = { port, basePath, instances: [instance], hasSignOn: false };
    [savelet, proxy] = await Promise.all([
      startProcess(MAIN, {
        SECRET,
        PORT: String(instance),
        PUBLIC_URL: `https://${HOST}:${port}${basePath}/`,
        TRUST_PROXY: 'private',
        PREVIEWS_PER_MINUTE: String(PREVIEWS),
        UPSTREAM_ROUTES: `${CDN}=${upstream.origin}`,
      }),
      startProxy(name, place),
    ]);
    await savelet.origin();
    await until(() => savelet.output().includes('setup='), 10_000);
    visit = openVisit(port);
  });
  afterAll(async () => {
    visit?.session.destroy();
    await stop(proxy);
    await savelet?.remove();
  });

  it('shows the page and its files by HTTP/2, and no metrics', async () => {
    const page = await visit.call(site('/'), { headers: { 'accept-encoding': 'identity' } });
    expect([page.status, visit.session.alpnProtocol]).toEqual([200, 'h2']);
    const html = page.bytes.toString();
    const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(html) ?? [];
    const [, font = ''] = /url\(([^)]+\.woff2)\)/.exec(html) ?? [];
    for (const file of [script, font, site('/site.webmanifest'), site('/help'), site('/admin/login')]) {
      expect(file.startsWith(`${basePath}/`)).toBe(true);
      expect([file, (await visit.call(file)).status]).toEqual([file, 200]);
    }
    expect((await visit.call(site('/metrics'))).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${place.instances[0]}/metrics`)).status).toBe(200);
  });

  it('signs in with a cookie that only this site gets', async () => {
    const { status, lines } = await signUp();
    expect(status).toBe(200);
    cookie = lines.map((line) => line.split(';')[0]).join('; ');
    const prefix = basePath === '' ? '__Host-' : '__Secure-';
    for (const line of lines)
      expect(line).toMatch(new RegExp(`^${prefix}(?:sid|dev)=.*; Path=${basePath || '/'};.*; Secure`));
    const session = await visit.call(site('/api/auth/session'), { headers: { cookie } });
    expect(session.json()).toMatchObject({ account: { email: ACCOUNT.email, role: 'owner' } });
  });

  it('passes an event on at once', async () => {
    const { stream, status } = await visit.open(site('/api/live'));
    expect(status).toBe(200);
    let heard = '';
    stream.on('data', (piece: Buffer) => (heard += piece.toString()));
    await until(() => heard.includes('siteRevision'), AT_ONCE_MS);
    const change = { title: 'Harbour' };
    const saved = await visit.call(site('/api/admin/settings'), {
      method: 'PATCH',
      headers: { cookie },
      body: { revision: 0, change },
    });
    expect(saved.status).toBe(200);
    await until(() => heard.includes('websiteTitleChanged'), AT_ONCE_MS);
    stream.close();
  });

  it('passes 200 MB on byte for byte, and a range', async () => {
    const ticket = createTicketSealer({ secret: SECRET }).seal(ticketFor({ size: FILE_SIZE }));
    const address = site(`/api/media/${ticket}?download`);
    const whole = await visit.open(address);
    const hash = createHash('sha256');
    for await (const piece of whole.stream) hash.update(piece as Buffer);
    expect([whole.status, whole.headers['content-length']]).toEqual([200, String(FILE_SIZE)]);
    expect(hash.digest('hex')).toBe(fileHash());
    const part = await visit.call(address, { headers: { range: 'bytes=5000000-5000099' } });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 5000000-5000099/${FILE_SIZE}`]);
    const from = 5_000_000 % PIECE.length;
    expect(part.bytes.equals(PIECE.subarray(from, from + 100))).toBe(true);
  });

  it('accepts a logo of 5 MB', async () => {
    const stored = await visit.call(site('/api/admin/logo'), {
      method: 'POST',
      headers: { cookie, 'content-type': 'image/png' },
      body: logo,
    });
    expect([logo.length, stored.status, stored.json()['width']]).toEqual([LOGO_MAX_BYTES, 200, 64]);
  });

  it("counts the visitor's own address, whatever the visitor claims", async () => {
    const statuses: number[] = [];
    for (let at = 0; at <= PREVIEWS; at += 1) statuses.push(await preview(visit, `203.0.113.${at}`));
    expect(statuses).toEqual([...Array.from({ length: PREVIEWS }, () => UNREAD), 429]);
    const other = openVisit(place.port, '127.0.0.2');
    expect(await preview(other)).toBe(UNREAD);
    other.session.destroy();
    if (name !== 'nginx') return;
    // As deploy/fail2ban reads it, and without the path, in which a link may be.
    expect(readFileSync(inFolder('every-server.log'), 'utf8')).toBe('');
    const lines = readFileSync(inFolder('access.log'), 'utf8').trim().split('\n');
    for (const line of lines)
      expect(line).toMatch(/^127\.0\.0\.\d - - \[\S+ [+-]\d{4}\] "[A-Z]+ - HTTP\/2\.0" \d{3} \d+ "-" "-"$/);
    expect(lines.some((line) => line.includes('"POST - HTTP/2.0" 429 '))).toBe(true);
  });

  it('asks a sign-on before the panel and the accounts, and before nothing else', async () => {
    visit.session.destroy();
    await stop(proxy);
    proxy = await startProxy(name, { ...place, hasSignOn: true });
    visit = openVisit(place.port);
    for (const open of ['/', '/help', '/status', '/api/site', '/api/status', '/administrator'])
      expect([open, (await visit.call(site(open))).headers['location']]).toEqual([open, undefined]);
    const guarded = ['/admin', '/admin/', '/admin/login', '/api/admin/settings', '/api/auth/session'];
    for (const address of guarded) {
      const answer = await visit.call(site(address), { headers: { cookie } });
      expect([address, answer.status, answer.headers['location']]).toEqual([address, 302, PORTAL]);
    }
    // However the path is written, nothing of the panel is sent without the sign-on.
    for (const odd of [
      '/%61dmin/login',
      '//admin/login',
      '/x/../admin/login',
      '/api%2fadmin/settings',
      '/ADMIN',
    ])
      expect([odd, (await visit.call(site(odd), { headers: { cookie } })).status]).not.toEqual([odd, 200]);
    const signedOn = { cookie: `${cookie}; ${SIGNED_ON}` };
    expect((await visit.call(site('/admin/login'), { headers: signedOn })).status).toBe(200);
    const settings = await visit.call(site('/api/admin/settings'), { headers: signedOn });
    expect(settings.json()).toMatchObject({ site: { title: 'Harbour' } });
    const refused = await visit.call(site('/api/auth/sign-in'), {
      method: 'POST',
      headers: { cookie: SIGNED_ON },
      body: { email: ACCOUNT.email, password: 'wrong' },
    });
    expect([refused.status, refused.json()['status']]).toEqual([401, 401]);
  });
});

describe.skipIf(isSkipped).each(['nginx', 'caddy'] as const)('several instances behind %s', (name) => {
  it('share the visitors, and each keeps its own', async () => {
    const instances = await Promise.all(
      [1, 2].map((at) => startUpstream((_request, answer) => answer.end(`${at}`))),
    );
    const port = await freePort();
    const place = { port, basePath: '', instances: instances.map((one) => one.port), hasSignOn: false };
    const proxy = await startProxy(name, place);
    const counts: Record<string, number> = {};
    for (let visitor = 1; visitor <= 20; visitor += 1) {
      const answers = new Set<string>();
      const visit = openVisit(port, `127.0.0.${visitor}`);
      for (let turn = 0; turn < 3; turn += 1) answers.add((await visit.call('/')).bytes.toString());
      visit.session.destroy();
      expect(answers.size).toBe(1);
      for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
    }
    expect(Object.keys(counts)).toHaveLength(2);
    await stop(proxy);
    await Promise.all(instances.map((one) => one.close()));
  });
});
