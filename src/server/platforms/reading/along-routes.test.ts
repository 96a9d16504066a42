import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OutboundRoute } from '#shared/outbound-routes.ts';
import { createProxyBudget } from '../../limits/traffic-limits.ts';
import { type EngineFailure, type FailedTry, failed as failedFor } from '../failures.ts';
import { type RouteChoice, tryRoutes } from './along-routes.ts';

const FOUND = { ok: true, post: 'post' } as const;
type Found = typeof FOUND;
type Ending = Found | EngineFailure | Error;

/** An answer after some milliseconds. */
interface Planned {
  readonly after?: number;
  readonly ends: Ending;
}

const neverAborted = new AbortController().signal;
let tries: OutboundRoute[];
let stopped: OutboundRoute[];
/** Routes of the failed tries that the last outcome names. */
let failed: OutboundRoute[];

beforeEach(() => {
  vi.useFakeTimers();
  tries = [];
  stopped = [];
});
afterEach(() => {
  vi.useRealTimers();
});

const run = (
  plan: Partial<Record<OutboundRoute, Planned>>,
  choice: Partial<RouteChoice> = {},
  signal = neverAborted,
) =>
  tryRoutes<Found>(
    { routes: ['direct', 'proxy'], budget: createProxyBudget(10), ...choice },
    (route, tryEnds) => {
      tries.push(route);
      const { after = 0, ends } = plan[route] ?? { ends: new Error(`no ${route}`) };
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => (ends instanceof Error ? reject(ends) : resolve(ends)), after);
        tryEnds.addEventListener('abort', () => {
          clearTimeout(timer);
          stopped.push(route);
          reject(tryEnds.reason as Error);
        });
      });
    },
    signal,
  );

/** Runs until everything has settled, and returns the outcome with the milliseconds it took. */
const outcomeOf = async (work: Promise<unknown>) => {
  const started = Date.now();
  const settled = work.then((outcome) => {
    const { failedTries, ...rest } = outcome as { readonly failedTries?: readonly FailedTry[] };
    failed = failedTries?.map(({ route }) => route) ?? [];
    return { outcome: rest, ms: Date.now() - started };
  });
  settled.catch(() => undefined);
  await vi.runAllTimersAsync();
  return settled;
};

describe('with one route', () => {
  it.each(['direct', 'proxy'] as const)('%s: makes one try', async (route) => {
    const { outcome } = await outcomeOf(
      run({ [route]: { ends: failedFor('rate_limited') } }, { routes: [route] }),
    );
    expect([outcome, tries]).toEqual([failedFor('rate_limited'), [route]]);
  });

  it('the proxy: makes no try without budget, and says when', async () => {
    const budget = createProxyBudget(1, () => 0);
    budget.take();
    const { outcome } = await outcomeOf(run({ proxy: { ends: FOUND } }, { routes: ['proxy'], budget }));
    expect(outcome).toMatchObject({ code: 'rate_limited', cause: 'proxy_budget', retryAfter: 3_600 });
    expect(tries).toEqual([]);
  });
});

describe('with the proxy as fallback', () => {
  it('does not use it when the direct try finds the post in time', async () => {
    const budget = createProxyBudget(1);
    const { outcome } = await outcomeOf(run({ direct: { after: 1_499, ends: FOUND } }, { budget }));
    expect([outcome, tries, budget.take()]).toEqual([FOUND, ['direct'], null]);
  });

  it.each([
    failedFor('rate_limited'),
    failedFor('network'),
    failedFor('private'),
    failedFor('perhaps_gone'),
    failedFor('page_refused'),
    failedFor('page_unreadable'),
    failedFor('region'),
    failedFor('upstream_timeout'),
    failedFor('clip_withheld'),
  ])('uses it at once after $code $reason', async (refusal) => {
    const { outcome, ms } = await outcomeOf(
      run({ direct: { after: 20, ends: refusal }, proxy: { after: 30, ends: FOUND } }),
    );
    expect([outcome, tries, ms]).toEqual([FOUND, ['direct', 'proxy'], 50]);
    expect(failed).toEqual(['direct']);
  });

  it.each([
    failedFor('private_post'),
    failedFor('missing'),
    failedFor('marked_private'),
    failedFor('no_media'),
    failedFor('link_invalid'),
    failedFor('address_unsupported'),
    failedFor('story_needs_session'),
  ])('does not use it after $code $reason $cause: no address gets another answer', async (answer) => {
    const { outcome } = await outcomeOf(run({ direct: { ends: answer }, proxy: { ends: FOUND } }));
    expect([outcome, tries]).toEqual([answer, ['direct']]);
  });

  it('starts it beside a slow direct try, and takes the first post', async () => {
    const { outcome, ms } = await outcomeOf(
      run({ direct: { after: 9_000, ends: FOUND }, proxy: { after: 400, ends: FOUND } }),
    );
    expect([outcome, tries, ms]).toEqual([FOUND, ['direct', 'proxy'], 1_900]);
    expect(stopped).toContain('direct');
  });

  it('stops the proxied try when the direct one is faster after all', async () => {
    const { ms } = await outcomeOf(
      run({ direct: { after: 1_600, ends: FOUND }, proxy: { after: 9_000, ends: FOUND } }),
    );
    expect([ms, stopped]).toEqual([1_600, ['direct', 'proxy']]);
  });

  it('waits for the direct try when the proxied one fails', async () => {
    const { outcome, ms } = await outcomeOf(
      run({ direct: { after: 3_000, ends: FOUND }, proxy: { ends: failedFor('network') } }),
    );
    expect([outcome, ms]).toEqual([FOUND, 3_000]);
  });

  it('believes the proxied try that a post is gone', async () => {
    const { outcome } = await outcomeOf(
      run({ direct: { ends: failedFor('rate_limited') }, proxy: { ends: failedFor('missing') } }),
    );
    expect(outcome).toEqual(failedFor('missing'));
  });

  it.each([
    [failedFor('rate_limited'), failedFor('network'), failedFor('rate_limited')],
    [failedFor('network'), failedFor('rate_limited'), failedFor('rate_limited')],
    [failedFor('network'), new Error('bug'), failedFor('network')],
  ])('reports the more specific of two failures (%#)', async (direct, proxied, expected) => {
    const { outcome } = await outcomeOf(run({ direct: { ends: direct }, proxy: { ends: proxied } }));
    expect(outcome).toEqual(expected);
    expect(failed).toEqual(proxied instanceof Error ? ['direct'] : ['direct', 'proxy']);
  });

  it('leaves the direct outcome alone without budget', async () => {
    const budget = createProxyBudget(1);
    budget.take();
    const limited = failedFor('rate_limited');
    const { outcome } = await outcomeOf(
      run({ direct: { ends: limited }, proxy: { ends: FOUND } }, { budget }),
    );
    expect([outcome, tries]).toEqual([limited, ['direct']]);
    expect(failed).toEqual(['direct', 'proxy']);
    const slow = await outcomeOf(run({ direct: { after: 5_000, ends: FOUND } }, { budget }));
    expect(failed).toEqual(['proxy']);
    expect([slow.outcome, slow.ms]).toEqual([FOUND, 5_000]);
  });

  it('rejects with the reason of the signal, and stops both tries', async () => {
    const leaving = new AbortController();
    const work = run(
      { direct: { after: 9_000, ends: FOUND }, proxy: { after: 9_000, ends: FOUND } },
      {},
      leaving.signal,
    );
    work.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(2_000);
    leaving.abort(new Error('left'));
    await expect(work).rejects.toThrow('left');
    expect(stopped).toEqual(['direct', 'proxy']);
  });

  it('rejects with an internal error of the direct try', async () => {
    await expect(outcomeOf(run({ direct: { ends: new Error('bug') } }))).rejects.toThrow('bug');
  });
});
