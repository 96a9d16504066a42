import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { definitionProblemSchema, providerRefusedSchema } from '#shared/contract/chosen-provider.ts';
import type { ProviderName } from '#shared/contract/engine-names.ts';
import {
  type AdminEngines,
  adminEnginesSchema,
  engineConflictSchema,
  savedProviderSchema,
} from '#shared/contract/engines.ts';
import { postSchema } from '#shared/contract/preview.ts';
import type { ProviderDefinition } from '#shared/contract/provider-definition.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import { createGenerousLimits } from '../generous-limits.ts';
import { addressOf } from '../mock-platforms/cdn-address.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { type AccountBrowser, openOwner } from './account-browser.ts';
import { createTestApp, TEST_SECRET, type TestApp } from './test-app.ts';

const ENGINES_PATH = '/api/admin/engines';
const KEY = 'k-setup-0123456789';
const SERVICE = 'https://api.service.example';

const mockPost = (name: string) => {
  const post = mockPosts.find((one) => one.name === name);
  if (post === undefined) throw new Error(`there is no post named ${name}`);
  return post;
};
const VIDEO = mockPost('tiktok video');
const REEL = mockPost('instagram reel');

const DEFINITION: ProviderDefinition = {
  name: 'Harbour',
  key: 'required',
  headers: { authorization: 'Bearer {key}' },
  fileHosts: [],
  ownFiles: true,
  platforms: {
    tiktok: {
      request: { method: 'POST', path: '/v1/read', json: { link: '{url}' } },
      answer: {
        form: 'items',
        errors: [{ at: 'error', exists: true, means: 'message' }],
        message: 'error',
        post: 'result',
        id: 'id',
        items: [{ video: [{ url: 'film' }] }],
      },
    },
  },
};

let mockPlatforms: MockPlatforms;
let service: Server;
let asked: { readonly path: string; readonly headers: IncomingMessage['headers']; readonly body: string }[];
let answer: object;
let test: TestApp;
let owner: AccountBrowser;

beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
  service = createServer((request, response) => {
    if (request.url === '/files/never.mp4') return;
    if (request.url === '/files/film.mp4') {
      const bytes = mockPlatforms.bytesOf(VIDEO.links[0]);
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': bytes.length }).end(bytes);
      return;
    }
    let body = '';
    request.on('data', (piece: Buffer) => {
      body += piece.toString('utf8');
    });
    request.on('end', () => {
      asked.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
});
afterAll(async () => {
  service.closeAllConnections();
  service.close();
  await mockPlatforms.close();
});
beforeEach(async () => {
  asked = [];
  answer = { result: { id: VIDEO.id, film: '/files/film.mp4' } };
  const port = String((service.address() as AddressInfo).port);
  test = await createTestApp(
    {
      UPSTREAM_ROUTES: [
        mockPlatforms.routes,
        `api.service.example=http://127.0.0.1:${port}`,
        `other.service.example=http://127.0.0.1:${port}`,
      ].join(),
      ENGINES: 'provider,native',
      PROVIDER_HOST: mockPlatforms.providerHost,
      PROVIDER_API_KEY: mockPlatforms.providerKey,
    },
    undefined,
    { limits: createGenerousLimits(TEST_SECRET, { linkTries: { points: 6, seconds: 60 } }) },
  );
  owner = await openOwner(test, 'Mara');
  const { revision } = (await shown()).settings;
  const canaries = byPlatform((platform) => [platform === 'tiktok' ? VIDEO.links[0] : REEL.links[0]]);
  const saved = await owner.call('PATCH', ENGINES_PATH, { revision, change: { canaries } });
  expect(saved.status, saved.detail ?? '').toBe(200);
});
afterEach(() => test.app.close());

const shown = async (): Promise<AdminEngines> =>
  adminEnginesSchema.parse((await owner.call('GET', ENGINES_PATH)).body);
const put = async (name: ProviderName, provider: object) =>
  owner.call('PUT', `${ENGINES_PATH}/providers/${name}`, {
    revision: (await shown()).settings.revision,
    ...provider,
  });
const putWell = async (name: ProviderName, provider: object) => {
  const answered = await put(name, provider);
  expect(answered.status, JSON.stringify(answered.body)).toBe(200);
  return savedProviderSchema.parse(answered.body);
};
const remove = async (name: ProviderName, revision?: number) =>
  owner.call('DELETE', `${ENGINES_PATH}/providers/${name}`, {
    revision: revision ?? (await shown()).settings.revision,
  });
const custom = (definition: unknown, more: object = {}) => ({
  kind: 'custom',
  host: SERVICE,
  key: KEY,
  definition: typeof definition === 'string' ? definition : JSON.stringify(definition),
  ...more,
});
const preview = (url: string) =>
  test.app.inject({ method: 'POST', url: '/api/preview', payload: { url }, headers: { host: 'localhost' } });
const postOf = async (url: string) => {
  const answered = await preview(url);
  expect(answered.statusCode, answered.body).toBe(200);
  return postSchema.parse(answered.json());
};
const fileOf = async (url: string): Promise<Buffer> => {
  const quality = (await postOf(url)).items[0]?.qualities[0];
  const file = await test.app.inject({
    url: `${quality?.url ?? ''}?download`,
    headers: { host: 'localhost' },
  });
  expect(file.statusCode).toBe(200);
  return file.rawPayload;
};
const listed = async (name: ProviderName) => (await shown()).engines.find((engine) => engine.name === name);
/** Everything the database holds, as text. */
const stored = async (): Promise<string> =>
  JSON.stringify([
    await test.database.query.selectFrom('site_state').selectAll().execute(),
    await test.database.query.selectFrom('activity').selectAll().execute(),
  ]);

describe('a preset set up in the panel', () => {
  it('is tried, saved with its key sealed, and asked from the next preview on', async () => {
    const { host: openHost } = new URL(mockPlatforms.openProvider);
    const saved = await putWell('provider-2', {
      kind: 'download',
      host: ` ${mockPlatforms.openProvider.toUpperCase()}`,
      key: KEY,
    });
    expect(saved.tries.toSorted((one, other) => (one.platform < other.platform ? -1 : 1))).toMatchObject([
      { platform: 'instagram', isOwnPost: true, finding: 'post' },
      { platform: 'tiktok', isOwnPost: true, finding: 'post' },
    ]);
    expect(saved.settings.provider['provider-2']).toMatchObject({
      kind: 'download',
      host: `${mockPlatforms.openProvider}/`,
      hasKey: true,
    });
    expect(await listed('provider-2')).toMatchObject({
      configured: true,
      key: 'present',
      service: { name: 'POST /download', host: new URL(mockPlatforms.openProvider).hostname },
    });
    // Its place was empty, so the engine is on now.
    expect(saved.settings.engines.find(({ name }) => name === 'provider-2')?.on).toBe(true);
    await owner.call('PATCH', ENGINES_PATH, {
      revision: saved.settings.revision,
      change: {
        engines: saved.settings.engines.map((engine) => ({ ...engine, on: engine.name === 'provider-2' })),
      },
    });
    mockPlatforms.clearRequests();
    expect((await postOf(REEL.links[0])).engine).toBe('provider-2');
    expect(await fileOf(REEL.links[0])).toEqual(mockPlatforms.bytesOf(REEL.links[0], 0, 0, 'provided'));
    const calls = mockPlatforms.requests.filter(({ path }) => path === '/download');
    expect(calls.map(({ host, headers }) => [host, headers['x-rapidapi-key']])).toEqual([[openHost, KEY]]);
    const answers = await owner.call('GET', ENGINES_PATH);
    for (const text of [await stored(), test.log(), JSON.stringify([saved, answers])])
      expect(text).not.toContain(KEY);
  });

  it('is saved although its try fails, and says why', async () => {
    const saved = await putWell('provider', {
      kind: 'download',
      host: mockPlatforms.openProvider,
      key: null,
      link: 'https://www.instagram.com/reel/DNobodyHas1/',
    });
    expect(saved.tries).toMatchObject([{ platform: 'instagram', isOwnPost: true, finding: 'gone' }]);
    expect(saved.settings.provider.provider?.hasKey).toBe(false);
  });

  it('needs the key that its service demands', async () => {
    for (const key of [null, undefined]) {
      const answered = await put('provider-3', { kind: 'hiker', host: SERVICE, key });
      expect([answered.status, answered.code]).toEqual([400, 'provider_key_missing']);
    }
    expect(asked).toEqual([]);
    expect((await shown()).settings.provider['provider-3']).toBeNull();
  });

  it.each([
    ['plain http', 'http://api.service.example'],
    ['a private address', 'https://10.0.0.1/'],
    ['a local name', 'https://localhost/'],
    ['a port', 'https://api.service.example:8443/'],
    ['a password', 'https://k:y@api.service.example/'],
    ['no address', 'api'],
  ])('is refused at %s', async (_what, host) => {
    const answered = await put('provider', { kind: 'download', host, key: KEY });
    expect([answered.status, answered.code]).toEqual([400, 'provider_invalid']);
    expect((await shown()).settings.provider.provider).toBeNull();
  });

  it.each([
    ['an unknown kind', { kind: 'other', host: SERVICE }],
    ['a key of several lines', { kind: 'download', host: SERVICE, key: 'a\nb: c' }],
    ['an empty key', { kind: 'download', host: SERVICE, key: '' }],
    ['a further field', { kind: 'download', host: SERVICE, isFromEnvironment: true }],
  ])('is refused with %s', async (_what, provider) => {
    expect(await put('provider', provider)).toMatchObject({ status: 400, code: 'body_invalid' });
  });

  it('replaces the one of the environment, never gets its key, and gives way when it is removed', async () => {
    mockPlatforms.clearRequests();
    await putWell('provider', { kind: 'download', host: mockPlatforms.openProvider });
    expect((await postOf(REEL.links[0])).engine).toBe('provider');
    expect(JSON.stringify(mockPlatforms.requests)).not.toContain(mockPlatforms.providerKey);
    expect(await listed('provider')).toMatchObject({ configured: true, key: 'optional' });
    expect((await shown()).health.some(({ engine }) => engine === 'provider')).toBe(true);
    expect((await remove('provider')).status).toBe(200);
    expect((await shown()).settings.provider.provider).toBeNull();
    mockPlatforms.clearRequests();
    expect((await postOf(REEL.links[0])).engine).toBe('provider');
    expect(JSON.stringify(mockPlatforms.requests)).toContain(mockPlatforms.providerKey);
    expect(await listed('provider')).toMatchObject({ key: 'present' });
  });

  it('is not saved or removed on another revision', async () => {
    const { revision } = (await shown()).settings;
    mockPlatforms.clearRequests();
    const saving = await owner.call('PUT', `${ENGINES_PATH}/providers/provider`, {
      revision: revision - 1,
      kind: 'download',
      host: mockPlatforms.openProvider,
    });
    for (const answered of [saving, await remove('provider', revision - 1)]) {
      expect([answered.status, answered.code]).toEqual([409, 'conflict']);
      expect(engineConflictSchema.parse(answered.body).since).toMatchObject([
        { author: 'Mara', changed: ['canaries'] },
      ]);
    }
    expect(mockPlatforms.requests).toEqual([]);
    expect((await shown()).settings.revision).toBe(revision);
  });

  it('is limited like trying a link, because every try is paid for', async () => {
    const statuses: number[] = [];
    for (const _try of Array(7).keys())
      statuses.push((await put('provider', { kind: 'download', host: mockPlatforms.openProvider })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });
});

describe('the key of a provider', () => {
  beforeEach(() => putWell('provider-2', custom(DEFINITION)));

  it('stays while the host does', async () => {
    asked = [];
    await putWell('provider-2', custom({ ...DEFINITION, name: 'Renamed' }, { key: undefined }));
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`]);
    expect(await listed('provider-2')).toMatchObject({ key: 'present' });
  });

  it('is never sent to another host', async () => {
    asked = [];
    const moved = custom(DEFINITION, { host: 'https://other.service.example', key: undefined });
    const answered = await put('provider-2', moved);
    expect([answered.status, answered.code]).toEqual([400, 'provider_key_missing']);
    expect(asked).toEqual([]);
    expect((await shown()).settings.provider['provider-2']?.host).toBe(`${SERVICE}/`);
  });
});

describe('a definition of the owner', () => {
  it('is tried, saved and read with, and its files are byte-equal', async () => {
    const saved = await putWell('provider-2', custom(DEFINITION));
    expect(saved.tries).toMatchObject([{ platform: 'tiktok', isOwnPost: true, finding: 'post' }]);
    expect(asked.map(({ path, headers, body }) => [path, headers.authorization, JSON.parse(body)])).toEqual([
      ['/v1/read', `Bearer ${KEY}`, { link: VIDEO.links[0] }],
    ]);
    await owner.call('PATCH', ENGINES_PATH, {
      revision: saved.settings.revision,
      change: {
        engines: saved.settings.engines.map((engine) => ({ ...engine, on: engine.name === 'provider-2' })),
      },
    });
    expect((await postOf(VIDEO.links[0])).engine).toBe('provider-2');
    expect(await fileOf(VIDEO.links[0])).toEqual(mockPlatforms.bytesOf(VIDEO.links[0]));
    expect(saved.settings.provider['provider-2']?.definition).toEqual(DEFINITION);
    for (const text of [await stored(), test.log(), JSON.stringify(saved)]) expect(text).not.toContain(KEY);
  });

  it('is tried with the given post alone', async () => {
    const link = VIDEO.links[1] ?? VIDEO.links[0];
    await putWell('provider-2', custom(DEFINITION, { link }));
    expect(asked).toHaveLength(1);
    const foreign = await put('provider-2', custom(DEFINITION, { link: REEL.links[0] }));
    expect([foreign.status, providerRefusedSchema.parse(foreign.body).tries]).toMatchObject([
      424,
      [{ platform: 'instagram', finding: 'unsupported' }],
    ]);
    const share = await put('provider-2', custom(DEFINITION, { link: 'https://vm.tiktok.com/ZMnobody99/' }));
    expect(providerRefusedSchema.parse(share.body).tries).toMatchObject([
      { platform: 'tiktok', isOwnPost: true, finding: 'gone' },
    ]);
    const none = await put('provider-2', custom(DEFINITION, { link: 'hello' }));
    expect([none.status, providerRefusedSchema.parse(none.body).tries]).toEqual([424, []]);
  });

  it.each([
    ['an error', { error: 'API key is invalid' }, 'service_key'],
    ['another post', { result: { id: '7000000000000000001', film: '/files/film.mp4' } }, 'service_answer'],
    ['no file', { result: { id: VIDEO.id } }, 'unreadable'],
    ['a file that never arrives', { result: { id: VIDEO.id, film: '/files/never.mp4' } }, 'slow'],
    ['a file that is not there', { result: { id: VIDEO.id, film: '/files/nothing.mp4' } }, 'files_refused'],
    [
      'a file elsewhere',
      { result: { id: VIDEO.id, film: 'https://files.elsewhere.example/a.mp4' } },
      'unlisted_host',
    ],
  ])('is not saved when the service answers with %s', async (_what, given, finding) => {
    answer = given;
    const before = await stored();
    const answered = await put('provider-2', custom(DEFINITION));
    expect([answered.status, answered.code]).toEqual([424, 'provider_refused']);
    expect(providerRefusedSchema.parse(answered.body).tries).toMatchObject([{ platform: 'tiktok', finding }]);
    expect(await stored()).toBe(before);
    expect((await shown()).settings.provider['provider-2']).toBeNull();
  });

  it('may name files of the platform’s delivery network', async () => {
    const file = VIDEO.items[0]?.provided[0];
    if (file === undefined) throw new Error('the post has no file');
    answer = { result: { id: VIDEO.id, film: addressOf(file, 1) } };
    const saved = await putWell('provider-2', custom({ ...DEFINITION, ownFiles: false }));
    expect(saved.tries).toMatchObject([{ finding: 'post' }]);
  });

  it.each([
    ['no JSON', '{', '', 'is not JSON'],
    ['a misspelled key', { ...DEFINITION, fileHost: [] }, '', 'fileHost'],
    [
      'a header that cannot be set',
      { ...DEFINITION, headers: { cookie: 'a=b' } },
      'headers.cookie',
      'cannot be set',
    ],
    ['a shared suffix', { ...DEFINITION, fileHosts: ['co.uk'] }, 'fileHosts.0', 'shared by unrelated sites'],
  ])(
    'is named wrong with its place for %s, and nothing is asked',
    async (_what, definition, place, problem) => {
      const answered = await put('provider-2', custom(definition));
      expect([answered.status, answered.code]).toEqual([422, 'definition_invalid']);
      const { mistake } = definitionProblemSchema.parse(answered.body);
      expect(mistake.path).toBe(place);
      expect(mistake.problem).toContain(problem);
      expect(asked).toEqual([]);
    },
  );

  it('belongs to the kind custom only', async () => {
    const saved = await putWell('provider-2', custom(DEFINITION, { kind: 'download' }));
    expect(saved.settings.provider['provider-2']).toMatchObject({ kind: 'download', definition: null });
    const without = await put('provider-2', { kind: 'custom', host: SERVICE, key: KEY });
    expect([without.status, without.code]).toEqual([422, 'definition_invalid']);
  });
});
