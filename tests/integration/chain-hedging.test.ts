import { beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/server/base/observability/logger.ts';
import type { Engine } from '../../src/server/engines/engine.ts';
import { singleRequester } from '../../src/server/limits/requester.ts';
import { BREAKER_FAULTS, BREAKER_PROBE_MS } from '../../src/server/platforms/circuit-breaker.ts';
import { type EngineOutcome, failed } from '../../src/server/platforms/failures.ts';
import { type ExtractedPost, NOTHING_STATED } from '../../src/server/platforms/reading/extracted-post.ts';
import { runChain } from '../../src/server/posts/engine-chain.ts';
import {
  createEngineHealthRegistry,
  type EngineHealthRegistry,
  HEDGE_AFTER_DEFAULT_MS,
  HEDGE_AFTER_MAX_MS,
} from '../../src/server/posts/engine-health.ts';
import {
  type ChainOutcome,
  type ChainRun,
  ENGINE_TIMEOUT_MS,
  PREVIEW_TIMEOUT_MS,
} from '../../src/server/posts/engine-run.ts';
import type { EngineName } from '../../src/shared/contract/engine-names.ts';
import { createManualClock, type ManualClock } from '../manual-clock.ts';
import { linkTo } from '../platforms/link-to.ts';
import { VISITOR } from '../requesters.ts';

const LINK = linkTo('tiktok', '7400000000000000001');
const POST: ExtractedPost = {
  id: LINK.id,
  ...NOTHING_STATED,
  username: null,
  caption: '',
  thumbnail: null,
  duration: null,
  items: [],
};
const GOOD: EngineOutcome = { ok: true, post: POST };
const FAULT: EngineOutcome = failed('network');
const PRIVATE: EngineOutcome = failed('private_post');
const log = createLogger('silent');
const requesters = singleRequester(VISITOR);

let clock: ManualClock;
let registry: EngineHealthRegistry;
let runs: ChainRun[];
let posts = 0;
beforeEach(() => {
  clock = createManualClock();
  registry = createEngineHealthRegistry({ clock });
  runs = [];
});

/** An engine that records when it was called and when it was aborted, in milliseconds of its test. */
interface RecordingEngine extends Engine {
  readonly calledAtMs: number[];
  readonly abortedAtMs: number[];
}

/** Creates an engine that answers after `ms` milliseconds of the test's clock, or never. */
const createEngine = (name: EngineName, ms: number, outcome: EngineOutcome = GOOD): RecordingEngine => {
  const began = clock.now();
  const made: RecordingEngine = {
    name,
    calledAtMs: [],
    abortedAtMs: [],
    supports: () => true,
    extract(_link, signal) {
      made.calledAtMs.push(clock.now() - began);
      signal.addEventListener('abort', () => made.abortedAtMs.push(clock.now() - began), { once: true });
      return new Promise((resolve) => clock.callAfter(ms, () => resolve(outcome)));
    },
  };
  return made;
};
const NEVER = Number.POSITIVE_INFINITY;

/** Starts a chain; `ended` is filled in when it ends. */
const start = (...engines: readonly Engine[]) => {
  posts += 1;
  // Each chain reads another post because the circuit breaker counts posts.
  const link = linkTo('tiktok', `74${String(posts).padStart(17, '0')}`);
  const began = clock.now();
  const ended = { outcome: null as ChainOutcome<EngineName> | null, afterMs: null as number | null };
  const finish = (_post: ExtractedPost, name: EngineName) =>
    Promise.resolve({ ok: true as const, result: name });
  const observe = (run: ChainRun) => runs.push(run);
  const work = runChain(engines, link, finish, { registry, log, requesters, observe }).then((outcome) => {
    ended.outcome = outcome;
    ended.afterMs = clock.now() - began;
  });
  return { came: ended, work };
};
const stateOf = (engine: EngineName) =>
  registry.records([engine]).find(({ platform }) => platform === 'tiktok');
/** Gives an engine a history of `count` good runs of a given duration. */
const addHistory = async (name: EngineName, ms: number, count: number) => {
  for (let index = 0; index < count; index += 1) {
    const { work } = start(createEngine(name, ms));
    await clock.advance(ms);
    await work;
  }
};
const openCircuit = async (name: EngineName) => {
  for (let count = 0; count < BREAKER_FAULTS; count += 1) {
    const { work } = start(createEngine(name, 0, FAULT));
    await clock.advance(0);
    await work;
  }
};

describe('a slow run', () => {
  it('starts the next engine in parallel, and the first to have the post wins', async () => {
    const [slow, next] = [createEngine('native', 10_000), createEngine('yt-dlp', 500)];
    const { came } = start(slow, next);
    await clock.advance(HEDGE_AFTER_DEFAULT_MS - 1);
    expect(next.calledAtMs).toEqual([]);
    await clock.advance(1 + 500);
    expect(came).toEqual({ outcome: { ok: true, result: 'yt-dlp' }, afterMs: HEDGE_AFTER_DEFAULT_MS + 500 });
    expect(slow.abortedAtMs).toEqual([came.afterMs]);
    expect(Object.fromEntries(runs.map(({ engine, outcome }) => [engine, outcome.ok]))).toEqual({
      native: false,
      'yt-dlp': true,
    });
  });

  it('still wins when it is faster than the next engine, which then has no failure counted', async () => {
    const [slow, next] = [
      createEngine('native', HEDGE_AFTER_DEFAULT_MS + 200),
      createEngine('yt-dlp', 5_000),
    ];
    const { came } = start(slow, next);
    await clock.advance(5_000);
    expect(came.outcome).toEqual({ ok: true, result: 'native' });
    expect(next.abortedAtMs).toEqual([HEDGE_AFTER_DEFAULT_MS + 200]);
    expect(stateOf('yt-dlp')).toMatchObject({ lately: { asked: 0, ok: 0 }, failures: [] });
  });

  it("is slow by the engine's own recent 95th percentile", async () => {
    await addHistory('native', 1_400, 10);
    const [slow, next] = [createEngine('native', NEVER), createEngine('yt-dlp', 100)];
    const { came } = start(slow, next);
    await clock.advance(1_500);
    expect([next.calledAtMs, came.afterMs]).toEqual([[1_400], 1_500]);
  });

  it('opens the circuit when half of the last twenty runs were slow, though none of them ended', async () => {
    await addHistory('native', 1_000, 10);
    for (let count = 0; count < 10; count += 1) {
      start(createEngine('native', NEVER), createEngine('provider', 10));
      await clock.advance(60_000);
    }
    expect(stateOf('native')).toMatchObject({ breaker: 'open', failures: { length: 10 } });
    expect(stateOf('provider')?.breaker).toBe('closed');
  });

  it('is overtaken by a terminal failure, too', async () => {
    const slow = createEngine('native', NEVER);
    const { came } = start(slow, createEngine('yt-dlp', 100, PRIVATE), createEngine('cobalt', 0));
    await clock.advance(HEDGE_AFTER_DEFAULT_MS + 100);
    expect(came.outcome).toMatchObject({ ok: false, code: 'private' });
    expect(slow.abortedAtMs).toHaveLength(1);
  });

  it('starts the engine after the next as soon as the next has failed', async () => {
    const third = createEngine('cobalt', 100);
    const { came } = start(createEngine('native', NEVER), createEngine('yt-dlp', 50, FAULT), third);
    await clock.advance(HEDGE_AFTER_DEFAULT_MS + 150);
    expect(third.calledAtMs).toEqual([HEDGE_AFTER_DEFAULT_MS + 50]);
    expect(came).toEqual({ outcome: { ok: true, result: 'cobalt' }, afterMs: HEDGE_AFTER_DEFAULT_MS + 150 });
  });

  it('keeps its own result when no other engine can help', async () => {
    const { came } = start(createEngine('native', 9_000), createEngine('yt-dlp', 100, FAULT));
    await clock.advance(9_000);
    expect(came).toEqual({ outcome: { ok: true, result: 'native' }, afterMs: 9_000 });
    const late = start(createEngine('native', NEVER), createEngine('yt-dlp', NEVER));
    await clock.advance(ENGINE_TIMEOUT_MS + HEDGE_AFTER_DEFAULT_MS);
    expect(late.came.outcome).toMatchObject({ ok: false, reason: 'upstream_timeout' });
    expect(late.came.afterMs).toBeLessThan(PREVIEW_TIMEOUT_MS);
  });
});

describe('an engine with an open circuit', () => {
  it('is skipped and costs no time', async () => {
    await openCircuit('native');
    const openCircuitEngine = createEngine('native', 0);
    const { came } = start(openCircuitEngine, createEngine('provider', 200));
    await clock.advance(200);
    expect([openCircuitEngine.calledAtMs, came.afterMs]).toEqual([[], 200]);
  });

  it('is probed once every half minute, in parallel with the next engine, and closes after a good probe', async () => {
    await openCircuit('native');
    await clock.advance(BREAKER_PROBE_MS);
    const probe = createEngine('native', 4_000);
    const [first, second] = [
      start(probe, createEngine('provider', 200)),
      start(probe, createEngine('provider', 200)),
    ];
    await clock.advance(200);
    expect([first.came.afterMs, second.came.afterMs, probe.calledAtMs]).toEqual([200, 200, [0]]);
    expect(stateOf('native')?.breaker).toBe('probing');
    // The visitor has left with the other engine's post; the probe continues to its end.
    await clock.advance(3_800);
    expect([stateOf('native')?.breaker, probe.abortedAtMs]).toEqual(['closed', []]);
    const back = start(createEngine('native', 100), createEngine('yt-dlp', 100));
    await clock.advance(100);
    expect(back.came.outcome).toEqual({ ok: true, result: 'native' });
  });

  it('reports when it is tried again, when there is no other engine', async () => {
    await openCircuit('native');
    await clock.advance(10_000);
    const { came, work } = start(createEngine('native', 0));
    await work;
    expect(came.outcome).toMatchObject({
      ok: false,
      code: 'failed',
      terminal: false,
      reason: 'engine_resting',
      skipReason: 'circuit_open',
      retryAfter: 20,
    });
  });

  it('is probed by a request that has no other engine, and that request gets the result', async () => {
    await openCircuit('native');
    await clock.advance(BREAKER_PROBE_MS);
    const { came } = start(createEngine('native', 300));
    await clock.advance(300);
    expect(came.outcome).toEqual({ ok: true, result: 'native' });
  });
});

describe('a visitor who disconnects', () => {
  it('aborts every run, which counts against no engine', async () => {
    const left = new AbortController();
    const slow = createEngine('native', NEVER);
    const work = runChain([slow], LINK, () => Promise.resolve({ ok: true, result: 'x' }), {
      registry,
      log,
      requesters,
      signal: left.signal,
    });
    await clock.advance(7_000);
    left.abort(new Error('left'));
    await expect(work).rejects.toThrow('left');
    await clock.advance(0);
    expect(slow.abortedAtMs).toEqual([7_000]);
    expect(stateOf('native')).toMatchObject({ lately: { asked: 0, ok: 0 }, failures: [] });
  });

  it('after a long wait for an engine that hangs, counts that as a fault of the engine', async () => {
    const left = new AbortController();
    const signal = left.signal;
    const chain = { registry, log, requesters, signal, observe: (run: ChainRun) => runs.push(run) };
    const work = runChain(
      [createEngine('native', NEVER)],
      LINK,
      () => Promise.resolve({ ok: true, result: 'x' }),
      chain,
    );
    await clock.advance(HEDGE_AFTER_MAX_MS);
    left.abort(new Error('left'));
    await expect(work).rejects.toThrow('left');
    await clock.advance(0);
    expect(stateOf('native')).toMatchObject({ lately: { asked: 1, ok: 0 } });
    expect(runs).toMatchObject([{ engine: 'native', outcome: { reason: 'upstream_timeout' } }]);
  });

  it('aborts a probe, and the next visitor probes at once', async () => {
    await openCircuit('native');
    await clock.advance(BREAKER_PROBE_MS);
    const left = new AbortController();
    const probe = createEngine('native', NEVER);
    const work = runChain([probe], LINK, () => Promise.resolve({ ok: true, result: 'x' }), {
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
    const { came } = start(createEngine('native', 100));
    await clock.advance(100);
    expect(came.outcome).toEqual({ ok: true, result: 'native' });
    expect(stateOf('native')?.breaker).toBe('closed');
  });
});
