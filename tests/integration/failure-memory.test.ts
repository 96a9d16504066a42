import { beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/server/base/observability/logger.ts';
import type { Engine } from '../../src/server/engines/engine.ts';
import { createTicketSealer } from '../../src/server/media/tickets/ticket-sealer.ts';
import {
  type EngineOutcome,
  FAILURE_CACHE_MS,
  failed,
  TERMINAL_FAILURE_CACHE_MS,
} from '../../src/server/platforms/failures.ts';
import { mediaHosts } from '../../src/server/platforms/server-platforms.ts';
import { createEngineHealthRegistry } from '../../src/server/posts/engine-health.ts';
import { createPreview, type Preview } from '../../src/server/posts/preview.ts';
import { byPlatform } from '../../src/shared/platforms/platforms.ts';
import { createCountedOutcomes } from '../counted-outcomes.ts';
import { createManualClock, type ManualClock } from '../manual-clock.ts';
import { visitorOf } from '../requesters.ts';
import { directPages } from './direct-pages.ts';
import { createFakeOutboundClient } from './fake-outbound-client.ts';
import { TEST_SECRET } from './test-app.ts';

const LINK = 'https://www.tiktok.com/@ada/video/7400000000000000001';
const OTHER = 'https://www.tiktok.com/@ada/video/7400000000000000002';
const GONE: EngineOutcome = failed('missing');
const FAULT: EngineOutcome = failed('upstream_error');

let clock: ManualClock;
let outcome: EngineOutcome | Promise<EngineOutcome>;
let engineCalls: number;
let preview: Preview;
let outcomes: ReturnType<typeof createCountedOutcomes>;
beforeEach(() => {
  clock = createManualClock();
  outcome = FAULT;
  engineCalls = 0;
  outcomes = createCountedOutcomes(clock.now);
  const engine: Engine = {
    name: 'native',
    supports: () => true,
    extract: () => {
      engineCalls += 1;
      return Promise.resolve(outcome);
    },
  };
  const rates = { concurrency: 1, maxQueue: 1, freePerHour: Number.POSITIVE_INFINITY, gapMs: 0 };
  const outbound = createFakeOutboundClient(() => ({ status: 404, headers: {} }));
  preview = createPreview({
    engines: [engine],
    readChoice: () => ({
      order: ['native'],
      provider: null,
      platforms: byPlatform(() => true),
    }),
    registry: createEngineHealthRegistry({ clock, rulesOf: () => rates }),
    pages: directPages(outbound),
    media: outbound,
    mediaHosts: mediaHosts([]),
    tickets: createTicketSealer({ secret: TEST_SECRET }),
    log: createLogger('silent'),
    observe: outcomes.countRun,
  });
});
let networks = 0;
/** Requests a preview from another network each time. */
const ask = (link = LINK) => {
  networks += 1;
  return preview.preview(link, { requester: visitorOf(`network ${networks}`) });
};

describe('a preview that failed', () => {
  it.each([
    ['for now', FAULT, FAILURE_CACHE_MS],
    ['for good', GONE, TERMINAL_FAILURE_CACHE_MS],
  ] as const)(
    '%s is answered from the cache, and run again after its time',
    async (_case, given, lifetimeMs) => {
      outcome = given;
      const first = await ask();
      for (let count = 0; count < 19; count += 1) expect(await ask()).toEqual(first);
      await clock.advance(lifetimeMs - 1);
      await ask();
      expect(engineCalls).toBe(1);
      await clock.advance(1);
      await ask();
      expect(engineCalls).toBe(2);
      await ask(OTHER);
      expect(engineCalls).toBe(3);
    },
  );

  it('with a Retry-After is run again when that time has passed', async () => {
    outcome = failed('upstream_error', { retryAfter: 10 });
    expect(await ask()).toMatchObject({ retryAfter: 10 });
    await clock.advance(4_000);
    expect(await ask()).toMatchObject({ retryAfter: 6 });
    await clock.advance(6_000);
    await ask();
    expect(engineCalls).toBe(2);
  });

  it.each(['of one network', 'of a new network each time'])(
    'does not change the status, however often it is requested by visitors %s',
    async (whose) => {
      const states = new Set<string>();
      for (let count = 0; count < 120; count += 1) {
        const network = whose === 'of one network' ? 'one' : `network ${count}`;
        await preview.preview(LINK, { requester: visitorOf(network) });
        const { previews, engines } = outcomes.status();
        for (const { state } of [previews.tiktok, ...engines]) states.add(state);
        await clock.advance(FAILURE_CACHE_MS);
      }
      expect([engineCalls, ...states]).toEqual([120, 'unknown']);
    },
  );

  it("changes the status when it is one of the owner's posts", async () => {
    const monitor = { requester: { network: 'monitor', budget: 'monitor' } } as const;
    for (let count = 0; count < 2; count += 1) await preview.attempt(LINK, monitor);
    expect(outcomes.status().engines[0]?.state).toBe('failing');
  });

  it('does not reveal to the visitor that it was cached', async () => {
    expect(await ask()).toEqual({
      ok: false,
      code: 'failed',
      reason: 'upstream_error',
      cause: 'upstream_error',
    });
  });

  it('is run all the same for an operator and for the monitor', async () => {
    await ask();
    await preview.attempt(LINK, { requester: { network: '1', budget: 'operator' } });
    await preview.attempt(LINK, { requester: { network: 'monitor', budget: 'monitor' } });
    expect(engineCalls).toBe(3);
  });

  it('because the queue was full is not cached', async () => {
    const held = Promise.withResolvers<EngineOutcome>();
    outcome = held.promise;
    const busy = [ask(OTHER), ask(`${OTHER}1`)];
    await clock.advance(0);
    expect(await ask()).toMatchObject({ ok: false, code: 'rate_limited' });
    outcome = FAULT;
    held.resolve(FAULT);
    await Promise.all(busy);
    expect(await ask()).toMatchObject({ ok: false, code: 'failed' });
  });
});
