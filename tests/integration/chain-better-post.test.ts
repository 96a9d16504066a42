import { beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/server/base/observability/logger.ts';
import type { Engine } from '../../src/server/engines/engine.ts';
import { presentHealth } from '../../src/server/health/routes/engines-routes.ts';
import { UNKNOWN_STATUS } from '../../src/server/health/status/build-status.ts';
import { MONITOR_REQUESTER, singleRequester } from '../../src/server/limits/requester.ts';
import { type EngineOutcome, failed } from '../../src/server/platforms/failures.ts';
import {
  type ExtractedItem,
  type ExtractedPost,
  NOTHING_STATED,
} from '../../src/server/platforms/reading/extracted-post.ts';
import { BETTER_POST_MAX_MS, runChain } from '../../src/server/posts/engine-chain.ts';
import {
  createEngineHealthRegistry,
  type EngineHealthRegistry,
} from '../../src/server/posts/engine-health.ts';
import type { ChainOutcome } from '../../src/server/posts/engine-run.ts';
import type { EngineName } from '../../src/shared/contract/engine-names.ts';
import type { LinkKind } from '../../src/shared/links/parsed-link.ts';
import { byPlatform } from '../../src/shared/platforms/platforms.ts';
import { createManualClock, type ManualClock } from '../manual-clock.ts';
import { linkTo } from '../platforms/link-to.ts';

const log = createLogger('silent');
const NEVER = Number.POSITIVE_INFINITY;

let clock: ManualClock;
let registry: EngineHealthRegistry;
beforeEach(() => {
  clock = createManualClock();
  registry = createEngineHealthRegistry({ clock });
});

const itemOf = (kind: ExtractedItem['kind']): ExtractedItem => ({
  kind,
  thumbnail: null,
  width: null,
  height: null,
  duration: null,
  renditions: [],
});
const postWith = (
  kinds: readonly ExtractedItem['kind'][],
  given: Partial<ExtractedPost> = {},
): EngineOutcome => ({
  ok: true,
  post: {
    id: '1',
    ...NOTHING_STATED,
    username: null,
    caption: '',
    thumbnail: null,
    duration: null,
    items: kinds.map(itemOf),
    ...given,
  },
});
const CLIP = postWith(['video']);
const PRIVATE: EngineOutcome = failed('private_post');
const FAULT: EngineOutcome = failed('network');

const answering = (name: EngineName, outcome: EngineOutcome, ms = 100): Engine => ({
  name,
  supports: () => true,
  extract: () => new Promise((resolve) => clock.callAfter(ms, () => resolve(outcome))),
});

/** Runs a chain for `ms` milliseconds. The shortfall of a result is whatever the test assigns to its engine. */
const run = async (
  engines: readonly Engine[],
  shortfalls: Partial<Record<EngineName, number>> = {},
  { kind = 'post', ms = 60_000 }: { readonly kind?: LinkKind; readonly ms?: number } = {},
): Promise<ChainOutcome<EngineName> | null> => {
  let outcome: ChainOutcome<EngineName> | null = null;
  const finish = (_post: ExtractedPost, name: EngineName) => {
    const shortfall = shortfalls[name];
    return Promise.resolve({ ok: true as const, result: name, ...(shortfall && { shortfall }) });
  };
  const work = runChain(engines, linkTo('instagram', 'Cq7_Tern-01', { kind }), finish, {
    registry,
    log,
    requesters: singleRequester(MONITOR_REQUESTER),
  }).then((given) => {
    outcome = given;
  });
  await clock.advance(ms);
  if (outcome !== null) await work;
  return outcome;
};

describe('an incomplete post', () => {
  it('is not returned while another engine has a better one', async () => {
    const engines = [answering('native', CLIP), answering('yt-dlp', CLIP), answering('cobalt', CLIP)];
    expect(await run(engines, { native: 1, 'yt-dlp': 2 })).toEqual({ ok: true, result: 'cobalt' });
  });

  it.each<[string, EngineOutcome]>([
    ['a fault', FAULT],
    ['a terminal failure: the post has been read', PRIVATE],
    ['no files', failed('clip_withheld')],
  ])('is returned when the others end with %s', async (_name, other) => {
    const engines = [answering('native', CLIP), answering('yt-dlp', other)];
    expect(await run(engines, { native: 1 })).toMatchObject({ ok: true, result: 'native' });
  });

  it('is returned at once when there is no other engine', async () => {
    expect(await run([answering('native', CLIP)], { native: 1 }, { ms: 100 })).toMatchObject({ ok: true });
  });

  it('is the best of several incomplete ones, the first among equals', async () => {
    const engines = [answering('native', CLIP), answering('yt-dlp', CLIP), answering('cobalt', CLIP)];
    expect(await run(engines, { native: 2, 'yt-dlp': 1, cobalt: 1 })).toMatchObject({ result: 'yt-dlp' });
  });

  it('is returned after some seconds when the others hang', async () => {
    const engines = [answering('native', CLIP), answering('yt-dlp', CLIP, NEVER)];
    const before = await run(engines, { native: 1 }, { ms: BETTER_POST_MAX_MS });
    expect(before).toBeNull();
    await clock.advance(200);
    const after = await run(engines, { native: 1 }, { ms: BETTER_POST_MAX_MS + 200 });
    expect(after).toMatchObject({ ok: true, result: 'native' });
  });
});

describe('a single picture', () => {
  const COVER = postWith(['photo']);
  const engines = (...outcomes: readonly EngineOutcome[]) =>
    outcomes.map((outcome, index) =>
      answering((['native', 'yt-dlp', 'cobalt'] as const)[index] ?? 'cobalt', outcome),
    );

  it.each<LinkKind>(['reel', 'tv', 'video'])(
    'of a %s is its cover, whichever engine returns it',
    async (kind) => {
      for (const given of [COVER, postWith(['photo', 'audio'])]) {
        expect(await run(engines(given), {}, { kind })).toMatchObject({ ok: false, code: 'no_media' });
        expect(await run(engines(given, CLIP), {}, { kind })).toMatchObject({ ok: true, result: 'yt-dlp' });
      }
    },
  );

  it.each<[string, EngineOutcome]>([
    ['a picture post', postWith(['photo'], { isPicturePost: true })],
    ['a set of one', postWith(['photo', 'audio'], { isPicturePost: true, statedItems: 1 })],
    ['a set', postWith(['photo', 'photo'])],
  ])('is accepted where the content is %s, whatever the link looks like', async (_name, given) => {
    for (const kind of ['reel', 'video'] as const)
      expect(await run(engines(given), {}, { kind })).toMatchObject({ ok: true, result: 'native' });
  });

  it('for a link that names no clip counts as a picture, unless another engine has returned a clip', async () => {
    expect(await run(engines(COVER))).toMatchObject({ ok: true });
    expect(await run(engines(failed('clip_withheld'), COVER))).toMatchObject({ ok: false, code: 'no_media' });
    expect(await run(engines(FAULT, COVER))).toMatchObject({ ok: true, result: 'yt-dlp' });
  });

  it('does not count against its engine', async () => {
    for (let count = 0; count < 20; count += 1) await run(engines(COVER), {}, { kind: 'reel' });
    const record = registry.records(['native']).find(({ platform }) => platform === 'instagram');
    expect(record).toMatchObject({ breaker: 'closed', failures: { length: 20, 0: { cause: 'no_media' } } });
  });
});

describe('files on a delivery host that is not listed', () => {
  const failuresOf = (registries: EngineHealthRegistry) =>
    presentHealth(registries.records(['native']), {
      engines: [],
      previews: byPlatform(() => UNKNOWN_STATUS),
    }).find(({ platform }) => platform === 'instagram')?.failures;
  const host = 'cdn.example.net';
  const finish = (isEmpty: boolean): Promise<ChainOutcome<string>> =>
    Promise.resolve(isEmpty ? failed('files_refused', { host }) : { ok: true, result: 'post', host });
  const chain = (isEmpty: boolean) =>
    runChain([answering('native', CLIP)], linkTo('instagram', 'Cq7_Tern-01'), () => finish(isEmpty), {
      registry,
      log,
      requesters: singleRequester(MONITOR_REQUESTER),
    });

  it.each([true, false])(
    'are logged for the owner, whether the post has no file left (%s) or not',
    async (isEmpty) => {
      const work = chain(isEmpty);
      await clock.advance(100);
      expect(await work).toMatchObject(isEmpty ? { ok: false, code: 'no_media' } : { ok: true });
      expect(failuresOf(registry)).toMatchObject([{ code: 'no_media', host: 'cdn.example.net' }]);
      const [record] = registry.records(['native']).filter(({ platform }) => platform === 'instagram');
      expect(record?.lately).toEqual({ asked: 1, ok: isEmpty ? 0 : 1 });
    },
  );
});
