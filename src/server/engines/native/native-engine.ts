import type { PostPlatform } from '#shared/contract/content-type.ts';
import { OUTBOUND_ROUTES, type OutboundRoute } from '#shared/outbound-routes.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import { type Announcements, NO_ANNOUNCEMENTS } from '../../base/announcements/announcements.ts';
import type { OutboundClient } from '../../outbound/outbound-client.ts';
import type { RunSubject } from '../../platforms/circuit-breaker.ts';
import { failed } from '../../platforms/failures.ts';
import type { PageReader } from '../../platforms/server-platform.ts';
import { SERVER_PLATFORMS } from '../../platforms/server-platforms.ts';
import type { Engine } from '../engine.ts';

interface NativeEngineOptions {
  /** Client of each route that the owner allows. */
  readonly clients: Readonly<Partial<Record<OutboundRoute, OutboundClient>>>;
  /** Returns milliseconds of a monotonic clock; for tests. */
  readonly now?: () => number;
  /** Channel to the other instances, which share the pauses of pages. */
  readonly announcements?: Announcements | undefined;
}

/** Returns announcements with the route in each topic, so that a pause on one route does not apply to another. */
const onRoute = ({ join }: Announcements, route: OutboundRoute): Announcements => ({
  join: (topic, receive) => join(`${route} ${topic}`, receive),
});

/**
 * Subject of a run whose caller names no subject. All such runs count as one post of one network, so that they alone never pause a page.
 */
const OWN_RUN: RunSubject = { post: 'own', network: 'own', budget: 'monitor', isOnlyNetwork: false };

type Readers = Readonly<Partial<Record<PostPlatform, PageReader>>>;

/**
 * Creates the engine that requests public post pages as a browser without an account does. It stores no cookies. Each route has
 * its own readers, because a platform that refuses this server's address may serve the proxy's.
 */
export function createNativeEngine({
  clients,
  now = () => performance.now(),
  announcements = NO_ANNOUNCEMENTS,
}: NativeEngineOptions): Engine {
  const readers = new Map<OutboundRoute, Readers>();
  for (const route of OUTBOUND_ROUTES) {
    const outbound = clients[route];
    if (outbound === undefined) continue;
    readers.set(
      route,
      byPlatform((platform) =>
        SERVER_PLATFORMS[platform].createPageReader({
          outbound,
          now,
          announcements: onRoute(announcements, route),
        }),
      ),
    );
  }
  const routes = [...readers.keys()];
  const platforms = readers.values().next().value ?? {};
  return {
    name: 'native',
    routes,
    supports(link) {
      return link.platform in platforms && link.kind !== 'share';
    },
    async extract(link, signal, { route = routes[0], run = OWN_RUN } = {}) {
      signal.throwIfAborted();
      if (link.kind === 'story' || link.kind === 'highlight') {
        // The platforms show stories and highlights only to accounts.
        return failed('story_needs_session');
      }
      const reader = route === undefined ? undefined : readers.get(route)?.[link.platform];
      return reader?.(link, signal, run) ?? failed('address_unsupported');
    },
  };
}
