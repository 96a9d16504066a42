import type { FastifyInstance, FastifyRequest, FastifyServerFactory } from 'fastify';
import { defaultSite } from '#shared/contract/site-defaults.ts';
import { PREVIEW_CACHE_MS } from '#shared/limits.ts';
import { parseLink } from '#shared/links/parse-link.ts';
import { createFlightCache } from './cache/flight-cache.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/open-database.ts';
import { createEngines } from './engines/registry.ts';
import { openSample } from './engines/sample/open-sample.ts';
import { createHttpServer } from './http/http-server.ts';
import type { PageSource } from './http/kept-pages.ts';
import { createLiveDesk } from './live/live-desk.ts';
import { createDoor } from './net/create-door.ts';
import { mediaHosts, sharePageHosts } from './net/platform-hosts.ts';
import type { Logger } from './observability/logger.ts';
import { createPreview, type Resolution } from './preview/preview.ts';
import { createSiteSettings, type SiteSettings } from './settings/site-settings.ts';
import { createWorkCounts, type WorkCounts } from './status/work-counts.ts';
import { createWorkLog, type WorkLog } from './status/work-log.ts';
import { createTicketOffice } from './tickets/ticket-office.ts';
import { createTunnel, type TunnelSeen } from './tunnel/tunnel.ts';

const CACHED_POSTS_MAX = 5_000;

export interface AppParts {
  readonly config: Config;
  readonly log: Logger;
  /** Master secret: the keys of tickets come from it. */
  readonly secret: string;
  /** When the pages were built: the site's age until its owner changes something. */
  readonly builtAt: Date;
  /** Where pages come from, given the settings they show. */
  readonly pages: (settings: SiteSettings) => PageSource;
  readonly panelPages: (settings: SiteSettings) => PageSource;
  readonly clientDir: string | null;
  readonly panelDir: string | null;
  readonly serverFactory?: FastifyServerFactory;
  readonly isAdministrator?: (request: FastifyRequest) => Promise<boolean>;
}

/** Pictures of a preview and our own samples are no downloads; a HEAD sends nothing. */
const isDownload = ({ ticket, method }: TunnelSeen): boolean =>
  method === 'GET' && ticket.purpose === 'media' && ticket.source.kind === 'upstream';

/** Tells of a transfer: every one how it went, those that were to be saved as downloads. A visitor who leaves has not failed. */
const seeTransfer = (seen: TunnelSeen, work: WorkLog, counts: WorkCounts): void => {
  if (!isDownload(seen)) return;
  work.download(seen);
  const { outcome, attachment, ticket } = seen;
  const post = parseLink(ticket.post);
  if (!attachment || !post.ok || (!outcome.ok && outcome.code === 'aborted')) return;
  counts.download({
    platform: post.link.platform,
    ok: outcome.ok,
    bytes: outcome.ok ? outcome.bytes : 0,
  });
};

export interface App {
  /** Closing it ends the live streams and closes the database and the door to the outside. */
  readonly server: FastifyInstance;
  readonly settings: SiteSettings;
  readonly database: Database;
}

/** Puts the rooms together over an open database; nothing listens yet. Throws StartError when the database cannot be opened. */
export const createApp = async (parts: AppParts): Promise<App> => {
  const { config, log } = parts;
  const database = await openDatabase(config, log);
  const settings = createSiteSettings(
    defaultSite({
      updatedAt: parts.builtAt.toISOString(),
      samples: config.engines.includes('sample'),
      contactEmail: config.contactEmail,
    }),
  );
  const live = createLiveDesk();
  settings.onChange((changed, { revision }) => live.announce(changed, revision));
  const door = createDoor({ routes: config.upstreamRoutes, outboundProxy: config.outboundProxy });
  const hosts = mediaHosts(config.mediaHosts);
  const tickets = createTicketOffice({ secret: parts.secret });
  const work = createWorkLog();
  const counts = createWorkCounts(database);
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
    observe: work.preview,
    answered: counts.preview,
  });
  const server = await createHttpServer({
    ...parts,
    pages: parts.pages(settings),
    panelPages: parts.panelPages(settings),
    settings,
    live,
    preview,
    tickets,
    tunnel: createTunnel({
      door,
      hosts,
      openSample,
      observe: (seen) => seeTransfer(seen, work, counts),
    }),
    status: work.status,
    ready: () => database.ping(),
    isAdministrator: parts.isAdministrator ?? (async () => false),
  });
  // Before the server waits for its requests: an open stream is one that never ends by itself.
  server.addHook('preClose', () => live.close());
  server.addHook('onClose', async () => {
    await counts.close();
    await Promise.all([door.close(), database.close()]);
  });
  return { server, settings, database };
};
