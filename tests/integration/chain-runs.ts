import { createLogger } from '../../src/server/base/observability/logger.ts';
import type { Engine } from '../../src/server/engines/engine.ts';
import { createNativeEngine } from '../../src/server/engines/native/native-engine.ts';
import { detailOf } from '../../src/server/http/problem.ts';
import { singleRequester } from '../../src/server/limits/requester.ts';
import type { EngineFailure, EngineOutcome } from '../../src/server/platforms/failures.ts';
import type { ExtractedPost } from '../../src/server/platforms/reading/extracted-post.ts';
import { runChain } from '../../src/server/posts/engine-chain.ts';
import { createEngineHealthRegistry } from '../../src/server/posts/engine-health.ts';
import type { PlatformId } from '../../src/shared/platforms/platforms.ts';
import { linkTo } from '../platforms/link-to.ts';
import { type Answer, POST } from '../platforms/native-answers.ts';
import { TEST_PLATFORMS } from '../platforms/test-platforms.ts';
import { visitorOf } from '../requesters.ts';
import { createFakeOutboundClient } from './fake-outbound-client.ts';

const linkOf = (platform: PlatformId) => linkTo(platform, TEST_PLATFORMS[platform].answers.id);

/** Creates the native engine against given responses; oEmbed answers as the embed unless it is given. */
export const nativeFor = (
  platform: PlatformId,
  pageAnswer: Answer,
  embed: Answer,
  oembed: Answer = embed,
): Engine => {
  const { embeds, oembedOfPost } = TEST_PLATFORMS[platform].answers;
  const outbound = createFakeOutboundClient((path) => {
    if (path.startsWith('/oembed')) return oembed === embeds?.['post'] ? (oembedOfPost ?? oembed) : oembed;
    return path.includes('/embed/') ? embed : pageAnswer;
  });
  return createNativeEngine({ clients: { direct: outbound } });
};

/** Creates a second engine with a fixed outcome. */
export const fixed = (outcome: EngineOutcome): Engine => ({
  name: 'yt-dlp',
  supports: () => true,
  extract: () => Promise.resolve(outcome),
});

/** Returns what the visitor reads. */
export const sentenceOf = (outcome: { readonly ok: true } | EngineFailure): string =>
  outcome.ok ? POST : detailOf(outcome.code, outcome.reason);

/**
 * Creates a function that requests another post from another network each time, while the engines always extract the
 * recorded one.
 */
export const previewsFrom = (platform: PlatformId, engines: () => readonly Engine[]) => {
  const registry = createEngineHealthRegistry();
  let count = 0;
  return {
    registry,
    preview: () => {
      count += 1;
      const requestedLink = linkTo(platform, `${linkOf(platform).id.slice(0, -1)}${count}`);
      const reading = engines().map(
        (engine): Engine => ({
          ...engine,
          extract: (_asked, ...given) => engine.extract(linkOf(platform), ...given),
        }),
      );
      return runChain<ExtractedPost>(
        reading,
        requestedLink,
        (post) => Promise.resolve({ ok: true, result: post }),
        {
          registry,
          log: createLogger('silent'),
          requesters: singleRequester(visitorOf(`network ${count}`)),
        },
      );
    },
  };
};
