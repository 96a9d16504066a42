import { beforeEach, describe, expect, it } from 'vitest';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { OutboundRoute } from '#shared/outbound-routes.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import type { Database } from '../../base/db/database.ts';
import type { Engine } from '../../engines/engine.ts';
import { CHECK_POSTS } from '../../platforms/check-posts.ts';
import { failed } from '../../platforms/failures.ts';
import type { Attempt } from '../../posts/check-post.ts';
import { type ChecksParts, createChecks } from './checks.ts';

/** What a mock engine answers. */
type Outcome = Attempt['outcome'];

const postOf = (unproven?: 'timeout'): Outcome =>
  ({
    ok: true,
    post: { type: 'video', items: [{ renditions: [{ label: '720p', ...(unproven && { unproven }) }] }] },
  }) as unknown as Outcome;
const FOUND = postOf();
const WALL = failed('login_wall');

/** Keeps the one row of the check in memory. */
const memoryDatabase = (): Database => {
  let stored: string | null = null;
  const query = {
    selectFrom: () => ({
      select: () => ({
        where: () => ({ executeTakeFirst: async () => (stored === null ? undefined : { value: stored }) }),
      }),
    }),
    insertInto: () => ({
      values: ({ value }: { value: string }) => ({
        onConflict: () => ({
          execute: async () => {
            stored = value;
          },
        }),
      }),
    }),
  };
  return { query, write: (work: (trx: typeof query) => unknown) => work(query) } as unknown as Database;
};

type Answer = (
  link: ParsedLink,
  route: OutboundRoute | undefined,
  signal: AbortSignal,
) => Outcome | Promise<Outcome>;

const answers = new WeakMap<Engine, Answer>();
const engine = (name: Engine['name'], answer: Answer, routes?: readonly OutboundRoute[]): Engine => {
  const created: Engine = {
    name,
    supports: () => true,
    extract: () => Promise.reject(new Error('read past the check')),
    ...(routes === undefined ? {} : { routes }),
  };
  answers.set(created, answer);
  return created;
};
const check: ChecksParts['check'] = async (of, link, { route, signal }) => {
  const outcome = await answers.get(of)?.(link, route, signal);
  if (outcome === undefined) throw new Error('not an engine of these tests');
  return { engine: of.name, ms: 4, outcome };
};
/** Answers only when it is aborted. */
const hanging: Answer = (_link, _route, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

let now: number;
beforeEach(() => {
  now = Date.UTC(2026, 10, 23, 12);
});

const serviceOf = (engines: readonly Engine[], more: Partial<ChecksParts> = {}) =>
  createChecks({
    database: memoryDatabase(),
    engines: () => engines,
    providerMark: () => '-',
    engineOf: (name) => engines.find((one) => one.name === name),
    testPosts: () => byPlatform(() => []),
    check,
    onChecked: () => undefined,
    now: () => now,
    ...more,
  });

const rowsOf = async (service: ReturnType<typeof serviceOf>) => {
  const checked = await service.run();
  if (!('platforms' in checked)) throw new Error('the check was refused');
  return checked.platforms.map(({ platform, isOwnPost, results }) => ({
    platform,
    isOwnPost,
    results: results.map(({ engine: name, route, finding }) => [name, route, finding]),
  }));
};

describe('the check', () => {
  it('tries every engine on each of its routes, in order', async () => {
    const native = engine('native', (_link, route) => (route === 'proxy' ? FOUND : WALL), [
      'direct',
      'proxy',
    ]);
    const provider = engine('provider', () => FOUND);
    expect(await rowsOf(serviceOf([provider, native]))).toEqual(
      (['instagram', 'tiktok'] as const).map((platform) => ({
        platform,
        isOwnPost: false,
        results: [
          ['provider', null, 'post'],
          ['native', 'direct', 'login_wall'],
          ['native', 'proxy', 'post'],
        ],
      })),
    );
  });

  it('skips engines that do not read the platform', async () => {
    const onlyTikTok = Object.assign(
      engine('native', () => FOUND),
      { supports: ({ platform }: ParsedLink) => platform === 'tiktok' },
    );
    const rows = await rowsOf(serviceOf([onlyTikTok]));
    expect(rows.map(({ results }) => results.length)).toEqual([0, 1]);
  });

  it('reads the next built-in post when one is gone, and says so when all are', async () => {
    const asked: string[] = [];
    const [first] = CHECK_POSTS.instagram;
    const native = engine('native', (link) => {
      asked.push(link.url);
      return link.platform === 'tiktok' || link.url === first.url ? failed('missing') : FOUND;
    });
    const rows = await rowsOf(serviceOf([native]));
    expect(rows.map(({ results }) => results[0]?.[2])).toEqual(['post', 'gone']);
    expect(asked).toHaveLength(CHECK_POSTS.instagram.length + CHECK_POSTS.tiktok.length);
  });

  it("reads the owner's first post instead, and no built-in one", async () => {
    const own = 'https://www.instagram.com/p/Cabc1234567/';
    const other = 'https://www.instagram.com/p/Cabc7654321/';
    const asked: string[] = [];
    const native = engine('native', (link) => {
      asked.push(link.url);
      return failed('missing');
    });
    const testPosts = () => ({ ...byPlatform(() => []), instagram: [own, other] });
    const [instagram] = await rowsOf(serviceOf([native], { testPosts }));
    expect(instagram).toMatchObject({ isOwnPost: true, results: [['native', null, 'gone']] });
    expect(asked.filter((url) => url.includes('instagram'))).toEqual([own]);
  });

  it('describes the post that was read, and reports files that did not open in time', async () => {
    const checked = await serviceOf([
      engine('native', () => FOUND),
      engine('cobalt', () => postOf('timeout')),
    ]).run();
    expect('platforms' in checked && checked.platforms[0]?.results).toMatchObject([
      { finding: 'post', ms: 4, found: { type: 'video', items: 1, qualities: ['720p'] } },
      { finding: 'slow' },
    ]);
  });
});

describe('the check of one post or one engine', () => {
  const REEL = 'https://www.instagram.com/reel/Cabc1234567/';
  const never = new AbortController().signal;

  it('reads the post with every engine that can, and stores nothing', async () => {
    const asked: string[] = [];
    const native = engine('native', (link) => {
      asked.push(link.url);
      return FOUND;
    });
    const unable = Object.assign(
      engine('cobalt', () => FOUND),
      { supports: () => false },
    );
    const service = serviceOf([native, unable]);
    const checked = await service.runFor({ url: `look: ${REEL}?igsh=x` }, never);
    expect(checked?.platforms).toMatchObject([
      { platform: 'instagram', isOwnPost: true, results: [{ engine: 'native', finding: 'post' }] },
    ]);
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(checked)).not.toContain('Cabc1234567');
    expect(await service.last()).toBeNull();
    expect(await service.runFor({ url: 'https://example.org/' }, never)).toBeNull();
  });

  it('takes an engine that is off, with a test post of each platform that it reads', async () => {
    const provider = engine('provider', () => WALL);
    const service = serviceOf([], { engineOf: (name) => (name === 'provider' ? provider : undefined) });
    const checked = await service.runFor({ engine: 'provider' }, never);
    expect(checked?.platforms.map(({ results }) => results[0]?.finding)).toEqual([
      'login_wall',
      'login_wall',
    ]);
    expect((await service.runFor({ engine: 'cobalt' }, never))?.platforms).toEqual([]);
  });

  it('ends when its caller leaves', async () => {
    const leaving = new AbortController();
    const run = serviceOf([engine('native', hanging)]).runFor({ url: REEL }, leaving.signal);
    leaving.abort(new Error('left'));
    await expect(run).rejects.toThrow('left');
  });
});

describe('several checks', () => {
  it('stores the last one with its date, and runs one at a time', async () => {
    let runs = 0;
    const native = engine('native', async () => {
      runs += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return FOUND;
    });
    const service = serviceOf([native]);
    expect(await service.last()).toBeNull();
    const [one, other] = await Promise.all([service.run(), service.run()]);
    expect([runs, other]).toEqual([2, one]);
    expect(await service.last()).toEqual(one);
    expect(one).toMatchObject({ at: '2026-11-23T12:00:00.000Z' });
  });

  it('refuses another within a minute, whichever instance ran the last, but not after a clock was set back', async () => {
    const database = memoryDatabase();
    const engines = [engine('native', () => FOUND)];
    await serviceOf(engines, { database }).run();
    const service = serviceOf(engines, { database });
    now += 59_000;
    expect(await service.run()).toEqual({ retryAfter: 1 });
    now += 1_000;
    expect(await service.run()).toHaveProperty('platforms');
    now -= 3_600_000;
    expect(await service.run()).toHaveProperty('platforms');
  });

  it('stores nothing once the server stops', async () => {
    const service = serviceOf([engine('native', hanging)]);
    const run = service.run();
    run.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await service.close();
    await expect(run).rejects.toThrow();
    expect(await service.last()).toBeNull();
  });
});

describe('a stored result', () => {
  const native = engine('native', () => FOUND);
  const cobalt = engine('cobalt', () => FOUND);
  const sample = Object.assign(
    engine('sample', () => FOUND),
    { supports: () => false },
  );

  it('is outdated while the engines that read the platforms, or their services, are others', async () => {
    let on: readonly Engine[] = [native, cobalt];
    let providers = '-';
    const service = serviceOf([], { engines: () => on, providerMark: () => providers });
    expect(await service.run()).toMatchObject({ outdated: false });
    const isOutdated = async () => (await service.last())?.outdated;
    expect(await isOutdated()).toBe(false);
    on = [];
    expect(await isOutdated()).toBe(true);
    on = [native];
    expect(await isOutdated()).toBe(true);
    on = [sample, cobalt, native];
    expect(await isOutdated()).toBe(false);
    providers = 'https://api.example.com 2026';
    expect(await isOutdated()).toBe(true);
    now += 60_000;
    await service.run();
    expect(await isOutdated()).toBe(false);
  });

  it('is outdated at once if the engines change during the check', async () => {
    let on: readonly Engine[] = [native];
    const changing = engine('cobalt', () => {
      on = [native];
      return FOUND;
    });
    on = [native, changing];
    const service = serviceOf([], { engines: () => on });
    expect(await service.run()).toMatchObject({ outdated: true });
  });
});
