import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Post, postSchema } from '#shared/contract/preview.ts';
import { problemSchema } from '#shared/contract/problem.ts';
import { detailOf } from '../../src/server/http/problem.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { COBALT_FAULT_ROWS, type EngineFaultRow, PROVIDER_FAULT_ROWS } from './engine-fault-rows.ts';
import { breakerAfterOne } from './engine-fault-suite.ts';
import { createTestApp } from './test-app.ts';

let mockPlatforms: MockPlatforms;
beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
});
afterAll(() => mockPlatforms.close());
afterEach(() => mockPlatforms.resetFaults());

/** A post that every engine can return; as TikTok's, its file goes through cobalt's tunnel. */
const LINK = mockPosts.find(({ name }) => name === 'tiktok video')?.links[0] ?? '';

const ENGINES = {
  provider: {
    environment: () => ({
      PROVIDER_HOST: mockPlatforms.providerHost,
      PROVIDER_API_KEY: mockPlatforms.providerKey,
    }),
    setFault: (fault: string | null) => mockPlatforms.setProviderFault(fault as never),
    from: 'provided',
  },
  cobalt: {
    environment: () => ({ COBALT_URL: mockPlatforms.cobaltUrl, COBALT_API_KEY: mockPlatforms.cobaltKey }),
    setFault: (fault: string | null) => mockPlatforms.setCobaltFault(fault as never),
    from: 'page',
  },
} as const;
type Name = keyof typeof ENGINES;

/** Starts an app with these engines and calls it as a browser would. */
const withApp = async <Result>(
  name: Name,
  engines: string,
  work: (call: (path: string, body?: unknown) => Promise<Response>) => Promise<Result>,
): Promise<Result> => {
  const { app } = await createTestApp({
    UPSTREAM_ROUTES: mockPlatforms.routes,
    ENGINES: engines,
    ...ENGINES[name].environment(),
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  try {
    return await work((path, body) =>
      fetch(`${origin}${path}`, {
        ...(body !== undefined && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      }),
    );
  } finally {
    await app.close();
  }
};

/** Downloads the post's first file. Returns its bytes, or null when the download was rejected or broke off. */
const save = async (call: (path: string) => Promise<Response>, post: Post): Promise<Uint8Array | null> => {
  try {
    const answer = await call(`${post.qualities[0]?.url ?? ''}?download`);
    return answer.ok ? await answer.bytes() : null;
  } catch {
    return null;
  }
};

const isOneOfItsFiles = (bytes: Uint8Array, from: 'page' | 'provided'): boolean =>
  [0, 1, 2, 3].some((rendition) => {
    try {
      return mockPlatforms.bytesOf(LINK, 0, rendition, from).equals(bytes);
    } catch {
      return false;
    }
  });

const sentenceOf = ({ expectedCode: told, reason }: EngineFaultRow<string>): string =>
  told === null ? '' : detailOf(told, reason ?? undefined);

describe.each<readonly [Name, readonly EngineFaultRow<string>[]]>([
  ['provider', PROVIDER_FAULT_ROWS],
  ['cobalt', COBALT_FAULT_ROWS],
])('a fault of %s', (name, rows) => {
  it.each(rows)('$fault: code $expectedCode, download $save', async (row) => {
    ENGINES[name].setFault(row.fault);
    await withApp(name, name, async (call) => {
      const answer = await call('/api/preview', { url: LINK });
      const body: unknown = await answer.json();
      if (row.expectedCode === null) {
        const bytes = await save(call, postSchema.parse(body));
        if (row.save === 'fails') expect(bytes).toBeNull();
        else expect(bytes !== null && isOneOfItsFiles(bytes, ENGINES[name].from)).toBe(true);
        return;
      }
      const problem = problemSchema.parse(body);
      expect([problem.code, problem.detail]).toEqual([row.expectedCode, sentenceOf(row)]);
      expect(problem.retryAfter).toBe(row.retryAfter);
      expect(answer.headers.get('retry-after')).toBe(
        row.retryAfter === undefined ? null : String(row.retryAfter),
      );
    });
    expect(mockPlatforms.requests.filter(({ path }) => path.startsWith('/trap'))).toEqual([]);
  });

  it.each(rows.filter(({ expectedCode: told }) => told !== null))(
    '$fault: calls the next engine: $movesOn',
    async (row) => {
      ENGINES[name].setFault(row.fault);
      await withApp(name, `${name},native`, async (call) => {
        const answer = await call('/api/preview', { url: LINK });
        if (row.movesOn) expect(postSchema.parse(await answer.json()).engine).toBe('native');
        else expect(problemSchema.parse(await answer.json()).code).toBe(row.expectedCode);
      });
    },
  );

  it.each(rows)('$fault: the circuit breaker is $breaker', async (row) => {
    ENGINES[name].setFault(row.fault);
    const given = { UPSTREAM_ROUTES: mockPlatforms.routes, ENGINES: name, ...ENGINES[name].environment() };
    expect(await breakerAfterOne(given, LINK, 'tiktok')).toBe(row.breaker);
  });

  it('pauses an engine whose quota is used up until the quota resets, and calls the next engine', async () => {
    ENGINES[name].setFault('last-call');
    await withApp(name, `${name},native`, async (call) => {
      const engineOf = async (link: string | undefined) =>
        postSchema.parse(await (await call('/api/preview', { url: link })).json()).engine;
      expect(await engineOf(LINK)).toBe(name);
      const other = mockPosts.find(({ name: post }) => post === 'tiktok video without variants');
      expect(await engineOf(other?.links[0])).toBe('native');
    });
  });
});
