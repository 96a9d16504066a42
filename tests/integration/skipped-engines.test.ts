import { beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/server/base/observability/logger.ts';
import { runWithReference } from '../../src/server/base/observability/request-reference.ts';
import type { Engine } from '../../src/server/engines/engine.ts';
import { createTicketSealer } from '../../src/server/media/tickets/ticket-sealer.ts';
import { BREAKER_FAULTS } from '../../src/server/platforms/circuit-breaker.ts';
import { type EngineOutcome, failed } from '../../src/server/platforms/failures.ts';
import { mediaHosts } from '../../src/server/platforms/server-platforms.ts';
import {
  createEngineHealthRegistry,
  type EngineHealthRegistryOptions,
  HEDGE_AFTER_DEFAULT_MS,
} from '../../src/server/posts/engine-health.ts';
import { PREVIEW_TIMEOUT_MS } from '../../src/server/posts/engine-run.ts';
import { createPreview, type Preview } from '../../src/server/posts/preview.ts';
import type { EngineName } from '../../src/shared/contract/engine-names.ts';
import { byPlatform } from '../../src/shared/platforms/platforms.ts';
import { createManualClock, type ManualClock } from '../manual-clock.ts';
import { visitorOf } from '../requesters.ts';
import { directPages } from './direct-pages.ts';
import { createFakeOutboundClient } from './fake-outbound-client.ts';
import { TEST_SECRET } from './test-app.ts';

type Connectivity = Readonly<Record<string, unknown>>;
type Answers = Partial<Record<EngineName, () => EngineOutcome | Promise<EngineOutcome>>>;

const FAULT: EngineOutcome = failed('upstream_error');
const SHORT = 'https://vm.tiktok.com/ZMab1/';
const linkTo = (post: number) => `https://www.tiktok.com/@ada/video/74000000000000000${10 + post}`;

let clock: ManualClock;
let text: string;
let calledEngines: number;
beforeEach(() => {
  clock = createManualClock();
  text = '';
  calledEngines = 0;
});

const previewOf = (
  answers: Answers,
  rates: ReturnType<NonNullable<EngineHealthRegistryOptions['rulesOf']>>,
  order: readonly EngineName[] = ['native', 'yt-dlp', 'provider'],
): Preview => {
  const engines = Object.entries(answers).map(
    ([name, extract]): Engine => ({
      name: name as EngineName,
      // Longer than a preview may take, so that the preview ends first.
      runMs: 2 * PREVIEW_TIMEOUT_MS,
      supports: ({ kind }) => name !== 'cobalt' || kind === 'post',
      extract: () => Promise.resolve(extract()),
    }),
  );
  const outbound = createFakeOutboundClient(() => {
    calledEngines += 1;
    return { status: 404 };
  });
  return createPreview({
    engines,
    readChoice: () => ({ order, provider: null, platforms: byPlatform(() => true) }),
    registry: createEngineHealthRegistry({ clock, rulesOf: () => rates }),
    pages: directPages(outbound),
    media: outbound,
    mediaHosts: mediaHosts([]),
    tickets: createTicketSealer({ secret: TEST_SECRET }),
    log: createLogger('info', {
      write(line) {
        text += line;
      },
    }),
  });
};
const ROOMY = { concurrency: 50, maxQueue: 50, freePerHour: Number.POSITIVE_INFINITY, gapMs: 0 };

let requests = 0;
/** Requests a preview under a reference, from a network of its own. */
const ask = (preview: Preview, link: string) => {
  requests += 1;
  const reference = `REF${requests}`;
  const given = { requester: visitorOf(`network ${requests}`) };
  return { reference, answer: runWithReference(reference, () => preview.preview(link, given)) };
};
const linesOf = (reference: string): Connectivity[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Connectivity)
    .filter((line) => line['reference'] === reference);
/**
 * Returns the log lines about the engines of a request: each skipped engine with its reason, each attempted one with
 * its code.
 */
const engineLinesOf = (reference: string) =>
  linesOf(reference)
    .filter(({ msg }) => msg === 'engine skipped' || msg === 'engine tried')
    .map(({ msg, engine, cause, code }) => [engine, msg === 'engine skipped' ? cause : code]);

describe('a reference explains why engines were skipped', () => {
  it('because their circuit is open, or they are paused', async () => {
    const limit: EngineOutcome = failed('rate_limited', { retryAfter: 60 });
    const preview = previewOf({ native: () => FAULT, 'yt-dlp': () => limit }, ROOMY);
    const earlier = Array.from({ length: BREAKER_FAULTS }, (_, post) => ask(preview, linkTo(post)));
    await Promise.all(earlier.map(({ answer }) => answer));
    const { reference, answer } = ask(preview, linkTo(50));
    expect(await answer).toMatchObject({ ok: false, code: 'rate_limited' });
    expect(engineLinesOf(reference)).toEqual([
      ['native', 'circuit_open'],
      ['yt-dlp', 'asked_to_wait'],
    ]);
    expect(linesOf(reference)).toMatchObject([
      { msg: 'engine skipped', platform: 'tiktok', level: 30 },
      { msg: 'engine skipped', platform: 'tiktok' },
      { msg: 'preview answered', code: 'rate_limited', cause: 'asked_to_wait' },
    ]);
  });

  it('because the queue was full', async () => {
    const held = Promise.withResolvers<EngineOutcome>();
    const preview = previewOf({ native: () => held.promise }, { ...ROOMY, concurrency: 1, maxQueue: 1 });
    const busy = [ask(preview, linkTo(1)), ask(preview, linkTo(2))];
    await clock.advance(0);
    const { reference, answer } = ask(preview, linkTo(3));
    await answer;
    expect(engineLinesOf(reference)).toEqual([['native', 'queue_full']]);
    held.resolve(FAULT);
    await Promise.all(busy.map((one) => one.answer));
  });

  it('because the queue would take too long', async () => {
    const preview = previewOf({ native: () => FAULT }, { ...ROOMY, freePerHour: 0, gapMs: 60_000 });
    await ask(preview, linkTo(1)).answer;
    const { reference, answer } = ask(preview, linkTo(2));
    await answer;
    expect(engineLinesOf(reference)).toEqual([['native', 'queue_too_slow']]);
  });

  it('because the preview timed out before they could start', async () => {
    const hangs = () => new Promise<EngineOutcome>(() => undefined);
    const faulty = previewOf({ 'yt-dlp': hangs, native: () => FAULT }, ROOMY, ['yt-dlp', 'native']);
    // These failures open its circuit; while another engine runs, it is not probed.
    const earlier = Array.from({ length: BREAKER_FAULTS }, (_, post) => ask(faulty, linkTo(post)));
    await clock.advance(HEDGE_AFTER_DEFAULT_MS);
    const late = ask(faulty, linkTo(50));
    await clock.advance(PREVIEW_TIMEOUT_MS);
    await Promise.all([...earlier, late].map(({ answer }) => answer));
    expect(engineLinesOf(late.reference)).toEqual([
      ['native', 'out_of_time'],
      ['yt-dlp', 'overtaken'],
    ]);
  });

  it('because they are switched off or do not support the link, when the preview failed', async () => {
    const answers: Answers = {
      native: () => FAULT,
      'yt-dlp': () => FAULT,
      cobalt: () => FAULT,
      sample: () => FAULT,
    };
    const failing = previewOf(answers, ROOMY, ['native', 'cobalt']);
    const { reference, answer } = ask(failing, linkTo(1));
    await answer;
    expect(engineLinesOf(reference)).toEqual([
      ['native', 'failed'],
      ['yt-dlp', 'switched_off'],
      ['cobalt', 'link_unsupported'],
    ]);
  });
});

describe('a cached response refers to the attempts that produced it', () => {
  it('for a post that failed', async () => {
    const preview = previewOf({ native: () => FAULT }, ROOMY);
    const first = ask(preview, linkTo(1));
    await first.answer;
    const second = ask(preview, linkTo(1));
    await second.answer;
    expect(engineLinesOf(first.reference)).toEqual([['native', 'failed']]);
    expect(linesOf(second.reference)).toMatchObject([
      { msg: 'preview answered', code: 'failed', cause: 'upstream_error', sharedWith: first.reference },
    ]);
  });

  it('for a short link that led nowhere', async () => {
    const preview = previewOf({ native: () => FAULT }, ROOMY);
    const first = ask(preview, SHORT);
    await first.answer;
    const second = ask(preview, SHORT);
    await second.answer;
    expect(calledEngines).toBe(1);
    expect(linesOf(first.reference)).toMatchObject([
      { msg: 'short link followed', platform: 'tiktok', code: 'gone', cause: 'http_404' },
      { msg: 'preview answered', code: 'gone', cause: 'http_404' },
    ]);
    expect(linesOf(first.reference)[1]).not.toHaveProperty('sharedWith');
    expect(linesOf(second.reference)).toMatchObject([
      { msg: 'preview answered', code: 'gone', cause: 'http_404', sharedWith: first.reference },
    ]);
  });
});
