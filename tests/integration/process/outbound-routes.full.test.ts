import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Post, postSchema } from '#shared/contract/preview.ts';
import { problemSchema } from '#shared/contract/problem.ts';
import { SERVER_PLATFORMS } from '../../../src/server/platforms/server-platforms.ts';
import { PLATFORM_IDS } from '../../../src/shared/platforms/platforms.ts';
import { type MockPlatforms, startMockPlatforms } from '../../mock-platforms/mock-platforms.ts';
import { type MockProxy, startMockProxy } from '../../mock-platforms/mock-proxy.ts';
import { mockPosts } from '../../mock-platforms/posts.ts';
import { createFakeYtDlp, type FakeYtDlp } from '../../mock-platforms/yt-dlp-program.ts';
import { startUpstream, type Upstream } from '../loopback-upstream.ts';
import { MAIN, type RunningProcess, startProcess } from './running-process.ts';

const CERTIFICATES = path.join(import.meta.dirname, '../../mock-platforms/certificates');
const pem = (name: string): string => readFileSync(path.join(CERTIFICATES, name), 'utf8');
const USER = 'ann';
const PASSWORD = 'tops&cret%/word';
const CREDENTIALS = { user: USER, password: PASSWORD };
/** Forms in which the password could leak. */
const SECRETS = [
  PASSWORD,
  encodeURIComponent(PASSWORD),
  Buffer.from(`${USER}:${PASSWORD}`).toString('base64'),
  Buffer.from(PASSWORD).toString('base64').slice(0, -3),
];

/** What the proxy leads to: the platforms, by TLS, as they answer another address. */
let platforms: MockPlatforms;
/** What the platforms answer this server's address: a refusal. */
let refusing: Upstream;
let refused: string[];
let proxies: Record<'http' | 'socks5h', MockProxy>;
let ytDlp: FakeYtDlp;
/** Part of UPSTREAM_ROUTES: requests for pages are refused. `platforms.routes` serves the files. */
let pageRoutes: string;

const PAGE_HOSTS = PLATFORM_IDS.flatMap((id) => SERVER_PLATFORMS[id].pageHosts);

const startProxies = async (): Promise<typeof proxies> => {
  const options = { credentials: CREDENTIALS, target: Number(new URL(platforms.origin).port) };
  const [http, socks5h] = await Promise.all([
    startMockProxy('http', options),
    startMockProxy('socks5', options),
  ]);
  return { http, socks5h };
};

/** Returns the routes of the hosts that serve only files. */
const mediaRoutes = (): string =>
  platforms.routes
    .split(',')
    .filter((entry) => !/^(?:\*\.)?(?:instagram|tiktok|instagr|ig)\.(?:com|am|me)=/.test(entry))
    .join();

const started: RunningProcess[] = [];
beforeAll(async () => {
  platforms = await startMockPlatforms({ tls: { key: pem('site-key.pem'), cert: pem('site.pem') } });
  refused = [];
  refusing = await startUpstream((request, response) => {
    refused.push(String(request.headers.host));
    response.writeHead(429).end();
  });
  pageRoutes = PAGE_HOSTS.map((host) => `${host}=${refusing.origin}`).join();
  proxies = await startProxies();
  ytDlp = await createFakeYtDlp();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((running) => running.remove()));
  await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
  proxies = await startProxies();
  refused = [];
});
afterAll(async () => {
  await Promise.all([
    platforms?.close(),
    refusing?.close(),
    ...Object.values(proxies ?? {}).map((one) => one.close()),
  ]);
  ytDlp?.remove();
});

const userInfo = (password: string): string => `${USER}:${encodeURIComponent(password)}`;

const start = async (
  scheme: 'http' | 'socks5h',
  environment: Record<string, string> = {},
  password = PASSWORD,
): Promise<{ readonly running: RunningProcess; readonly origin: string }> => {
  const running = await startProcess(MAIN, {
    ENGINES: 'native',
    LOG_LEVEL: 'trace',
    NODE_EXTRA_CA_CERTS: path.join(CERTIFICATES, 'authority.pem'),
    UPSTREAM_ROUTES: `${pageRoutes},${platforms.routes}`,
    OUTBOUND_PROXY: `${scheme}://${userInfo(password)}@127.0.0.1:${proxies[scheme].port}`,
    OUTBOUND_PROXY_MODE: 'fallback',
    ...environment,
  });
  started.push(running);
  return { running, origin: await running.origin() };
};

const preview = (origin: string, url: string): Promise<Response> =>
  fetch(`${origin}/api/preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });

const postOf = async (origin: string, url: string): Promise<Post> =>
  postSchema.parse(await (await preview(origin, url)).json());

const linkOf = (place: number): string => mockPosts[place]?.links[0] ?? '';

/** Returns the command lines of all processes of this machine; Linux only. */
const commandLines = (): string =>
  existsSync('/proc/self/cmdline')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
        .map((name) => {
          try {
            return readFileSync(`/proc/${name}/cmdline`, 'utf8');
          } catch {
            return '';
          }
        })
        .join('\n')
    : '';

describe.each(['http', 'socks5h'] as const)(
  'a platform that refuses this address, and a proxy by %s',
  (scheme) => {
    it('serves every post through the proxy, and no byte of its files', async () => {
      const { origin } = await start(scheme);
      let fileBytes = 0;
      for (const { links, platform } of mockPosts) {
        const post = await postOf(origin, links[0]);
        expect(post.platform).toBe(platform);
        const quality = post.items[0]?.qualities[0];
        const answer = await fetch(`${origin}${quality?.url}`);
        const file = Buffer.from(await answer.arrayBuffer());
        expect([links[0], answer.status, file.equals(platforms.bytesOf(links[0]))]).toEqual([
          links[0],
          200,
          true,
        ]);
        fileBytes += file.length;
      }
      const { destinations, rejected, bytes } = proxies[scheme];
      expect(destinations.length).toBeGreaterThan(0);
      expect(destinations.filter((one) => !PAGE_HOSTS.includes(one.replace(/:443$/, '')))).toEqual([]);
      expect(refused.length).toBeGreaterThan(0);
      expect([rejected(), fileBytes > 1_000_000]).toEqual([0, true]);
      expect(bytes()).toBeLessThan(mockPosts.length * 200_000);
    });

    it('reads no more posts through it than the budget allows', async () => {
      const { origin } = await start(scheme, { OUTBOUND_PROXY_PER_HOUR: '2' });
      expect((await preview(origin, linkOf(0))).status).toBe(200);
      expect((await preview(origin, linkOf(1))).status).toBe(200);
      const { length } = proxies[scheme].destinations;
      const third = await preview(origin, linkOf(2));
      expect(problemSchema.parse(await third.json()).code).toBe('rate_limited');
      expect(proxies[scheme].destinations).toHaveLength(length);
    });

    it('is not asked directly at all while the proxy is always used', async () => {
      const { origin } = await start(scheme, {
        OUTBOUND_PROXY_MODE: 'always',
        UPSTREAM_ROUTES: mediaRoutes(),
      });
      expect((await preview(origin, linkOf(0))).status).toBe(200);
      expect(refused).toEqual([]);
    });
  },
);

describe('the credentials of the proxy', () => {
  it.each([
    ['http', PASSWORD],
    ['http', 'wrong-password'],
    ['socks5h', PASSWORD],
    ['socks5h', 'wrong-password'],
  ] as const)('are in no output, answer or command line (%s, %s)', async (scheme, password) => {
    const { id = '' } = mockPosts[0] ?? {};
    // Prints its whole environment, as an error that nobody understands.
    ytDlp.setBehaviour(id, { code: 1, stderr: 'ERROR: odd', script: 'env > "$folder/environment"' });
    const { running, origin } = await start(
      scheme,
      { ENGINES: 'native,yt-dlp', YTDLP_PATH: ytDlp.program, PATH: ytDlp.searchPath },
      password,
    );
    const answers = await Promise.all(
      [linkOf(0), linkOf(1), 'https://vm.tiktok.com/ZMnothere1/'].map(async (link) => {
        const answer = await preview(origin, link);
        return `${JSON.stringify([...answer.headers])} ${await answer.text()}`;
      }),
    );
    for (const page of ['/', '/status', '/api/status', '/api/openapi.json', '/admin'])
      answers.push(await (await fetch(`${origin}${page}`)).text());
    const program = `${ytDlp.argumentsOf(id).join(' ')} ${ytDlp.written('environment')}`;
    const seen = [running.output(), running.errors(), ...answers, commandLines(), program].join('\n');
    for (const secret of [...SECRETS, 'wrong-password', `:${proxies[scheme].port}`])
      expect(seen).not.toContain(secret);
    expect(running.output()).toContain('"platform":"instagram"');
    // With the right password the native engine reads the post, so that the program is not run.
    if (password !== PASSWORD) expect(program).toContain('http_proxy=http://run:');
  });

  it('are in no message about a mistake in the configuration', async () => {
    const running = await startProcess(MAIN, { OUTBOUND_PROXY: `socks4://${userInfo(PASSWORD)}@10.0.0.5` });
    started.push(running);
    expect((await running.ended).code).not.toBe(0);
    const written = `${running.output()}${running.errors()}`;
    expect(written).toContain('OUTBOUND_PROXY');
    for (const secret of SECRETS) expect(written).not.toContain(secret);
  });
});
