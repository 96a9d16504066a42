import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openAnnouncements } from '../../../src/server/base/announcements/database-announcements.ts';
import { createTicketSealer } from '../../../src/server/media/tickets/ticket-sealer.ts';
import { type EmptyDatabase, postgresAt } from '../database/engines.ts';
import { type PostgresServer, startPostgres } from '../database/postgres-server.ts';
import { startUpstream, type Upstream, until } from '../loopback-upstream.ts';
import { CDN, mediaBytes, ticketFor } from '../tunnel-front.ts';
import { MAIN, type RunningProcess, startProcess } from './running-process.ts';

const SECRET = 'a secret of these tests alone';
const INSTANCES = 3;
const FILE = mediaBytes(4 * 1024 * 1024);
const SAMPLE = '/?sample=clip';
/** A post that no engine of these instances reads. Its previews count, those of a sample do not. */
const POST = 'https://www.instagram.com/reel/DMocksReel1/';
const UNREAD = 502;
const WITHIN_A_SECOND_MS = 1_000;
/** The rest of an answer that may wait a quarter of a second once, on a busy machine. */
const PROMPT_MS = 1_500;
const TEST_MS = 90_000;

let upstream: Upstream;
let server: PostgresServer | null = null;
let empty: EmptyDatabase;
let running: RunningProcess[] = [];

const startOne = (environment: Record<string, string> = {}) =>
  startProcess(MAIN, {
    SECRET,
    DATABASE_URL: empty.config.databaseUrl ?? '',
    UPSTREAM_ROUTES: `${CDN}=${upstream.origin}`,
    ...environment,
  });

/** Starts the instances at once, and returns their origins. */
const startAll = async (environment: Record<string, string> = {}): Promise<string[]> => {
  running = await Promise.all(Array.from({ length: INSTANCES }, () => startOne(environment)));
  const origins = await Promise.all(running.map((one) => one.origin()));
  await until(() => running.every((one) => linkOf(one) !== ''), 10_000);
  return origins;
};

interface Call {
  readonly method?: string;
  readonly body?: object;
  readonly cookie?: string;
  readonly agent?: http.Agent;
  /** Address of the visitor, which a proxy in front of the instances passes on. */
  readonly from?: string;
}

const call = async (url: string, { method = 'GET', body, cookie = '', agent, from }: Call = {}) => {
  const { origin } = new URL(url);
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const forwarded = from === undefined ? {} : { 'x-forwarded-for': from };
  const headers = { ...type, ...forwarded, origin, 'sec-fetch-site': 'same-origin', cookie };
  const request = http.request(url, { method, headers, agent: agent ?? false });
  request.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  const bytes = Buffer.concat(pieces);
  return {
    status: response.statusCode ?? 0,
    cookie: (response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; '),
    bytes,
    json: () => JSON.parse(bytes.toString()) as Record<string, unknown>,
  };
};

const post = (url: string, body: object, cookie = '') => call(url, { method: 'POST', body, cookie });
const preview = (origin: string) => post(`${origin}/api/preview`, { url: POST });
const sample = (origin: string) => post(`${origin}/api/preview`, { url: SAMPLE });
const PROXIED = { TRUST_PROXY: '127.0.0.1' };
/** A preview of a network that has not asked before. */
const previewOfAnother = (origin: string) =>
  call(`${origin}/api/preview`, { method: 'POST', body: { url: POST }, from: '198.51.100.7' });
const accountOf = (name: string) => ({
  name,
  email: `${name}@mail.example`,
  password: 'blue kettle 42',
});

/** Asks the instances in turn, and returns the statuses. */
const inTurn = async (
  origins: readonly string[],
  count: number,
  ask: (origin: string) => Promise<{ status: number }>,
) => {
  const statuses: number[] = [];
  for (let at = 0; at < count; at += 1) statuses.push((await ask(origins[at % origins.length] ?? '')).status);
  return statuses;
};
const countOf = (statuses: readonly number[], status: number): number =>
  statuses.filter((one) => one === status).length;

const linkOf = (one: RunningProcess): string => /setup=(\S+)/.exec(one.output())?.[1] ?? '';

const signUpOwner = async (origin: string, one: RunningProcess): Promise<string> => {
  const setupCode = decodeURIComponent(linkOf(one));
  const { status, cookie } = await post(`${origin}/api/auth/sign-up`, { ...accountOf('mara'), setupCode });
  expect(status).toBe(200);
  return cookie;
};

const titleOf = async (origin: string) => (await call(`${origin}/api/site`)).json()['title'];

/** Returns the processes of the database's server. */
const databaseProcesses = (): number[] => {
  const folder = decodeURIComponent(new URL(server?.url ?? '').hostname);
  const main = Number(readFileSync(`${folder}/data/postmaster.pid`, 'utf8').split('\n')[0]);
  const isChild = (pid: string): boolean => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(main);
    } catch {
      return false;
    }
  };
  return [
    main,
    ...readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && isChild(name))
      .map(Number),
  ];
};

/** Checks that pages, previews and downloads are answered by all instances, none of them late. */
const expectServing = async (origins: readonly string[]): Promise<void> => {
  const ticket = createTicketSealer({ secret: SECRET }).seal(ticketFor({ size: FILE.length }));
  for (const origin of origins) {
    const began = performance.now();
    const page = await call(`${origin}/`);
    const found = await sample(origin);
    const unread = await preview(origin);
    const file = await call(`${origin}/api/media/${ticket}?download`);
    const statuses = [page.status, found.status, unread.status, file.status];
    expect([...statuses, file.bytes.equals(FILE)]).toEqual([200, 200, UNREAD, 200, true]);
    expect(performance.now() - began).toBeLessThan(PROMPT_MS);
  }
};

beforeAll(async () => {
  server = startPostgres();
  upstream = await startUpstream((_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': String(FILE.length) });
    response.end(FILE);
  });
  if (server === null) throw new Error('These tests need an installed PostgreSQL server.');
  empty = await postgresAt(server.url).create();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.remove()));
  await empty.drop();
  empty = await postgresAt(server?.url ?? '').create();
});
afterAll(async () => {
  await upstream?.close();
  await server?.stop();
});

describe.runIf(process.platform === 'linux')('three instances on one database', { timeout: TEST_MS }, () => {
  it('count a network together: 20 of 70 previews, whichever is asked', async () => {
    const statuses = await inTurn(await startAll(), 70, preview);
    expect([countOf(statuses, UNREAD), countOf(statuses, 429)]).toEqual([20, 50]);
    expect(statuses.slice(0, 20).every((status) => status === UNREAD)).toBe(true);
  });

  it('pass 20 previews of a network that asks all of them at once', async () => {
    const origins = await startAll({ PREVIEWS_AT_ONCE: '100', PREVIEWS_PER_MINUTE: '23' });
    await inTurn(origins, 3, preview);
    const answers = await Promise.all(
      Array.from({ length: 70 }, (_, at) => preview(origins[at % INSTANCES] ?? '')),
    );
    expect(
      countOf(
        answers.map(({ status }) => status),
        UNREAD,
      ),
    ).toBe(20);
  });

  it('count guesses together: at most five of 30', async () => {
    const origins = await startAll();
    await signUpOwner(origins[0] ?? '', running[0]!);
    const guess = (origin: string) =>
      post(`${origin}/api/auth/sign-in`, { email: accountOf('mara').email, password: 'wrong' });
    const statuses = await inTurn(origins, 30, guess);
    expect(countOf(statuses, 401)).toBeLessThanOrEqual(5);
    expect(countOf(statuses, 429)).toBeGreaterThanOrEqual(25);
  });

  it('print one setup link, which any of them accepts', async () => {
    const origins = await startAll();
    expect(new Set(running.map(linkOf)).size).toBe(1);
    await signUpOwner(origins[2] ?? '', running[0]!);
    const again = await startOne();
    running.push(again);
    await again.origin();
    expect(linkOf(again)).toBe('');
  });

  it('show a saved setting everywhere within a second, 15 times', async () => {
    const origins = await startAll();
    const cookie = await signUpOwner(origins[0] ?? '', running[0]!);
    const slowest: number[] = [];
    for (let revision = 0; revision < 15; revision += 1) {
      const change = { title: `Harbour ${revision}` };
      const saved = await call(`${origins[revision % INSTANCES] ?? ''}/api/admin/settings`, {
        method: 'PATCH',
        cookie,
        body: { revision, change },
      });
      const savedAt = performance.now();
      expect(saved.status).toBe(200);
      for (const origin of origins)
        await expect.poll(() => titleOf(origin), { interval: 5 }).toBe(change.title);
      slowest.push(performance.now() - savedAt);
    }
    slowest.sort((a, b) => a - b);
    process.stdout.write(
      `a setting elsewhere: median ${slowest[7]?.toFixed(0)} ms, most ${slowest.at(-1)?.toFixed(0)} ms\n`,
    );
    expect(Math.max(...slowest)).toBeLessThan(WITHIN_A_SECOND_MS);
  });

  it('end the streams of a removed account, wherever they are', async () => {
    const origins = await startAll();
    const owner = await signUpOwner(origins[0] ?? '', running[0]!);
    const other = await post(`${origins[1] ?? ''}/api/auth/sign-up`, accountOf('wanda'));
    const { id } = other.json()['account'] as { id: string };
    const stream = http.get(`${origins[2] ?? ''}/api/auth/live`, {
      agent: false,
      headers: { cookie: other.cookie },
    });
    const [response] = (await once(stream, 'response')) as [http.IncomingMessage];
    response.resume();
    const ended = new Promise<void>((resolve) => void response.once('close', resolve));
    response.on('error', () => undefined);
    const removed = await call(`${origins[0] ?? ''}/api/admin/accounts/${id}`, {
      method: 'DELETE',
      cookie: owner,
    });
    expect(removed.status).toBe(204);
    expect(await Promise.race([ended.then(() => 'ended'), sleep(WITHIN_A_SECOND_MS, 'open')])).toBe('ended');
  });

  it('serve visitors while the database is frozen, and count together again after that', async () => {
    const origins = await startAll({ ...PROXIED, PREVIEWS_PER_MINUTE: '40' });
    await expectServing(origins);
    const frozen = databaseProcesses();
    try {
      for (const pid of frozen) process.kill(pid, 'SIGSTOP');
      await expectServing(origins);
      const began = performance.now();
      await inTurn(origins, 12, preview);
      expect(performance.now() - began).toBeLessThan(PROMPT_MS);
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT');
    }
    await until(
      () => running.every((one) => one.output().includes('counted for all instances again')),
      20_000,
    );
    const statuses = await inTurn(origins, 90, previewOfAnother);
    expect([countOf(statuses, UNREAD), countOf(statuses, 429)]).toEqual([40, 50]);
  });

  it('serve visitors when the database is killed, and count together again once it is back', async () => {
    const origins = await startAll(PROXIED);
    await expectServing(origins);
    const [main = 0, ...others] = databaseProcesses();
    // Its main process then kills the others and recovers, as after a crash, with empty counters.
    process.kill(others.at(-1) ?? main, 'SIGKILL');
    await expectServing(origins);
    for (const origin of origins)
      await expect
        .poll(async () => (await call(`${origin}/readyz`)).json(), { timeout: 30_000 })
        .toEqual({ status: 'ok' });
    // An instance that has not noticed yet does so now.
    await expectServing(origins);
    await until(
      () =>
        running.every(
          (one) =>
            one.output().split('counts its limits alone').length ===
            one.output().split('counted for all instances again').length,
        ),
      20_000,
    );
    const statuses = await inTurn(origins, 70, previewOfAnother);
    expect([countOf(statuses, UNREAD), countOf(statuses, 429)]).toEqual([20, 50]);
  });

  it('are restarted one by one under load without a failed request', async () => {
    const environment = {
      PREVIEWS_PER_MINUTE: '1000000',
      PREVIEWS_PER_HOUR: '1000000',
      CONNECTIONS_AT_ONCE: '1000',
    };
    const origins = await startAll(environment);
    const ports = origins.map((origin) => new URL(origin).port);
    let isLoading = true;
    let answered = 0;
    const failures: unknown[] = [];
    const answerOf = (url: string, body?: object) =>
      (body === undefined ? call(url) : post(url, body)).then(
        ({ status }) => status,
        () => 'closed' as const,
      );
    /** Asks the next instance when one accepts no connection, closes it or says that it stops, as a proxy does. */
    const mayAskNext = (answer: unknown): boolean => [undefined, 'closed', 503].includes(answer as number);
    const ask = async (path: string, body: object | undefined, at: number): Promise<void> => {
      const answers: unknown[] = [];
      while (answers.length <= INSTANCES && mayAskNext(answers.at(-1))) {
        const port = ports[(at + answers.length) % INSTANCES] ?? '';
        answers.push(await answerOf(`http://127.0.0.1:${port}${path}`, body));
      }
      if (answers.at(-1) === 200) answered += 1;
      else failures.push(answers);
    };
    const load = Promise.all(
      Array.from({ length: 6 }, async (_, at) => {
        while (isLoading) {
          await ask('/', undefined, at);
          await ask('/api/preview', { url: SAMPLE }, at + 1);
        }
      }),
    );
    for (const [at, port] of ports.entries()) {
      running[at]?.child.kill('SIGTERM');
      expect(await running[at]?.ended).toMatchObject({ code: 0 });
      await running[at]?.remove();
      running[at] = await startOne({ ...environment, PORT: port });
      await running[at]?.origin();
    }
    isLoading = false;
    await load;
    expect(failures).toEqual([]);
    expect(answered).toBeGreaterThan(100);
  });

  it('say when one of them has another secret', async () => {
    running = [await startOne()];
    await running[0]?.origin();
    const second = await startOne({ SECRET: 'quite another secret of one instance' });
    running.push(second);
    await second.origin();
    expect(running[0]?.output()).not.toContain('SECRET is not the one');
    expect(second.output()).toContain('SECRET is not the one');
  });

  it('see what others announce behind a pooler that delivers no notification', async () => {
    const openBehindPooler = async () =>
      openAnnouncements(
        { ...(await empty.open()), listen: () => ({ reconnect: () => undefined, close: () => undefined }) },
        { warn: () => undefined },
      );
    const [first, second] = [await openBehindPooler(), await openBehindPooler()];
    try {
      const received: unknown[] = [];
      let refetches = 0;
      second.join('harbour', (data) => received.push(data));
      second.poll(() => {
        refetches += 1;
      });
      first.join('harbour', () => undefined)({ depth: 4 });
      await expect.poll(() => received, { timeout: 3_000 }).toEqual([{ depth: 4 }]);
      await expect.poll(() => refetches, { timeout: 4_000 }).toBeGreaterThanOrEqual(2);
      expect(received).toHaveLength(1);
    } finally {
      first.close();
      second.close();
    }
  });

  it('keep no network and no address in clear', async () => {
    const origins = await startAll();
    await signUpOwner(origins[0] ?? '', running[0]!);
    await preview(origins[1] ?? '');
    const database = await empty.open();
    const { rows } = await sql`select * from limit_counts`.execute(database.query);
    const stored = JSON.stringify(rows);
    expect(rows.length).toBeGreaterThan(2);
    expect(stored).not.toMatch(/127\.0\.0|mail\.example|mara/);
  });
});
