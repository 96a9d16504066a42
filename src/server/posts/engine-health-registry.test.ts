import { describe, expect, it } from 'vitest';
import { type EngineFailure, failed } from '../platforms/failures.ts';
import { createEngineHealthRegistry, failingEngines, type RunEnd } from './engine-health.ts';

const TIMED_OUT = failed('run_timeout');
const FAULT: EngineFailure = failed('network');

/** Records these results for the native engine on TikTok, one per second, and returns the failing engines. */
const failingAfter = (...ends: readonly RunEnd[]) => failingAfterOf(null, ...ends);
/** As failingAfter, with all runs of one post, or with another post for each run when `post` is null. */
const failingAfterOf = (post: string | null, ...ends: readonly RunEnd[]) => {
  let at = 1_000_000;
  const registry = createEngineHealthRegistry({ clock: { now: () => at, callAfter: () => () => undefined } });
  const place = registry.healthOf('native', 'tiktok');
  for (const [index, end] of ends.entries()) {
    const pass = place.begin(
      { network: 'a', post: post ?? `post ${index}`, budget: 'visitor', isOnlyNetwork: true },
      true,
    );
    if ('code' in pass) throw new Error('held');
    at += 1_000;
    place.settle(pass, 1_000, end);
  }
  return failingEngines(registry.records(['native', 'yt-dlp']));
};
const OK: RunEnd = { ok: true };
const FAILING = [{ engine: 'native', platform: 'tiktok' }];

describe('failingEngines', () => {
  it.each<[string, readonly RunEnd[], readonly object[]]>([
    ['nothing is known', [], []],
    ['all runs were good', [OK, OK, OK], []],
    ['one run timed out', [OK, TIMED_OUT], []],
    ['the last two runs timed out, whatever came before', [OK, OK, OK, OK, TIMED_OUT, TIMED_OUT], FAILING],
    ['the last two were overtaken', [OK, OK, OK, 'overtaken', 'overtaken'], FAILING],
    ['it has worked since', [TIMED_OUT, TIMED_OUT, OK], []],
    ['it failed twice in another way', [OK, OK, OK, OK, FAULT, TIMED_OUT], []],
  ])('reports the engine correctly when %s', (_name, ends, expected) => {
    expect(failingAfter(...ends)).toEqual(expected);
  });

  it('does not report an engine for one post that hangs, however often it is requested', () => {
    expect(failingAfterOf('one post', TIMED_OUT, TIMED_OUT, 'overtaken', TIMED_OUT)).toEqual([]);
    expect(failingAfterOf('one post', TIMED_OUT)).toEqual([]);
  });

  it('does not report an engine that has answered since, even with a failure', () => {
    const gone: EngineFailure = failed('missing');
    expect(failingAfter(TIMED_OUT, TIMED_OUT, gone)).toEqual([]);
  });

  it('reports an engine whose circuit is open, even after many successful runs', () => {
    expect(
      failingAfter(...Array.from({ length: 9 }, () => OK), ...Array.from({ length: 5 }, () => FAULT)),
    ).toEqual(FAILING);
  });
});
