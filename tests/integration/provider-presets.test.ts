import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PROVIDER_PRESETS } from '../../src/server/engines/provider/provider-presets.ts';
import { postSchema } from '../../src/shared/contract/preview.ts';
import { problemSchema } from '../../src/shared/contract/problem.ts';
import { PROVIDER_PRESET_IDS, type ProviderPresetId } from '../../src/shared/contract/provider-presets.ts';
import { parseLink } from '../../src/shared/links/parse-link.ts';
import { addressOf } from '../mock-platforms/cdn-address.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import type { MockPost } from '../mock-platforms/post.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import {
  PRESET_CASES,
  type PresetAnswer,
  type PresetCase,
  type PresetFiles,
} from './provider-preset-cases.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const KEY = 'k-preset-0123456789';
/** Where the service serves files of its own. */
const FILES = '/files/';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let mockPlatforms: MockPlatforms;
let service: Server;
let host = '';
let asked: Asked[] = [];
let answer: PresetAnswer = { body: {} };
let test: TestApp;

const postNamed = (name: string): MockPost => {
  const post = mockPosts.find((one) => one.name === name);
  if (post === undefined) throw new Error(`no post is called ${name}`);
  return post;
};

const canonical = (pasted: string): string => {
  const parsed = parseLink(pasted);
  if (!parsed.ok) throw new Error('the link of a mock post is no link');
  return parsed.link.url;
};

/** Files of the service itself: a film, or the picture at a place of a set. */
const bytesBehind = (path: string): Buffer => {
  const place = /(\d+)\.jpg$/.exec(path)?.[1];
  return place === undefined
    ? mockPlatforms.bytesOf(postNamed('tiktok video').links[0])
    : mockPlatforms.bytesOf(postNamed('instagram set').links[0], Number(place));
};

/** Returns the addresses of the files in an answer: of the service's own, or of the post's delivery network. */
const filesOf = (preset: ProviderPresetId, post: MockPost): PresetFiles => {
  const { ownFiles } = PROVIDER_PRESETS[preset];
  const delivered = (place: number): string => {
    const file = post.items[place]?.provided[0];
    if (file === undefined) throw new Error(`${post.name} has no file ${place}`);
    return addressOf(file, 1);
  };
  return {
    id: post.id,
    // An address without a host belongs to the service.
    film: ownFiles ? `${FILES}film.mp4` : delivered(0),
    photo: (place) => (ownFiles ? `${host}${FILES}${place}.jpg` : delivered(place)),
  };
};

const expectedBytes = (preset: ProviderPresetId, { post, shows }: PresetCase): Buffer =>
  PROVIDER_PRESETS[preset].ownFiles
    ? bytesBehind(shows.kinds[0] === 'photo' ? '0.jpg' : 'film.mp4')
    : mockPlatforms.bytesOf(postNamed(post).links[0], 0, 0, 'provided');

const sendFile = (path: string, range: string | undefined, response: ServerResponse): void => {
  const bytes = bytesBehind(path);
  const type = path.endsWith('.mp4') ? 'video/mp4' : 'image/jpeg';
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === '') {
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes);
    return;
  }
  const end = Math.min(to === '' ? bytes.length : Number(to) + 1, bytes.length);
  const headers = { 'content-type': type, 'content-range': `bytes ${from}-${end - 1}/${bytes.length}` };
  response.writeHead(206, headers).end(bytes.subarray(Number(from), end));
};

beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
  service = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path.startsWith(FILES)) return sendFile(path, request.headers.range, response);
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      asked.push({
        method: request.method ?? '',
        path,
        headers: request.headers,
        body: Buffer.concat(pieces).toString('utf8'),
      });
      response
        .writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
        .end(JSON.stringify(answer.body));
    });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  host = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(async () => {
  service.closeAllConnections();
  service.close();
  await mockPlatforms.close();
});
afterEach(() => test.app.close());

const start = async (preset: ProviderPresetId): Promise<string> => {
  asked = [];
  test = await createTestApp({
    UPSTREAM_ROUTES: mockPlatforms.routes,
    ENGINES: 'provider',
    PROVIDER_HOST: host,
    PROVIDER_PRESET: preset,
    PROVIDER_API_KEY: KEY,
  });
  return test.app.listen({ host: '127.0.0.1', port: 0 });
};

const preview = (origin: string, url: string) =>
  fetch(`${origin}/api/preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });

const download = async (origin: string, url: string): Promise<Buffer> => {
  const response = await fetch(`${origin}${url}?download`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.bytes());
};

const rows = PROVIDER_PRESET_IDS.flatMap((preset) =>
  PRESET_CASES[preset].map((one): [string, ProviderPresetId, PresetCase] => [
    `${preset}: ${one.post}`,
    preset,
    one,
  ]),
);

describe('the preset of a provider', () => {
  it.each(rows)('%s: shows the post, and its file byte for byte', async (_name, preset, one) => {
    const origin = await start(preset);
    const source = postNamed(one.post);
    const link = canonical(source.links[0]);
    answer = one.answer(filesOf(preset, source));
    const post = postSchema.parse(await (await preview(origin, link)).json());
    expect(post).toMatchObject({
      platform: source.platform,
      id: source.id,
      engine: 'provider',
      username: one.shows.username,
    });
    expect(post.items.map(({ kind }) => kind)).toEqual(one.shows.kinds);
    const [first] = post.items[0]?.qualities ?? [];
    if (one.shows.labels !== undefined)
      expect(post.items[0]?.qualities.map(({ label }) => label)).toEqual(one.shows.labels);
    const [request] = asked;
    expect([request?.method, request?.path]).toEqual([one.asks.method, one.asks.path(link, source.id)]);
    expect(request?.headers).toMatchObject(one.asks.headers(KEY));
    expect(request?.body).toBe(one.asks.body?.(link) ?? '');
    const expected = expectedBytes(preset, one);
    expect(first?.size).toBe(expected.length);
    expect((await download(origin, first?.url ?? '')).equals(expected)).toBe(true);
    expect(test.log()).not.toContain(KEY);
  });

  it.each(rows)('%s: names the error of the service', async (_name, preset, one) => {
    const origin = await start(preset);
    answer = one.error.answer;
    const response = await preview(origin, postNamed(one.post).links[0]);
    expect(problemSchema.parse(await response.json()).code).toBe(one.error.code);
  });

  it.each(rows)('%s: names a used-up quota, and asks no more', async (_name, preset, one) => {
    const origin = await start(preset);
    answer = one.quota;
    const response = await preview(origin, postNamed(one.post).links[0]);
    expect(problemSchema.parse(await response.json()).code).toBe('rate_limited');
    expect(asked).toHaveLength(1);
  });
});
