import type { OutboundClient } from '../../net/outbound-client.ts';
import type { Engine } from '../engine.ts';
import { createInstagramReader } from './instagram/instagram-reader.ts';
import { createTiktokReader } from './tiktok/tiktok-reader.ts';

export interface NativeEngineOptions {
  readonly outbound: OutboundClient;
  /** Milliseconds of a clock that only goes forward; for tests. */
  readonly now?: () => number;
}

/** Makes the engine that reads public post pages as a browser without an account would. It keeps no cookies of anybody. */
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
        // Neither platform shows these without an account.
        return { ok: false, code: 'private', terminal: false, reason: 'story_needs_session' };
      }
      return link.platform === 'tiktok' ? readTiktok(link, signal) : readInstagram(link, signal);
    },
  };
}
