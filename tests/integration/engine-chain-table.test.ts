import { describe, expect, it } from 'vitest';
import { createLogger } from '../../src/server/base/observability/logger.ts';
import type { Engine } from '../../src/server/engines/engine.ts';
import { createNativeEngine } from '../../src/server/engines/native/native-engine.ts';
import { singleRequester } from '../../src/server/limits/requester.ts';
import { BREAKER_FAULTS } from '../../src/server/platforms/circuit-breaker.ts';
import { type EngineFailure, failed } from '../../src/server/platforms/failures.ts';
import type { ExtractedPost } from '../../src/server/platforms/reading/extracted-post.ts';
import { runChain } from '../../src/server/posts/engine-chain.ts';
import { createEngineHealthRegistry } from '../../src/server/posts/engine-health.ts';
import { PLATFORM_IDS, type PlatformId } from '../../src/shared/platforms/platforms.ts';
import { createCountedOutcomes } from '../counted-outcomes.ts';
import { GONE, LIMITED } from '../fault-sentences.ts';
import { instagramAnswers } from '../platforms/instagram/instagram-answers.ts';
import { POST_ROUTE, route } from '../platforms/instagram/instagram-page-data.ts';
import { linkTo } from '../platforms/link-to.ts';
import { type Answer, DOWN, page } from '../platforms/native-answers.ts';
import { TEST_PLATFORMS } from '../platforms/test-platforms.ts';
import { VISITOR } from '../requesters.ts';
import { fixed, nativeFor, previewsFrom, sentenceOf } from './chain-runs.ts';
import { createFakeOutboundClient } from './fake-outbound-client.ts';

/**
 * Runs the engines in this order. Returns the visitor's message, the status assessment, and the effect on the native
 * engine's circuit.
 */
const run = async (platform: PlatformId, engines: () => readonly Engine[]): Promise<string> => {
  const outcomes = createCountedOutcomes(() => 0);
  const { registry, preview: ask } = previewsFrom(platform, engines);
  const outcome = await ask();
  outcomes.countRun({ platform, engine: null, ms: 1, outcome: outcome.ok ? { ok: true } : outcome });
  const [judged] = outcomes.judged().keys();
  const { lately } = registry.healthOf('native', platform).figures();
  for (let count = 1; count < BREAKER_FAULTS; count += 1) await ask();
  const { breaker } = registry.healthOf('native', platform).figures();
  const effect = breaker === 'closed' ? (lately.ok === lately.asked ? 'answered' : 'limited') : breaker;
  return `${sentenceOf(outcome)} | ${judged?.trim() ?? 'nothing'} | ${lately.asked === 0 ? '-' : effect}`;
};

/** What a platform without an embed answers to a request for one. */
const NO_EMBED: Readonly<Record<string, Answer>> = { 'no embed': { status: 404 } };

const combinations = PLATFORM_IDS.flatMap((platform) =>
  Object.entries(TEST_PLATFORMS[platform].answers.pages).flatMap(([pageName, pageAnswer]) =>
    Object.entries(TEST_PLATFORMS[platform].answers.embeds ?? NO_EMBED).map(([embedName, embed]) => ({
      platform,
      pageName,
      pageAnswer,
      embedName,
      embed,
    })),
  ),
);

describe('message, status and circuit for a page and an embed', () => {
  it.each(combinations)(
    '$platform: $pageName, $embedName',
    async ({ platform, pageName, pageAnswer, embedName, embed }) => {
      const actual = await run(platform, () => [nativeFor(platform, pageAnswer, embed)]);
      const expected = TEST_PLATFORMS[platform].answers.expected[pageName];
      expect(actual).toBe(typeof expected === 'string' ? expected : expected?.[embedName]);
      // Only the page itself can report a deleted post; neither a refusal nor an embed can.
      if (pageName !== 'gone') expect(actual).not.toContain(GONE);
    },
  );
});

/** Possible failures of another engine that runs beside the native one. */
const OTHERS: Readonly<Record<string, EngineFailure>> = {
  'an empty answer': failed('perhaps_gone'),
  'a limit': failed('rate_limited'),
  'no network': failed('network'),
};

describe('message when another engine fails as well, in either order', () => {
  const rows = combinations
    .filter(({ pageName, embedName }) => !['post', 'gone'].includes(pageName) && embedName !== 'post')
    .flatMap((row) => Object.entries(OTHERS).map(([otherName, other]) => ({ ...row, otherName, other })));

  it.each(rows)(
    '$platform: $pageName, $embedName, then $otherName',
    async ({ platform, pageAnswer, embed, other }) => {
      const native = () => nativeFor(platform, pageAnswer, embed);
      const [first = ''] = (await run(platform, () => [native(), fixed(other)])).split(' | ');
      const [second = ''] = (await run(platform, () => [fixed(other), native()])).split(' | ');
      expect(second).toBe(first);
      expect(first).not.toBe(GONE);
      if (other.tentative === true) {
        const [alone] = (await run(platform, () => [native()])).split(' | ');
        expect(first).toBe(alone);
      }
    },
  );

  it('a terminal failure of another engine ends the chain', async () => {
    const native = () =>
      nativeFor(
        'instagram',
        instagramAnswers.pages['throttled'] ?? DOWN,
        instagramAnswers.embeds?.['404'] ?? DOWN,
      );
    expect(await run('instagram', () => [native(), fixed(failed('missing'))])).toBe(
      `${GONE} | worked | limited`,
    );
  });
});

describe('a tentative failure alone', () => {
  it('counts neither as working nor as failing, and opens no circuit', async () => {
    const outcomes = createCountedOutcomes(() => 0);
    for (let time = 0; time < 12; time += 1)
      outcomes.countRun({ platform: 'instagram', engine: null, ms: 1, outcome: failed('perhaps_gone') });
    expect([...outcomes.judged()]).toEqual([]);
    expect(outcomes.status().previews.instagram.state).not.toBe('working');
    const { registry, preview: ask } = previewsFrom('instagram', () => [
      { ...fixed(failed('perhaps_gone')), name: 'native' },
    ]);
    for (let time = 0; time < 12; time += 1) await ask();
    expect(registry.healthOf('native', 'instagram').figures()).toMatchObject({
      breaker: 'closed',
      lately: { asked: 12, ok: 0 },
    });
  });

  it('leaves twelve throttled reels as rate-limited, and the status not working', async () => {
    const outbound = createFakeOutboundClient((path) => {
      if (path.includes('/embed/')) return { body: '<div class="EmbedBrokenMedia"></div>' };
      return { body: page(route(POST_ROUTE)) };
    });
    const native = createNativeEngine({ clients: { direct: outbound } });
    const outcomes = createCountedOutcomes(() => 0);
    const registry = createEngineHealthRegistry({
      rulesOf: () => ({ concurrency: 12, maxQueue: 12, freePerHour: Number.POSITIVE_INFINITY, gapMs: 0 }),
    });
    for (let index = 0; index < 12; index += 1) {
      const link = linkTo('instagram', `Throttled-${10 + index}`.slice(0, 11));
      const outcome = await runChain<ExtractedPost>(
        [native],
        link,
        (post) => Promise.resolve({ ok: true, result: post }),
        {
          registry,
          log: createLogger('silent'),
          requesters: singleRequester(VISITOR),
          observe: (seen) => outcomes.countRun(seen),
        },
      );
      expect(sentenceOf(outcome.ok ? { ok: true } : outcome)).toBe(LIMITED);
      outcomes.countRun({
        platform: 'instagram',
        engine: null,
        ms: 1,
        outcome: outcome.ok ? { ok: true } : outcome,
      });
    }
    expect(outcomes.status().previews.instagram.state).toBe('failing');
  });
});
