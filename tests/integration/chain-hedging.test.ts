import { beforeEach, describe, expect, it } from 'vitest';
import type { Engine, EngineOutcome, ExtractedPost } from '../../src/server/engines/engine.ts';
import { createLogger } from '../../src/server/observability/logger.ts';
import { runChain } from '../../src/server/preview/engine-chain.ts';
import {
  createEngineHealthRegistry,
  type EngineHealthRegistry,
} from '../../src/server/preview/engine-health-registry.ts';
import type { ChainOutcome, ChainRun } from '../../src/server/preview/engine-run.ts';
import { onlyRequester } from '../../src/server/preview/requester.ts';
import type { EngineName } from '../../src/shared/contract/content-type.ts';
import { HEDGE_AFTER_DEFAULT_MS, HEDGE_AFTER_MAX_MS } from '../../src/shared/engine-limits.ts';
import {
  BREAKER_FAULTS,
  BREAKER_PROBE_MS,
  ENGINE_TIMEOUT_MS,
  PREVIEW_TIMEOUT_MS,
} from '../../src/shared/limits.ts';
import { createManualClock, type ManualClock } from '../manual-clock.ts';
import { VISITOR } from '../requesters.ts';
import { linkTo } from './fake-outbound-client.ts';

const LINK = linkTo('tiktok', '7400000000000000001');
const POST: ExtractedPost = {
  id: LINK.id,
  username: null,
  caption: '',
  thumbnail: null,
  duration: null,
  items: [],
};
const GOOD: EngineOutcome = { ok: true, post: POST };
const FAULT: EngineOutcome = { ok: false, code: 'network', terminal: false };
const PRIVATE: EngineOutcome = { ok: false, code: 'private', terminal: true };
const log = createLogger('silent');
const requesters = onlyRequester(VISITOR);

let clock: ManualClock;
let registry: EngineHealthRegistry;
let runs: ChainRun[];
let posts = 0;
beforeEach(() => {
  clock = createManualClock();
  registry = createEngineHealthRegistry({ clock });
  runs = [];
});

/** When an engine was asked, and when it was called off, in milliseconds of its test. */
interface Watched extends Engine {
  readonly asked: number[];
  readonly calledOff: number[];
}

/** An engine that answers after a time, of the test's clock; or never. */
const answering = (name: EngineName, ms: number, outcome: EngineOutcome = GOOD): Watched => {
  const began = clock.now();
  const made: Watched = {
    name,
    asked: [],
    calledOff: [],
    supports: () => true,
    extract(_link, signal) {
      made.asked.push(clock.now() - began);
      signal.addEventListener('abort', () => made.calledOff.push(clock.now() - began), { once: true });
      return new Promise((resolve) => clock.after(ms, () => resolve(outcome)));
    },
  };
  return made;
};
const NEVER = Number.POSITIVE_INFINITY;

/** Starts a chain; `came` fills in once it has ended. */
const start = (...engines: readonly Engine[]) => {
  posts += 1;
  // Each chain reads another post: the circuit breaker counts posts.
  const link = linkTo('tiktok', `74${String(posts).padStart(17, '0')}`);
  const began = clock.now();
  const came = { outcome: null as ChainOutcome<EngineName> | null, afterMs: null as number | null };
  const finish = (_post: ExtractedPost, name: EngineName) => Promise.resolve(name);
  const observe = (run: ChainRun) => runs.push(run);
  const work = runChain(engines, link, finish, { registry, log, requesters, observe }).then((outcome) => {
    came.outcome = outcome;
    came.afterMs = clock.now() - began;
  });
  return { came, work };
};
const stateOf = (engine: EngineName) =>
  registry.records([engine]).find(({ platform }) => platform === 'tiktok');
/** Lets an engine have so many good runs of a length. */
const practise = async (name: EngineName, ms: number, count: number) => {
  for (let index = 0; index < count; index += 1) {
    const { work } = start(answering(name, ms));
    await clock.advance(ms);
    await work;
  }
};
const breakDown = async (name: EngineName) => {
  for (let count = 0; count < BREAKER_FAULTS; count += 1) {
    const { work } = start(answering(name, 0, FAULT));
    await clock.advance(0);
    await work;
  }
};

describe('a run that is slow', () => {
  it('is not waited for: the next engine starts beside it, and the first to have the post wins', async () => {
    const [slow, next] = [answering('native', 10_000), answering('yt-dlp', 500)];
    const { came } = start(slow, next);
    await clock.advance(HEDGE_AFTER_DEFAULT_MS - 1);
    expect(next.asked).toEqual([]);
    await clock.advance(1 + 500);
    expect(came).toEqual({ outcome: { ok: true, result: 'yt-dlp' }, afterMs: HEDGE_AFTER_DEFAULT_MS + 500 });
    expect(slow.calledOff).toEqual([came.afterMs]);
    expect(Object.fromEntries(runs.map(({ engine, outcome }) => [engine, outcome.ok]))).toEqual({
      native: false,
      'yt-dlp': true,
    });
  });

  it('wins all the same when it is faster than the next, which then has done nothing wrong', async () => {
    const [slow, next] = [answering('native', HEDGE_AFTER_DEFAULT_MS + 200), answering('yt-dlp', 5_000)];
    const { came } = start(slow, next);
    await clock.advance(5_000);
    expect(came.outcome).toEqual({ ok: true, result: 'native' });
    expect(next.calledOff).toEqual([HEDGE_AFTER_DEFAULT_MS + 200]);
    expect(stateOf('yt-dlp')).toMatchObject({ lately: { asked: 0, ok: 0 }, failures: [] });
  });

  it('is slow by the engine’s own recent 95th percentile', async () => {
    await practise('native', 1_400, 10);
    const [slow, next] = [answering('native', NEVER), answering('yt-dlp', 100)];
    const { came } = start(slow, next);
    await clock.advance(1_500);
    expect([next.asked, came.afterMs]).toEqual([[1_400], 1_500]);
  });

  it('half of the last ten rest the engine, though none of them came to an end', async () => {
    await practise('native', 1_000, 5);
    for (let count = 0; count < 5; count += 1) {
      start(answering('native', NEVER), answering('provider', 10));
      await clock.advance(60_000);
    }
    expect(stateOf('native')).toMatchObject({ breaker: 'open', failures: { length: 5 } });
    expect(stateOf('provider')?.breaker).toBe('closed');
  });

  it('is overtaken by a terminal failure too', async () => {
    const slow = answering('native', NEVER);
    const { came } = start(slow, answering('yt-dlp', 100, PRIVATE), answering('cobalt', 0));
    await clock.advance(HEDGE_AFTER_DEFAULT_MS + 100);
    expect(came.outcome).toMatchObject({ ok: false, code: 'private' });
    expect(slow.calledOff).toHaveLength(1);
  });

  it('has the one after the next beside it as soon as the next has failed', async () => {
    const third = answering('cobalt', 100);
    const { came } = start(answering('native', NEVER), answering('yt-dlp', 50, FAULT), third);
    await clock.advance(HEDGE_AFTER_DEFAULT_MS + 150);
    expect(third.asked).toEqual([HEDGE_AFTER_DEFAULT_MS + 50]);
    expect(came).toEqual({ outcome: { ok: true, result: 'cobalt' }, afterMs: HEDGE_AFTER_DEFAULT_MS + 150 });
  });

  it('has its own end when nobody else can help', async () => {
    const { came } = start(answering('native', 9_000), answering('yt-dlp', 100, FAULT));
    await clock.advance(9_000);
    expect(came).toEqual({ outcome: { ok: true, result: 'native' }, afterMs: 9_000 });
    const late = start(answering('native', NEVER), answering('yt-dlp', NEVER));
    await clock.advance(ENGINE_TIMEOUT_MS + HEDGE_AFTER_DEFAULT_MS);
    expect(late.came.outcome).toMatchObject({ ok: false, reason: 'upstream_timeout' });
    expect(late.came.afterMs).toBeLessThan(PREVIEW_TIMEOUT_MS);
  });
});

describe('an engine that rests', () => {
  it('is left out, and costs no time', async () => {
    await breakDown('native');
    const resting = answering('native', 0);
    const { came } = start(resting, answering('provider', 200));
    await clock.advance(200);
    expect([resting.asked, came.afterMs]).toEqual([[], 200]);
  });

  it('is probed once every half minute, beside the next engine, and is back when that goes well', async () => {
    await breakDown('native');
    await clock.advance(BREAKER_PROBE_MS);
    const probe = answering('native', 4_000);
    const [first, second] = [
      start(probe, answering('provider', 200)),
      start(probe, answering('provider', 200)),
    ];
    await clock.advance(200);
    expect([first.came.afterMs, second.came.afterMs, probe.asked]).toEqual([200, 200, [0]]);
    expect(stateOf('native')?.breaker).toBe('probing');
    // The visitor has gone with the other's post; the probe goes on to its end.
    await clock.advance(3_800);
    expect([stateOf('native')?.breaker, probe.calledOff]).toEqual(['closed', []]);
    const back = start(answering('native', 100), answering('yt-dlp', 100));
    await clock.advance(100);
    expect(back.came.outcome).toEqual({ ok: true, result: 'native' });
  });

  it('says when it is tried again, when there is no other', async () => {
    await breakDown('native');
    await clock.advance(10_000);
    const { came, work } = start(answering('native', 0));
    await work;
    expect(came.outcome).toEqual({
      ok: false,
      code: 'failed',
      terminal: false,
      reason: 'engine_resting',
      skipped: 'circuit_open',
      retryAfter: 20,
    });
  });

  it('is probed by somebody who has no other engine, and that one hears what it says', async () => {
    await breakDown('native');
    await clock.advance(BREAKER_PROBE_MS);
    const { came } = start(answering('native', 300));
    await clock.advance(300);
    expect(came.outcome).toEqual({ ok: true, result: 'native' });
  });
});

describe('a visitor who leaves', () => {
  it('has everything called off, which counts against nobody', async () => {
    const left = new AbortController();
    const slow = answering('native', NEVER);
    const work = runChain([slow], LINK, () => Promise.resolve('x'), {
      registry,
      log,
      requesters,
      signal: left.signal,
    });
    await clock.advance(7_000);
    left.abort(new Error('left'));
    await expect(work).rejects.toThrow('left');
    await clock.advance(0);
    expect(slow.calledOff).toEqual([7_000]);
    expect(stateOf('native')).toMatchObject({ lately: { asked: 0, ok: 0 }, failures: [] });
  });

  it('after a long wait has waited for an engine that hangs, which is counted', async () => {
    const left = new AbortController();
    const signal = left.signal;
    const chain = { registry, log, requesters, signal, observe: (run: ChainRun) => runs.push(run) };
    const work = runChain([answering('native', NEVER)], LINK, () => Promise.resolve('x'), chain);
    await clock.advance(HEDGE_AFTER_MAX_MS);
    left.abort(new Error('left'));
    await expect(work).rejects.toThrow('left');
    await clock.advance(0);
    expect(stateOf('native')).toMatchObject({ lately: { asked: 1, ok: 0 } });
    expect(runs).toMatchObject([{ engine: 'native', outcome: { reason: 'upstream_timeout' } }]);
  });

  it('takes a probe with him, and the next visitor probes at once', async () => {
    await breakDown('native');
    await clock.advance(BREAKER_PROBE_MS);
    const left = new AbortController();
    const probe = answering('native', NEVER);
    const work = runChain([probe], LINK, () => Promise.resolve('x'), {
      registry,
      log,
      requesters,
      signal: left.signal,
    });
    await clock.advance(1_000);
    expect(stateOf('native')?.breaker).toBe('probing');
    left.abort(new Error('left'));
    await expect(work).rejects.toThrow('left');
    await clock.advance(0);
    expect(stateOf('native')?.breaker).toBe('open');
    const { came } = start(answering('native', 100));
    await clock.advance(100);
    expect(came.outcome).toEqual({ ok: true, result: 'native' });
    expect(stateOf('native')?.breaker).toBe('closed');
  });
});
