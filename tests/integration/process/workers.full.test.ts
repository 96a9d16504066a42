import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTicketSealer } from '../../../src/server/tickets/ticket-sealer.ts';
import { startUpstream, type Upstream, until } from '../loopback-upstream.ts';
import { CDN, mediaBytes, ticketFor } from '../tunnel-front.ts';
import { MAIN, type RunningProcess, START_SCRIPT, startProcess } from './running-process.ts';
import { downloadSlowly } from './slow-reader.ts';

const SECRET = 'a secret of these tests alone';
const SETUP_CODE = 'a setup code of these tests';
const FILE = mediaBytes(30 * 1024 * 1024);
const SHA256 = createHash('sha256').update(FILE).digest('hex');
const BYTES_PER_SECOND = 6 * 1024 * 1024;
const WITHIN_A_SECOND_MS = 1_000;
/** Far longer than a request takes on a busy machine. */
const HANGS_AFTER_MS = 8_000;
const TEST_MS = 90_000;

let upstream: Upstream;
const running: RunningProcess[] = [];

const start = async (environment: Record<string, string> = {}, args: readonly string[] = MAIN) => {
  const started = await startProcess(args, {
    SECRET,
    SETUP_CODE,
    WEB_CONCURRENCY: '2',
    UPSTREAM_ROUTES: `${CDN}=${upstream.origin}`,
    ...environment,
  });
  running.push(started);
  return started;
};

/** Returns the workers of a primary. */
const workersOf = ({ child }: RunningProcess): number[] => {
  const pid = String(child.pid);
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
};

/** Returns how many open connections to a port a process has. */
const connectionsOf = (pid: number, port: string): number => {
  const hex = Number(port).toString(16).toUpperCase().padStart(4, '0');
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  // Columns: number, local address, remote address, state (01: established), …, inode.
  const inodes = rows
    .map((row) => row.trim().split(/\s+/))
    .flatMap(([, local, , state, , , , , , inode]) =>
      local?.endsWith(`:${hex}`) && state === '01' ? [`socket:[${inode ?? ''}]`] : [],
    );
  const held = readdirSync(`/proc/${pid}/fd`).map((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`);
    } catch {
      return '';
    }
  });
  return held.filter((link) => inodes.includes(link)).length;
};

/** Sends a request on a connection of its own, so that the workers answer in turn. */
const call = async (
  origin: string,
  path: string,
  { method = 'GET', body, cookie = '' }: { method?: string; body?: object; cookie?: string } = {},
) => {
  const request = http.request(`${origin}${path}`, {
    method,
    agent: false,
    headers: {
      connection: 'close',
      'content-type': 'application/json',
      origin,
      'sec-fetch-site': 'same-origin',
      cookie,
    },
  });
  request.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString();
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text,
    json: () => JSON.parse(text) as Record<string, unknown>,
  };
};

const preview = (origin: string, id: number) =>
  call(origin, '/api/preview', {
    method: 'POST',
    body: { url: `https://www.tiktok.com/@a/video/74000000000001${String(id).padStart(5, '0')}` },
  });

/** Returns the log lines that a process has written. Fails on a line that is neither JSON nor meant for people. */
const logLinesOf = (one: RunningProcess): readonly Record<string, unknown>[] =>
  one
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') || line.includes('"msg"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Returns which workers have logged a message. */
const workersThatLogged = (one: RunningProcess, message: string): readonly unknown[] => [
  ...new Set(logLinesOf(one).flatMap(({ msg, worker }) => (msg === message ? [worker] : []))),
];

const signUpOwner = async (origin: string): Promise<string> => {
  const account = {
    name: 'Mara',
    email: 'mara@mail.example',
    password: 'blue kettle 42',
    setupCode: SETUP_CODE,
  };
  const { status, headers } = await call(origin, '/api/auth/sign-up', { method: 'POST', body: account });
  expect(status).toBe(200);
  return (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
};

const saveTitle = (origin: string, cookie: string, revision: number, title: string) =>
  call(origin, '/api/admin/settings', { method: 'PATCH', cookie, body: { revision, change: { title } } });

const mediaUrl = (origin: string): string =>
  `${origin}/api/media/${createTicketSealer({ secret: SECRET }).seal(ticketFor({ size: FILE.length }))}?download`;

beforeAll(async () => {
  upstream = await startUpstream((_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': String(FILE.length) });
    response.end(FILE);
  });
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.remove();
});
afterAll(() => upstream?.close());

describe.runIf(process.platform === 'linux')('a server with two workers', { timeout: TEST_MS }, () => {
  it('prints address and setup link once, counts previews once for the site, and logs whole lines of both', async () => {
    const one = await start({ PREVIEWS_PER_MINUTE: '12' });
    const origin = await one.origin();
    const answers = [];
    for (let id = 0; id < 14; id += 1) answers.push((await preview(origin, id)).status);
    expect(answers.filter((status) => status !== 429)).toHaveLength(12);
    expect(answers.slice(-2)).toEqual([429, 429]);
    expect(workersThatLogged(one, 'preview answered').toSorted()).toEqual([1, 2]);
    expect(one.output().match(/ready at/g)).toHaveLength(1);
    expect(one.output().match(/setup=/g)).toHaveLength(1);
    expect(workersOf(one)).toHaveLength(2);
  });

  it('shows a saved setting in both workers and to all open pages within a second', async () => {
    const one = await start();
    const origin = await one.origin();
    const cookie = await signUpOwner(origin);
    const heard: number[] = [];
    const streams = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const request = http.get(`${origin}/api/live`, { agent: false });
        const [response] = (await once(request, 'response')) as [http.IncomingMessage];
        response.on('data', (piece: Buffer) => {
          if (piece.includes('websiteTitleChanged')) heard.push(performance.now());
        });
        response.on('error', () => undefined);
        return request;
      }),
    );
    await sleep(200);
    const savedAt = performance.now();
    expect((await saveTitle(origin, cookie, 0, 'Harbour')).status).toBe(200);
    await until(() => heard.length === 6, 5_000);
    expect(Math.max(...heard) - savedAt).toBeLessThan(WITHIN_A_SECOND_MS);
    for (let asked = 0; asked < 6; asked += 1)
      expect((await call(origin, '/api/site')).json()).toMatchObject({ title: 'Harbour', revision: 1 });
    for (const request of streams) request.destroy();
  });

  it('accepts one of many saves at the same time, and refuses the others as conflicts', async () => {
    const one = await start();
    const origin = await one.origin();
    const cookie = await signUpOwner(origin);
    for (let revision = 0; revision < 5; revision += 1) {
      const saves = Array.from({ length: 8 }, (_one, save) =>
        saveTitle(origin, cookie, revision, `Title ${revision} ${save}`),
      );
      const answers = (await Promise.all(saves)).map(({ status }) => status);
      expect(answers.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    }
  });

  it('replaces a worker that is killed under load, while the downloads of the other go on', async () => {
    const one = await start({ STREAMS_AT_ONCE: '20' });
    const origin = await one.origin();
    const downloads = await Promise.all(
      Array.from({ length: 8 }, () => downloadSlowly(mediaUrl(origin), BYTES_PER_SECOND)),
    );
    await until(() => downloads.every(({ received }) => received() > 1024 * 1024), 20_000);
    const [victim = 0, survivor = 0] = workersOf(one);
    const lost = connectionsOf(victim, new URL(origin).port);
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThan(downloads.length);
    let isLoading = true;
    const codes: (number | string)[] = [];
    const loadOnce = () =>
      Promise.race([call(origin, '/').then(({ status }) => status), sleep(HANGS_AFTER_MS, 'hangs')]).catch(
        () => 'broken',
      );
    // Several at once, so that a connection is on its way to the worker when it dies.
    const load = Promise.all(
      Array.from({ length: 6 }, async () => {
        while (isLoading) codes.push(await loadOnce());
      }),
    );
    await sleep(300);
    process.kill(victim, 'SIGKILL');
    await until(() => one.output().match(/"msg":"listening"/g)?.length === 3, 15_000);
    isLoading = false;
    await load;
    // The others end whole. They are kept alive until the server stops.
    const isWhole = ({ received }: (typeof downloads)[number]) => received() === FILE.length;
    await until(() => downloads.filter(isWhole).length === downloads.length - lost, 40_000);
    const workersNow = workersOf(one);
    one.signalGroup('SIGTERM');
    const ends = await Promise.all(downloads.map(({ done }) => done));
    const whole = ends.filter(({ bytes, sha256 }) => bytes === FILE.length && sha256 === SHA256);
    expect(whole).toHaveLength(downloads.length - lost);
    expect(workersNow).toContain(survivor);
    expect(workersNow).not.toContain(victim);
    expect(workersNow).toHaveLength(2);
    // Only what the killed worker was serving may break: with six at once, at most six.
    expect(codes).not.toContain('hangs');
    expect(codes.filter((code) => code !== 200).length).toBeLessThanOrEqual(6);
    expect(codes.length).toBeGreaterThan(10);
    expect(await one.ended).toMatchObject({ code: 0 });
  });

  it('stops on a signal to the whole group once the downloads of both workers are whole', async () => {
    const one = await start({}, START_SCRIPT);
    const origin = await one.origin();
    const downloads = await Promise.all(
      Array.from({ length: 4 }, () => downloadSlowly(mediaUrl(origin), BYTES_PER_SECOND)),
    );
    await until(() => downloads.every(({ received }) => received() > 1024 * 1024), 20_000);
    one.signalGroup('SIGTERM');
    const ends = await Promise.all(downloads.map(({ done }) => done));
    expect(ends.map(({ sha256 }) => sha256)).toEqual([SHA256, SHA256, SHA256, SHA256]);
    expect(await one.ended).toMatchObject({ code: 0, signal: null });
    expect(logLinesOf(one).filter(({ msg }) => msg === 'stopped')).toHaveLength(3);
  });

  it('ends at once on a later signal, with all workers', async () => {
    const one = await start();
    const download = await downloadSlowly(mediaUrl(await one.origin()), BYTES_PER_SECOND);
    await until(() => download.received() > 1024 * 1024, 20_000);
    const workers = workersOf(one);
    one.child.kill('SIGTERM');
    await sleep(1_100);
    one.child.kill('SIGTERM');
    expect(await one.ended).toMatchObject({ code: 1, signal: null });
    await until(() => workers.every((pid) => !isAlive(pid)), 5_000);
    expect((await download.done).bytes).toBeLessThan(FILE.length);
  });

  it('lets the workers finish their downloads when the primary is killed, and then ends', async () => {
    const one = await start();
    const download = await downloadSlowly(mediaUrl(await one.origin()), BYTES_PER_SECOND);
    await until(() => download.received() > 1024 * 1024, 20_000);
    const workers = workersOf(one);
    one.child.kill('SIGKILL');
    expect((await download.done).sha256).toBe(SHA256);
    await until(() => workers.every((pid) => !isAlive(pid)), 10_000);
  });

  it('does not start on a port that is taken, and says so once', async () => {
    const holder = net.createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as net.AddressInfo;
    const one = await start({ PORT: String(port) });
    const ended = await one.ended;
    holder.close();
    expect(ended.code).toBe(1);
    expect(one.errors()).toBe(
      `Savelet could not start.\nPORT: another program already listens on port ${port}. Stop it, or set PORT to a free one.\n`,
    );
  });

  it('does not start beside another server on its DATA_DIR', async () => {
    const one = await start();
    await one.origin();
    const second = await start({ DATA_DIR: one.dataDir });
    expect((await second.ended).code).toBe(1);
    expect(second.errors()).toContain('Another Savelet server is running on this DATA_DIR.');
  });
});

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A process that its parent has not collected yet has ended, too.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};
