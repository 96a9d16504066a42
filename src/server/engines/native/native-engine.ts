import type { PostPlatform } from '#shared/contract/content-type.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import { LINK_UNSUPPORTED } from '../../extraction/engine-failure.ts';
import type { OutboundClient } from '../../net/outbound-client.ts';
import { SERVER_PLATFORMS } from '../../platforms/platforms.ts';
import type { PageReader } from '../../platforms/server-platform.ts';
import type { Engine } from '../engine.ts';

/** Options of the native engine. */
export interface NativeEngineOptions {
  readonly outbound: OutboundClient;
  /** Returns milliseconds of a monotonic clock; for tests. */
  readonly now?: () => number;
}

/** Creates the engine that requests public post pages as a browser without an account does. It stores no cookies. */
export function createNativeEngine({ outbound, now = () => performance.now() }: NativeEngineOptions): Engine {
  const readers: Readonly<Partial<Record<PostPlatform, PageReader>>> = byPlatform((platform) =>
    SERVER_PLATFORMS[platform].createPageReader({ outbound, now }),
  );
  return {
    name: 'native',
    supports(link) {
      return link.platform in readers && link.kind !== 'share';
    },
    async extract(link, signal) {
      signal.throwIfAborted();
      if (link.kind === 'story' || link.kind === 'highlight') {
        // The platforms show stories and highlights only to accounts.
        return { ok: false, code: 'private', terminal: false, reason: 'story_needs_session' };
      }
      return readers[link.platform]?.(link, signal) ?? LINK_UNSUPPORTED;
    },
  };
}
