import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseLink } from '#shared/links/parse-link.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { createLogger } from '../base/observability/logger.ts';
import type { Requester } from '../limits/requester.ts';
import { createProxyBudget } from '../limits/traffic-limits.ts';
import { type OutboundClient, OutboundError, type OutboundResponse } from '../outbound/outbound-client.ts';
import { createRunSubjects } from '../platforms/circuit-breaker.ts';
import { TERMINAL_FAILURE_CACHE_MS } from '../platforms/failures.ts';
import { RATE_LIMIT_PAUSE_MAX_MS } from './engine-health.ts';
import { createOutcomeCache } from './post-source.ts';
import type { ShareOutcome } from './resolve-share-link.ts';
import {
  createShareTargets,
  type FindTarget,
  SHARE_LINKS_CONCURRENCY,
  SHARE_LINKS_QUEUE_MAX,
} from './share-targets.ts';

const VIDEO = 'https://www.tiktok.com/@ada/video/7400000000000000001';

let time = 0;
let answers: ((response: Pick<OutboundResponse, 'status' | 'headers'>) => void)[];
let aborted: number;
let followed: FindTarget;
let find: (link: ParsedLink, signal?: AbortSignal) => Promise<ShareOutcome>;

/** An outbound client that waits for the test to answer. */
const outbound: OutboundClient = {
  request: ({ url, signal }) =>
    new Promise((resolve, reject) => {
      answers.push((given) => resolve({ ...given, setCookies: [], url, body: Readable.from([]) }));
      signal?.addEventListener('abort', () => {
        aborted += 1;
        reject(new OutboundError('timeout'));
      });
    }),
  close: () => Promise.resolve(),
};
const clock = { now: () => time, callAfter: () => () => undefined };

beforeEach(() => {
  time = 1_000_000;
  answers = [];
  aborted = 0;
  followed = createShareTargets({
    registry: { clock, subjects: createRunSubjects(clock.now) },
    targets: createOutcomeCache(clock.now),
    pages: {
      clients: { direct: outbound },
      routeChoice: { routes: ['direct'], budget: createProxyBudget(1) },
    },
    log: createLogger('silent'),
  });
  // Every link is requested by another network.
  find = (link, signal) => followed(link, { requester: { network: link.url, budget: 'visitor' }, signal });
});

const short = (name: string, host = 'vm.tiktok.com'): ParsedLink => {
  const parsed = parseLink(`https://${host}/${name}/`);
  if (!parsed.ok || parsed.link.kind !== 'share') throw new Error('no share link');
  return parsed.link;
};
const settle = () => new Promise((resolve) => setImmediate(resolve));
const answer = (response: Pick<OutboundResponse, 'status' | 'headers'>) => answers.shift()?.(response);
const found = { status: 301, headers: { location: VIDEO } };

describe('short links', () => {
  it('are resolved up to the concurrency limit, then queued, then rejected', async () => {
    const [concurrency, maxQueue] = [SHARE_LINKS_CONCURRENCY, SHARE_LINKS_QUEUE_MAX];
    const all = Array.from({ length: concurrency + maxQueue + 1 }, (_, index) =>
      find(short(`ZMab${String(index)}`)),
    );
    await settle();
    expect(answers).toHaveLength(concurrency);
    expect(await all.at(-1)).toMatchObject({
      ok: false,
      code: 'rate_limited',
      retryAfter: expect.any(Number),
    });
    answer(found);
    expect(await all[0]).toMatchObject({ ok: true });
    await settle();
    expect(answers).toHaveLength(concurrency);
    // Another platform has a gate of its own.
    void find(short('share/reel/BAtoken1', 'www.instagram.com'));
    await settle();
    expect(answers).toHaveLength(concurrency + 1);
  });

  it('are paused as long as the platform requests, a quarter of an hour at most', async () => {
    const first = find(short('ZMab1'));
    await settle();
    answer({ status: 429, headers: { 'retry-after': '40' } });
    expect(await first).toMatchObject({ code: 'rate_limited', retryAfter: 40 });
    time += 10_000;
    expect(await find(short('ZMab2'))).toMatchObject({ code: 'rate_limited', retryAfter: 30 });
    time += 30_000;
    const next = find(short('ZMab3'));
    await settle();
    answer({ status: 429, headers: { 'retry-after': String(RATE_LIMIT_PAUSE_MAX_MS) } });
    await next;
    time += RATE_LIMIT_PAUSE_MAX_MS;
    const last = find(short('ZMab4'));
    await settle();
    answer(found);
    expect(await last).toMatchObject({ ok: true, link: { id: '7400000000000000001' } });
  });

  it('stay paused when another link that was already requested succeeds', async () => {
    const refused = find(short('ZMab1'));
    const other = find(short('ZMab2'));
    await settle();
    answer({ status: 429, headers: { 'retry-after': '40' } });
    expect(await refused).toMatchObject({ code: 'rate_limited', retryAfter: 40 });
    answer(found);
    expect(await other).toMatchObject({ ok: true });
    const later = find(short('ZMab3'));
    await settle();
    expect(answers).toEqual([]);
    expect(await later).toMatchObject({ code: 'rate_limited', retryAfter: 40 });
  });

  it('are cancelled when no request waits any more, and free their slot', async () => {
    const left = new AbortController();
    const stays = find(short('ZMab1'));
    const goes = find(short('ZMab2'), left.signal);
    await settle();
    left.abort(new Error('left'));
    await expect(goes).rejects.toThrow('left');
    expect(aborted).toBe(1);
    answer(found);
    expect(await stays).toMatchObject({ ok: true });
  });

  it('are not requested when they already are links to posts', async () => {
    const parsed = parseLink(VIDEO);
    if (!parsed.ok) throw new Error('no link');
    expect(await find(parsed.link)).toEqual(parsed);
    expect(answers).toEqual([]);
  });

  it('that failed are not requested again for a while, except by an operator', async () => {
    const link = short('ZMgone');
    const gone = { status: 404, headers: {} };
    const first = find(link);
    await settle();
    answer(gone);
    expect(await first).toMatchObject({ ok: false, code: 'gone' });
    time += TERMINAL_FAILURE_CACHE_MS - 1;
    expect([await find(link), answers]).toMatchObject([{ ok: false, code: 'gone' }, []]);
    const operator = followed(link, { requester: { network: '1', budget: 'operator' }, retryFailed: true });
    await settle();
    answer(found);
    expect(await operator).toMatchObject({ ok: true });
    expect(await find(link)).toMatchObject({ ok: true });
  });

  it('of one network leave slots for the others', async () => {
    const requester: Requester = { network: 'flood', budget: 'visitor' };
    const flood = Array.from({ length: SHARE_LINKS_CONCURRENCY + SHARE_LINKS_QUEUE_MAX }, (_, index) =>
      followed(short(`ZMflood${String(index)}`), { requester }),
    );
    await settle();
    expect(answers).toHaveLength(SHARE_LINKS_CONCURRENCY - 1);
    const visitor = find(short('ZMvisitor'));
    await settle();
    expect(answers).toHaveLength(SHARE_LINKS_CONCURRENCY);
    expect(await flood.at(-1)).toMatchObject({ ok: false, code: 'rate_limited' });
    answers.at(-1)?.(found);
    expect(await visitor).toMatchObject({ ok: true });
  });
});
