import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postSchema } from '#shared/contract/preview.ts';
import { problemSchema } from '#shared/contract/problem.ts';
import { byPlatform, type PlatformId } from '#shared/platforms/platforms.ts';
import { createUnlimitedEngineRegistry } from '../lenient-engine-limits.ts';
import { addressOf } from '../mock-platforms/cdn-address.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import type { MockPost } from '../mock-platforms/post.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import {
  createFakeYtDlp,
  type FakeBehaviour,
  type FakeYtDlp,
  isRunning,
  waitForRelease,
} from '../mock-platforms/yt-dlp-program.ts';
import { TEST_PLATFORMS } from '../platforms/test-platforms.ts';
import { chainToken } from '../platforms/tiktok/tiktok-delivery.ts';
import { startRawUpstream, type Upstream, until } from './loopback-upstream.ts';
import { createTestApp, type TestApp } from './test-app.ts';
import { plain, tiktok, tiktokFormat } from './yt-dlp-answers.ts';

let mockPlatforms: MockPlatforms;
let secure: Upstream;
let program: FakeYtDlp;
let test: TestApp;
let origin: string;

beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
  secure = await startRawUpstream((socket) => void socket.resume());
  program = await createFakeYtDlp();
  const environment = {
    ENGINES: 'yt-dlp',
    YTDLP_PATH: program.program,
    PATH: program.searchPath,
    UPSTREAM_ROUTES: `www.tiktok.com=${secure.origin.replace('http:', 'https:')},${mockPlatforms.routes}`,
  };
  test = await createTestApp(environment, undefined, { engineHealth: createUnlimitedEngineRegistry() });
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await test.app.close();
  program.remove();
  await Promise.all([mockPlatforms.close(), secure.close()]);
});

const preview = (url: string) => test.app.inject({ method: 'POST', url: '/api/preview', payload: { url } });

const addressOfPost = (platform: PlatformId, id: string) => TEST_PLATFORMS[platform].mock.linkOf(id).url;

/** Creates post ids that no test has requested yet. */
const freshIds = (platform: PlatformId) => {
  let count = 0;
  return () => {
    count += 1;
    return TEST_PLATFORMS[platform].mock.idOf(90_000 + count);
  };
};
const fresh = byPlatform(freshIds);

const failWith = (text: string): FakeBehaviour => ({ output: 'null', stderr: `ERROR: ${text}\n`, code: 1 });
const ofInstagram = (text: string) => (id: string) => failWith(`[Instagram] ${id}: ${text}`);
const ofTiktok = (text: string) => (id: string) => failWith(`[TikTok] ${id}: ${text}`);

const GONE = [404, 'gone', 'Post not found.'] as const;
const PRIVATE = [403, 'private', 'This post is private or restricted.'] as const;
const LIMITED = [429, 'rate_limited', 'Rate limit exceeded.'] as const;
const NETWORK = [502, 'network', 'this server could not reach the platform.'] as const;
const NO_MEDIA = [422, 'no_media', 'No media URLs found'] as const;
const failed = (reason: string) => [502, 'failed', `Failed to fetch video: ${reason}`] as const;
const UNREADABLE = failed("the platform's page has changed");
const UNREADABLE_HERE = failed('this server could not read the post.');
const WITHHELD = failed('the platform does not show posts to this server.');
const REGION = failed("the post is not available in this server's region.");

type Row = readonly [
  fault: string,
  platform: PlatformId,
  played: (id: string) => FakeBehaviour,
  visitor: readonly [status: number, code: string, sentence: string],
];

/** What goes wrong with the program, and the visitor's message. */
const FAULTS: readonly Row[] = [
  [
    'sent to the login page',
    'instagram',
    ofInstagram(
      'The webpage request was redirected to the login page. You have exceeded the rate-limit for accessing posts anonymously. Use --cookies',
    ),
    LIMITED,
  ],
  [
    'HTTP 429',
    'instagram',
    ofInstagram('Unable to download webpage: HTTP Error 429: Too Many Requests'),
    LIMITED,
  ],
  ['HTTP 403', 'tiktok', ofTiktok('Unable to download webpage: HTTP Error 403: Forbidden'), WITHHELD],
  ['an odd page', 'tiktok', ofTiktok('Unexpected response from webpage request'), WITHHELD],
  ['a challenge not read', 'tiktok', ofTiktok('Unable to extract challenge data'), LIMITED],
  ['a challenge not solved', 'tiktok', ofTiktok('Unable to solve JS challenge'), LIMITED],
  [
    'access not granted',
    'instagram',
    (id) => ({
      ...failWith(`[Instagram] ${id}: Instagram sent an empty media response. Check if it is accessible`),
      stderr: `WARNING: [Instagram] ${id}: Instagram API is not granting access\nERROR: [Instagram] ${id}: Instagram sent an empty media response.\n`,
    }),
    WITHHELD,
  ],
  [
    'an empty answer',
    'instagram',
    ofInstagram('Instagram sent an empty media response. If it is not, then use --cookies-from-browser'),
    UNREADABLE_HERE,
  ],
  [
    'for followers only',
    'instagram',
    ofInstagram('This content is only available for registered users who follow this account'),
    PRIVATE,
  ],
  [
    'for adults only',
    'instagram',
    ofInstagram('Restricted Video: You must be 18 years old or over'),
    PRIVATE,
  ],
  ['an age gate', 'tiktok', ofTiktok('This post may not be comfortable for some audiences. Log in'), PRIVATE],
  [
    'a private account',
    'tiktok',
    ofTiktok('You do not have permission to view this post. Log into it'),
    PRIVATE,
  ],
  ['a login', 'tiktok', ofTiktok('TikTok is requiring login for access to this content'), WITHHELD],
  [
    'a login of another wording',
    'instagram',
    ofInstagram('You need to log in to access this content'),
    WITHHELD,
  ],
  ['out of reach', 'instagram', ofInstagram('This content is unreachable. Use --cookies'), WITHHELD],
  ['a deleted post', 'tiktok', ofTiktok('Video not available, status code 10202'), GONE],
  ['a banned account', 'tiktok', ofTiktok('Video not available, status code 10221'), GONE],
  ['HTTP 404', 'instagram', ofInstagram('Unable to download webpage: HTTP Error 404: Not Found'), GONE],
  ['HTTP 410', 'instagram', ofInstagram('Unable to download webpage: HTTP Error 410: Gone'), GONE],
  [
    'a blocked address',
    'tiktok',
    ofTiktok('Your IP address is blocked from accessing this post'),
    UNREADABLE_HERE,
  ],
  [
    'HTTP 400',
    'tiktok',
    ofTiktok('Unable to download webpage: HTTP Error 400: Bad Request'),
    failed('the platform refused to show the post'),
  ],
  ['another region', 'tiktok', ofTiktok('Video not available, status code 10231'), REGION],
  ['a region by name', 'instagram', ofInstagram('This video is not available from your location'), REGION],
  ['no film', 'instagram', ofInstagram('There is no video in this post'), NO_MEDIA],
  ['no formats', 'tiktok', ofTiktok('No video formats found!'), NO_MEDIA],
  [
    'a link it does not know',
    'tiktok',
    () => failWith('No suitable extractor found for URL https://www.tiktok.com/'),
    [400, 'link_invalid', 'Invalid Instagram/TikTok URL format'],
  ],
  ['a new layout', 'tiktok', ofTiktok('Unable to extract universal data for rehydration'), UNREADABLE],
  [
    'HTTP 500',
    'tiktok',
    ofTiktok('Unable to download webpage: HTTP Error 503'),
    failed('the platform answered with an error.'),
  ],
  [
    'a slow platform',
    'tiktok',
    ofTiktok('Unable to download webpage: The read operation timed out (caused by TransportError())'),
    failed('the platform took too long to answer.'),
  ],
  [
    'nobody there',
    'tiktok',
    ofTiktok('Unable to download webpage: [Errno -2] getaddrinfo failed (caused by TransportError())'),
    NETWORK,
  ],
  [
    'a host that the proxy does not allow',
    'tiktok',
    ofTiktok(
      "Unable to download webpage: ('Unable to connect to proxy', OSError('Tunnel connection failed: 403'))",
    ),
    WITHHELD,
  ],
  ['an unknown error message', 'instagram', () => failWith('KeyError: what'), UNREADABLE],
  ['no error message at all', 'instagram', () => ({ output: 'null', code: 1 }), UNREADABLE],
  ['half of an answer', 'instagram', () => ({ output: '{"id": "DOwn', code: 0 }), UNREADABLE],
  ['another post', 'instagram', () => ({ output: { id: 'DOther00001', formats: [plain('0')] } }), UNREADABLE],
  [
    'options it does not support',
    'instagram',
    () => ({ stderr: 'error: no such option', code: 2 }),
    UNREADABLE,
  ],
  ['an endless output', 'instagram', () => ({ script: `while :; do printf '%8192s' x; done` }), UNREADABLE],
  ['a kill', 'instagram', () => ({ script: 'kill -9 $$' }), UNREADABLE],
  [
    'files that the delivery network does not serve',
    'tiktok',
    (id) => ({ output: tiktok([tiktokFormat('h264_540p_1-0', { cookies: undefined })], id) }),
    NO_MEDIA,
  ],
];

describe("yt-dlp's faults and the visitor's message", () => {
  it.each(FAULTS)('%s (%s)', async (_fault, platform, played, [status, code, sentence]) => {
    const id = fresh[platform]();
    program.setBehaviour(id, played(id));
    const answer = await preview(addressOfPost(platform, id));
    const problem = problemSchema.parse(answer.json());
    expect([answer.statusCode, problem.code]).toEqual([status, code]);
    expect(problem.detail).toContain(sentence);
  });
});

/** Builds what yt-dlp would print for a post of the mock platforms on page load number `reading`. */
const printedOf = (post: MockPost, reading: number) =>
  tiktok(
    (post.items[0]?.renditions ?? [])
      .filter(({ kind }) => kind === 'video')
      .map((file, index) =>
        tiktokFormat(`${file.codec ?? 'h264'}_${file.quality}_${index}-0`, {
          url: addressOf(file, reading),
          vcodec: file.codec,
          width: file.width,
          height: file.height,
          filesize: null,
          cookies: `tt_chain_token="${chainToken(reading)}"; Domain=.tiktok.com; Path=/; Secure`,
        }),
      ),
    post.id,
  );

describe('a preview through yt-dlp', () => {
  it("returns a film that needs its page's cookie, and shows neither cookie nor URL", async () => {
    const video = mockPosts.find(({ name }) => name === 'tiktok video')!;
    program.setBehaviour(video.id, { output: printedOf(video, 1) });
    const post = postSchema.parse((await preview(video.links[0])).json());
    expect(post).toMatchObject({ engine: 'yt-dlp', id: video.id, username: 'heron.marsh' });
    expect(post.qualities.map(({ sizeKnown }) => sizeKnown)).not.toContain(false);
    const answer = await test.app.inject(`${post.qualities[0]?.url}?download`);
    expect(answer.rawPayload.equals(mockPlatforms.bytesOf(video.links[0], 0, 0))).toBe(true);
    const sent = JSON.stringify(post);
    for (const secret of ['tt_chain_token', chainToken(1), 'tiktok.com/video/tos']) {
      expect(sent).not.toContain(secret);
      expect(test.log()).not.toContain(secret);
    }
  });

  it('runs once for equal concurrent links', async () => {
    const id = fresh.instagram();
    program.setBehaviour(id, {
      ...ofInstagram('There is no video in this post')(id),
      script: waitForRelease(`go-${id}`),
    });
    const answers = Array.from({ length: 20 }, () => preview(addressOfPost('instagram', id)));
    await expect.poll(() => program.log()).toContain(`begin ${id}`);
    program.release(`go-${id}`);
    expect(new Set((await Promise.all(answers)).map(({ statusCode }) => statusCode))).toEqual(new Set([422]));
    expect(program.log().filter((line) => line === `begin ${id}`)).toHaveLength(1);
  });

  it('ends the program, its child processes and its tunnels when the visitor leaves', async () => {
    const id = fresh.instagram();
    program.setBehaviour(id, { script: `sleep 600 & echo $! > "$folder/${id}.child"; wait` });
    const leaving = new AbortController();
    const answer = fetch(`${origin}/api/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: addressOfPost('instagram', id) }),
      signal: leaving.signal,
    });
    const pids = () => [`${id}.pid`, `${id}.child`].map((file) => Number(program.written(file)));
    await expect.poll(() => pids().every((pid) => pid > 0)).toBe(true);
    expect(pids().map(isRunning)).toEqual([true, true]);
    const proxy = proxyOf(id);
    const busy = open(proxy, 'www.tiktok.com:443');
    await expect.poll(() => busy.heard()).toContain('200 Connection Established');
    await expect.poll(() => secure.open.size).toBe(1);
    leaving.abort(new Error('the visitor left'));
    await expect(answer).rejects.toThrow('the visitor left');
    await expect.poll(() => pids().map(isRunning)).toEqual([false, false]);
    await expect.poll(() => [busy.socket.closed, secure.open.size]).toEqual([true, 0]);
    expect(await connect(proxy, 'www.tiktok.com:443')).toBe(407);
  });

  it('lets the program reach only the platforms, through a proxy whose credential lasts as long as the run', async () => {
    const id = fresh.tiktok();
    program.setBehaviour(id, {
      ...ofTiktok('No video formats found')(id),
      script: waitForRelease(`go-${id}`),
    });
    const answer = preview(addressOfPost('tiktok', id));
    await expect.poll(() => program.proxyOf(id)).not.toBe('');
    const proxy = proxyOf(id);
    expect(proxy.hostname).toBe('127.0.0.1');
    const statusOf = (authority: string) => connect(proxy, authority);
    expect(await statusOf('www.tiktok.com:443')).toBe(200);
    expect(await statusOf('www.tiktok.com:80')).toBe(403);
    expect(await statusOf('elsewhere.example:443')).toBe(403);
    expect(await statusOf('127.0.0.1:443')).toBe(403);
    program.release(`go-${id}`);
    expect((await answer).statusCode).toBe(422);
    expect(await statusOf('www.tiktok.com:443')).toBe(407);
    expect(program.argumentsOf(id).join(' ')).not.toContain(proxy.password);
    expect(test.log()).not.toContain(proxy.password);
  });
});

/** Returns the proxy that the program received for a post, with the credential of that run. */
const proxyOf = (id: string): URL => new URL(program.proxyOf(id));

/** Connects to a proxy and requests a tunnel. */
const open = (proxy: URL, authority: string) => {
  const credential = Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64');
  let heard = '';
  const socket = net.connect(Number(proxy.port), proxy.hostname, () =>
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nProxy-Authorization: Basic ${credential}\r\n\r\n`),
  );
  socket.on('error', () => undefined);
  socket.on('data', (piece: Buffer) => {
    heard += piece.toString();
  });
  return { socket, heard: () => heard };
};

/** Requests a tunnel from a proxy. Returns the status of the response. */
const connect = async (proxy: URL, authority: string): Promise<number> => {
  const { socket, heard } = open(proxy, authority);
  await until(() => heard().includes('\r\n'), 10_000).finally(() => socket.destroy());
  return Number(heard().split(' ')[1]);
};
