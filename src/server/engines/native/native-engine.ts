import type { OutboundClient } from '../../net/outbound-client.ts';
import type { Engine } from '../engine.ts';
import { createInstagramReader } from './instagram/instagram-reader.ts';
import { createTiktokReader } from './tiktok/tiktok-reader.ts';

/** Options of the native engine. */
export interface NativeEngineOptions {
  readonly outbound: OutboundClient;
  /** Returns milliseconds of a monotonic clock; for tests. */
  readonly now?: () => number;
}

/** Creates the engine that requests public post pages as a browser without an account does. It stores no cookies. */
export function createNativeEngine({ outbound, now = () => performance.now() }: NativeEngineOptions): Engine {
  const readInstagram = createInstagramReader({ outbound, now });
  const readTiktok = createTiktokReader({ outbound, now });
  return {
    name: 'native',
    supports(link) {
      return link.platform !== 'sample' && link.kind !== 'share' && link.kind !== 'sample';
    },
    async extract(link, signal) {
      signal.throwIfAborted();
      if (link.kind === 'story' || link.kind === 'highlight') {
        // Both platforms show stories and highlights only to accounts.
        return { ok: false, code: 'private', terminal: false, reason: 'story_needs_session' };
      }
      return link.platform === 'tiktok' ? readTiktok(link, signal) : readInstagram(link, signal);
    },
  };
}
