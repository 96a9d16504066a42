import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { createLogger } from '../base/observability/logger.ts';
import type { Engine } from '../engines/engine.ts';
import { MONITOR_REQUESTER, singleRequester } from '../limits/requester.ts';
import { type EngineOutcome, failed, plainFailure } from '../platforms/failures.ts';
import { type ExtractedPost, NOTHING_STATED } from '../platforms/reading/extracted-post.ts';
import { runChain } from './engine-chain.ts';
import { createEngineHealthRegistry, HEDGE_AFTER_DEFAULT_MS } from './engine-health.ts';
import { systemClock } from './engine-queue.ts';
import type { ChainRun } from './engine-run.ts';

const LINK: ParsedLink = {
  platform: 'tiktok',
  kind: 'video',
  id: '7400000000000000001',
  username: 'mock.user',
  url: 'https://www.tiktok.com/@mock.user/video/7400000000000000001',
  itemIndex: null,
  contentType: 'video',
  label: 'TikTok video',
};
const POST: ExtractedPost = {
  id: LINK.id,
  ...NOTHING_STATED,
  username: null,
  caption: '',
  thumbnail: null,
  duration: null,
  items: [],
};
const log = createLogger('silent');
const requesters = singleRequester(MONITOR_REQUESTER);
const finish = (post: ExtractedPost, name: Engine['name']) =>
  Promise.resolve({ ok: true as const, result: { post, engine: name } });

const engine = (
  name: Engine['name'],
  answer: EngineOutcome | (() => Promise<EngineOutcome>),
  supports = true,
): Engine & { calls: number } => {
  const made = {
    name,
    calls: 0,
    supports: () => supports,
    extract: () => {
      made.calls += 1;
      return typeof answer === 'function' ? answer() : Promise.resolve(answer);
    },
  };
  return made;
};

const failure = (
  code: 'private' | 'gone' | 'rate_limited' | 'failed' | 'network',
  terminal = false,
): EngineOutcome => (terminal ? failed('missing') : plainFailure({ code }));

describe('runChain', () => {
  afterEach(() => void vi.useRealTimers());

  it('returns the first post and starts no further engine', async () => {
    const second = engine('native', { ok: true, post: POST });
    const outcome = await runChain([engine('provider', { ok: true, post: POST }), second], LINK, finish, {
      registry: createEngineHealthRegistry(),
      log,
      requesters,
    });
    expect(outcome).toEqual({ ok: true, result: { engine: 'provider', post: POST } });
    expect(second.calls).toBe(0);
  });

  it('continues after a non-terminal failure', async () => {
    const outcome = await runChain(
      [engine('provider', failure('private')), engine('native', { ok: true, post: POST })],
      LINK,
      finish,
      { registry: createEngineHealthRegistry(), log, requesters },
    );
    expect(outcome).toMatchObject({ ok: true, result: { engine: 'native' } });
  });

  it('ends at a terminal failure', async () => {
    const second = engine('native', { ok: true, post: POST });
    const outcome = await runChain([engine('provider', failure('gone', true)), second], LINK, finish, {
      registry: createEngineHealthRegistry(),
      log,
      requesters,
    });
    expect(outcome).toMatchObject({ ok: false, code: 'gone' });
    expect(second.calls).toBe(0);
  });

  it.each([
    [['network', 'failed', 'rate_limited'], 'rate_limited'],
    [['rate_limited', 'gone'], 'gone'],
    [['gone', 'private'], 'private'],
    [['network', 'failed'], 'failed'],
  ] as const)('reports the most informative of %j', async (codes, expected) => {
    const outcome = await runChain(
      codes.map((code) => engine('native', failure(code))),
      LINK,
      finish,
      { registry: createEngineHealthRegistry(), log, requesters },
    );
    expect(outcome).toMatchObject({ ok: false, code: expected });
  });

  it('treats an exception in an engine as a failure of that engine only', async () => {
    const broken = engine('provider', () => Promise.reject(new TypeError('undefined is not a function')));
    expect(
      await runChain([broken, engine('native', { ok: true, post: POST })], LINK, finish, {
        registry: createEngineHealthRegistry(),
        log,
        requesters,
      }),
    ).toMatchObject({
      ok: true,
    });
    expect(
      await runChain([broken], LINK, finish, { registry: createEngineHealthRegistry(), log, requesters }),
    ).toMatchObject({
      ok: false,
      code: 'failed',
    });
  });

  it('moves past an engine that times out, and ends at the time limit of the chain', async () => {
    vi.useFakeTimers();
    const began = performance.now();
    const stuck = () => engine('native', () => new Promise<EngineOutcome>(() => {}));
    const never = engine('provider', { ok: true, post: POST });
    // A clock for which no run is slow, so that an engine starts only when the one before it has ended.
    const callAfter: typeof systemClock.callAfter = (ms, run) =>
      ms === HEDGE_AFTER_DEFAULT_MS ? () => undefined : systemClock.callAfter(ms, run);
    const registry = createEngineHealthRegistry({ clock: { ...systemClock, callAfter } });
    const chain = runChain([stuck(), stuck(), stuck(), never], LINK, finish, {
      registry,
      log,
      requesters,
    }).then((outcome) => ({ outcome, ms: performance.now() - began }));
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await chain).toMatchObject({ outcome: { ok: false, reason: 'upstream_timeout' }, ms: 30_000 });
    expect(never.calls).toBe(0);
  });

  it('uses the time limit of the engine when it has one', async () => {
    vi.useFakeTimers();
    const slow = engine('yt-dlp', async () => {
      await new Promise((resolve) => setTimeout(resolve, 15_000));
      return { ok: true, post: POST };
    });
    const isRead = async (one: Engine): Promise<boolean> => {
      const registry = createEngineHealthRegistry();
      const chain = runChain([one], LINK, finish, { registry, log, requesters });
      await vi.advanceTimersByTimeAsync(20_000);
      return (await chain).ok;
    };
    expect(await isRead(slow)).toBe(false);
    expect(await isRead({ ...slow, runMs: 20_000 })).toBe(true);
  });

  it('prefers a certain failure to a tentative one', async () => {
    const tentative: EngineOutcome = failed('perhaps_gone');
    const outcome = await runChain(
      [engine('native', tentative), engine('yt-dlp', failure('network'))],
      LINK,
      finish,
      { registry: createEngineHealthRegistry(), log, requesters },
    );
    expect(outcome).toMatchObject({ code: 'network' });
    expect(
      await runChain([engine('native', tentative)], LINK, finish, {
        registry: createEngineHealthRegistry(),
        log,
        requesters,
      }),
    ).toMatchObject({ code: 'gone' });
  });

  it('continues when no file of a post is available, and reports that when it holds for every engine', async () => {
    const engines = [
      engine('provider', { ok: true, post: POST }),
      engine('native', { ok: true, post: POST }),
    ];
    const native = (post: ExtractedPost, name: Engine['name']) =>
      Promise.resolve(name === 'native' ? { ok: true as const, result: post } : failed('files_refused'));
    expect(
      await runChain(engines, LINK, native, { registry: createEngineHealthRegistry(), log, requesters }),
    ).toEqual({
      ok: true,
      result: POST,
    });
    expect(
      await runChain(engines, LINK, () => Promise.resolve(failed('files_refused')), {
        registry: createEngineHealthRegistry(),
        log,
        requesters,
      }),
    ).toMatchObject({
      code: 'no_media',
      // Unlike a post without media, this is a failure that the status must count.
      reason: 'upstream_error',
    });
  });

  it('skips engines that do not support the link, and reports when none does', async () => {
    const unable = engine('native', { ok: true, post: POST }, false);
    expect(
      await runChain([unable], LINK, finish, { registry: createEngineHealthRegistry(), log, requesters }),
    ).toMatchObject({
      ok: false,
      reason: 'address_unsupported',
    });
    expect(unable.calls).toBe(0);
    expect(
      await runChain([], LINK, finish, { registry: createEngineHealthRegistry(), log, requesters }),
    ).toMatchObject({
      ok: false,
      reason: 'no_engine',
    });
  });

  it('ends with a failure when an observer throws', async () => {
    const outcome = await runChain([engine('native', { ok: true, post: POST })], LINK, finish, {
      registry: createEngineHealthRegistry(),
      log,
      requesters,
      observe() {
        throw new TypeError('the observer failed');
      },
    });
    expect(outcome).toMatchObject({ ok: false, code: 'failed' });
  });

  it('reports the outcome and duration of every engine that ran', async () => {
    const runs: ChainRun[] = [];
    const engines = [
      engine('provider', failure('network')),
      engine('cobalt', { ok: true, post: POST }, false),
      engine('native', { ok: true, post: POST }),
      engine('yt-dlp', { ok: true, post: POST }),
    ];
    await runChain(engines, LINK, finish, {
      registry: createEngineHealthRegistry(),
      log,
      requesters,
      observe: (run) => runs.push(run),
    });
    expect(runs).toMatchObject([
      { platform: 'tiktok', engine: 'provider', outcome: { ok: false, code: 'network' } },
      { platform: 'tiktok', engine: 'native', outcome: { ok: true } },
    ]);
    expect(runs.every(({ ms }) => ms >= 0 && ms < 5_000)).toBe(true);
  });
});
