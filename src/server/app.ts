import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import { PREVIEW_CACHE_MS } from '#shared/limits.ts';
import { createFlightCache } from './cache/flight-cache.ts';
import type { Config } from './config/config.ts';
import { createEngines } from './engines/registry.ts';
import { openSample } from './engines/sample/open-sample.ts';
import { createHttpServer } from './http/http-server.ts';
import type { PageSource } from './http/kept-pages.ts';
import { createDoor } from './net/create-door.ts';
import { mediaHosts, sharePageHosts } from './net/platform-hosts.ts';
import type { Logger } from './observability/logger.ts';
import { createPreview, type Resolution } from './preview/preview.ts';
import { createTicketOffice } from './tickets/ticket-office.ts';
import { createTunnel } from './tunnel/tunnel.ts';

const CACHED_POSTS_MAX = 5_000;

export interface AppParts {
  readonly config: Config;
  readonly log: Logger;
  /** Master secret: the keys of tickets come from it. */
  readonly secret: string;
  readonly pages: PageSource;
  readonly clientDir: string | null;
  readonly serverFactory?: FastifyServerFactory;
}

/** Puts the rooms together. Closing the given server also closes the door to the outside. */
export const createApp = async (parts: AppParts): Promise<FastifyInstance> => {
  const { config, log } = parts;
  const door = createDoor({ routes: config.upstreamRoutes, outboundProxy: config.outboundProxy });
  const hosts = mediaHosts(config.mediaHosts);
  const tickets = createTicketOffice({ secret: parts.secret });
  const preview = createPreview({
    engines: createEngines(config, door),
    cache: createFlightCache<Resolution>({
      lifetimeMs: PREVIEW_CACHE_MS,
      maxEntries: CACHED_POSTS_MAX,
      keep: (resolution) => resolution.ok,
    }),
    door,
    pageHosts: sharePageHosts,
    mediaHosts: hosts,
    tickets,
    log,
  });
  const server = await createHttpServer({
    ...parts,
    preview,
    tickets,
    tunnel: createTunnel({ door, hosts, openSample }),
  });
  server.addHook('onClose', () => door.close());
  return server;
};
